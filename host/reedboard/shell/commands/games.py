"""`reedboard games`: what can be played."""

import click

import fairyrules


@click.command()
def command() -> None:
    """List all games and their sub-variants.

    Several sub-variants are joined with "+": wildeurasian-qi/full-front+gold.
    """
    for game_id in fairyrules.games():
        game = fairyrules.game(game_id)
        click.echo(f"{game.id:<18} {game.name}, {len(game.board.cells)} cells")
        for option in game.options:
            click.echo(f"  {game.id}/{option.name:<14} {option.summary}")
