"""What goes onto a microcontroller: the firmware's files and one board's configuration."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from reedboard.assets import firmware_files
from reedboard.board.firmware_config import board_file
from reedboard.board.geometry_file import NAME, sealed
from reedboard.board.profile import BoardProfile
from reedboard.flash.errors import FlashError

MAIN = "main.py"
CONFIGURATION = "board.cfg"

_VERSION = re.compile(r'^FIRMWARE = "([^"]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files by their path on the microcontroller."""

    profile: BoardProfile
    version: str
    files: Mapping[str, bytes]
    """Without the configuration."""
    configuration: str

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders the files need, outer ones first."""
        parents = {parent.as_posix() for path in self.files for parent in PurePosixPath(path).parents}
        return tuple(sorted(parents - {"."}))


def bundle(profile: BoardProfile, geometry: str) -> Bundle:
    """The bundle for a board; `geometry` is its geometry file's text, which the board then carries.

    Raises: FlashError when this installation has no firmware in it.
    """
    root = firmware_files.folder()
    files = {path.as_posix(): (root / path).read_bytes() for path in firmware_files.files()}
    version = _VERSION.search(files.get("reed/version.py", b"").decode())
    if version is None or MAIN not in files:
        raise FlashError(f"No firmware was found in {root}: install reedboard again.")
    files[NAME] = sealed(geometry)
    return Bundle(profile, version[1], files, board_file(profile))
