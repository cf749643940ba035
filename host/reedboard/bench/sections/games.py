"""The games that Fairy-Stockfish plays too: perft from the array and random positions, ours beside theirs."""

from pathlib import Path

import click

import fairyrules
from fairyrules.perft import perft
from reedboard.bench.fairy_stockfish import Line, lines
from reedboard.bench.report import RESULTS, Report
from reedboard.opponent.forms import VARIANTS


@click.command()
@click.option("--game", "only", multiple=True, type=click.Choice(tuple(VARIANTS)), help="A game; all if not given.")
@click.option("--depth", default=3, show_default=True, type=click.IntRange(1, 4), help="Of the perft, in plies.")
@click.option("--positions", default=500, show_default=True, type=click.IntRange(1), help="Random positions a game.")
@click.option("--seed", default=0, show_default=True, help="Equal seeds give equal positions.")
@RESULTS
def command(
    only: tuple[str, ...] = (), depth: int = 3, positions: int = 500, seed: int = 0, results: Path | None = None
) -> None:
    """Compare games with Fairy-Stockfish: perft, legal moves, checks and ends of random positions."""
    report = Report(results)
    plies = [f"perft {ply}" for ply in range(1, depth + 1)]
    report.table(
        "beside Fairy-Stockfish", ("game", *plies, "the same", "positions", "other moves", "other checks", "other ends")
    )
    for game in only or VARIANTS:
        report.row(row(game, depth, positions, seed))
    report.close()


def row(game: str, depth: int, positions: int, seed: int = 0) -> tuple[str, ...]:
    """A line of the table: a game's counts, and how many positions differ."""
    start = fairyrules.game(game).start()
    ours = [perft(start, ply) for ply in range(1, depth + 1)]
    theirs = [Line(game).perft(ply) for ply in range(1, depth + 1)]
    moves = checks = ends = 0
    for line in lines(game, positions, seed=seed):
        moves += set(line.ours()) != line.theirs()
        if line.over():
            ends += line.our_result() != line.result()
        elif line.played:
            checks += line.position.in_check() != line.gives_check()
    same = "yes" if ours == theirs else f"no: {theirs}"
    return (game, *(f"{count:,}" for count in ours), same, str(positions), str(moves), str(checks), str(ends))
