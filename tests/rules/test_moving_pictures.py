"""Positions and whole games as SVG: what is drawn where and when."""

import random
import re
from xml.etree import ElementTree

import pytest

import fairyrules
import walking
from fairyrules import pgn
from fairyrules.diagrams import game_svg, position_svg

SVG = "{http://www.w3.org/2000/svg}"
USE = f"{SVG}use"


def drawn_pieces(drawn):
    return sorted((use.get("href"), use.get("x"), use.get("y")) for use in ElementTree.fromstring(drawn).iter(USE))


@pytest.mark.parametrize("game_id", ["chess", "dual-chess", "shogi", "sfhiodgei", "xiangqi"])
def test_a_position_has_every_piece_once_each_shape_drawn_once(game_id):
    position = fairyrules.game(game_id).start()
    drawn = position_svg(position, (), "A <title> & more")
    assert len(drawn_pieces(drawn)) == len(position.pieces())
    ids = re.findall(r'id="([^"]+)"', drawn)
    assert len(ids) == len(set(ids)) == len(set(position.pieces().values()))


def test_a_game_shows_exactly_the_pieces_of_each_position_in_its_time():
    record = pgn.read("1. e4 d5 2. exd5 Qxd5 *")[0]
    positions = list(record.positions())
    drawn = game_svg(positions, [()] * len(positions), 1000)
    steps = len(positions) + 3
    for step, position in enumerate(positions):
        seen = {use for use, shown in timed(ElementTree.fromstring(drawn), (step + 0.5) / steps) if shown}
        assert seen == set(drawn_pieces(position_svg(position))), step


def in_trays(root, moment=0.0):
    """What is seen in the trays at a moment (0 to 1) of the whole: which piece, and the count beside it."""
    found = {}
    for parent in root.iter():
        for tray in parent.findall(f"{SVG}g[@class='reserve']"):
            if shown(parent, moment):
                assert tray.find(USE).get("href")[1:] in {each.get("id") for each in root.iter(f"{SVG}g")}
                count = tray.find(f"{SVG}text")
                found[tray.find(USE).get("href")] = 1 if count is None else int(count.text)
    return found


@pytest.mark.parametrize(
    ("game_id", "fen", "expected"),
    [
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4[PPPRpg] w - - 0 1", {"#w-P": 3, "#w-R": 1, "#b-P": 1, "#b-G": 1}),
        ("s-chess", None, {"#w-E": 1, "#w-H": 1, "#b-E": 1, "#b-H": 1}),
        ("chess", None, {}),
    ],
)
def test_reserves_lie_in_trays_with_their_counts(game_id, fen, expected):
    game = fairyrules.game(game_id)
    position = game.position(fen) if fen else game.start()
    assert in_trays(ElementTree.fromstring(position_svg(position))) == expected


@pytest.mark.parametrize("game_id", ["sfhiodgei", "sittuyin", "tori-shogi"])
def test_trays_lie_within_the_picture_and_no_two_pieces_on_one_place(game_id):
    for position in walking.positions(game_id, random.Random(7), 1, 60):
        root = ElementTree.fromstring(position_svg(position))
        left, top, width, height = map(int, root.get("viewBox").split())
        places = [(int(use.get("x")), int(use.get("y"))) for use in root.iter(USE)]
        assert len(places) == len(set(places))
        assert all(left + 50 <= x <= left + width - 50 and top + 50 <= y <= top + height - 50 for x, y in places)
        reserves = [position.reserve(holder) for holder in "wbn"]
        assert len(places) == len(position.pieces()) + sum(count > 0 for held in reserves for count in held.values())


def test_a_game_shows_what_lies_in_the_trays_in_its_time():
    position = fairyrules.game("crazyhouse").start()
    positions = [position]
    for text in ("e2e4", "d7d5", "e4d5", "d8d5", "P@e4"):
        positions.append(positions[-1].play(positions[-1].parse(text)))
    root = ElementTree.fromstring(game_svg(positions, [()] * len(positions), 1000))
    steps = len(positions) + 3
    seen = [in_trays(root, (step + 0.5) / steps) for step in range(len(positions))]
    assert seen == [{}, {}, {}, {"#w-P": 1}, {"#w-P": 1, "#b-P": 1}, {"#b-P": 1}]


def shown(parent, moment):
    """Whether what a group holds is seen at a moment of the whole."""
    animate = parent.find(f"{SVG}animate")
    if animate is None:
        return True
    times = [float(time) for time in animate.get("keyTimes").split(";")]
    values = animate.get("values").split(";")
    return [v for t, v in zip(times, values, strict=True) if t <= moment][-1] == "visible"


def timed(root, moment):
    """Every piece and whether it is seen at a moment (0 to 1) of the whole."""
    found = []
    for parent in root.iter():
        for use in parent.findall(USE):
            found.append(((use.get("href"), use.get("x"), use.get("y")), shown(parent, moment)))
    return found
