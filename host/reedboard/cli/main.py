"""The command line: `reedboard COMMAND`, one file a command in `commands/`, loaded only when called."""

import importlib
import pkgutil
import sys
from types import ModuleType
from typing import Any

import click

from fairyrules.errors import FairyRulesError
from reedboard.cli import commands
from reedboard.errors import ReedboardError, in_one_line


class LazyCommands(click.Group):
    """Finds each command in the file of its name, so that `--help` is fast and no list is kept by hand."""

    folder: ModuleType = commands
    """The package whose files are the commands; each holds a click command named `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the files in the folder."""
        return sorted(module.name for module in pkgutil.iter_modules(self.folder.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The `command` of the file, or None for a name that no file has."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"{self.folder.__name__}.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  # click's own signature
        """Runs the command; what a user can mend becomes one line and exit code 2, never a traceback."""
        try:
            return super().invoke(ctx)
        except (ReedboardError, FairyRulesError) as error:
            click.echo(f"reedboard: {in_one_line(error)}", err=True)
            sys.exit(2)
        except click.UsageError as error:
            if isinstance(error, click.exceptions.NoArgsIsHelpError):
                raise
            where = error.ctx.command_path if error.ctx else "reedboard"
            words = in_one_line(error.format_message()).rstrip(".")
            click.echo(f"reedboard: {words}; see {where} --help.", err=True)
            sys.exit(2)


@click.group(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="reedboard")
def main() -> None:
    """Play, get hints for and record chess variants over the board."""
