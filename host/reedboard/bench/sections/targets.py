"""`reedboard bench targets`: what the tracker has to reach, beside what each tracker there is reaches."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from operator import add
from pathlib import Path

import click

import fairyrules
from reedboard import tracker
from reedboard.bench.evening.row import Evening
from reedboard.bench.handlings import BADLY
from reedboard.bench.report import RESULTS, Report
from reedboard.bench.sections import latency, memory
from reedboard.bench.sections.evening import evenings
from reedboard.bench.sections.tracker import GAMES, SOME, kinds, tallies
from reedboard.bench.timing import build_of, quantile
from reedboard.bench.trial import Tally, Trial

PLIES = 80
BAD_PLIES = 60
NOISE = 0.002
"""Share of readings lost or false."""
FEW_CELLS = 128
"""Boards up to this size have limits of their own."""
FAILING = 4
"""Games a row with a failing sensor, for each of `--sittings`."""
SWAPPED = 5, 3
"""The same with two swapped sensors: chess, and each other game."""
CONSTANT = re.compile(r"^_?[A-Z][A-Z0-9_]*(: Final)? = [-(]?[0-9]", re.MULTILINE)
"""A number with a name of its own in a module."""
UPSET = (("8x8", "chess"), ("17x17", "sfhiodgei"))
UPSET_TRIES = 40

Row = tuple[str, str, str]
"""What is measured, what it must reach, and what it came to."""


@click.command()
@click.option("--part", "chosen", multiple=True, help="A part of the table; all if not given. May be repeated.")
@click.option("--sittings", default=1, type=SOME, show_default=True, help="Games a row.")
@click.option("--game", "games", multiple=True, help="A game to play; all if not given. May be repeated.")
@click.option("--seed", default=41, show_default=True, help="Equal seeds play equal games.")
@click.option("--jobs", default=os.cpu_count() or 1, type=SOME, show_default=True, help="Rows played at once.")
@RESULTS
def command(
    chosen: tuple[str, ...],
    sittings: int,
    games: tuple[str, ...],
    seed: int,
    jobs: int,
    results: Path | None,
) -> None:
    """Measure every target of the tracker: what is misread, how long it takes, its size.

    “calls” are CPU times of one reading or tick. The parts: clean, lossy, failing, swapped, uncommon, evening, badly,
    calls, memory, size, lights. “calls” tells of the games of the parts played before it.
    """
    unknown = [each for each in chosen if each not in PARTS]
    if unknown:
        raise click.BadParameter(f"“{unknown[0]}” is no part; expected one of: {', '.join(PARTS)}")
    for game in games:
        fairyrules.game(game)
    report = Report(results)
    report.table(f"seed {seed}, {sittings} games a row, {build_of(tracker.Footprint)}", ("", "wanted", "came to"))
    run = _Run(games, sittings, seed, jobs)
    for part in chosen or PARTS:
        for row in PARTS[part](run):
            report.row(row)
    report.close()


class _Run:
    """What is played, and how long the tracker's calls took in all of it."""

    def __init__(self, games: tuple[str, ...], sittings: int, seed: int, jobs: int) -> None:
        self.sittings = sittings
        self.seed = seed
        self.calls: dict[bool, list[tuple[Trial | Evening, Tally]]] = {False: [], True: []}
        """What was played, by whether the board has more than `FEW_CELLS`."""
        self._games = games
        self._jobs = jobs

    def rows(self, uncommon: bool) -> Iterator[tuple[str, str, bool]]:
        """The handlings of all games."""
        return kinds(self._games, (), uncommon)

    def plain(self, games: tuple[str, ...]) -> Iterator[tuple[str, str, bool]]:
        """Plain handling of those games that are played at all."""
        played = [game for game in games if not self._games or game in self._games]
        return ((game, "plain", trays) for game in played for trays in (False, True))

    def badly(self) -> Iterator[tuple[str, str, bool]]:
        """Bad handling of all games."""
        return ((game, BADLY, trays) for game in self._games or GAMES for trays in (False, True))

    def upset(self) -> Iterator[tuple[str, str]]:
        """The boards to upset, with their games."""
        return ((board, game) for board, game in UPSET if not self._games or game in self._games)

    def played(
        self,
        rows: Iterator[tuple[str, str, bool]],
        games: int = 1,
        plies: int = PLIES,
        noise: float = 0.0,
        fault: str | None = None,
    ) -> Tally:
        """All games of some rows together, `games` for each sitting."""
        sittings = games * self.sittings
        return self._pooled(
            [Trial(game, name, trays, sittings, plies, noise, fault, self.seed, None) for game, name, trays in rows]
        )

    def evening(self) -> Tally:
        """All games of as many club evenings together."""
        seeds = range(self.seed, self.seed + self.sittings)
        return self._pooled([row for seed in seeds for row in evenings((), self._games, seed)])

    def _pooled(self, trials: Sequence[Trial | Evening]) -> Tally:
        whole = Tally()
        for trial, tally in zip(trials, tallies(trials, self._jobs), strict=True):
            large = len(fairyrules.game(trial.game).board.cells) > FEW_CELLS
            self.calls[large].append((trial, tally))
            whole += tally
        return whole


def _clean(run: _Run) -> Iterator[Row]:
    yield "clean: silently wrong / needless / missing", "0 / 0 / 0", _misread(run.played(run.rows(uncommon=False)))


def _lossy(run: _Run) -> Iterator[Row]:
    tally = run.played(run.rows(uncommon=False), noise=NOISE)
    yield f"{1000 * NOISE:g} readings in 1,000 lost or false: the same", "1 silent at most", _misread(tally)


def _failing(run: _Run) -> Iterator[Row]:
    tally = reduce(add, (run.played(run.plain(GAMES[:-1]), FAILING, fault=fault) for fault in ("dead", "stuck")))
    yield "a sensor failing at ply 20: games whole", "99.5 %", _whole(tally)
    yield "the same: silently wrong", "0", str(tally.score.silent)


def _swapped(run: _Run) -> Iterator[Row]:
    chess, others = run.plain(GAMES[:1]), run.plain(GAMES[1:-1])
    yield (
        "two sensors swapped in mid-game, chess: whole",
        "90 %",
        _whole(run.played(chess, SWAPPED[0], fault="swapped")),
    )
    yield "the same, four other games", "", _whole(run.played(others, SWAPPED[1], fault="swapped"))


def _uncommon(run: _Run) -> Iterator[Row]:
    tally = run.played(run.rows(uncommon=True))
    yield "uncommon handlings: silently wrong / needless / missing", "0 / few / few", _misread(tally)
    yield "the same: games whole", "", _whole(tally)
    readings_ms = 1000 * sum(tally.times) / max(1, len(tally.times))
    yield "the same: CPU of a reading, mean", "2 ms", f"{readings_ms:.2f} ms"


def _evening(run: _Run) -> Iterator[Row]:
    tally = run.evening()
    what = "a club evening, hands by another author: silently wrong / needless / missing"
    yield what, "0 / few / few", _misread(tally)
    yield "the same: games whole", "", _whole(tally)


def _badly(run: _Run) -> Iterator[Row]:
    tally = run.played(run.badly(), plies=BAD_PLIES)
    took = sorted(tally.games_s)
    yield (
        f"CPU of a game of {BAD_PLIES} plies badly handled: median, most",
        "2 s",
        f"{quantile(took, 0.5):.1f}, {took[-1]:.1f} s" if took else "-",
    )
    yield "the same: silently wrong / needless / missing", "", _misread(tally)


def _calls(run: _Run) -> Iterator[Row]:
    for large, longest, p99 in ((False, 15, 1.5), (True, 30, 4)):
        where = f"{'more than' if large else 'to'} {FEW_CELLS} cells"
        times = sorted(time for _, tally in run.calls[large] for time in tally.times)
        yield (
            f"any one call, {where}: reading, tick",
            f"{longest} ms",
            _longest(run.calls[large]) if times else "-",
        )
        yield f"a reading, {where}: p99", f"{p99:g} ms", f"{1000 * quantile(times, 0.99):.2f} ms" if times else "-"


def _longest(played: list[tuple[Trial | Evening, Tally]]) -> str:
    """The longest reading and tick; and the longest of the same games, which are the same calls, played once more.

    Of a million calls on a shared machine some are held up by others on it: a call that is slow itself is slow again.
    """
    by_reading, by_tick = (max(played, key=lambda each: cost(each[1])) for cost in (_reading_s, _tick_s))
    once = 1000 * _reading_s(by_reading[1]), 1000 * _tick_s(by_tick[1])
    again = 1000 * _reading_s(by_reading[0].played()), 1000 * _tick_s(by_tick[0].played())
    return f"{once[0]:.1f}, {once[1]:.1f} ms; again {again[0]:.1f}, {again[1]:.1f} ms"


def _reading_s(tally: Tally) -> float:
    return max(tally.times, default=0.0)


def _tick_s(tally: Tally) -> float:
    return tally.thought_s


def _memory(run: _Run) -> Iterator[Row]:
    told = memory.followed_afresh(memory.long_game("sfhiodgei", 400, run.seed))
    before, after = told[0][2], told[-1][2]
    steps = ", ".join(f"{megabytes - before:.0f} at {plies}" for _, plies, megabytes in told[1:])
    yield "memory of 400 plies of sFhIoDgEi, beside the rules", "60 MB, flat", f"{after - before:.0f} MB ({steps})"


def _size(run: _Run) -> Iterator[Row]:
    texts = [path.read_text(encoding="utf-8") for path in Path(str(tracker.__file__)).parent.glob("*.py")]
    counts = (
        sum(len(text.splitlines()) for text in texts),
        len(texts),
        sum(len(CONSTANT.findall(text)) for text in texts),
    )
    yield "lines, files, constants", "2,000, 14, 30", ", ".join(f"{count:,}" for count in counts)


def _lights(run: _Run) -> Iterator[Row]:
    for board, game in run.upset():
        lifts = list(latency.measure_upset(board, game, UPSET_TRIES))
        took = sorted((each.lit_s, each.late_s) for each in lifts if each.lit_s is not None)
        unchanged = f"; {len(lifts) - len(took)} of {len(lifts)} changed none" if len(took) < len(lifts) else ""
        came = "-"
        if took:
            most, late = took[-1]
            p99, machine = quantile([each for each, _ in took], 0.99), f"the machine's part in it {1000 * late:.0f} ms"
            came = f"{1000 * p99:.0f}, {1000 * most:.0f} ms, {machine}{unchanged}"
        yield f"lift to LED frame while the board is upset, {game} on {board}: p99, most", "60 ms", came


def _misread(tally: Tally) -> str:
    found = tally.score
    plies = found.right + found.asked + found.needless + found.silent + found.missing
    return f"{found.silent} / {found.needless} / {found.missing} of {plies:,} plies, {_whole(tally)}"


def _whole(tally: Tally) -> str:
    return f"{tally.whole} of {tally.games}"


PARTS: Mapping[str, Callable[[_Run], Iterator[Row]]] = {
    "clean": _clean,
    "lossy": _lossy,
    "failing": _failing,
    "swapped": _swapped,
    "uncommon": _uncommon,
    "evening": _evening,
    "badly": _badly,
    "calls": _calls,
    "memory": _memory,
    "size": _size,
    "lights": _lights,
}
"""The parts of the table, in its order."""
