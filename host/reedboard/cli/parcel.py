"""Zips for makers of circuit boards: the same files always give the same bytes."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time every file in a parcel bears."""


def zip_parcel(path: Path, files: Mapping[str, str]) -> None:
    """Writes the files as a zip.

    Raises: OSError.
    """
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parcel:
        for name, text in files.items():
            parcel.writestr(zipfile.ZipInfo(name, EPOCH), text, zipfile.ZIP_DEFLATED)
