"""Which part of a board is tested: all of it, or one strip of a board that is built up to there."""

from dataclasses import dataclass

from reedboard.board.profile import BoardProfile
from reedboard.board.profile.board import CHIP_INPUTS
from reedboard.errors import ReedboardError


class UnknownStepError(ReedboardError):
    """The board has no strip of this number."""


@dataclass(frozen=True, slots=True)
class Part:
    """Sites to walk to, and how far the sensor chain reaches."""

    sites: frozenset[str]
    chips: int
    """A chain that is broken before this chip, or a later one, is as it should be: more strips are still to come."""


def whole(profile: BoardProfile) -> Part:
    """All of a board."""
    return Part(frozenset(profile.sites), profile.bits // CHIP_INPUTS)


def strip(profile: BoardProfile, number: int) -> Part:
    """One strip, counted from 1 along the chain, with nothing plugged in behind it.

    Raises: UnknownStepError.
    """
    strips = sorted(profile.strips, key=lambda strip: strip.bit)
    if not 1 <= number <= len(strips):
        raise UnknownStepError(f"{profile.name} has strips 1 to {len(strips)}, not {number}.")
    found = strips[number - 1]
    return Part(frozenset(found.sites), (found.bit + found.inputs) // CHIP_INPUTS)
