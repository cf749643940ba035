"""`reedboard bench evening`: games of a club evening, by hands whose author had not read the tracker."""

import difflib
import os
from functools import reduce
from itertools import groupby
from operator import add
from pathlib import Path

import click

import fairyrules
from reedboard.bench.evening.people import BY_NAME
from reedboard.bench.evening.row import Evening
from reedboard.bench.noise import Failure
from reedboard.bench.report import RESULTS, Report
from reedboard.bench.sections.tracker import SOME, UNCOMMON_GAMES, made, tallies
from reedboard.bench.timing import quantile
from reedboard.bench.trial import Tally

COLUMNS = (
    "person",
    "plies",
    "right %",
    "asked",
    "needless",
    "silent",
    "missing",
    "whole",
    "mean ms",
    "p99 ms",
)


@click.command()
@click.option("--person", "people", multiple=True, help="Who plays; all eighteen if not given. May be repeated.")
@click.option("--game", "games", multiple=True, help="A game to play; eight if not given. May be repeated.")
@click.option(
    "--fault", type=click.Choice([each.value for each in Failure]), help="One sensor fails a quarter into each game."
)
@click.option("--seed", default=1, show_default=True, help="Equal seeds play equal games.")
@click.option("--jobs", default=os.cpu_count() or 1, type=SOME, show_default=True, help="Games played at once.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for the traces of games not understood rightly, for `reedboard infer`.",
)
@RESULTS
def command(
    people: tuple[str, ...],
    games: tuple[str, ...],
    fault: str | None,
    seed: int,
    jobs: int,
    keep: Path | None,
    results: Path | None,
) -> None:
    """Play the games of a club evening, one for each person and game without trays and one with, and judge them.

    The columns are those of `bench tracker`; “mean ms” and “p99 ms” are CPU times of one reading.
    """
    unknown = [each for each in people if each not in BY_NAME]
    if unknown:
        near = difflib.get_close_matches(unknown[0], BY_NAME, 3, 0.4)
        hint = f"the nearest are “{'”, “'.join(near)}”" if near else f"expected one of: {', '.join(BY_NAME)}"
        raise click.BadParameter(f"“{unknown[0]}” is nobody of the club; {hint}")
    for game in games:
        fairyrules.game(game)
    if keep is not None:
        made(keep)
    report = Report(results)
    rows = evenings(people, games, seed, keep, None if fault is None else Failure(fault))
    played = tallies(rows, jobs)
    report.table(f"a club evening: {len(rows)} games, seed {seed}", COLUMNS)
    whole = Tally()
    for person, its_rows in groupby(rows, key=lambda row: row.person):
        tally = reduce(add, (next(played) for _ in its_rows))
        report.row(_cells(person, tally))
        whole += tally
    report.row(_cells("**all**", whole))
    report.close()


def evenings(
    people: tuple[str, ...], games: tuple[str, ...], seed: int, keep: Path | None = None, fault: Failure | None = None
) -> list[Evening]:
    """The games of an evening, by person; everybody and all games where none is named."""
    return [
        Evening(person, game, trays, seed, keep, fault)
        for person in people or BY_NAME
        for game in games or UNCOMMON_GAMES
        for trays in (False, True)
    ]


def _cells(name: str, tally: Tally) -> tuple[str, ...]:
    found = tally.score
    plies = found.right + found.asked + found.needless + found.silent + found.missing
    times = sorted(tally.times)
    return (
        name,
        str(plies),
        f"{100 * found.right / plies:.2f}",
        *map(str, (found.asked, found.needless, found.silent, found.missing)),
        f"{tally.whole}/{tally.games}",
        f"{1000 * sum(times) / len(times):.2f}",
        f"{1000 * quantile(times, 0.99):.2f}",
    )
