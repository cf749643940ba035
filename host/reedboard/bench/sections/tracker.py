"""`reedboard bench tracker`: how often seeded random games, handled in every style, are understood rightly."""

import difflib
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from itertools import groupby
from multiprocessing import get_context
from operator import add
from pathlib import Path
from typing import Protocol

import click

import fairyrules
from reedboard.bench.handlings import HANDLINGS, UNCOMMON, named
from reedboard.bench.noise import Failure
from reedboard.bench.number_options import FiniteRange
from reedboard.bench.report import RESULTS, Report
from reedboard.bench.trial import COLUMNS, Tally, Trial
from reedboard.errors import ReedboardError

GAMES = ("chess", "wildeurasian-qi", "attendance", "xiang-courier", "dual-chess", "sfhiodgei")
MORE_GAMES = (
    "makruk", "shatranj", "tori-shogi", "s-chess", "sittuyin", "janggi", "antichess", "atomic", "three-check",
    "king-of-the-hill", "horde", "racing-kings", "chess960", "berolina",
)  # fmt: skip
"""One row a game: explosions, gating, drops and passes are effects like all others."""
UNCOMMON_GAMES = (*GAMES, "shogi", "crazyhouse")
MIXED = "all styles mixed"
SOME = click.IntRange(min=1)
SHARE = FiniteRange(0, 1)


@click.command()
@click.option(
    "--game",
    "games",
    multiple=True,
    help="A game to play; if not given, six in every handling, and others in one row each. May be repeated.",
)
@click.option("--handling", "handlings", multiple=True, help="A way of handling; all if not given. May be repeated.")
@click.option("--uncommon", is_flag=True, help="The handlings seen now and then, in the games where they happen.")
@click.option("--sittings", default=1, type=SOME, show_default=True, help="Games a row.")
@click.option("--plies", default=80, type=SOME, show_default=True, help="Moves a game at most.")
@click.option(
    "--noise", default=0.0, type=FiniteRange(0, 1), show_default=True, help="Share of readings lost or false."
)
@click.option(
    "--fault", type=click.Choice([each.value for each in Failure]), help="One sensor fails a quarter into each game."
)
@click.option("--seed", default=1, show_default=True, help="Equal seeds play equal games.")
@click.option("--jobs", default=os.cpu_count() or 1, type=SOME, show_default=True, help="Rows played at once.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for the traces of games not understood rightly, for `reedboard infer`.",
)
@RESULTS
def command(
    games: tuple[str, ...],
    handlings: tuple[str, ...],
    uncommon: bool,
    sittings: int,
    plies: int,
    noise: float,
    fault: str | None,
    seed: int,
    jobs: int,
    keep: Path | None,
    results: Path | None,
) -> None:
    """Play random games by hands in every style, and count what the tracker made of them.

    “asked” are plies where another story really fits what was felt, “needless” the other questions; “silent” were
    told wrongly without asking, “missing” not told at all. “named” are games whose faulty sensor was named, “touches”
    the most moves that touched it until then. Questions are answered. “/s” and “p99 ms” are CPU times of one reading,
    “silence ms” is the longest that was thought between two, while nothing happened.
    """
    unknown = [each for each in handlings if each not in HANDLINGS and each not in UNCOMMON]
    if unknown:
        names = (*HANDLINGS, *UNCOMMON)
        near = difflib.get_close_matches(unknown[0], names, 3, 0.4)
        hint = f"the nearest are “{'”, “'.join(near)}”" if near else f"expected one of: {', '.join(names)}"
        raise click.BadParameter(f"“{unknown[0]}” is no handling; {hint}")
    for game in games:
        fairyrules.game(game)
    if keep is not None:
        made(keep)
    report = Report(results)
    rows = [
        Trial(game, name, trays, sittings, plies, noise, fault, seed, keep)
        for game, name, trays in kinds(games, handlings, uncommon)
    ]
    more = [
        Trial(game, MIXED, False, sittings, plies, noise, fault, seed, keep)
        for game in (() if games or handlings or uncommon else MORE_GAMES)
    ]
    played = tallies([*rows, *more], jobs)
    pooled: dict[tuple[str, str], Tally] = {}
    for game, its_rows in groupby(rows, key=lambda row: row.game):
        report.table(f"{game}: {sittings} games a row, at most {plies} plies each, seed {seed}", COLUMNS)
        whole = Tally()
        for row in its_rows:
            tally = next(played)
            kind = row.handling, "yes" if row.trays else "no"
            report.row(tally.cells(*kind))
            pooled[kind] = pooled.get(kind, Tally()) + tally
            whole += tally
        report.row(whole.cells("**all**", ""))
    if more:
        report.table(f"other games, {MIXED}", ("game", *COLUMNS[1:]))
    for row in more:
        report.row(next(played).cells(row.game, "no"))
    if len({row.game for row in rows}) > 1:
        report.table("all games" if games or uncommon else "the six games in every handling", COLUMNS)
        for kind, tally in pooled.items():
            report.row(tally.cells(*kind))
        report.row(reduce(add, pooled.values()).cells("**all**", ""))
    report.close()


def kinds(games: Sequence[str], handlings: Sequence[str], uncommon: bool) -> Iterator[tuple[str, str, bool]]:
    """The rows by game, handling and trays: those asked for, else every one in the games where it happens."""
    for game in games or (UNCOMMON_GAMES if uncommon else GAMES):
        for name in handlings or (UNCOMMON if uncommon else HANDLINGS):
            handling = named(name)
            if (games and handlings) or game in (handling.games or games or GAMES):
                yield from ((game, name, trays) for trays in handling.trays)


def made(folder: Path) -> None:
    """Makes a folder to keep traces in.

    Raises: ReedboardError if it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReedboardError(f"{folder} cannot be made ({error.strerror}): expected a folder to write to") from error


class Row(Protocol):
    """What is played for a line of a table, in whatever process."""

    def played(self) -> Tally:
        """Plays and judges it."""


def tallies(rows: Sequence[Row], jobs: int) -> Iterator[Tally]:
    """What each row came to, in order, several played at once."""
    if jobs <= 1:
        yield from map(_played, rows)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_played, rows)


def _played(row: Row) -> Tally:
    return row.played()
