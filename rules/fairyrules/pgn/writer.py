"""Writes a game as PGN in one way only, so that the same record always gives the same bytes."""

from collections.abc import Iterator

from fairyrules import san
from fairyrules.errors import NotationError
from fairyrules.pgn.clock import format_time
from fairyrules.pgn.record import RESULTS, ROSTER, GameRecord, Ply
from fairyrules.pieces import Side
from fairyrules.position import Position

WIDTH = 79
"""Columns a line of moves may fill. Source: PGN standard, 8.2.1: fewer than 80."""


def write(record: GameRecord) -> str:
    """The whole game, ending in an empty line, so that several games can be written one after another.

    The seven tags of the roster come first, unknown ones as "?". Then Variant, by the game's id, before SetUp and FEN,
    before all others. The FEN is left out only where chess starts from its array: other arrays are not common
    knowledge.

    Raises:
        NotationError: for a result that is none, or a comment with a brace in it, which PGN cannot hold.
    """
    if record.result not in RESULTS:
        raise NotationError(f"Result {record.result!r} is none of {', '.join(RESULTS)}.")
    tags = "".join(f"[{name} {quoted(value)}]\n" for name, value in tag_pairs(record))
    words = [*comment_words(record.comments), *line_words(record.start, record.plies), record.result]
    return tags + "\n" + wrapped(words) + "\n"


def tag_pairs(record: GameRecord) -> Iterator[tuple[str, str]]:
    """Names and values in the order they are written."""
    unknown = {"Date": "????.??.??", "Result": record.result}
    for name in ROSTER:
        yield name, unknown[name] if name == "Result" else record.tags.get(name, unknown.get(name, "?"))
    game = record.start.game
    yield "Variant", game.id
    if game.id != "chess" or record.start.fen() != game.start().fen():
        yield "SetUp", "1"
        yield "FEN", record.start.fen()
    for name, value in record.tags.items():
        if name not in (*ROSTER, "Variant", "SetUp", "FEN"):
            yield name, value


def quoted(value: str) -> str:
    """A tag's value between quotes, on one line."""
    return '"' + " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"') + '"'


def line_words(start: Position, plies: tuple[Ply, ...]) -> Iterator[str]:
    """The words of a line of moves; a number before each move of White, and of Black after an interruption."""
    positions = [start]
    for ply in plies:
        positions.append(positions[-1].play_unchecked(ply.move))
    texts = san.line(positions, [ply.move for ply in plies])
    interrupted = True
    for position, ply, text in zip(positions, plies, texts, strict=False):
        if position.side is Side.WHITE:
            yield f"{position.fullmove}."
        elif interrupted:
            yield f"{position.fullmove}..."
        yield text
        yield from (f"${glyph}" for glyph in ply.glyphs)
        remarks = list(comment_words(timed(ply)))
        yield from remarks
        for variation in ply.variations:
            words = [*comment_words(variation.comments), *line_words(position, variation.plies)]
            yield from bracketed(words) if words else ()
        interrupted = bool(remarks or ply.variations)


def bracketed(words: list[str]) -> list[str]:
    """The words with a bracket glued to the first and the last."""
    words[0] = "(" + words[0]
    words[-1] += ")"
    return words


def timed(ply: Ply) -> tuple[str, ...]:
    """The comments after a move, the first opening with the clock commands."""
    told = {"clk": ply.clock_ms, "emt": ply.elapsed_ms}
    times = [f"[%{name} {format_time(time_ms)}]" for name, time_ms in told.items() if time_ms is not None]
    if not times:
        return ply.comments
    first, *others = ply.comments or ("",)
    return (" ".join([*times, first]).strip(), *others)


def comment_words(comments: tuple[str, ...]) -> Iterator[str]:
    """The words of the comments, braces glued to them."""
    for comment in comments:
        if "}" in comment:
            raise NotationError(f"Comment {comment!r} holds a brace, which PGN cannot; write a bracket instead.")
        words = comment.split()
        if not words:
            continue
        words[0] = "{" + words[0]
        words[-1] += "}"
        yield from words


def wrapped(words: list[str]) -> str:
    """The words in lines no longer than `WIDTH`."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line]) + "\n"
