"""Files of a line of JSON each, to which a bench adds as it goes, so that what is broken off goes on."""

import json
from pathlib import Path

from reedboard.errors import ReedboardError


def read(path: Path) -> list[object]:
    """What the lines say, first to last; none where there is no file.

    A last line without its end was being written when the program was ended: it is taken out of the file.

    Raises:
        ReedboardError: the file cannot be read, or a line is no JSON.
    """
    said: list[object] = []
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                said.append(json.loads(line))
            except (ValueError, RecursionError) as error:
                raise refused(path, number) from error
        if whole != text:
            path.write_text(whole, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise ReedboardError(f"{path} cannot be read ({reason}): name another file") from error
    return said


def append(path: Path, line: object) -> None:
    """Adds a line.

    Raises:
        ReedboardError: the file cannot be written.
    """
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    except OSError as error:
        raise ReedboardError(f"{path} cannot be written ({error.strerror}): name another file") from error


def refused(path: Path, number: int) -> ReedboardError:
    """That a line, counted from 1, is not what its reader expects."""
    return ReedboardError(
        f"{path}, line {number}: expected a game as this command keeps them; take the line out, or name another file"
    )
