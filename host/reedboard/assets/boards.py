"""Where geometry files lie: in a checkout under `hardware/boards`, in an installed wheel under `reedboard/_boards`."""

from pathlib import Path

import reedboard
from reedboard.board.link_events import BoardShape
from reedboard.board.profile import BoardProfile, ProfileError, parse
from reedboard.board.shape_check import UNCONFIGURED, mismatch, unconfigured

_PACKAGE = Path(reedboard.__file__).parent
_CHECKOUT = _PACKAGE.parents[1] / "hardware" / "boards"
_WHEEL = _PACKAGE / "_boards"


def folder() -> Path:
    """The folder of the shipped geometry files."""
    return _CHECKOUT if _CHECKOUT.is_dir() else _WHEEL


def shipped() -> tuple[str, ...]:
    """The ids of the shipped boards, which are their files' names."""
    return tuple(sorted(path.stem for path in folder().glob("*.toml")))


def load(board: str) -> BoardProfile:
    """The board of a shipped id ("10x10") or of a geometry file ("mine/board.toml").

    Raises: ProfileError when there is no such board, or its file is wrong.
    """
    path = Path(board)
    if path.suffix != ".toml":
        path = folder() / f"{board}.toml"
        if board not in shipped():
            raise ProfileError(f"No board is called {board!r}; there are {', '.join(shipped())}, or name a .toml file.")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise ProfileError(f"Cannot read the geometry file {path}: {reason}.") from None
    return parse(text, str(path))


def greeted(shape: BoardShape) -> BoardProfile:
    """The shipped board that greets so; what a board calls itself is never taken for a path.

    Raises: ProfileError when the board is not configured, unknown, or of another shape than its geometry file.
    """
    if shape.board == UNCONFIGURED:
        raise ProfileError(unconfigured())
    if shape.board not in shipped():
        raise ProfileError(f"The board calls itself {shape.board!r}; boards known here are {', '.join(shipped())}.")
    profile = load(shape.board)
    if wrong := mismatch(shape, profile):
        raise ProfileError(wrong)
    return profile
