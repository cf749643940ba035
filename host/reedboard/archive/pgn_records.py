"""From the archive to PGN and back."""

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from fairyrules import pgn
from fairyrules.pgn import GameRecord
from reedboard.archive import game_lookup
from reedboard.archive.analysed import analysis_of, told
from reedboard.archive.database import Archive, ArchiveError, DamagedError, NewRecord, Record, RecordedMove
from reedboard.archive.disk_words import disk_words
from reedboard.archive.notes import annotated, as_played
from reedboard.archive.pgn_reading import IMPORTED, FoundGame, digest, digest_of, read_pgn
from reedboard.errors import ReedboardError
from reedboard.game import trace
from reedboard.game.game_state import GameState
from reedboard.game.terms import Terms
from reedboard.game.view import ply_views

AT_ONCE = 100
"""Games written in one transaction: some 0.3 s, so that a game being played meanwhile is not kept waiting."""


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
    arrivals = _Arrivals(archive, name)
    if text.lstrip().startswith("{"):
        new = _of_trace(text)
        moves = [move.move for move in new.moves]
        arrivals.take(FoundGame(new.digest or "", new.game, moves, lambda: new), _trace_digest)
        return arrivals.recorded()
    left_out: list[str] = []
    with closing(read_pgn(text)) as games:
        for read in games:
            left_out += read.left_out
            if read.found is not None:
                arrivals.take(read.found, _recorded_digests)
            if arrivals.games:
                for reason in left_out:
                    tell(reason)
                left_out.clear()
    if left_out:
        raise ReedboardError(left_out[0])
    if not arrivals.games:
        raise ReedboardError(f"{name} holds no game: expected PGN, or a trace that begins with its header.")
    return arrivals.recorded()


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

    def take(self, found: FoundGame, digests_of: Callable[[Archive, int], set[str]]) -> None:
        """One more game.

        Args:
            digests_of: the digests that a recorded game may have in a file of this kind.

        Raises: ArchiveError when the disk takes no more.
        """
        digest = found.digest
        there = digest in self._numbers or digest in self._fresh  # a second one in the same file
        if not there and (number := _known(self._archive, found, digests_of)) is not None:
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
        except ArchiveError as error:
            raise ArchiveError(
                f"The records in {self._archive.path} cannot be written: {disk_words(error)}. {self._done} games"
                f" of {self._name} are recorded; once that is mended, import it again for the rest."
            ) from None
        self._done += len(self._fresh)
        self._fresh.clear()


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
    known_by = digest("\n".join([head, *lines, ""]))
    tags = Terms(clock=header.clock).tags()
    return NewRecord(
        header.game, header.fen, head, IMPORTED, "trace", moves, lines, result, reason, tags, digest=known_by
    )


def _known(archive: Archive, game: FoundGame, digests_of: Callable[[Archive, int], set[str]]) -> int | None:
    """The number under which the game is recorded already: imported before, or played here and exported."""
    number = archive.imported_as(game.digest)
    if number is not None:
        return number
    for record in archive.alike(game.game, len(game.moves)):
        with suppress(DamagedError):
            same = [move.move for move in archive.moves(record.id)] == game.moves
            if same and game.digest in digests_of(archive, record.id):
                return record.id
    return None


def _recorded_digests(archive: Archive, record: int) -> set[str]:
    """Exported before and after it was analysed it is the same game."""
    return {digest_of(read(archive, record)) for read in (game_record, analysed_record)}


def _trace_digest(archive: Archive, record: int) -> set[str]:
    return {digest(archive.trace(record))}
