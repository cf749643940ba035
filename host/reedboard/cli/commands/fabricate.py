"""`reedboard fabricate`: a parcel for whoever makes a board's strips."""

from collections.abc import Mapping
from pathlib import Path

import click

from reedboard.archive.database import data_folder
from reedboard.assets import boards
from reedboard.cli.parcel import zip_parcel
from reedboard.errors import ReedboardError
from reedboard.wiring import carrier_fabrication, fabrication, unsound
from reedboard.wiring.carrier import CARRIERS


@click.command()
@click.argument("board")
@click.option("--out", type=click.Path(path_type=Path), help="The zip to write; named after BOARD, here, if not given.")
def command(board: str, out: Path | None) -> None:
    """Write BOARD's strip as a zip of Gerber films, drills, placement and parts, as makers and assemblers take it.

    BOARD is a board's id or a geometry file; carrier-pico and carrier-esp32 are the boards for the microcontroller.
    """
    if board in CARRIERS:
        files, made, path = carrier_fabrication(board), "one makes any board", out or Path(f"{board}.zip")
    else:
        files, made, path = _strips(board, out)
    try:
        zip_parcel(path, files)
    except OSError as error:
        raise ReedboardError(f"Cannot write {path}: {error.strerror}; choose another --out.") from None
    click.echo(f"{path}: {len(files)} files; {made}.")


def _strips(board: str, out: Path | None) -> tuple[Mapping[str, str], str, Path]:
    """The parcel of a board's strips, how many are needed, and where it goes."""
    profile = boards.known(board, data_folder())
    for fault in unsound(profile):
        raise ReedboardError(f"{board}: {fault}")
    files = fabrication(profile)
    if files is None:
        raise ReedboardError(f"{board} has no strip to be made: it is wired by hand, see `reedboard wiring {board}`.")
    return files, f"{len(profile.strips)} strips make the board", out or Path(f"{profile.id}-strip.zip")
