"""Writes the service's two files, starts it, and takes all of it away again."""

import os
import shlex
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from reedboard.errors import ReedboardError
from reedboard.service.files import RULE_NAME, UNIT_NAME

UDEV_FOLDER = Path("/etc/udev/rules.d")

Runner = Callable[[Sequence[str]], bool]
"""Runs a command and says whether it worked."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the two files go. `udev` may be writable by root alone; then the rule waits beside the unit."""

    unit: Path
    udev: Path
    waiting_rule: Path


@dataclass(frozen=True, slots=True)
class Step:
    """What was done, or what is left for the user to type."""

    said: str
    to_type: str | None = None


def places(udev_folder: Path = UDEV_FOLDER) -> Places:
    """The files of the user who calls."""
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return Places(config / "systemd" / "user" / UNIT_NAME, udev_folder / RULE_NAME, config / "reedboard" / RULE_NAME)


def run(command: Sequence[str]) -> bool:
    """Runs a command quietly."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def install(where: Places, unit: str, rule: str, starts: bool, run: Runner = run) -> Iterator[Step]:
    """Writes unit and rule, and starts the service.

    Raises: ReedboardError when the unit cannot be written.
    """
    _write(where.unit, unit)
    yield Step(f"Unit: {where.unit}")
    yield _rule_written(where, rule, run)
    commands = [
        ["systemctl", "--user", *words] for words in (["daemon-reload"], ["enable", UNIT_NAME], ["restart", UNIT_NAME])
    ]
    if starts and all(run(command) for command in commands):
        yield Step("The service runs, and starts again whenever you log in.")
    else:
        yield Step("To start it:", " && ".join(map(shlex.join, commands)))
    yield Step("To have it start with the computer, before anybody logs in:", "sudo loginctl enable-linger $USER")


def remove(where: Places, run: Runner = run) -> Iterator[Step]:
    """Stops the service and removes its files; the records stay.

    Raises: ReedboardError when the unit cannot be removed.
    """
    found = False
    if where.unit.exists():
        found = True
        run(("systemctl", "--user", "disable", "--now", UNIT_NAME))
        _delete(where.unit)
        run(("systemctl", "--user", "daemon-reload"))
        yield Step(f"Removed {where.unit}")
    if where.waiting_rule.exists():
        found = True
        _delete(where.waiting_rule)
        yield Step(f"Removed {where.waiting_rule}")
    if where.udev.exists():
        found = True
        try:
            where.udev.unlink()
        except PermissionError:
            yield Step("To remove the udev rule:", f"sudo rm {shlex.quote(str(where.udev))}")
        else:
            run(("udevadm", "control", "--reload"))
            yield Step(f"Removed {where.udev}")
    if not found:
        yield Step("No service is installed.")


def _rule_written(where: Places, rule: str, run: Runner) -> Step:
    try:
        where.udev.write_text(rule, encoding="utf-8")
    except OSError:
        _write(where.waiting_rule, rule)
        source, target = shlex.quote(str(where.waiting_rule)), shlex.quote(str(where.udev))
        return Step(
            "To let the program open the board's port (the udev rule has to be put there by root):",
            f"sudo install -m 644 {source} {target} && sudo udevadm control --reload && sudo udevadm trigger",
        )
    run(("udevadm", "control", "--reload"))
    run(("udevadm", "trigger"))
    return Step(f"udev rule: {where.udev}")


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReedboardError(f"Cannot write {path}: {error.strerror}; expected a folder of yours.") from None


def _delete(path: Path) -> None:
    try:
        path.unlink()
    except OSError as error:
        raise ReedboardError(f"Cannot remove {path}: {error.strerror}; remove it by hand.") from None
