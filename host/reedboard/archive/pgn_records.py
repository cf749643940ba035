"""From the archive to PGN and back."""

import gc
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from fairyrules import Position, pgn, san
from fairyrules.moves import Move
from fairyrules.pgn import GameRecord
from fairyrules.pgn.record import ROSTER
from fairyrules.pgn.visitor import TolerantMaker
from reedboard.archive import game_lookup, schema
from reedboard.archive.analysed import analysis_of, told
from reedboard.archive.database import Archive, ArchiveError, DamagedError, NewRecord, Record, RecordedMove
from reedboard.archive.disk_words import disk_words
from reedboard.archive.notes import annotated, as_played, format_notes
from reedboard.archive.positions import codes
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
    return pgn.write(analysed_record(archive, record))


def analysed_record(archive: Archive, record: int) -> GameRecord:
    """A recorded game with the values of its moves and better lines beside them, where it was analysed."""
    game = game_record(archive, record)
    return told(game, analysis_of(archive, record, game))


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
    with _seldom_collecting():
        return _brought_in(_Arrivals(archive, name), text, name, tell)


def _brought_in(arrivals: "_Arrivals", text: str, name: str, tell: Callable[[str], object]) -> list[Imported]:
    if text.lstrip().startswith("{"):
        new = _of_trace(text)
        moves = [move.move for move in new.moves]
        arrivals.take(_Found(new.digest or "", new.game, moves, lambda: new, _trace_digest))
        return arrivals.recorded()
    left_out: list[str] = []
    for read in pgn.visit(text, _Reader, find=game_lookup.known):
        assert isinstance(read, _Read)
        left_out += read.left_out
        if read.record is not None and not read.left_out:
            arrivals.take(_found(read.record, read.before))
        if arrivals.games:
            for reason in left_out:
                tell(reason)
            left_out.clear()
    if left_out:
        raise ReedboardError(left_out[0])
    if not arrivals.games:
        raise ReedboardError(f"{name} holds no game: expected PGN, or a trace that begins with its header.")
    return arrivals.recorded()


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Looks for reference cycles a hundredth as often: a game is thousands of objects without one, and to look through
    them again and again took a fifth of an import's time."""
    before = gc.get_threshold()
    gc.set_threshold(100 * before[0], *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@dataclass(frozen=True, slots=True)
class _Read(pgn.ReadGame):
    """A game that was read, and the positions before its moves: to play it again for them would take as long."""

    before: Sequence[Position] = ()


class _Reader(TolerantMaker):
    """Reads one game."""

    def __init__(self) -> None:
        super().__init__()
        self._before: list[Position] = []
        self._depth = 0

    def move(self, before: Position, move: Move) -> None:
        super().move(before, move)
        if not self._depth:
            self._before.append(before)

    def open_variation(self) -> None:
        super().open_variation()
        self._depth += 1

    def close_variation(self) -> None:
        super().close_variation()
        self._depth -= 1

    def end(self) -> _Read:
        read = super().end()
        return _Read(read.record, read.left_out, self._before)


@dataclass(frozen=True, slots=True)
class _Found:
    """A game of a file: by what it is known again, and what makes a record of it, which takes longer."""

    digest: str
    game: str
    moves: list[str]
    make: Callable[[], NewRecord]
    digests_of: Callable[[Archive, int], set[str]]
    """The digests that a recorded game may have in a file of this kind."""


class _Arrivals:
    """The games of a file on their way into the archive, some written at once; only those are held."""

    def __init__(self, archive: Archive, name: str) -> None:
        self._archive = archive
        self._name = name
        self.games: list[tuple[str, bool]] = []
        """In the file's order: the digest, and whether the game was there before."""
        self._numbers: dict[str, int] = {}
        self._fresh: dict[str, NewRecord] = {}
        self._done = 0

    def take(self, found: _Found) -> None:
        """One more game.

        Raises: ArchiveError when the disk takes no more.
        """
        digest = found.digest
        there = digest in self._numbers or digest in self._fresh  # a second one in the same file
        if not there and (number := _known(self._archive, found)) is not None:
            self._numbers[digest] = number
            there = True
        self.games.append((digest, there))
        if not there:
            self._fresh[digest] = found.make()
            if len(self._fresh) == AT_ONCE:
                self._write()

    def recorded(self) -> list[Imported]:
        """All of them, when they are written.

        Raises: ArchiveError when the disk takes no more.
        """
        self._write()
        return [Imported(self._numbers[digest], known=there) for digest, there in self.games]

    def _write(self) -> None:
        try:
            self._numbers |= zip(self._fresh, self._archive.add(self._fresh.values()), strict=True)
        except (OSError, *schema.ERRORS) as error:
            raise ArchiveError(
                f"The records in {self._archive.path} cannot be written: {disk_words(error)}. {self._done} games"
                f" of {self._name} are recorded; once that is mended, import it again for the rest."
            ) from None
        self._done += len(self._fresh)
        self._fresh.clear()


def _found(game: GameRecord, before: Sequence[Position]) -> _Found:
    moves = [str(move) for move in game.moves]
    digest = _pgn_digest(game)
    return _Found(digest, game.start.game.id, moves, partial(_of_pgn, game, before, digest), _recorded_digests)


def _of_trace(text: str) -> NewRecord:
    first, *rest = text.strip().splitlines()
    header = trace.parse_header(first)
    events = [trace.parse_line(line) for line in rest]
    game = game_lookup.known(header.game)
    start = game.position(header.fen) if header.fen else game.start()
    state = GameState.begin(start, header.trays, header.slots, header.clock).following(events)
    views = ply_views(state.move_list, state.clock(), state.hinted, state.adjourned)
    moves = [RecordedMove(each.ply, each.t_ms, each.move, each.san, each.state, as_played("", each)) for each in views]
    lines = [trace.format_line(event) for event in events]
    result, reason = (state.ended.result, state.ended.reason) if state.ended else ("*", "")
    head = trace.format_header(header)
    digest = _digest("\n".join([head, *lines, ""]))
    tags = Terms(clock=header.clock).tags()
    return NewRecord(
        header.game, header.fen, head, IMPORTED, "trace", moves, lines, result, reason, tags, digest=digest
    )


def _of_pgn(game: GameRecord, before: Sequence[Position], digest: str) -> NewRecord:
    start = game.start
    fen = None if start == start.game.start() else start.fen()
    last = before[-1].play_unchecked(game.plies[-1].move) if before else start
    header = trace.format_header(trace.TraceHeader(start.game.id, fen))
    return NewRecord(
        game=start.game.id,
        fen=fen,
        header=header,
        board=IMPORTED,
        origin="pgn",
        moves=list(_recorded(game, [*before, last])),
        result=game.result,
        tags=game.tags,
        comments=game.comments,
        digest=digest,
        codes=codes([*before, last]),
    )


def _recorded(game: GameRecord, positions: Sequence[Position]) -> Iterable[RecordedMove]:
    t_ms = 0
    texts = san.line(positions, game.moves)
    for number, (ply, text) in enumerate(zip(game.plies, texts, strict=True), 1):
        t_ms += ply.elapsed_ms or 0
        known_ms = None if ply.elapsed_ms is None else t_ms
        yield RecordedMove(number, known_ms, str(ply.move), text, "settled", format_notes(ply))


def _known(archive: Archive, game: _Found) -> int | None:
    """The number under which the game is recorded already: imported before, or played here and exported."""
    number = archive.imported_as(game.digest)
    if number is not None:
        return number
    for record in archive.alike(game.game, len(game.moves)):
        with suppress(DamagedError):
            same = [move.move for move in archive.moves(record.id)] == game.moves
            if same and game.digest in game.digests_of(archive, record.id):
                return record.id
    return None


def _recorded_digests(archive: Archive, record: int) -> set[str]:
    """Exported before and after it was analysed it is the same game."""
    return {_pgn_digest(read(archive, record)) for read in (game_record, analysed_record)}


def _trace_digest(archive: Archive, record: int) -> set[str]:
    return {_digest(archive.trace(record))}


def _pgn_digest(game: GameRecord) -> str:
    """One text for all that a PGN file can say of a game, and only one; SAN is left out, which takes long to write."""
    tags = {**dict.fromkeys(ROSTER, "?"), "Date": "????.??.??", **game.tags, "Result": game.result}
    told = {name: " ".join(value.split()) for name, value in tags.items()}
    plies = [(str(ply.move), ply.elapsed_ms, format_notes(ply)) for ply in game.plies]
    return _digest(json.dumps([game.start.game.id, game.start.fen(), told, game.comments, plies], sort_keys=True))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
