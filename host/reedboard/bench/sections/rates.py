"""`reedboard bench rates`: how often hands do what the tracker's cost table has a price for."""

import ast
import math
from collections.abc import Iterator
from contextlib import closing
from functools import partial, reduce
from operator import add
from pathlib import Path

import click

import fairyrules
from fairyrules.errors import FairyRulesError
from reedboard import tracker
from reedboard.archive import game_lookup
from reedboard.archive.database import Archive, data_folder
from reedboard.bench.gestures import COUNTED, SENSORS, Counts, counted
from reedboard.bench.report import RESULTS, Report
from reedboard.bench.sections.tracker import SOME, kinds
from reedboard.bench.told_game import told
from reedboard.bench.trial import Trial
from reedboard.errors import ReedboardError

TRACE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--game", "games", multiple=True, help="A game to play; all of the bench if not given. May be repeated.")
@click.option("--sittings", default=1, type=SOME, show_default=True, help="Games a row.")
@click.option("--plies", default=80, type=SOME, show_default=True, help="Moves a game at most.")
@click.option("--seed", default=41, show_default=True, help="Equal seeds play equal games.")
@click.option("--trace", "traces", multiple=True, type=TRACE, help="A game as people played it. May be repeated.")
@click.option("--records", is_flag=True, help="All recorded games that have a journal.")
@RESULTS
def command(
    games: tuple[str, ...],
    sittings: int,
    plies: int,
    seed: int,
    traces: tuple[Path, ...],
    records: bool,
    results: Path | None,
) -> None:
    """Count how often hands do what the tracker's table has a cost for, and print -10 log10 of it beside the cost.

    The hands of the bench are counted, one game a row of it; with --trace or --records people's hands instead. Their
    moves are those that the tracker made of the readings, so what it misreads is miscounted.
    """
    for game in games:
        fairyrules.game(game)
    report = Report(results)
    if traces or records:
        found, what = _of_people(traces, records), "people"
    else:
        found, what = _of_the_bench(games, sittings, plies, seed), f"the bench, seed {seed}, {sittings} games a row"
    if not found.among["plies"]:
        raise ReedboardError("no move was found in these games: expected journals or traces with readings")
    costs = _costs()
    columns = "cost", "table", "what happens", "counted", "-10 log10"
    report.table(f"hands of {what}: {found.among['plies']:,} plies", columns)
    for name, cost in costs.items():
        report.row((name, str(cost), *_row(name, found)))
    silent = [name for name in costs if name in COUNTED and not found.happened[name]]
    report.table("what the table and the hands do not share", ("", "costs"))
    report.row(("no hands here do it", ", ".join(silent)))
    report.row(("done by sensors", ", ".join(name for name in costs if name in SENSORS)))
    report.row(("not counted", ", ".join(name for name in costs if name not in COUNTED and name not in SENSORS)))
    report.row(("counted, without a cost", ", ".join(name for name in COUNTED if name not in costs)))
    report.close()


def _row(name: str, found: Counts) -> tuple[str, str, str]:
    if name not in COUNTED:
        return ("", "", "")
    what, among = COUNTED[name]
    times, total = found.happened[name], found.among[among]
    if not total:
        return what, f"no {among}", ""
    measured = f"{-10 * math.log10(times / total):.1f}" if times else f"over {10 * math.log10(total):.0f}"
    return what, f"{times:,} in {total:,} {among}", measured


def _costs() -> dict[str, int]:
    """The costs of the tracker that is one model, by name, as its table has them."""
    tree = ast.parse(Path(str(tracker.__file__)).with_name("costs.py").read_text(encoding="utf-8"))
    return {
        each.target.id: each.value.value
        for each in tree.body
        if isinstance(each, ast.AnnAssign)
        and isinstance(each.target, ast.Name)
        and isinstance(each.value, ast.Constant)
        and isinstance(each.value.value, int)
    }


def _of_the_bench(games: tuple[str, ...], sittings: int, plies: int, seed: int) -> Counts:
    rows = (row for uncommon in (False, True) for row in kinds(games, (), uncommon))
    trials = (Trial(game, name, trays, sittings, plies, 0.0, None, seed, None) for game, name, trays in rows)
    return reduce(add, (_of_trial(trial, number) for trial in trials for number in range(sittings)), Counts())


def _of_trial(trial: Trial, number: int) -> Counts:
    played, _, _ = trial.sitting(number)
    game = fairyrules.game(trial.game)
    return counted(played, game.position(played.header.fen) if played.header.fen else game.start())


def _of_people(traces: tuple[Path, ...], records: bool) -> Counts:
    found = Counts()
    for name, lines in _journals(traces, records):
        try:
            played, start = told(lines, partial(_complain, name), game_lookup.find)
            found += counted(played, start)
        except (ReedboardError, FairyRulesError) as error:
            _complain(name, f"{error}; left the game out")
    return found


def _journals(traces: tuple[Path, ...], records: bool) -> Iterator[tuple[str, list[str]]]:
    """What each game is called, and its lines."""
    for path in traces:
        yield path.name, path.read_text(encoding="utf-8", errors="replace").splitlines()
    if records:
        with closing(Archive(data_folder())) as archive:
            for record in archive.records(partial(_complain, "records")):
                name = f"game {record.id}"
                if record.lines:
                    journal = archive.usable_journal(record.id, partial(_complain, name))
                    yield name, [record.header, *(line for _, line in journal)]


def _complain(name: str, words: str) -> None:
    click.echo(f"reedboard: {name}: {words}", err=True)
