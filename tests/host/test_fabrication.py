"""The parcel for whoever makes the strips, read back with a library for films and drills (gerbonara)."""

import csv
import warnings
import zipfile
from collections import Counter

import pytest
from click.testing import CliRunner

from reedboard.assets import boards
from reedboard.cli.main import main
from reedboard.wiring import carrier_fabrication, fabrication
from reedboard.wiring.carrier import CARRIERS, carrier
from reedboard.wiring.circuit.board import ORIGIN, board
from reedboard.wiring.circuit.footprints import FOOTPRINTS
from reedboard.wiring.circuit.lettering import strokes
from reedboard.wiring.circuit.routing import route
from reedboard.wiring.circuit.sexpr import Word, load
from reedboard.wiring.strip import circuit_of, design_of

pytestmark = pytest.mark.slow

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from gerbonara import ExcellonFile, GerberFile, LayerStack
    from gerbonara.graphic_objects import Flash, Line

WITH_STRIP = [board for board in boards.shipped() if design_of(boards.load(board))]


@pytest.fixture(params=[*WITH_STRIP, *CARRIERS])
def made(request, tmp_path):
    """A circuit board, its copper, and the folder with its parcel."""
    if request.param in CARRIERS:
        circuit, files = carrier(request.param.removeprefix("carrier-")), carrier_fabrication(request.param)
    else:
        profile = boards.load(request.param)
        circuit, files = circuit_of(design_of(profile)), fabrication(profile)
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return circuit, route(circuit), tmp_path


@pytest.fixture
def read():
    def reader(path):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return (ExcellonFile if path.suffix == ".drl" else GerberFile).open(path)

    return reader


def mm(value):
    """To a hundredth of a millimetre; the files round differently behind it, so nothing lies right between two."""
    return round(value + 0.001, 2)


def spots(film):
    """How many flashes lie where."""
    return Counter((mm(o.x), mm(o.y)) for o in film.objects if isinstance(o, Flash))


def kicads_pads(circuit, height):
    """Every pad of the KiCad board, whose writer shares nothing with that of the films but where parts lie."""
    found = {"thru_hole": Counter(), "smd": Counter()}
    for footprint in load(board(circuit))[1:]:
        if footprint[0] != Word("footprint"):
            continue
        (at,) = [part for part in footprint if isinstance(part, tuple) and part[0] == Word("at")]
        x, y = (float(word.text) for word in at[1:3])
        for pad in footprint:
            if isinstance(pad, tuple) and pad[0] == Word("pad") and pad[2].text in found:
                (place,) = [part for part in pad if isinstance(part, tuple) and part[0] == Word("at")]
                dx, dy = (float(word.text) for word in place[1:3])
                found[pad[2].text][mm(x + dx - ORIGIN), mm(height - (y + dy - ORIGIN))] += 1
    return found


def test_films_have_every_pad_where_kicad_has_it(made, read):
    circuit, routed, folder = made
    pads = kicads_pads(circuit, routed.height)
    vias = Counter((mm(via.x), mm(routed.height - via.y)) for via in routed.vias)
    holes = Counter((mm(x), mm(routed.height - y)) for x, y in routed.holes)
    assert spots(read(folder / f"{circuit.name}-F_Cu.gbr")) == pads["smd"] + pads["thru_hole"] + vias
    assert spots(read(folder / f"{circuit.name}-B_Cu.gbr")) == pads["thru_hole"] + vias
    if pads["smd"]:
        assert spots(read(folder / f"{circuit.name}-F_Paste.gbr")) == pads["smd"]
    assert spots(read(folder / f"{circuit.name}-F_Mask.gbr")) == pads["smd"] + pads["thru_hole"] + holes
    assert spots(read(folder / f"{circuit.name}-B_Mask.gbr")) == pads["thru_hole"] + holes
    assert spots(read(folder / f"{circuit.name}-PTH.drl")) == pads["thru_hole"] + vias
    assert spots(read(folder / f"{circuit.name}-NPTH.drl")) == holes


def test_films_have_every_track_in_its_width(made, read):
    circuit, routed, folder = made
    for name, back in (("F_Cu.gbr", False), ("B_Cu.gbr", True)):
        lines = [o for o in read(folder / f"{circuit.name}-{name}").objects if isinstance(o, Line)]
        drawn = Counter((mm(o.aperture.diameter), mm(o.x1), mm(o.x2)) for o in lines)
        assert drawn == Counter((mm(t.width), mm(t.x1), mm(t.x2)) for t in routed.tracks if t.back is back)


def test_parcel_is_a_whole_board_and_nothing_leaves_its_outline(made, read):
    _, routed, folder = made
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stack = LayerStack.open(folder)
        assert stack.to_pretty_svg(side="top")
    assert len(list(folder.glob("*.gbr"))) == len(stack.graphic_layers)
    assert len(stack.graphic_layers) == (8 if (folder / "placement.csv").exists() else 6), (
        "no paste, nothing on the back"
    )
    for path in folder.glob("*-[FB]_*.gbr"):
        (x1, y1), (x2, y2) = read(path).bounding_box()
        assert 0 < x1 < x2 < routed.width, path.name
        assert 0 < y1 < y2 < routed.height, path.name


def test_assembler_gets_every_part_once(made):
    _, routed, folder = made
    with (folder / "bom.csv").open() as file:
        bill = list(csv.DictReader(file))
    told = [ref for row in bill for ref in row["Designator"].split()]
    assert sorted(told) == sorted(spot.part.ref for spot in routed.spots)
    assert all(int(row["Quantity"]) == len(row["Designator"].split()) for row in bill)
    if not (folder / "placement.csv").exists():  # everything on a carrier has wires
        assert all(pad.drill for spot in routed.spots for pad in FOOTPRINTS[spot.shape].pads)
        return
    with (folder / "placement.csv").open() as file:
        placed = {row["Designator"]: (float(row["Mid X"]), float(row["Mid Y"])) for row in csv.DictReader(file)}
    for spot in routed.spots:
        if spot.part.kind in ("reed", "plug", "feed"):
            assert spot.part.ref not in placed
        else:
            assert placed[spot.part.ref] == pytest.approx((spot.x, routed.height - spot.y), abs=0.001)


def test_letters_differ_from_one_another():
    letters = "0123456789ABCDEFGHIJKLNOPRSTUVW+"
    drawn = {letter: tuple(strokes(letter, 4.0)) for letter in letters}
    alike = [(a, b) for a in letters for b in letters if a < b and drawn[a] == drawn[b]]
    assert alike == [("0", "O"), ("5", "S")], "as on any board"


def test_fabricate_writes_the_same_parcel_each_time(tmp_path, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path))
    for name in ("one.zip", "two.zip"):
        done = CliRunner().invoke(main, ["fabricate", "8x8", "--out", str(tmp_path / name)])
        assert done.exit_code == 0, done.output
        assert "12 strips make the board" in done.output
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as parcel:
        assert set(parcel.namelist()) == set(fabrication(boards.load("8x8")))


@pytest.mark.parametrize(
    ("args", "words"), [(["4x4"], "wired by hand"), (["8x8", "--out", "no/such/folder/x.zip"], "choose another --out")]
)
def test_fabricate_says_in_one_line_what_it_cannot(args, words, tmp_path, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path))
    done = CliRunner().invoke(main, ["fabricate", *args])
    assert done.exit_code == 2
    assert words in done.output
    assert len(done.output.strip().splitlines()) == 1
