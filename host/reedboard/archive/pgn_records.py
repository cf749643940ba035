"""From the archive to PGN and back."""

import hashlib
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from fairyrules import pgn
from fairyrules.pgn import GameRecord
from fairyrules.pgn.record import ROSTER
from reedboard.archive import game_lookup, schema
from reedboard.archive.database import Archive, ArchiveError, DamagedError, NewRecord, Record, RecordedMove
from reedboard.archive.disk_words import disk_words
from reedboard.archive.notes import annotated, format_notes, with_clock
from reedboard.errors import ReedboardError
from reedboard.game import trace
from reedboard.game.game_state import GameState
from reedboard.game.terms import Terms
from reedboard.game.view import ply_views

AT_ONCE = 100
"""Games written in one transaction: some 0.3 s, so that a game being played meanwhile is not kept waiting."""
IMPORTED = "imported"
"""What stands where a played game names its board."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A game of a file: its number in the archive, and whether it had been there before."""

    record: int
    known: bool


def pgn_of(archive: Archive, record: int) -> str:
    """A recorded game as PGN: tags, moves in SAN, what was written beside them, and the time each move took.

    Raises: ArchiveError for an unknown number or a damaged game, FairyRulesError when its game is no longer known.
    """
    return pgn.write(game_record(archive, record))


def game_record(archive: Archive, record: int) -> GameRecord:
    """A recorded game as our PGN reader would read it."""
    found = archive.record(record)
    game = game_lookup.known(found.game)
    start = game.position(found.fen) if found.fen else game.start()
    position, plies, before_ms = start, [], 0
    for move in archive.moves(record):
        legal = position.parse(move.move)
        elapsed_ms = None if move.t_ms is None else max(0, move.t_ms - before_ms)
        plies.append(annotated(legal, position, move.notes, elapsed_ms))
        position, before_ms = position.play(legal), before_ms if move.t_ms is None else move.t_ms
    tags = found.tags if found.origin == "pgn" else {**_seven_tags(found), **found.tags}
    return GameRecord(start, tuple(plies), found.result, tags, found.comments)


def _seven_tags(found: Record) -> dict[str, str]:
    """What is known of a game that was played here."""
    begun = datetime.fromisoformat(found.begun)
    return {
        "Event": "Over the board",
        "Site": "?",
        "Date": begun.astimezone().strftime("%Y.%m.%d"),
        "Round": "-",
        "White": "White",
        "Black": "Black",
        "UTCDate": begun.astimezone(UTC).strftime("%Y.%m.%d"),
        "UTCTime": begun.astimezone(UTC).strftime("%H:%M:%S"),
    }


def bring_in(archive: Archive, text: str, name: str, tell: Callable[[str], object] = str) -> list[Imported]:
    """Records every game of a PGN text, or the one of a trace, that is not recorded yet.

    A PGN game that cannot be read in full is left out; `tell` is given a sentence for each reason.

    Raises: ReedboardError or FairyRulesError when it is neither, or no game in it can be read; nothing is recorded.
        ArchiveError when the disk takes no more; what is recorded by then stays, and is known again the next time.
    """
    found: list[_Found]
    if text.lstrip().startswith("{"):
        new = _of_trace(text)
        found = [_Found(new.digest or "", new.game, [move.move for move in new.moves], lambda: new, _trace_digest)]
    else:
        read = list(pgn.read_on(text, find=game_lookup.known))
        found = [_found(game.record) for game in read if game.record is not None and not game.left_out]
        left_out = [reason for game in read for reason in game.left_out]
        if left_out and not found:
            raise ReedboardError(left_out[0])
        for reason in left_out:
            tell(reason)
    if not found:
        raise ReedboardError(f"{name} holds no game: expected PGN, or a trace that begins with its header.")
    known = {game.digest: _known(archive, game) for game in found}
    fresh = {game.digest: game.make() for game in found if known[game.digest] is None}
    numbers: dict[str, int] = {}
    digests = list(fresh)
    for first in range(0, len(digests), AT_ONCE):
        some = digests[first : first + AT_ONCE]
        try:
            numbers |= zip(some, archive.add([fresh[digest] for digest in some]), strict=True)
        except (OSError, *schema.ERRORS) as error:
            raise ArchiveError(
                f"The records in {archive.path} cannot be written: {disk_words(error)}. {first} of {len(fresh)} games"
                f" of {name} are recorded; once that is mended, import it again for the rest."
            ) from None
    told = []
    for game in found:
        there = known[game.digest]
        told.append(Imported(numbers[game.digest] if there is None else there, known=there is not None))
        known[game.digest] = told[-1].record  # a second one in the same file
    return told


@dataclass(frozen=True, slots=True)
class _Found:
    """A game of a file: by what it is known again, and what makes a record of it, which takes longer."""

    digest: str
    game: str
    moves: list[str]
    make: Callable[[], NewRecord]
    digest_of: Callable[[Archive, int], str]
    """The digest that a recorded game would have in a file of this kind."""


def _found(game: GameRecord) -> _Found:
    moves = [str(move) for move in game.moves]
    return _Found(_pgn_digest(game), game.start.game.id, moves, partial(_of_pgn, game), _recorded_digest)


def _of_trace(text: str) -> NewRecord:
    first, *rest = text.strip().splitlines()
    header = trace.parse_header(first)
    events = [trace.parse_line(line) for line in rest]
    game = game_lookup.known(header.game)
    start = game.position(header.fen) if header.fen else game.start()
    state = GameState.begin(start, header.trays, header.slots, header.clock).following(events)
    views = ply_views(state.move_list, state.clock())
    moves = [
        RecordedMove(each.ply, each.t_ms, each.move, each.san, each.state, with_clock("", each.clock_ms))
        for each in views
    ]
    lines = [trace.format_line(event) for event in events]
    result, reason = (state.ended.result, state.ended.reason) if state.ended else ("*", "")
    head = trace.format_header(header)
    digest = _digest("\n".join([head, *lines, ""]))
    tags = Terms(clock=header.clock).tags()
    return NewRecord(
        header.game, header.fen, head, IMPORTED, "trace", moves, lines, result, reason, tags, digest=digest
    )


def _of_pgn(game: GameRecord) -> NewRecord:
    start = game.start
    fen = None if start == start.game.start() else start.fen()
    header = trace.format_header(trace.TraceHeader(start.game.id, fen))
    return NewRecord(
        game=start.game.id,
        fen=fen,
        header=header,
        board=IMPORTED,
        origin="pgn",
        moves=list(_recorded(game)),
        result=game.result,
        tags=game.tags,
        comments=game.comments,
        digest=_pgn_digest(game),
    )


def _recorded(game: GameRecord) -> Iterable[RecordedMove]:
    position, t_ms = game.start, 0
    for number, ply in enumerate(game.plies, 1):
        t_ms += ply.elapsed_ms or 0
        known_ms = None if ply.elapsed_ms is None else t_ms
        yield RecordedMove(number, known_ms, str(ply.move), position.san(ply.move), "settled", format_notes(ply))
        position = position.play(ply.move)


def _known(archive: Archive, game: _Found) -> int | None:
    """The number under which the game is recorded already: imported before, or played here and exported."""
    number = archive.imported_as(game.digest)
    if number is not None:
        return number
    for record in archive.alike(game.game, len(game.moves)):
        with suppress(DamagedError):
            same = [move.move for move in archive.moves(record.id)] == game.moves
            if same and game.digest_of(archive, record.id) == game.digest:
                return record.id
    return None


def _recorded_digest(archive: Archive, record: int) -> str:
    return _pgn_digest(game_record(archive, record))


def _trace_digest(archive: Archive, record: int) -> str:
    return _digest(archive.trace(record))


def _pgn_digest(game: GameRecord) -> str:
    """One text for all that a PGN file can say of a game, and only one; SAN is left out, which takes long to write."""
    tags = {**dict.fromkeys(ROSTER, "?"), "Date": "????.??.??", **game.tags, "Result": game.result}
    told = {name: " ".join(value.split()) for name, value in tags.items()}
    plies = [(str(ply.move), ply.elapsed_ms, format_notes(ply)) for ply in game.plies]
    return _digest(json.dumps([game.start.game.id, game.start.fen(), told, game.comments, plies], sort_keys=True))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
