"""Where the self-test's report goes."""

from pathlib import Path

from reedboard.errors import ReedboardError


def write(path: Path, text: str) -> None:
    """Writes the report.

    Raises: ReedboardError when the file cannot be written.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReedboardError(f"Cannot write the report {path}: {error.strerror}; choose another --report.") from None
