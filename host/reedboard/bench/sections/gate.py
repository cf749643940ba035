"""`reedboard bench gate`: the key rows of rules engine and tracker beside the ones accepted last."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial, reduce
from itertools import chain
from operator import add
from pathlib import Path

import click

import fairyrules
from reedboard.bench import gate
from reedboard.bench.gate import Better, Figure
from reedboard.bench.handlings import HANDLINGS
from reedboard.bench.report import commit, machine
from reedboard.bench.sections import engine, tracker
from reedboard.bench.timing import per_s, ratio
from reedboard.bench.trial import Tally, Trial

SEED = 41
PLIES = 80
NOISE = 0.002
"""Share of readings lost or false, as in the result tables."""
LOSSY_HANDLINGS = ("plain", "all styles mixed", "replies at once", "captures unfelt", "taken back")
FAULTS = ("dead", "stuck")
FAULTY_SITTINGS = 4
SPEED_NOISE = 0.12
"""Ratios taken on a shared machine, the best of `TRIES`, differ by this share at most where nothing changed."""
TRIES = 3
"""A ratio that looks worse is measured again so often: other work on the machine can only slow it."""
ROUNDS = 3


@click.command()
@click.option(
    "--against",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of accepted figures, as --accept writes it.",
)
@click.option("--accept", is_flag=True, help="Write the figures measured now as the accepted ones.")
@click.option("--jobs", default=os.cpu_count() or 1, type=click.IntRange(min=1), help="Games played at once.")
def command(against: Path, accept: bool, jobs: int) -> None:
    """Measure the key rows of engine and tracker; exit 1 if one is worse than the accepted one.

    Counts of the tracker must not get worse at all: the same games are played each time. Speeds are ratios to
    python-chess in the same run.
    """
    accepted, measured_commit = gate.read(against), commit()
    measured: list[Figure] = []
    for figure in chain(_counts(jobs), _speeds(accepted)):
        measured.append(figure)
        before = f"{accepted[figure.name]:.4g}" if figure.name in accepted else "-"
        click.echo(f"{figure.name:<80}{before:>8}{figure.value:>8.4g}")
    if accept:
        gate.write(against, measured, measured_commit, machine())
        return
    worse = list(gate.findings(measured, accepted))
    for finding in worse:
        click.echo(finding, err=True)
    if worse:
        raise SystemExit(1)
    click.echo(f"no key row is worse than accepted in {against}")


def _counts(jobs: int) -> Iterator[Figure]:
    """What the tracker made of seeded games, by game: with every handling, with a failing sensor, with noise."""
    kinds = {
        "every handling": [
            Trial(game, name, trays, 1, PLIES, 0.0, None, SEED, None)
            for game in tracker.GAMES
            for name in HANDLINGS
            for trays in (False, True)
        ],
        f"{NOISE:.1%} of readings lost or false": [
            Trial(game, name, True, 1, PLIES, NOISE, None, SEED, None)
            for game in tracker.GAMES
            for name in LOSSY_HANDLINGS
        ],
    }
    for fault in FAULTS:
        kinds[f"{fault} sensor"] = [
            Trial(game, "plain", trays, FAULTY_SITTINGS, PLIES, 0.0, fault, SEED, None)
            for game in tracker.GAMES[:-1]
            for trays in (False, True)
        ]
    for kind, trials in kinds.items():
        rows = list(zip(trials, tracker.tallies(trials, jobs), strict=True))
        for game in dict.fromkeys(trial.game for trial in trials):
            tally = reduce(add, (tally for trial, tally in rows if trial.game == game))
            yield from _of_tally(f"tracker, {kind}, {game}", tally)


def _of_tally(name: str, tally: Tally) -> Iterator[Figure]:
    for what in ("asked", "needless", "silent", "missing"):
        yield Figure(f"{name}: {what}", getattr(tally.score, what), Better.LESS)
    yield Figure(f"{name}: games whole", tally.whole, Better.MORE)
    if tally.named:
        yield Figure(f"{name}: sensors named", len(tally.named), Better.MORE)


def _speeds(accepted: Mapping[str, float]) -> Iterator[Figure]:
    """Ratios to python-chess; one that looks worse than accepted is measured again."""
    measures: list[tuple[str, Callable[[], float]]] = [
        ("engine, Kiwipete lists", lambda: ratio(engine.kiwipete_rounds(ROUNDS))),
        ("engine, perft leaves", lambda: ratio(engine.perft_rounds(ROUNDS))),
    ]
    for game in fairyrules.games():
        for where, position in zip(("array", "middlegame"), engine.array_with_middlegame(game), strict=True):
            measures.append((f"engine, {game} {where}, lists", partial(_beside, partial(engine.lists_per_s, position))))
    for game in tracker.GAMES:
        trial = Trial(game, "all styles mixed", True, 1, PLIES, 0.0, None, SEED, None)
        measures.append((f"tracker, {game}, readings", partial(_beside, partial(_readings_per_s, trial))))
    for name, measure in measures:
        yield _best(f"{name} / python-chess", measure, accepted)


def _beside(ours_per_s: Callable[[], float]) -> float:
    """A rate of ours by python-chess's Kiwipete lists a second, taken in turn."""
    theirs = engine.python_chess_lists()
    return ratio([(ours_per_s(), per_s(theirs)) for _ in range(ROUNDS)])


def _readings_per_s(trial: Trial) -> float:
    times = trial.played().times
    return len(times) / sum(times)


def _best(name: str, measure: Callable[[], float], accepted: Mapping[str, float]) -> Figure:
    best = Figure(name, measure(), Better.MORE, SPEED_NOISE)
    for _ in range(TRIES - 1):
        if not best.is_worse(accepted.get(name, 0.0)):
            break
        best = replace(best, value=max(best.value, measure()))
    return best
