"""`reedboard uci`: our search for programs that speak UCI."""

import sys

import click

from reedboard.archive import game_lookup
from reedboard.opponent import SearchOpponent
from reedboard.opponent.uci_server import UciServer


@click.command()
@click.option("--game", "name", default="chess", show_default=True, metavar="ID|FILE", help="Until UCI_Variant is set.")
def command(name: str) -> None:
    """Speak UCI on standard input and output, so that a chess program can play our games against the search."""
    UciServer(lambda line: print(line, flush=True), SearchOpponent(), game_lookup.find(name)).serve(sys.stdin)
