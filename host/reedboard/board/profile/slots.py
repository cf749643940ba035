"""What a tray's positions are in one game: "w: W*8 R*2 Q" means slots w:W1..w:W8, w:R1, w:R2, w:Q1, in this order."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from reedboard.board.profile.errors import ProfileError

_GROUP = re.compile(r"([A-Z])(?:\*([1-9][0-9]?))?")


def read_slots(text: str, positions: Sequence[str], before: Mapping[str, str], where: str) -> dict[str, str]:
    """Position -> slot. `before` holds the game's slots read so far, so that two trays of one side go on counting.

    A word `w:`, `b:` or `n:` names the side for all after it; fewer slots than positions leave the last ones unused.

    Raises: ProfileError for a word that is neither, or more slots than positions.

    >>> read_slots("w: Q R*2", ("near1", "near2", "near3"), {}, "doc")
    {'near1': 'w:Q1', 'near2': 'w:R1', 'near3': 'w:R2'}
    """
    count = Counter(slot.rstrip("0123456789") for slot in before.values())
    side, slots = "", list[str]()
    for word in text.split():
        if word in ("w:", "b:", "n:"):
            side = word
            continue
        match = _GROUP.fullmatch(word)
        if match is None:
            raise ProfileError(f"{where}: {word!r} is no slot; write a kind's letter and how many, as in 'R*2'.")
        if not side:
            raise ProfileError(f"{where}: {word!r} belongs to nobody; begin with 'w:', 'b:' or 'n:' (neutral).")
        for _ in range(int(match[2] or 1)):
            count[side + match[1]] += 1
            slots.append(f"{side}{match[1]}{count[side + match[1]]}")
    if len(slots) > len(positions):
        raise ProfileError(
            f"{where} asks for {len(slots)} slots, but the tray has {len(positions)} positions; make it larger."
        )
    return dict(zip(positions, slots, strict=False))
