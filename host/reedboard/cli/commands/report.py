"""`reedboard report`: what whoever mends a problem wants to know, in one file."""

import io
import json
from datetime import datetime
from pathlib import Path

import click

from fairyrules.errors import FairyRulesError
from reedboard.app import problem_report
from reedboard.archive import game_lookup
from reedboard.archive.database import data_folder
from reedboard.cli.asking import asked
from reedboard.errors import ReedboardError
from reedboard.game.inference import infer

LOG_SHOWN = 20


@click.group(invoke_without_command=True)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where (default: a name with the time).")
@click.option("--names", is_flag=True, help="With players' names and full paths.")
@click.pass_context
def command(ctx: click.Context, out: Path | None, names: bool) -> None:
    """Write a report: versions, board, sensors, settings, the log, the journal of the game played last.

    The token is never in it, names only if you say so. Look at it with `reedboard report show FILE`.
    """
    if ctx.invoked_subcommand is not None:
        return
    folder = data_folder()
    if not folder.is_dir():
        raise ReedboardError(f"There is nothing to report: {folder} is not there yet.")
    path = out or Path(f"reedboard-report-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.zip")
    report = problem_report.gather(folder, asked("state"), asked("health"), names=names)
    problem_report.write(report, path)
    click.echo(f"{path}: look at it with `reedboard report show {path}` before you send it.")


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
def show(file: Path) -> None:
    """Show the report FILE: what is in it, what today's tracker makes of its journal, the end of its log."""
    report = problem_report.read(file)
    for name, value in report.about.items():
        click.echo(f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")
    lines = report.journal.splitlines()
    click.echo(f"journal: {max(0, len(lines) - 1)} lines")
    if lines:
        try:
            *_, summary = infer(io.StringIO(report.journal), lambda words: click.echo(f"  {words}"), game_lookup.find)
            click.echo(f"  today's tracker reads: {summary}")
        except (ReedboardError, FairyRulesError) as error:
            click.echo(f"  it cannot be read: {error}")
    click.echo(f"log: {len(report.log)} entries" + (", the last ones:" if report.log else ""))
    for entry in report.log[-LOG_SHOWN:]:
        click.echo(f"  {json.dumps(entry, ensure_ascii=False)[:400]}")
