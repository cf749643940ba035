"""What tuning adds to the values of a game: a small file a game, accepted with the match that proves it.

`reedboard tune GAME` makes the files. A file counts only for the derived values it was proved against: where a sheet,
or the way values are derived, has changed since, the derived values are played again.
"""

import json
import pkgutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Shift:
    """What a kind is worth more than its derived values say, in hundredths of a Pawn."""

    worth: int = 0
    """Wherever it stands."""
    forward: int = 0
    """On its last rank; on the first nothing, between them in proportion."""
    middle: int = 0
    """In the middle of the board; at the edge nothing, between them in proportion."""
    aside: int = 0
    """On the last file; on the first nothing, between them in proportion. For games whose two wings differ."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The shifts of one game, and what they were proved by."""

    derived: int
    """`Values.derived` of the values they are added to."""
    kinds: Mapping[str, Shift]
    """By the kind's letter."""
    proof: str = ""
    """The match, in words."""


def of(game_id: str) -> Tuning | None:
    """What was accepted for the game, if anything was."""
    try:
        data = pkgutil.get_data(__name__, file_name(game_id))
    except OSError:
        return None
    return None if data is None else parse(data.decode())


def file_name(game_id: str) -> str:
    """The file of a game."""
    return f"{game_id.replace('/', '+')}.json"


def parse(text: str) -> Tuning:
    """A file's text as a tuning."""
    found = json.loads(text)
    return Tuning(found["derived"], {kind: Shift(**each) for kind, each in found["kinds"].items()}, found["proof"])


def text_of(tuning: Tuning) -> str:
    """The tuning as the text of a file, a line a kind."""
    kinds = ",\n".join([f"    {json.dumps(kind)}: {json.dumps(asdict(each))}" for kind, each in tuning.kinds.items()])
    head = f'  "derived": {tuning.derived},\n  "proof": {json.dumps(tuning.proof)}'
    return f'{{\n{head},\n  "kinds": {{\n{kinds}\n  }}\n}}\n'
