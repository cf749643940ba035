"""The strip's KiCad project: our own rules check, and KiCad's where it is installed."""

import shutil
from itertools import pairwise
from math import hypot
from pathlib import Path

import pytest

from kicad import kicads_complaints
from reedboard.assets import boards
from reedboard.board.profile import parse
from reedboard.wiring.circuit import necks as necks_module
from reedboard.wiring.circuit.footprints import FOOTPRINTS, SCREW_HEAD
from reedboard.wiring.circuit.necks import WARMING_LIMIT_K, Neck, necks
from reedboard.wiring.circuit.project import project
from reedboard.wiring.circuit.routing import route
from reedboard.wiring.circuit.sexpr import Word, dump, expr, load
from reedboard.wiring.strip import circuit_of, design_of, faults
from reedboard.wiring.strip.design import components

pytestmark = pytest.mark.slow

HARDWARE = Path(__file__).parents[2] / "hardware"
WITH_STRIP = [board for board in boards.shipped() if design_of(boards.load(board))]


@pytest.fixture(params=WITH_STRIP)
def made(request):
    profile = boards.load(request.param)
    design = design_of(profile)
    return profile, design, dict(project(circuit_of(design)))


def test_strip_keeps_our_rules_and_agrees_with_the_wiring_table(made):
    assert list(faults(*made)) == []


@pytest.mark.parametrize("board", WITH_STRIP)
def test_strip_keeps_kicads_rules_too_where_kicad_is_installed(board, tmp_path):
    shutil.copytree(HARDWARE / board / "strip", tmp_path, dirs_exist_ok=True)
    assert kicads_complaints(tmp_path, "strip") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [("pitch_mm = 50.0", "pitch_mm = 37.0"), ("inputs = 16", "inputs = 12"), ('"74hc165"', '"diode-matrix"')],
)
def test_no_strip_is_drawn_for_a_board_it_would_not_fit(old, new):
    text = (boards.folder() / "8x8.toml").read_text()
    assert old in text
    assert design_of(parse(text.replace(old, new), "8x8.toml")) is None


def test_strip_fits_between_its_neighbours(made):
    profile, design, files = made
    (outline,) = [child for child in load(files["strip.kicad_pcb"])[1:] if child[0] == Word("gr_rect")]
    (x1, y1), (x2, y2) = [[float(word.text) for word in point[1:]] for point in outline[1:3]]
    assert x2 - x1 == design.cells * profile.pitch_mm
    assert y2 - y1 < profile.pitch_mm


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("strip.kicad_sch", '(label "IN3"', '(label "IN4"', "schematic's labels"),
        ("strip.kicad_sch", '(label "CLOCK"', '(label "LOAD"', "schematic's labels"),
        ("strip.kicad_pcb", '"IN3")', '"IN2")', "board's pads"),
    ],
)
def test_check_finds_what_was_joined_wrongly(name, old, new, complaint):
    profile = boards.load("8x8")
    design = design_of(profile)
    files = dict(project(circuit_of(design)))
    assert old in files[name]
    files[name] = files[name].replace(old, new, 2)
    assert any(complaint in fault for fault in faults(profile, design, files))


def test_check_finds_a_strip_of_another_board():
    strip = design_of(boards.load("8x8"))
    assert any("the table says" in fault for fault in faults(boards.load("10x10"), strip, project(circuit_of(strip))))


def test_screws_keep_clear_of_copper_and_parts(made):
    """Of everything on the front within a screw's head, and of the holes of parts on the back."""
    _, design, _ = made
    routed = route(circuit_of(design))
    for x, y in routed.holes:
        for track in routed.tracks:
            dx = max(min(track.x1, track.x2) - x, 0, x - max(track.x1, track.x2))
            dy = max(min(track.y1, track.y2) - y, 0, y - max(track.y1, track.y2))
            assert hypot(dx, dy) - track.width / 2 > SCREW_HEAD / 2
        for spot in routed.spots:
            shape = FOOTPRINTS[spot.shape]
            assert (
                abs(spot.x - x) > SCREW_HEAD / 2 + shape.width / 2 or abs(spot.y - y) > (SCREW_HEAD + shape.height) / 2
            )
    gaps = [b[0] - a[0] for a, b in pairwise(routed.holes)]
    assert max(gaps) < 200


def test_via_and_lane_warm_as_ipc_2221_says():
    """1 mm of 35 um copper carries 2.4 A at 10 K on an outer layer: read off the standard's chart."""
    assert 9 < Neck("a track", 0.035, False, 2400).warming_k < 14


def test_every_neck_stays_cool_at_the_fuses_current(made):
    profile, design, _ = made
    found = list(necks(circuit_of(design), profile.power.fuse_ma))
    assert len(found) == 14
    assert max(neck.warming_k for neck in found) <= WARMING_LIMIT_K


def test_single_thin_column_would_burn(made, monkeypatch):
    """As it was: 0.3 mm and one via for a whole strip."""
    profile, design, _ = made
    monkeypatch.setattr(necks_module, "NECK", 0.3)
    monkeypatch.setattr(necks_module, "NECK_VIAS", ((0.0, 0.0),))
    assert max(neck.warming_k for neck in necks(circuit_of(design), profile.power.fuse_ma)) > 80


def test_every_reed_has_an_input_of_its_own(made):
    _, design, _ = made
    reeds = [part.pins[1] for part in components(design) if part.kind == "reed"]
    assert len(set(reeds)) == design.cells


def test_sexpr_reads_back_what_it_writes():
    tree = expr("a", expr("b", "two words", 'and "quotes"'), Word("c"), 1.5)
    assert load(dump(tree)) == expr("a", expr("b", "two words", 'and "quotes"'), Word("c"), Word("1.5"))


@pytest.mark.parametrize("text", ["(a", "(a))", "(a) (b)", ""])
def test_sexpr_refuses_brackets_that_do_not_match(text):
    with pytest.raises(ValueError, match=r"bracket|brackets"):
        load(text)
