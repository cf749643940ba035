"""Reads PGN: any number of games, of any game this package knows, every move checked as it is read."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from fairyrules.errors import FairyRulesError, IllegalMoveError, NotationError, UnknownGameError
from fairyrules.game import Game, game, games
from fairyrules.pgn.clock import extract
from fairyrules.pgn.record import RESULTS, GameRecord, Ply, Variation
from fairyrules.pgn.tokens import Sort, Token, tokens
from fairyrules.pieces import Side
from fairyrules.position import Position

ORTHODOX = frozenset({"", "standard", "chess", "classical", "normal", "from position"})
"""What other programs write in the Variant tag of an orthodox game."""

Find = Callable[[str], Game]
"""Gives the game of an id, or raises UnknownGameError."""
DEEPEST = 64
"""Variations within variations that are still read; analysis by hand has three or four."""


class PgnMoveError(IllegalMoveError):
    """A move of a PGN game that cannot be played: which game of the text (from 1), which move, whose, and why."""

    def __init__(self, game: int, position: Position, text: str, reason: FairyRulesError) -> None:
        self.game, self.fullmove, self.side = game, position.fullmove, position.side
        self.text, self.reason = text, reason
        dots = "." if position.side is Side.WHITE else "..."
        super().__init__(f"PGN game {game}, move {position.fullmove}{dots} {text}: {reason}")


def read(text: str, own: Game | None = None, find: Find = game) -> list[GameRecord]:
    """All games of the text, in order; none for an empty text.

    `own` is a game the caller knows and this package does not (a sheet of the user's own): it is used where the
    Variant tag gives its id, and where there is no such tag. `find` gives the game of any other id.

    Raises:
        NotationError: for text that is not PGN, with its line.
        UnknownGameError: for a Variant nobody knows.
        PgnMoveError: for a move that is illegal, ambiguous or no move at all, in the game or in a variation.
    """
    return [parse_game(number, section, own, find) for number, section in enumerate(sections(tokens(text)), start=1)]


def sections(stream: Iterable[Token]) -> Iterator[list[Token]]:
    """The tokens of one game after another: a game ends with its result, or where the next one's tags begin."""
    section: list[Token] = []
    for token in stream:
        if token.sort is Sort.TAG and any(former.sort is not Sort.TAG for former in section):
            yield section
            section = []
        section.append(token)
        if token.sort is Sort.RESULT:
            yield section
            section = []
    if section:
        yield section


@dataclass(slots=True)
class Line:
    """A line of moves while it is being read."""

    position: Position
    """After the last ply."""
    before: Position
    """Before the last ply: where a variation on it starts."""
    plies: list[Ply] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    def add(self, ply: Ply) -> None:
        """One move further."""
        self.before, self.position = self.position, self.position.play_unchecked(ply.move)
        self.plies.append(ply)

    def amend(self, **changes: object) -> None:
        """What is written after a move belongs to that move."""
        self.plies[-1] = replace(self.plies[-1], **changes)  # type: ignore[arg-type]


def parse_game(number: int, section: list[Token], own: Game | None, find: Find) -> GameRecord:
    """The record of one game's tokens."""
    tags = {token.name: token.text for token in section if token.sort is Sort.TAG}
    start = starting_position(tags, own, find)
    lines = [Line(start, start)]
    result = tags.get("Result", "*") if tags.get("Result") in RESULTS else "*"
    for token in section:
        line = lines[-1]
        match token.sort:
            case Sort.TAG:
                continue
            case Sort.MOVE:
                try:
                    line.add(Ply(line.position.parse_san(token.text)))
                except FairyRulesError as reason:
                    raise PgnMoveError(number, line.position, token.text, reason) from reason
            case Sort.GLYPH if line.plies:
                line.amend(glyphs=(*line.plies[-1].glyphs, int(token.text)))
            case Sort.GLYPH:
                line.comments.append(f"${token.text}")
            case Sort.COMMENT:
                remark(line, token.text)
            case Sort.OPEN:
                if not line.plies:
                    raise NotationError(f"PGN line {token.line}: a variation opens before any move it could replace.")
                if len(lines) > DEEPEST:
                    raise NotationError(f"PGN line {token.line}: variations are nested deeper than {DEEPEST}.")
                lines.append(Line(line.before, line.before))
            case Sort.CLOSE:
                if len(lines) == 1:
                    raise NotationError(f"PGN line {token.line}: a ) closes no variation; remove it.")
                lines.pop()
                if line.plies:
                    variation = Variation(tuple(line.plies), tuple(line.comments))
                    lines[-1].amend(variations=(*lines[-1].plies[-1].variations, variation))
            case Sort.RESULT:
                result = token.text if token.text != "*" else result
    if len(lines) > 1:
        raise NotationError(f"PGN game {number}: a variation opens with ( and never closes; add the ).")
    kept = {name: value for name, value in tags.items() if name not in ("Result", "Variant", "SetUp", "FEN")}
    return GameRecord(start, tuple(lines[0].plies), result, kept, tuple(lines[0].comments))


def starting_position(tags: dict[str, str], own: Game | None, find: Find) -> Position:
    """Where the game starts by its Variant and FEN tags."""
    played = named_game(tags.get("Variant"), own, find)
    return played.position(tags["FEN"]) if "FEN" in tags else played.start()


def named_game(variant: str | None, own: Game | None, find: Find) -> Game:
    """The game of a Variant tag: by its id, by its name in any case, or as other programs call chess."""
    if own is not None and (variant is None or variant in (own.id, own.name)):
        return own
    if variant is None or variant.strip().lower() in ORTHODOX:
        return game("chess")
    try:
        return find(variant)
    except UnknownGameError:
        for known in games():
            if game(known).name.lower() == variant.strip().lower():
                return game(known)
        raise


def remark(line: Line, comment: str) -> None:
    """Puts a comment where it belongs, the times in it where they can be counted with."""
    if not line.plies:
        line.comments += [comment] if comment else []
        return
    words, times = extract(comment)
    last = line.plies[-1]
    line.amend(
        comments=(*last.comments, words) if words else last.comments,
        clock_ms=times.get("clk", last.clock_ms),
        elapsed_ms=times.get("emt", last.elapsed_ms),
    )
