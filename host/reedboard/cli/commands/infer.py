"""`reedboard infer TRACE`: the game that a trace of sensor readings tells."""

from typing import TextIO

import click

from reedboard.archive import game_lookup
from reedboard.game.inference import infer


@click.command()
@click.argument("trace", type=click.File("r", encoding="utf-8", errors="replace"), metavar="TRACE")
def command(trace: TextIO) -> None:
    """Print the moves that a trace tells as JSON lines, as they are found; “-” reads standard input.

    What cannot be used is named on standard error and left out.
    """

    def complain(complaint: str) -> None:
        click.echo(f"reedboard: {trace.name}: {complaint}", err=True)

    for line in infer(trace, complain, game_lookup.find):
        click.echo(line)
