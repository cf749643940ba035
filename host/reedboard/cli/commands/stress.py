"""`reedboard stress`: attacks on what is promised to be kept, one a file in `stress/sections/`."""

import click

from reedboard.cli.main import LazyCommands
from reedboard.stress import sections


class Attacks(LazyCommands):
    """The files in `stress/sections/`."""

    folder = sections


@click.group(cls=Attacks)
def command() -> None:
    """Attack a home of its own: failing disks, kills, power cuts, bad lines, damage, odd input, hours of play.

    Each attack prints what it tried and how many promises broke, and exits with 1 if any did.
    """
