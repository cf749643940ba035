"""Where geometry files lie: in a checkout under `hardware/boards`, in an installed wheel under `reedboard/_boards`."""

from collections.abc import Callable
from pathlib import Path

import reedboard
from reedboard.board.geometry_file import NAME
from reedboard.board.link_events import BoardShape
from reedboard.board.profile import BoardProfile, ProfileError, parse
from reedboard.board.shape_check import UNCONFIGURED, mismatch, unconfigured

_PACKAGE = Path(reedboard.__file__).parent
_CHECKOUT = _PACKAGE.parents[1] / "hardware" / "boards"
_WHEEL = _PACKAGE / "_boards"

OWN = "boards"
"""Folder of a home that keeps the geometry files of one's own boards."""


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
    path = _path(board)
    return parse(_text(path), str(path))


def _path(board: str) -> Path:
    path = Path(board)
    if path.suffix == ".toml":
        return path
    if board not in shipped():
        raise ProfileError(f"No board is called {board!r}; there are {', '.join(shipped())}, or name a .toml file.")
    return folder() / f"{board}.toml"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise ProfileError(f"Cannot read the geometry file {path}: {reason}.") from None


def own(home: Path) -> tuple[str, ...]:
    """The ids of one's own boards: the files kept in a home's folder `boards`."""
    return tuple(sorted(path.stem for path in (home / OWN).glob("*.toml")))


def keep(board: str, home: Path) -> BoardProfile:
    """The board of an id or a geometry file; a file of one's own is kept in the home, so that its board is known
    when it greets, wherever the file then is.

    Raises: ProfileError when there is no such board, its file is wrong, or it bears the id of a shipped one.
    """
    if Path(board).suffix != ".toml":
        return known(board, home)
    profile = load(board)
    if profile.id in shipped():
        if profile != load(profile.id):
            raise ProfileError(
                f"{board} says id = {profile.id!r}, but is not the shipped board of that name: give your board an id "
                f"of its own and run `reedboard flash --board {board}`."
            )
        return profile
    _keep(profile, _text(Path(board)), home)
    return profile


def _keep(profile: BoardProfile, text: str, home: Path) -> None:
    kept = home / OWN / f"{profile.id}.toml"
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ProfileError(f"Cannot keep the geometry file as {kept}: {error.strerror}.") from None


def source(board: str, home: Path) -> str:
    """What `load` takes for a shipped id, one kept in a home, or a file."""
    return str(home / OWN / f"{board}.toml") if board in own(home) else board


def known(board: str, home: Path) -> BoardProfile:
    """The board of a shipped id, of one kept in a home, or of a file.

    Raises: ProfileError when there is no such board, or its file is wrong.
    """
    return load(source(board, home))


def text(board: str, home: Path) -> str:
    """The geometry file's text of a shipped id, of one kept in a home, or of a file.

    Raises: ProfileError when there is no such board.
    """
    return _text(_path(source(board, home)))


def greeted(shape: BoardShape, home: Path, ask: Callable[[], str | None] = lambda: None) -> BoardProfile:
    """The board that greets so, a shipped one or one of one's own; what it calls itself is never taken for a path.

    One's own board is asked for the geometry file it carries, which is then kept in the home; where it has none, the
    file kept there counts.

    Raises: ProfileError when the board is not configured, unknown, or of another shape than its geometry file.
    """
    if shape.board == UNCONFIGURED:
        raise ProfileError(unconfigured())
    carried = None if shape.board in shipped() else ask()
    if carried is not None:
        profile = parse(carried, f"the board's {NAME}")
        if wrong := mismatch(shape, profile):
            raise ProfileError(wrong)
        _keep(profile, carried, home)
        return profile
    ids = (*shipped(), *own(home))
    if shape.board not in ids:
        raise ProfileError(
            f"The board calls itself {shape.board!r}; boards known here are {', '.join(ids)}. If it is one of your "
            "own, add --board-file with its geometry file."
        )
    profile = known(shape.board, home)
    if wrong := mismatch(shape, profile):
        raise ProfileError(wrong)
    return profile
