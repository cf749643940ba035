"""`reedboard bridge`: play on a board of another make."""

import contextlib

import click

from reedboard.bridge import FOREIGN, Bridge


@click.command()
@click.argument("kind", type=click.Choice(sorted(FOREIGN)))
@click.option("--port", required=True, help="Where the board is: a device name or pyserial URL.")
@click.option(
    "--listen", default=7710, type=click.IntRange(0, 65535), show_default=True, help="The port to offer here."
)
@click.option("--turned", is_flag=True, help="The board lies the other way round.")
def command(kind: str, port: str, listen: int, turned: bool) -> None:
    """Let a board of another make be played on: KIND's protocol on one side, reedboard's on the other.

    Runs until Ctrl-C; play with the line it prints.
    """
    bridge = Bridge(FOREIGN[kind](turned), port, listen)
    click.echo(f"Play with: reedboard play --board {bridge.url}")
    with contextlib.suppress(KeyboardInterrupt):
        bridge.run()
