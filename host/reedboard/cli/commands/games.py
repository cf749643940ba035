"""`reedboard games`: what can be played."""

import click

from reedboard.archive import game_lookup


@click.command()
def command() -> None:
    """List all games and their sub-variants.

    Several sub-variants are joined with "+": wildeurasian-qi/full-front+gold. Sheets of your own that were played here
    come last.
    """
    for game in game_lookup.every():
        click.echo(f"{game.id:<18} {game.name}, {len(game.board.cells)} cells")
        for option in game.options:
            click.echo(f"  {game.id}/{option.name:<14} {option.summary}")
