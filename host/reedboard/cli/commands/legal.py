"""`reedboard legal ID`: the legal moves of a position."""

import click

from reedboard.archive import game_lookup


@click.command()
@click.argument("game", metavar="ID|FILE")
@click.option("--fen", help="The position; the game's start if not given.")
def command(game: str, fen: str | None) -> None:
    """Print the legal moves in machine form, sorted, one a line."""
    played = game_lookup.find(game)
    position = played.start() if fen is None else played.position(fen)
    for move in sorted(map(str, position.legal_moves())):
        click.echo(move)
