"""`reedboard stress damage`: bits flipped and ends cut off in the records, one home after the other.

Whatever became of the file: a game is served as it was written or refused, nothing else than a sentence is raised,
damage is told by a check, what a repair leaves was written so, and a game can begin.
"""

import random
import shutil
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click

import fairyrules
from fairyrules.errors import FairyRulesError
from reedboard.app.play import Play
from reedboard.archive.check import check, repair
from reedboard.archive.database import FILE, Archive, ArchiveError, DamagedError
from reedboard.archive.game_writer import Keeper
from reedboard.archive.last_played import can_go_on, last_played
from reedboard.archive.pgn_records import pgn_of
from reedboard.assets import boards
from reedboard.bench.report import RESULTS, Report
from reedboard.board.profile import place
from reedboard.errors import ReedboardError
from reedboard.stress.evening import BOARD, GAME, Evening

Served = dict[int, tuple[str, str]]
"""What is served of each game: its PGN and its journal."""


Spoil = Callable[[bytearray, random.Random], None]


@dataclass
class Found:
    """What became of the damaged files."""

    files: int = 0
    served: int = 0
    """Games served as they were written."""
    refused: int = 0
    saved: int = 0
    """Games that are served after a repair."""
    broken: int = 0


def served(folder: Path) -> Served:
    """Everything the records serve; games that are refused are left out."""
    found: Served = {}
    with closing(Archive(folder)) as archive:
        for record in archive.records(lambda words: None):
            try:
                found[record.id] = pgn_of(archive, record.id), archive.trace(record.id)
            except (ArchiveError, FairyRulesError):
                continue
    return found


def begins(folder: Path) -> None:
    """Does with the records what the beginning of `reedboard play` does."""
    try:
        _begin(folder)
    except DamagedError:
        repair(folder)
        _begin(folder)


def _begin(folder: Path) -> None:
    placement, start = place(boards.load(BOARD), fairyrules.game(GAME)), fairyrules.game(GAME).start()
    with closing(Archive(folder)) as archive, closing(Keeper(archive)) as keeper:
        last = last_played(archive)
        if last is not None and can_go_on(last):
            try:
                Play.resume(keeper, placement, last)
            except DamagedError:
                raise
            except (ReedboardError, FairyRulesError):
                Play.begin(keeper, placement, start)
        else:
            Play.begin(keeper, placement, start)


def judge(folder: Path, whole: Served, found: Found) -> str:
    """What is wrong about a damaged home, in a sentence; "" for nothing."""
    try:
        there = served(folder)
    except ArchiveError:
        there = {}
    if altered := [number for number, texts in there.items() if texts != whole.get(number)]:
        return f"game {altered[0]} is served altered"
    found.served += len(there)
    found.refused += len(whole) - len(there)
    try:
        faults = check(folder).faults
    except ArchiveError as error:
        faults = (str(error),)
    if not faults and len(there) < len(whole):
        return "a game is refused, and the check finds nothing"
    begins_first = folder.with_name("begins")
    shutil.copytree(folder, begins_first)
    begins(begins_first)
    if faults and (folder / FILE).exists():
        repair(folder)
        if left := check(folder).faults:
            return f"a repair leaves: {left[0]}"
        for number, (_, journal) in served(folder).items():
            if number not in whole or not set(journal.splitlines()) <= set(whole[number][1].splitlines()):
                return f"a repair makes up game {number}"
            found.saved += 1
    return ""


def flip(data: bytearray, rng: random.Random) -> None:
    """Turns one bit."""
    place = rng.randrange(8 * len(data))
    data[place // 8] ^= 1 << place % 8


def cut(data: bytearray, rng: random.Random) -> None:
    """Takes the end away, or fills it with zeros."""
    at = rng.randrange(len(data))
    data[at:] = bytes(len(data) - at) if rng.random() < 0.5 else b""


def attack(
    count: int, spoil: Callable[[bytearray, random.Random], None], seed: int, say: Callable[[str], None]
) -> Found:
    """Spoils the records of one evening `count` times; what breaks a promise is told."""
    found, rng = Found(), random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as work:
        home = Path(work) / "whole"
        Evening(home, seed).run()
        whole = served(home)
        for number in range(count):
            with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as spoilt:
                folder = Path(spoilt) / "home"
                shutil.copytree(home, folder)
                data = bytearray((folder / FILE).read_bytes())
                spoil(data, rng)
                (folder / FILE).write_bytes(data)
                try:
                    wrong = judge(folder, whole, found)
                except Exception as error:
                    wrong = f"{type(error).__name__}: {error}"
            found.files += 1
            if wrong:
                found.broken += 1
                say(f"{spoil.__name__} {number}: {wrong}")
    return found


@click.command()
@click.option("--flips", default=10_000, show_default=True, type=click.IntRange(0), help="Files with one bit turned.")
@click.option("--cuts", default=1000, show_default=True, type=click.IntRange(0), help="Files cut short or zeroed.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds go alike.")
@RESULTS
def command(flips: int = 10_000, cuts: int = 1000, seed: int = 1, results: Path | None = None) -> None:
    """Turn bits of the records and cut them short; exit 1 where something altered is served, or no game can begin."""
    report = Report(results)
    columns = ("damage", "files", "games served whole", "games refused", "games saved by repair", "promises broken")
    report.table("Damaged records, two games of chess and two imports", columns)
    broken = 0
    for what, count, spoil in (("one bit turned", flips, flip), ("cut short or zeroed", cuts, cut)):
        found = attack(count, spoil, seed, lambda words: click.echo(words, err=True))
        figures = (found.files, found.served, found.refused, found.saved, found.broken)
        report.row((what, *map(str, figures)))
        broken += found.broken
    report.close()
    if broken:
        raise SystemExit(1)
