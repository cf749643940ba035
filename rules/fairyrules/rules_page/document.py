"""What a rules page says, part by part, whatever it is drawn with."""

from collections.abc import Iterator
from dataclasses import dataclass

from fairyrules.diagrams import Mark, Picture, array_picture, move_picture, zone_picture
from fairyrules.game import Game
from fairyrules.pieces import Side
from fairyrules.rules_page.key import notation_key


@dataclass(frozen=True, slots=True)
class Heading:
    """Begins a part."""

    title: str


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph; `soft` for what may be skipped."""

    text: str
    soft: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """The marks that the diagrams after it use."""

    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A diagram with its title; `letter` is the kind it is about, if any, and `chessman` what stands for it."""

    title: str
    text: str
    picture: Picture
    letter: str = ""
    chessman: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A name and what is said of it; `reading` if the source does not say so outright."""

    name: str
    text: str
    reading: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """Lines of a table; `typed` if their names are what a user types."""

    rows: tuple[Row, ...]
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a head."""

    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


Block = Heading | Words | Key | tuple[Card, ...] | Rows | Grid


@dataclass(frozen=True, slots=True)
class Document:
    """A whole page: what opens it, the array, and the blocks after that."""

    title: str
    opening: tuple[Words, ...]
    fen: str
    array: Picture
    blocks: tuple[Block, ...]


def document(game: Game) -> Document:
    """The game's rules page."""
    blocks = (
        *pieces(game),
        *topics(game),
        *zones(game),
        *notation(game),
        *equipment(game),
        *rulings(game),
        *options(game),
    )
    return Document(game.name, tuple(opening(game)), game.start().fen(), array_picture(game), blocks)


def opening(game: Game) -> Iterator[Words]:
    """What the game is."""
    guide = game.guide
    if guide.summary:
        yield Words(guide.summary)
    if guide.source:
        yield Words(guide.source, soft=True)
    count = sum(piece.side is Side.WHITE for piece in game.start().pieces().values())
    yield Words(
        f"{len(game.board.cells)} cells on {game.board.files} files and {game.board.ranks} ranks; "
        f"{count} pieces a side, {len(game.kinds)} kinds. White moves first."
    )
    if any(ruling.reading for ruling in guide.rulings):
        yield Words("Where the source leaves a choice, the readings below say what we chose.")


def pieces(game: Game) -> Iterator[Block]:
    """A card for each kind, under the key to the marks that occur."""
    cards = []
    for kind in game.kinds.values():
        chessman = game.equipment.get(kind.letter)
        says = game.guide.pieces.get(kind.letter, "")
        cards.append(
            Card(kind.name, says, move_picture(game, kind.letter), kind.letter, str(chessman) if chessman else "")
        )
    used = {mark for card in cards for mark in card.picture.marks.values()}
    yield Heading("The pieces")
    yield Key(tuple(mark for mark in Mark if mark in used))
    yield tuple(cards)


def topics(game: Game) -> Iterator[Block]:
    """The rules that concern more than one kind."""
    for topic in game.guide.topics:
        yield Heading(topic.title)
        yield from map(Words, topic.paragraphs)


def zones(game: Game) -> Iterator[Block]:
    """A diagram for each zone."""
    if game.guide.zones:
        yield Heading("Zones")
        yield Words("As White sees them; Black's mirror them.", soft=True)
        yield tuple(Card(zone.name, "", zone_picture(game, zone)) for zone in game.guide.zones)


def notation(game: Game) -> Iterator[Block]:
    """How moves are written in this game."""
    yield Heading("How moves are written")
    yield Rows(tuple(Row(example, meaning) for example, meaning in notation_key(game)), typed=True)


def equipment(game: Game) -> Iterator[Block]:
    """What stands for what, and why."""
    if not game.equipment:
        return
    yield Heading("What to play with")
    if game.guide.equipment_note:
        yield Words(game.guide.equipment_note)
    lines = tuple(
        (game.kinds[letter].name, str(chessman), f"as {chessman.same_as}" if chessman.same_as else str(chessman.count))
        for letter, chessman in game.equipment.items()
        if letter in game.kinds
    )
    yield Grid(("Kind", "Stands for it", "A side"), lines)


def rulings(game: Game) -> Iterator[Block]:
    """Every ruling, the readings marked."""
    if game.guide.rulings:
        yield Heading("Rulings and readings")
        yield Words("A reading is not stated outright by the source: it is how we understand it.", soft=True)
        yield Rows(tuple(Row(ruling.number, ruling.text, ruling.reading) for ruling in game.guide.rulings))


def options(game: Game) -> Iterator[Block]:
    """The sub-variants."""
    if not game.options:
        return
    base = game.id.partition("/")[0]
    yield Heading("Sub-variants")
    yield Rows(
        tuple(Row(f"{base}/{option.name}", said(game, option.name, option.summary)) for option in game.options), True
    )


def said(game: Game, option: str, summary: str) -> str:
    """What the guide says of a sub-variant, else what the sheet does."""
    found = game.guide.options.get(option.rstrip("="))
    return found.text if found else summary
