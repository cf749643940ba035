"""`reedboard flash`: puts firmware and a board's configuration on the microcontroller."""

import click

from reedboard.archive.database import data_folder
from reedboard.assets import boards
from reedboard.board.shape_check import shape_of
from reedboard.flash import PROMPT_S, Mpremote, Standing, flash, standing, verify
from reedboard.flash import bundle as bundle
from reedboard.flash.ports import choose


@click.command()
@click.option(
    "--board", required=True, help="A board's id, or the geometry file of one of your own; `play` then knows it."
)
@click.option("--port", help="The microcontroller's port; found by itself when there is only one.")
@click.option("--yes", is_flag=True, help="Do not ask before changing what is there.")
def command(board: str, port: str | None, yes: bool) -> None:
    """Put the firmware and a board's configuration on a microcontroller, and check the result.

    The microcontroller must run MicroPython; when it does not, this says where to get it.
    """
    profile = boards.keep(board, data_folder())
    sent = bundle(profile, boards.text(board, data_folder()))
    where = port or choose()
    before = standing(where)
    if before.version == sent.version and before.shape == shape_of(profile):
        click.echo(f"{where} already is board {profile.id} with firmware {sent.version}.")
        if not (yes or click.confirm("Put it there again?", default=False)):
            return
    else:
        click.echo(f"{where}: {_said(before)}")
        if not (yes or click.confirm(f"Put firmware {sent.version} for board {profile.id} there?", default=True)):
            return
    click.echo(f"Putting {len(sent.files) + 1} files there ...")
    found = flash(Mpremote(where), sent, 0.0 if before == Standing() else PROMPT_S)
    click.echo(f"MicroPython {found}: files are there, restarted.")
    verify(where, sent)
    click.echo(f"{where} greets as board {profile.id}, firmware {sent.version}.")
    click.echo(f"Next: reedboard selftest --board {where}")


def _said(before: Standing) -> str:
    if before.complaint:
        return before.complaint
    if before.version is None:
        return "no reedboard firmware yet."
    shape = before.shape
    return f"firmware {before.version}, board {shape.board if shape else 'unknown'}."
