"""Engines that are installed, and which of them this program may start."""

import shutil
from typing import Final

from reedboard.opponent.door import OpponentError

KNOWN: Final = ("stockfish", "fairy-stockfish", "fairymax", "gnuchess", "yaneuraou", "YaneuraOu")
"""Engines by the names their packages have: these may be started from the page, too."""
FOLDERS: Final = ("/usr/games", "/usr/local/games", "/opt/homebrew/bin")
"""Where engines are installed, beyond what PATH names: Debian puts them among the games."""


def located(name: str) -> str:
    """The program of a name or path.

    Raises: OpponentError where there is none.
    """
    found = shutil.which(name)
    if found is None and "/" not in name:
        found = next(filter(None, (shutil.which(name, path=folder) for folder in FOLDERS)), None)
    if found is None:
        raise OpponentError(f"There is no program “{name}”; expected the path or name of a UCI or USI engine.")
    return found


def installed() -> list[str]:
    """Those of `KNOWN` that are there."""
    found = []
    for name in KNOWN:
        try:
            located(name)
        except OpponentError:
            continue
        found.append(name)
    return found
