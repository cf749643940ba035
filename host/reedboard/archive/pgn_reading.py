"""PGN on its way into the archive: each game read, told apart from others by a digest, and made a record of.

Reading takes most of an import's time, so the games of a large text are read by several processes, in the text's order.
"""

import gc
import hashlib
import json
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import Final

from fairyrules import Position, pgn, san
from fairyrules.moves import Move
from fairyrules.pgn import GameRecord
from fairyrules.pgn.record import ROSTER
from fairyrules.pgn.visitor import TolerantMaker
from reedboard.archive import game_lookup
from reedboard.archive.database import NewRecord, RecordedMove
from reedboard.archive.notes import format_notes
from reedboard.archive.positions import codes
from reedboard.game import trace

IMPORTED: Final = "imported"
"""What stands where a played game names its board."""
LARGE: Final = 500_000
"""Characters of a text from which on several processes read it: to begin them takes half a second."""
BATCH: Final = 40_000
"""Characters that a process reads at once, some forty games."""
MOST_PROCESSES: Final = 4
"""One writes what they read, and keeps up with no more."""


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game of a file: by what it is known again, and what makes a record of it, which takes longer."""

    digest: str
    game: str
    moves: list[str]
    make: Callable[[], NewRecord]


@dataclass(frozen=True, slots=True)
class ReadPgn:
    """What was read of a game; None where it could not be in full: `left_out` says why, a sentence each."""

    found: FoundGame | None
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """Some games of a text: which line and which game of it are their first, from 1."""

    text: str
    first_line: int = 1
    first_game: int = 1


def read_pgn(text: str) -> Generator[ReadPgn, None, None]:
    """One game after another. To be closed: processes may be at work."""
    if len(text) < LARGE or processes() < 2:
        with seldom_collecting():
            yield from _read(Batch(text))
        return
    try:
        pool = ProcessPoolExecutor(processes(), get_context("spawn"), _begin)
    except (OSError, ImportError):  # a system without what processes share
        yield from _read(Batch(text))
        return
    try:
        with seldom_collecting():
            yield from _read_by(pool, text)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def processes() -> int:
    """How many may read at once on this computer."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MOST_PROCESSES, cores)


def _read_by(pool: ProcessPoolExecutor, text: str) -> Iterator[ReadPgn]:
    """Batches are counted as if each text were a game; one that turns out to begin elsewhere is read here again, if
    its games' numbers are told."""
    waiting: deque[tuple[Batch, Future[list[ReadPgn]]]] = deque()
    games = 0

    def next_of_them() -> list[ReadPgn]:
        batch, future = waiting.popleft()
        try:
            read = future.result()
        except BrokenProcessPool:  # killed, or out of memory
            read = list(_read(batch))
        if batch.first_game != games + 1 and any(each.left_out for each in read):
            read = list(_read(replace(batch, first_game=games + 1)))
        return read

    for batch in batches(text):
        try:
            waiting.append((batch, pool.submit(_made, batch)))
        except BrokenProcessPool:
            broken: Future[list[ReadPgn]] = Future()
            broken.set_exception(BrokenProcessPool())
            waiting.append((batch, broken))
        if len(waiting) > 2 * processes():
            read = next_of_them()
            games += len(read)
            yield from read
    while waiting:
        read = next_of_them()
        games += len(read)
        yield from read


def batches(text: str) -> Iterator[Batch]:
    """The text in parts of whole games."""
    part: list[str] = []
    size, first_line, first_game = 0, 1, 1
    for number, (line, each) in enumerate(pgn.texts(text), 1):
        if size >= BATCH:
            yield Batch("".join(part), first_line, first_game)
            part, size, first_line, first_game = [], 0, line, number
        part.append(each)
        size += len(each)
    if part:
        yield Batch("".join(part), first_line, first_game)


def _begin() -> None:
    """A process begins: Ctrl-C is the other one's to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(100 * gc.get_threshold()[0])


def _made(batch: Batch) -> list[ReadPgn]:
    """The games of a batch, their records made here."""
    return [
        replace(each, found=each.found and replace(each.found, make=partial(_same, each.found.make())))
        for each in _read(batch)
    ]


def _same(record: NewRecord) -> NewRecord:
    return record


def _read(batch: Batch) -> Iterator[ReadPgn]:
    known, line, game = game_lookup.known, batch.first_line, batch.first_game
    for read in pgn.visit(batch.text, _Reader, find=known, first_line=line, first_game=game):
        assert isinstance(read, _Read)
        whole = None if read.left_out else read.record
        yield ReadPgn(None if whole is None else _found(whole, read.before), read.left_out)


@contextmanager
def seldom_collecting() -> Iterator[None]:
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


def _found(game: GameRecord, before: Sequence[Position]) -> FoundGame:
    moves = [str(move) for move in game.moves]
    digest = digest_of(game)
    return FoundGame(digest, game.start.game.id, moves, partial(_record, game, before, digest))


def _record(game: GameRecord, before: Sequence[Position], digest: str) -> NewRecord:
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
        tags=dict(game.tags),
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


def digest_of(game: GameRecord) -> str:
    """The digest of all that a PGN file can say of a game; SAN is left out, which takes long to write."""
    tags = {**dict.fromkeys(ROSTER, "?"), "Date": "????.??.??", **game.tags, "Result": game.result}
    told = {name: " ".join(value.split()) for name, value in tags.items()}
    plies = [(str(ply.move), ply.elapsed_ms, format_notes(ply)) for ply in game.plies]
    return digest(json.dumps([game.start.game.id, game.start.fen(), told, game.comments, plies], sort_keys=True))


def digest(text: str) -> str:
    """By which a file's game is known again."""
    return hashlib.sha256(text.encode()).hexdigest()
