"""`reedboard hint FEN --game ID`: the best moves of a position, with their lines and values."""

import click

from reedboard.archive import game_lookup
from reedboard.bench.number_options import FiniteRange
from reedboard.game.view.shown_moves import sans, value
from reedboard.opponent import Limit
from reedboard.opponent.named import SEARCH, named


@click.command()
@click.argument("fen", required=False)
@click.option("--game", "name", default="chess", show_default=True, metavar="ID|FILE", help="The game.")
@click.option("--seconds", default=2.0, show_default=True, type=FiniteRange(0.05, 3600), help="Think so long.")
@click.option("--nodes", default=0, type=click.IntRange(0), help="Look at so many positions instead.")
@click.option("--opponent", "who", default=SEARCH, show_default=True, help="Who is asked: search, or an engine.")
@click.option("--count", default=3, show_default=True, type=click.IntRange(1, 20), help="Show so many moves.")
def command(fen: str | None, name: str, seconds: float, nodes: int, who: str, count: int) -> None:
    """Print the best moves of FEN, or of the game's start: value, depth, and the moves expected.

    A value of 1.00 is about a Pawn of chess, for the side to move; “#3” is mate in three moves.
    """
    game = game_lookup.find(name)
    position = game.start() if fen is None else game.position(fen)
    opponent = named(who)
    try:
        opponent.start(position)
        limit = Limit(nodes=nodes) if nodes else Limit(seconds=seconds)
        for line in opponent.lines(limit, count):
            click.echo(f"{value(line):>7}  depth {line.depth:<2}  {' '.join(sans(position, line))}")
    finally:
        opponent.close()
