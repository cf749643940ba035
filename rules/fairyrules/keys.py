"""Keys: one number a position, xor of a number for each of its parts; what `Position.key` is made of.

A plain travel keeps its key up by itself, in `Position.play_unchecked`.
"""

from typing import TYPE_CHECKING

from fairyrules import fen
from fairyrules.play import HOLDERS

if TYPE_CHECKING:
    from fairyrules.position import Position
    from fairyrules.rules import Rules


def whole(position: "Position") -> int:
    """The key of a position, from nothing."""
    key = of_state(position)
    for men in position.men:
        for cell, code in men.items():
            key ^= position.rules.keys[code][cell]
    return key


def after(position: "Position", following: "Position") -> int:
    """The key of a position that came of another, from the difference."""
    key = position.key ^ of_state(position) ^ of_state(following)
    for before, now in zip(position.men, following.men, strict=True):
        for cell, code in before.items() ^ now.items():
            key ^= position.rules.keys[code][cell]
    return key


def of_state(position: "Position") -> int:
    """The key of everything but the placement."""
    rules = position.rules
    key = rules.rights_key(position.rights) ^ of_words(rules, position.reserves, position.extras)
    if position.passed is not None:
        key ^= rules.passed_key(position.passed)
    return key ^ rules.side_key if position.turn else key


def of_words(rules: "Rules", reserves: tuple[dict[str, int], ...] | None, extras: tuple[object, ...]) -> int:
    """The key of reserves and extras, by how they are written."""
    key = 0
    for extra, value in zip(rules.sheet.extras, extras, strict=True):
        key ^= rules.words_key(fen.write_extra(extra, value))
    for holder, reserve in zip(HOLDERS, reserves or (), strict=False):
        for kind, count in reserve.items():
            key ^= rules.words_key(f"{holder}{kind}{count}")
    return key
