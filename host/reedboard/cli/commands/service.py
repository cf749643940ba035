"""`reedboard service`: the program as a service beside the board, for instance on a Raspberry Pi."""

import os
import sys
from pathlib import Path

import click

from reedboard import service
from reedboard.archive import game_lookup
from reedboard.cli.commands import play
from reedboard.errors import ReedboardError
from reedboard.flash.ports import MAKERS
from reedboard.service import Step
from reedboard.web.server import address

UDEV_FOLDER = click.option(
    "--udev-folder",
    type=click.Path(path_type=Path),
    default=service.installation.UDEV_FOLDER,
    show_default=True,
    help="Where udev looks for rules.",
)


@click.group()
def command() -> None:
    """Install or remove the program as a service of this computer (Linux with systemd).

    The service plays on the board that is plugged in, and serves the page to the network.
    """


@command.command()
@click.option("--board", default="auto", show_default=True, help="auto, a port, or virtual.")
@click.option("--game", "game_id", metavar="ID|FILE.toml", help="The game (default: the one played last).")
@click.option("--http", default="0.0.0.0:8080", show_default=True, help="Where the page is served.")
@click.option("--no-start", is_flag=True, help="Write the files only.")
@UDEV_FOLDER
@click.argument("further", nargs=-1, type=click.UNPROCESSED, metavar="[-- PLAY-OPTIONS...]")
def install(
    board: str, game_id: str | None, http: str, no_start: bool, udev_folder: Path, further: tuple[str, ...]
) -> None:
    """Write a systemd user unit and a udev rule, and start the service.

    Further options of `reedboard play` may follow after “--”; files in them need their whole path.
    """
    address(http)
    words = [str(program()), "play", "--board", board, "--http", http, "--no-browser"]
    if game_id is not None:
        game_lookup.find(game_id)
        words += ["--game", str(Path(game_id).resolve()) if game_id.endswith(game_lookup.SUFFIX) else game_id]
    words += further
    play.command.make_context("play", words[2:])  # what play would refuse is refused now
    data = os.environ.get("REEDBOARD_DATA")
    unit = service.unit(words, {"REEDBOARD_DATA": str(Path(data).resolve())} if data else {})
    for step in service.install(service.places(udev_folder), unit, service.rule(MAKERS), not no_start):
        show(step)


@command.command()
@UDEV_FOLDER
def remove(udev_folder: Path) -> None:
    """Stop the service and remove its files. The records stay."""
    for step in service.remove(service.places(udev_folder)):
        show(step)


def program() -> Path:
    """The installed command `reedboard` that is running.

    Raises: ReedboardError if it runs in another way.
    """
    found = Path(sys.executable).with_name("reedboard")
    if not found.exists():
        raise ReedboardError(f"{found} is not there: expected reedboard to be installed with pip or pipx")
    return found


def show(step: Step) -> None:
    """A step on the terminal."""
    click.echo(step.said)
    if step.to_type is not None:
        click.echo(f"  {step.to_type}")
