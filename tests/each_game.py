"""Every game for a test to walk through: in a quick check those that show all there is, in the whole suite all."""

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet

import fairyrules

QUICK = ("atomic", "attendance", "chess", "dual-chess", "sfhiodgei", "shogi", "wildeurasian-qi", "xiang-courier")
"""The five inventions, drops, explosions, and what everybody knows."""


def each_game(names: Iterable[str] = tuple(fairyrules.games())) -> list[ParameterSet]:
    """The games of these names as parameters, slow ones marked so."""
    return [pytest.param(name, id=name, marks=marks_of(name)) for name in names]


def marks_of(name: str) -> tuple[pytest.MarkDecorator, ...]:
    """The marks of a test that walks through a game."""
    return () if name in QUICK else (pytest.mark.slow,)
