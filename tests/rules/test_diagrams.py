"""Diagrams: what the engine finds is what is drawn."""

from xml.etree import ElementTree

import pytest

import fairyrules
from fairyrules.diagrams import Mark, array_picture, move_picture, svg, text, zone_picture

GAMES = fairyrules.games()
SVG = "{http://www.w3.org/2000/svg}"


def drawn(game: str, letter: str) -> str:
    return text(move_picture(fairyrules.game(game), letter))


def test_diagram_of_a_pawn_shows_double_step_and_captures_apart() -> None:
    assert drawn("chess", "P").splitlines()[4:8] == [
        "4  ·  ·  ·  o  ·  ·  ·  ·",
        "3  ·  ·  x  o  x  ·  ·  ·",
        "2  ·  ·  ·  P  ·  ·  ·  ·",
        "1  ·  ·  ·  ·  ·  ·  ·  ·",
    ]


def test_diagram_of_a_cannon_puts_up_hurdles_and_captures_behind_them() -> None:
    lines = drawn("wildeurasian-qi", "C").splitlines()
    assert lines[5] == " 5  x  #  o  o  C  o  o  #  x  x"
    assert [line[16] for line in lines[:10]] == list("xxx#oCo#xx")


def test_diagram_of_a_tank_keeps_to_its_bank() -> None:
    lines = drawn("wildeurasian-qi", "T").splitlines()
    assert all(set(line[3:].split()) == {"·"} for line in lines[:5])


def test_diagram_of_a_korean_cannon_needs_the_hurdle_to_move() -> None:
    marks = set(move_picture(fairyrules.game("wildeurasian-qi/korean"), "C").marks.values())
    assert marks == {Mark.BOTH, Mark.HURDLE}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_diagram_of_every_kind_that_moves_marks_cells_of_the_board(game: str) -> None:
    played = fairyrules.game(game)
    for letter, kind in played.kinds.items():
        picture = move_picture(played, letter)
        assert set(picture.marks) <= set(played.board.cells)
        assert bool(picture.marks) == bool(kind.moves), f"{game} {letter}"


@pytest.mark.parametrize("game", GAMES)
def test_diagram_as_svg_is_well_formed_and_draws_every_piece(game: str) -> None:
    played = fairyrules.game(game)
    root = ElementTree.fromstring(svg(array_picture(played), played.equipment, "The array"))
    pieces = [group for group in root.findall(f"{SVG}g") if group.get("transform", "").startswith("translate")]
    assert len(pieces) == len(played.start().pieces())
    assert root.get("aria-label") == "The array"
    ElementTree.fromstring(svg(move_picture(played, next(iter(played.kinds))), played.equipment))


@pytest.mark.parametrize("game", GAMES)
def test_diagram_of_every_zone_points_out_cells(game: str) -> None:
    played = fairyrules.game(game)
    for zone in played.guide.zones:
        picture = zone_picture(played, zone)
        assert 0 < len(picture.tints) < len(played.board.cells)
        assert text(picture).count("=") == len(picture.tints)
        ElementTree.fromstring(svg(picture, title=zone.name))
