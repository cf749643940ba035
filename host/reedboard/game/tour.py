"""A first tour of a game, step by step on the board itself: its array, each kind's moves, what is special. Pure.

All of it follows from the game's sheet and guide, so games of one's own have a tour, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from fairyrules import Game
from fairyrules.diagrams import Mark, move_picture
from fairyrules.pieces import Side
from reedboard.errors import ReedboardError
from reedboard.game.lights import LIGHTS, Light, Role
from reedboard.game.piece_view import look
from reedboard.game.status import TourPart, TourView

ROLES = {
    Mark.MOVE: Role.TARGET,
    Mark.BOTH: Role.TARGET,
    Mark.TAKE: Role.CAPTURE,
    Mark.SHOT: Role.CAPTURE,
    Mark.HURDLE: Role.HOME,
    Mark.LEG: Role.LATER,
}
"""How a rules page's mark is lit: as in play, where cells to go to are steady and captures blink."""
WORDS = {
    Mark.MOVE: "steady where it goes",
    Mark.BOTH: "steady where it goes",
    Mark.TAKE: "blinking where it only captures",
    Mark.SHOT: "blinking what it captures without going there",
    Mark.HURDLE: "white a piece that it passes over",
    Mark.LEG: "dim what has to be empty on its way",
}


@dataclass(frozen=True, slots=True)
class TourStep:
    """One step: what is said with the pieces that stand there meanwhile, and which cells are lit."""

    view: TourView
    lights: Mapping[str, Light]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a step is about: a kind's letter, else words and the cells they are about; `part`: what it belongs to."""

    part: str
    title: str
    text: str = ""
    letter: str = ""
    cells: str = ""


@cache
def plan(game: Game) -> tuple[_Plan, ...]:
    """The steps of a game's tour, their pictures not drawn yet."""
    return tuple(_plan(game))


def _plan(game: Game) -> Iterator[_Plan]:
    guide = game.guide
    array = {piece.kind for piece in game.start().pieces().values()}
    yield _Plan(
        "The array", game.name, guide.summary or "This is how the pieces stand at the beginning. White moves first."
    )
    for kind in sorted(game.kinds.values(), key=lambda kind: kind.letter not in array):
        says = guide.pieces.get(kind.letter, "")
        there = kind.letter in array
        later = "" if there else " It is not there at the beginning."
        yield _Plan(
            "The pieces" if there else "Pieces that come later", kind.name, f"{says}{later}".strip(), kind.letter
        )
    for topic in guide.topics:
        yield _Plan("The rules", topic.title, " ".join(topic.paragraphs))
    for zone in guide.zones:
        yield _Plan("The rules", "The lit cells", f"{zone.name}. Black's mirror them.", cells=zone.cells)


@cache
def step(game: Game, number: int) -> TourStep:
    """A step of the tour, the first is 0; on a large board its picture takes up to a second to find.

    Raises: ReedboardError where there is no such step.
    """
    steps = plan(game)
    if not 0 <= number < len(steps):
        raise ReedboardError(f"The tour of {game.name} has steps 0 to {len(steps) - 1}; found {str(number)[:20]}.")
    now, name = steps[number], game.board.name
    text, pieces = now.text, game.start().pieces()
    lit: dict[str, Role] = {}
    if now.letter:
        picture = move_picture(game, now.letter)
        pieces = dict(picture.pieces)
        lit = {name(cell): Role.FROM for cell in pieces}
        lit |= {name(cell): ROLES[mark] for cell, mark in picture.marks.items()}
        used = dict.fromkeys(WORDS[mark] for mark in Mark if mark in picture.marks.values())
        text = f"{text} Lights: {', '.join(('pulsing is the piece', *used))}.".strip()
    elif now.cells:
        lit = {name(cell): Role.TARGET for cell in game.board.zone(now.cells)}
    elif number == 0:
        lit = {name(cell): Role.HOME if piece.side is Side.WHITE else Role.LATER for cell, piece in pieces.items()}
    shown = {name(cell): look(game, piece) for cell, piece in pieces.items()}
    view = TourView(number, len(steps), now.title, text, shown, _part(steps, number))
    return TourStep(view, {site: LIGHTS[role] for site, role in lit.items()})


def _part(steps: Sequence[_Plan], number: int) -> TourPart:
    """Where a step stands among those of its part, and its part among the others."""
    parts = [each.part for each in steps]
    title, titles = parts[number], list(dict.fromkeys(parts))
    first, count = parts.index(title), parts.count(title)
    onward = first + count if first + count < len(steps) else None
    return TourPart(titles.index(title), len(titles), title, number - first, count, onward)
