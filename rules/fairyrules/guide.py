"""What people need to be told about a game beside what the engine knows: its story, its pieces in words, its readings.

A guide lies beside the rule sheet (`guides/`, or in the users' own TOML file); the rules page sets it between the
diagrams that the engine draws. Nothing here decides a move.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairyrules.equipment import Equipment


@dataclass(frozen=True, slots=True)
class Topic:
    """A part of the rules under a heading of its own; each paragraph is a string."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One numbered ruling in words; `reading` if the source does not say so outright and this is how we read it."""

    number: str
    text: str
    reading: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """Cells that a rule singles out, as `Board.zone` reads them ("a1-j5 e7"); drawn on a zone diagram."""

    name: str
    cells: str


@dataclass(frozen=True, slots=True)
class Option:
    """What a sub-variant changes, and the kinds it moves or equips otherwise."""

    text: str
    pieces: Mapping[str, str] = field(default_factory=dict)
    equipment: Mapping[str, Equipment] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Guide:
    """The human half of a game."""

    summary: str
    """One paragraph: what the game is, and what makes it itself."""
    source: str = ""
    """Who made the game, when, and where it was published."""
    pieces: Mapping[str, str] = field(default_factory=dict)
    """How each kind moves, in a sentence or two, by letter."""
    topics: tuple[Topic, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    """The sub-variants by id."""
    zones: tuple[Zone, ...] = ()
    river: int = 0
    """Ranks below a River that crosses the board; 0 for none. Drawn, not played: the sheet has the rules."""
    equipment: Mapping[str, Equipment] = field(default_factory=dict)
    equipment_note: str = ""
    """Why these chessmen, and what else is needed where two ordinary sets do not suffice."""
