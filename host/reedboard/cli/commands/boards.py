"""`reedboard boards`: the boards there are, and whether a geometry file is right."""

import click

import fairyrules
from reedboard.archive.database import data_folder
from reedboard.assets import boards
from reedboard.board.profile import check_against_games
from reedboard.cli.listing import show_rows
from reedboard.errors import ReedboardError
from reedboard.wiring import margins, unsound


@click.group()
def command() -> None:
    """List the boards, or check a geometry file."""


@command.command("list")
def list_boards() -> None:
    """Show every board, shipped or of your own: cells, trays, chips, LEDs, power, and the games its trays know.

    Your own boards are those that were flashed, tested or played on from here.
    """
    numbers = ("cells", "tray positions", "chips", "LEDs", "mA idle", "mA at most")
    rows = []
    home = data_folder()
    for profile in (boards.known(board, home) for board in (*boards.shipped(), *boards.own(home))):
        figures = (
            len(profile.cells),
            len(profile.sites) - len(profile.cells),
            profile.bits // 8,
            profile.leds,
            profile.idle_ma,
            profile.power.budget_ma,
        )
        games = ", ".join(name for name, game in profile.games.items() if game.slots)
        rows.append((profile.id, *map(str, figures), games))
    show_rows(("board", *numbers, "games with slots"), rows, right=numbers)


@command.command("check")
@click.argument("file")
def check(file: str) -> None:
    """Check FILE, a geometry file or the id of a shipped board; say in one sentence what is wrong."""
    profile = boards.load(file)
    check_against_games(profile, fairyrules.game, file)
    for fault in unsound(profile):
        raise ReedboardError(f"{file}: {fault}")
    click.echo(
        f"{file}: {len(profile.cells)} cells, {len(profile.sites) - len(profile.cells)} tray positions, "
        f"{profile.bits} inputs, {profile.leds} LEDs; {profile.idle_ma} of {profile.power.budget_ma} mA idle. "
        "All is well."
    )
    for told in margins(profile):
        click.echo(told)
