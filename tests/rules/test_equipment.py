"""Equipment: two ordinary sets suffice where a game says so, and no two kinds look alike."""

import importlib
import pkgutil
from collections import Counter

import pytest

from fairyrules import guides
from fairyrules.equipment import ORDINARY_SET, Chessman, Equipment, Set, lacking, large, small, tiles
from fairyrules.guide import Guide

GUIDES = {
    module.name: importlib.import_module(f"fairyrules.guides.{module.name}").GUIDE
    for module in pkgutil.iter_modules(guides.__path__)
}
NEEDS_MORE = {name: {(Set.SMALL, Chessman.PAWN): n} for name, n in (("courier", 4), ("capablanca", 2), ("grand", 2))}
NEEDS_MORE["horde"] = {(Set.LARGE, Chessman.PAWN): 28}


def uses_tiles(guide: Guide) -> bool:
    return any(item.set is Set.TILES for item in guide.equipment.values())


def test_ordinary_set_has_sixteen_men() -> None:
    assert sum(ORDINARY_SET.values()) == 16


@pytest.mark.parametrize("name", GUIDES)
def test_equipment_is_supplied_by_two_ordinary_sets_or_says_what_else(name: str) -> None:
    guide = GUIDES[name]
    if uses_tiles(guide):
        assert all(item.set is Set.TILES for item in guide.equipment.values())
    else:
        assert lacking(guide.equipment) == NEEDS_MORE.get(name, {})
    assert guide.equipment_note


@pytest.mark.parametrize("name", GUIDES)
def test_equipment_gives_no_two_kinds_the_same_men_unless_declared(name: str) -> None:
    equipment = GUIDES[name].equipment
    own = Counter((item.set, item.chessman, item.face) for item in equipment.values() if not item.same_as)
    assert [what for what, n in own.items() if n > 1] == []
    for item in equipment.values():
        if item.same_as:
            assert item.set is equipment[item.same_as].set
            assert item.chessman is equipment[item.same_as].chessman
            assert not equipment[item.same_as].same_as


def test_equipment_of_wildeurasian_qi_uses_every_man_by_ruling_w2() -> None:
    equipment = GUIDES["wildeurasian_qi"].equipment
    assert (str(equipment["N"]), str(equipment["M"])) == ("large Knight", "small Knight")
    assert (str(equipment["W"]), str(equipment["P"])) == ("large Pawn", "small Pawn")
    assert sum(item.count for item in equipment.values()) == 32


def test_lacking_counts_shared_men_once_and_tiles_always() -> None:
    shared = {"G": small(Chessman.ROOK, 2), "W": small(Chessman.ROOK, 2, same_as="G"), "P": large(Chessman.PAWN, 9)}
    assert lacking(shared) == {(Set.LARGE, Chessman.PAWN): 1}
    assert lacking(tiles({"R": 2}, backs=("+R",))) == {(Set.TILES, Chessman.TILE): 2}
    assert tiles({"R": 2}, backs=("+R",))["+R"] == Equipment(Set.TILES, Chessman.TILE, 2, "R", True, "+R")
