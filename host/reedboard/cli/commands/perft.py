"""`reedboard perft ID DEPTH`: proof of the rules by counting."""

import click

from fairyrules.perft import divide, perft
from reedboard.archive import game_lookup


@click.command()
@click.argument("game", metavar="ID|FILE")
@click.argument("depth", type=click.IntRange(min=0))
@click.option("--fen", help="The position; the game's start if not given.")
@click.option("--divide", "divided", is_flag=True, help="Also print the count behind each first move.")
def command(game: str, depth: int, fen: str | None, divided: bool) -> None:
    """Count the ways to play DEPTH plies; the total comes last."""
    played = game_lookup.find(game)
    position = played.start() if fen is None else played.position(fen)
    if not divided or depth == 0:
        click.echo(perft(position, depth))
        return
    counts = divide(position, depth)
    for move in sorted(counts, key=str):
        click.echo(f"{move} {counts[move]}")
    click.echo(sum(counts.values()))
