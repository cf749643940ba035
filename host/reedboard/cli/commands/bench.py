"""`reedboard bench`: measured figures, one section a file in `bench/sections/`."""

import click

from reedboard.bench import sections as bench
from reedboard.cli.main import LazyCommands


class Sections(LazyCommands):
    """The files in `bench/sections/`."""

    folder = bench


@click.group(cls=Sections, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Measure this machine: every section that needs no file to compare with, or the one named.

    Times are CPU times, so that other work on the machine matters less; ratios are medians of rounds taken in turn.
    """
    if ctx.invoked_subcommand is not None:
        return
    sections = ctx.command
    assert isinstance(sections, Sections)
    for name in sections.list_commands(ctx):
        section = sections.get_command(ctx, name)
        assert section is not None
        if any(option.required for option in section.params):  # it compares with a file, so it has to be named
            continue
        click.secho(f"{name}", bold=True)
        ctx.invoke(section)
