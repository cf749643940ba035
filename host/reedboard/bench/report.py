"""What a bench prints, and the page for `docs/results/` that says the same with its commit and machine."""

import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path

import click
from click.core import ParameterSource

from reedboard.errors import ReedboardError

RESULTS = click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file for the tables as a Markdown page, with the commit and the machine they were made on.",
)
UNTOLD = {"results", "jobs", "keep", "resume", "into"}
"""Options that change no figure, so the page leaves them out of its command."""
CPU_INFO = Path("/proc/cpuinfo")


class Report:
    """Tables of figures: printed line by line as they come, and written as a page at the end if a path is given.

    Raises: ReedboardError, at once, if the path cannot be written.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._page: list[str] = []
        if path is not None:
            _try(path, lambda file: file.touch())
            self._page.append(f"# Results\n\n`{command_line()}`\n\nCommit {commit()}, {machine()}.")

    def table(self, title: str, columns: Iterable[str]) -> None:
        """Begins a table."""
        names = list(columns)
        head = f"\n\n| {' | '.join(names)} |\n" + "|---" * len(names) + "|"
        click.echo(f"\n{title}{head}")
        self._page.append(f"\n## {title}{head}")

    def row(self, cells: Iterable[str]) -> None:
        """A line of the table begun last."""
        line = f"| {' | '.join(cells)} |"
        click.echo(line)
        self._page.append(line)

    def close(self) -> None:
        """Writes the page."""
        if self._path is not None:
            _try(self._path, lambda file: file.write_text("\n".join([*self._page, ""]), encoding="utf-8"))


def _try(path: Path, write: Callable[[Path], object]) -> None:
    try:
        write(path)
    except OSError as error:
        raise ReedboardError(f"{path} cannot be written ({error.strerror}): expected a file in a folder") from error


def command_line() -> str:
    """The command being run, as it would be typed, without the options that change no figure."""
    context = click.get_current_context()
    program, *words = context.command_path.split()
    words = [program if program == "python" else "reedboard", *words]
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in UNTOLD or context.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        value = context.params[name]
        if isinstance(value, bool):
            words.append(parameter.opts[0] if value else parameter.secondary_opts[0])
            continue
        for each in value if isinstance(value, tuple) else (value,):
            text = f'"{each}"' if " " in str(each) else str(each)
            words += [text] if isinstance(parameter, click.Argument) else [parameter.opts[0], text]
    return " ".join(words)


def commit() -> str:
    """The commit that is measured; outside a checkout the version."""
    folder = Path(__file__).parent

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()

    try:
        git("ls-files", "--error-unmatch", Path(__file__).name)  # else it is installed in somebody else's checkout
        changed = git("status", "--porcelain", "--untracked-files=no", "--", f"{folder.parent}", "../../../rules")
        return git("rev-parse", "--short", "HEAD") + (", with changes not committed" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return f"of release {version('reedboard')}"


def machine() -> str:
    """Cores, processor, Python and system this runs on."""
    model = platform.machine()
    if CPU_INFO.exists():
        models = [line.partition(":")[2].strip() for line in CPU_INFO.read_text().splitlines() if "model name" in line]
        model = models[0] if models else model
    cores = os.cpu_count() or 1
    python = f"{platform.python_implementation()} {sys.version.split()[0]}"
    return f"{cores} {'core' if cores == 1 else 'cores'} ({model}), {python}, {platform.system()}"
