"""Games by id or by file: the one place that turns what a user typed into a game."""

from pathlib import Path

import fairyrules
from fairyrules import Game, toml
from fairyrules.errors import SheetError, UnknownGameError
from reedboard.archive.database import data_folder

SUFFIX = ".toml"
LONGEST_ID = 200
"""Letters of an id that are looked up; the longest of ours, an array of one's own, has about a hundred."""


def find(name: str) -> Game:
    """The game of an id, of a TOML sheet's path, or of a sheet that was played here before.

    Raises:
        UnknownGameError: no game has this id.
        SheetError: the file cannot be read, or not be played.
    """
    return read(Path(name)) if name.endswith(SUFFIX) else known(name)


def known(game_id: str) -> Game:
    """The game of an id: one of fairyrules, or of a sheet that was played here before.

    Raises:
        UnknownGameError: no game has this id.
        SheetError: the sheet that was kept can no longer be played.
    """
    if len(game_id) > LONGEST_ID:
        raise UnknownGameError(f"There is no game “{game_id[:20]}…”: its id has {len(game_id)} letters.")
    try:
        return fairyrules.game(game_id)
    except UnknownGameError:
        # Compared with the names there are: an id from outside never becomes a path.
        for kept in shelf().glob(f"*{SUFFIX}"):
            if kept.stem == game_id:
                return read(kept)
        raise


def read(path: Path) -> Game:
    """The game of a TOML sheet.

    Raises:
        SheetError: the file cannot be read, or not be played.
    """
    return toml.read(text_of(path), str(path))


def keep(name: str) -> None:
    """Lays a copy of a sheet aside, so that the records of its game can be read when the file is gone; ids need none.

    A game's id names its newest sheet: play under changed rules deserves an id of its own.
    """
    if name.endswith(SUFFIX):
        shelf().mkdir(parents=True, exist_ok=True)
        (shelf() / f"{find(name).id}{SUFFIX}").write_text(text_of(Path(name)), encoding="utf-8")


def every() -> list[Game]:
    """All games there are: those of fairyrules, then the sheets that were played here and still can be."""
    found = [fairyrules.game(game_id) for game_id in fairyrules.games()]
    for path in sorted(shelf().glob(f"*{SUFFIX}")):
        try:
            found.append(read(path))
        except SheetError:
            continue
    return found


def shelf() -> Path:
    """Where sheets that were played are kept."""
    return data_folder() / "games"


def text_of(path: Path) -> str:
    """The file's text."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise SheetError(f"Cannot read the game sheet {path}: {reason}.") from None
