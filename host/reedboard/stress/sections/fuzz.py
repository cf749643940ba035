"""`reedboard stress fuzz`: odd input, made of good input, to everything that reads what others wrote.

Each reader begins with its corpus and goes on with what becomes of it by chance. It may refuse in a sentence; it may
not raise anything else, nor take long, nor much memory.
"""

import random
import resource
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from reedboard.bench.report import RESULTS, Report
from reedboard.board.wire import seal
from reedboard.errors import ReedboardError
from reedboard.stress.mutation import mutated
from reedboard.stress.readers import Reader, readers, seeds

LINE_MS = 1.0
"""A line of the wire may take so long, in the processor's time: 1,000 lines a second are more than any wire carries."""
FILE_MS = 2000.0
"""Any other input may take so long: somebody waits for it."""
AGAIN = 10
"""What took longest so far is read again so often, and its shortest time counts: the first to ask for a game waits for
its rules, and a busy machine or a collection of memory may have been the cause."""
WEIGHED = 200
"""One in so many inputs is weighed: that takes ten times as long."""
WEIGHED_AT_ONCE = 100
"""So many together: each time `tracemalloc` is stopped, it keeps some 700 bytes for ever (CPython 3.11)."""
LINE_BYTES, FILE_BYTES = 2**20, 64 * 2**20
SEALED = 0.6
"""Share of the wire's lines that get a right check, so that what is behind it is reached."""


@dataclass
class Found:
    """What a reader did with its inputs; times are the processor's."""

    inputs: int = 0
    slowest_ms: float = 0.0
    largest_kb: float = 0.0
    grown_kb: float = 0.0
    failures: int = 0


def inputs(name: str, reader: Reader, count: int, seed: int) -> Iterator[bytes]:
    """The corpus, then what becomes of it."""
    corpus = seeds(name)
    yield from corpus[:count]
    rng = random.Random(seed)
    for _ in range(count - len(corpus)):
        data = mutated(corpus, rng)
        if reader.line:
            data = data.replace(b"\n", b" ")
            if rng.random() < SEALED:
                body = data.rpartition(b"*")[0].decode("ascii", "ignore")
                data = seal(body)[:-1]
        yield data


def fuzz(name: str, reader: Reader, count: int, seed: int, tell: Callable[[bytes, str], None]) -> Found:
    """Lets a reader read; `tell` gets each input that it must not answer so, with what is wrong."""
    found = Found()
    most_ms, most_bytes = (LINE_MS, LINE_BYTES) if reader.line else (FILE_MS, FILE_BYTES)
    before_kb = 0
    to_weigh: list[bytes] = []
    for number, data in enumerate(inputs(name, reader, count, seed)):
        if number == min(count // 10, 10_000):  # by then all that is kept once is kept
            before_kb = _resident_kb()
        wrong = ""
        reader.prepare()
        began = time.thread_time()
        try:
            reader.read(data)
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        took_ms = 1000 * (time.thread_time() - began)
        if not wrong and took_ms > min(found.slowest_ms, most_ms):
            took_ms = min(took_ms, *(_took_ms(reader, data) for _ in range(AGAIN)))
            found.slowest_ms = max(found.slowest_ms, took_ms)
            wrong = f"took {took_ms:.1f} ms" if took_ms > most_ms else ""
        if not wrong and number % WEIGHED == 0:
            to_weigh.append(data)
        found.inputs += 1
        if wrong:
            found.failures += 1
            tell(data, wrong)
        if to_weigh and (len(to_weigh) == WEIGHED_AT_ONCE or found.inputs == count):
            for each, peak in zip(to_weigh, _weighed(reader, to_weigh), strict=True):
                found.largest_kb = max(found.largest_kb, peak / 1024)
                if peak > most_bytes:
                    found.failures += 1
                    tell(each, f"took {peak} bytes")
            to_weigh.clear()
    found.grown_kb = _resident_kb() - before_kb
    return found


def _took_ms(reader: Reader, data: bytes) -> float:
    reader.prepare()
    began = time.thread_time()
    reader.read(data)
    return 1000 * (time.thread_time() - began)


def _weighed(reader: Reader, several: Iterable[bytes]) -> list[int]:
    """Bytes that reading each input takes at its highest."""
    peaks = []
    tracemalloc.start(1)
    try:
        for data in several:
            reader.prepare()
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            reader.read(data)
            peaks.append(tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()
    return peaks


def _resident_kb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@click.command()
@click.option("--inputs", "count", default=1_000_000, show_default=True, type=click.IntRange(1), help="To each reader.")
@click.option("--reader", "names", multiple=True, help="Only these readers; said again for more.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds make the same input.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder for inputs that went wrong.")
@RESULTS
def command(
    count: int = 1_000_000,
    names: tuple[str, ...] = (),
    seed: int = 1,
    keep: Path | None = None,
    results: Path | None = None,
) -> None:
    """Give odd input to every reader; exit 1 where one does not refuse it in a sentence, or takes long over it."""
    report = Report(results)
    columns = ("reader", "inputs", "slowest ms", "largest KB", "memory grown KB", "failures")
    report.table("Odd input", columns)
    failures = 0
    with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as folder:
        for each in ("board", "hands"):
            (Path(folder) / each).mkdir()
        every = readers(Path(folder))
        if unknown := set(names) - set(every):
            raise ReedboardError(f"Found the reader {min(unknown)!r}, expected one of: {', '.join(every)}.")
        for name in names or every:
            found = fuzz(name, every[name], count, seed, partial(_tell, name, keep))
            row = (found.slowest_ms, found.largest_kb, found.grown_kb)
            report.row((name, str(found.inputs), *(f"{figure:.1f}" for figure in row), str(found.failures)))
            failures += found.failures
    report.close()
    if failures:
        raise SystemExit(1)


def _tell(name: str, keep: Path | None, data: bytes, wrong: str) -> None:
    click.echo(f"{name}: {wrong[:300]}: {data[:120]!r}", err=True)
    if keep is not None:
        folder = keep / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{hash(data) & 0xFFFFFFFF:08x}").write_bytes(data)
