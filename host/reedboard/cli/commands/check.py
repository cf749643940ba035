"""`reedboard check FILE`: whether a game sheet can be played."""

from pathlib import Path

import click

from reedboard.archive import game_lookup


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> None:
    """Read a game sheet of your own and say what is wrong with it, or that it can be played.

    How to write one is in docs/ADD-A-GAME.md.
    """
    game = game_lookup.read(file)
    moves = len(game.start().legal_moves())
    kinds = ", ".join(f"{kind.letter} {kind.name}" for kind in game.kinds.values())
    click.echo(f"{game.name} ({game.id}): {len(game.board.cells)} cells, {moves} moves to begin with.")
    click.echo(f"Kinds: {kinds}.")
    click.echo("It can be played.")
