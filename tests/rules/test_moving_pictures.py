"""Positions and whole games as SVG: what is drawn where and when."""

import re
from xml.etree import ElementTree

import pytest

import fairyrules
from fairyrules import pgn
from fairyrules.diagrams import game_svg, position_svg

USE = "{http://www.w3.org/2000/svg}use"


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


def timed(root, moment):
    """Every piece and whether it is seen at a moment (0 to 1) of the whole."""
    found = []
    for parent in root.iter():
        for use in parent.findall(USE):
            animate = parent.find("{http://www.w3.org/2000/svg}animate")
            key = (use.get("href"), use.get("x"), use.get("y"))
            if animate is None:
                found.append((key, True))
                continue
            times = [float(time) for time in animate.get("keyTimes").split(";")]
            values = animate.get("values").split(";")
            found.append((key, [v for t, v in zip(times, values, strict=True) if t <= moment][-1] == "visible"))
    return found
