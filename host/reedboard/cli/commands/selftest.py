"""`reedboard selftest`: first light of a new board, guided step by step."""

import contextlib
import sys
from pathlib import Path

import click
from rich.console import Console

from reedboard.archive.database import data_folder
from reedboard.assets import boards
from reedboard.port.link import Link
from reedboard.selftest import report_file
from reedboard.selftest import walk as selftest
from reedboard.selftest.conduct import conduct, teach
from reedboard.selftest.guide import Guide, Together
from reedboard.selftest.hands import HandsGuide
from reedboard.selftest.page import PageGuide
from reedboard.selftest.terminal import PACE_MS, TerminalGuide
from reedboard.selftest.virtual_bench import virtual_board


@click.command()
@click.option("--board", default="auto", show_default=True, help="Where the board is: auto, virtual, a port or URL.")
@click.option("--profile", help="The geometry file or id; as it greets if not given, 4x4 for the virtual one.")
@click.option("--fault", "faults", multiple=True, help="A named fault of the virtual board, as dead:b2; repeatable.")
@click.option("--hands", is_flag=True, help="Virtual hands do the walk (virtual board only).")
@click.option("--step", type=int, help="Test one strip, counted along the chain, with nothing plugged in behind it.")
@click.option("--http", help="Also guide on a page there, as 127.0.0.1:8081.")
@click.option(
    "--pace",
    default=PACE_MS,
    type=click.IntRange(1, 60_000),
    show_default=True,
    help="Milliseconds each LED is lit for a person to see.",
)
@click.option("--report", type=click.Path(path_type=Path), help="Write the report to this file.")
@click.option("--learn", is_flag=True, help="Let the board keep the wiring that was learnt.")
def command(
    board: str,
    profile: str | None,
    faults: tuple[str, ...],
    hands: bool,
    step: int | None,
    http: str | None,
    pace: int,
    report: Path | None,
    learn: bool,
) -> None:
    """Guide over a new board, LED by LED and sensor by sensor, and name what is wrong with it.

    Exits 0 when all is well, 1 when something was found.
    """
    virtual = board == "virtual"
    if not virtual and (hands or faults):
        raise click.UsageError("--hands and --fault are for --board virtual.")
    with contextlib.ExitStack() as stack:
        guides: list[Guide] = []
        if virtual:
            bench = stack.enter_context(virtual_board(profile or "4x4", faults))
            board = bench.serial
            if hands:
                guides.append(stack.enter_context(contextlib.closing(HandsGuide(bench.hands, bench.token))))
        link = stack.enter_context(Link(board))
        home = data_folder()
        shape = boards.keep(profile, home) if profile else boards.greeted(link.shape, home, link.geometry)
        if not hands:
            guides.append(TerminalGuide(sys.stdin, Console(), pace))
        if http:
            page = stack.enter_context(contextlib.closing(PageGuide(shape, http)))
            click.echo(f"The page is at {page.url}")
            guides.append(page)
        part = selftest.strip(shape, step) if step is not None else None
        walk, figures = conduct(link, shape, Together(*guides), by_hands=hands, part=part)
        text = selftest.report(walk, figures)
        for said in teach(link, walk) if learn else ():
            click.echo(f"The board: {said}")
    click.echo(text)
    if report:
        report_file.write(report, text)
    if selftest.verdict(walk, figures):
        sys.exit(1)
