"""`reedboard fabricate`: a parcel for whoever makes a board's strips."""

import zipfile
from pathlib import Path

import click

from reedboard.archive.database import data_folder
from reedboard.assets import boards
from reedboard.errors import ReedboardError
from reedboard.wiring import fabrication, unsound

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time every file in the parcel bears, so that the same board always gives the same parcel."""


@click.command()
@click.argument("board")
@click.option("--out", type=click.Path(path_type=Path), help="The zip to write; BOARD-strip.zip here if not given.")
def command(board: str, out: Path | None) -> None:
    """Write BOARD's strip as a zip of Gerber films, drills, placement and parts, as makers and assemblers take it.

    BOARD is a board's id or a geometry file.
    """
    profile = boards.known(board, data_folder())
    for fault in unsound(profile):
        raise ReedboardError(f"{board}: {fault}")
    files = fabrication(profile)
    if files is None:
        raise ReedboardError(f"{board} has no strip to be made: it is wired by hand, see `reedboard wiring {board}`.")
    path = out or Path(f"{profile.id}-strip.zip")
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parcel:
            for name, text in files.items():
                parcel.writestr(zipfile.ZipInfo(name, EPOCH), text, zipfile.ZIP_DEFLATED)
    except OSError as error:
        raise ReedboardError(f"Cannot write {path}: {error.strerror}; choose another --out.") from None
    click.echo(f"{path}: {len(files)} files; {len(profile.strips)} strips make the board.")
