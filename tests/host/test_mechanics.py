"""Plates, templates and printed parts, read back with libraries for DXF (ezdxf) and PDF (pypdf)."""

import io
import re
from collections import Counter
from math import pi

import ezdxf
import pypdf
import pytest

from reedboard.assets import boards
from reedboard.board.profile import ProfileError, parse
from reedboard.wiring import unsound
from reedboard.wiring.circuit.footprints import HOLE, SCREW_HEAD
from reedboard.wiring.mechanics import sheets
from reedboard.wiring.mechanics.pdf import MM
from reedboard.wiring.mechanics.plan import LED_HOLE_MM, plan_of, strip_boxes
from reedboard.wiring.mechanics.stl import SPOKES, foot, jig
from reedboard.wiring.mechanics.template import BORDER_MM, FOOTER_MM, OVERLAP_MM, SHEETS
from reedboard.wiring.strip import design_of
from reedboard.wiring.strip.layout import LED_X

pytestmark = pytest.mark.slow

WITH_STRIP = [board for board in boards.shipped() if design_of(boards.load(board))]


@pytest.fixture(params=WITH_STRIP)
def made(request):
    profile = boards.load(request.param)
    return profile, plan_of(profile), sheets(profile)


def test_every_led_has_its_hole_beside_its_cells_middle(made):
    profile, plan, _ = made
    holes = {(round(hole.x, 2), round(hole.y, 2)) for hole in plan.holes if hole.use == "led"}
    wanted = set()
    for site in profile.sites.values():
        x, y = site.x * profile.pitch_mm, site.y * profile.pitch_mm
        upright = site.tray is not None and profile.trays[site.tray].upright
        wanted.add((round(x, 2), round(y + LED_X, 2)) if upright else (round(x + LED_X, 2), round(y, 2)))
    assert holes == wanted


def test_no_hole_meets_another_nor_leaves_the_plate(made):
    profile, plan, _ = made
    for number, hole in enumerate(plan.holes):
        reach = SCREW_HEAD / 2 if hole.use == "screw" else LED_HOLE_MM / 2
        assert plan.plate.left + reach < hole.x < plan.plate.right - reach
        assert plan.plate.low + reach < hole.y < plan.plate.high - reach
        for other in plan.holes[number + 1 :]:
            assert abs(hole.x - other.x) > reach + 3 or abs(hole.y - other.y) > reach + 3
    screws = sum(hole.use == "screw" for hole in plan.holes)
    assert screws % len(profile.strips) == 0
    assert screws >= 2 * len(profile.strips)


def test_plates_as_dxf_have_outline_holes_and_cells(made):
    profile, plan, texts = made
    space = ezdxf.read(io.StringIO(texts["mechanics/surface.dxf"])).modelspace()
    drilled = Counter(round(2 * circle.dxf.radius, 2) for circle in space.query('CIRCLE[layer=="DRILL"]'))
    assert drilled == Counter(hole.width for hole in plan.holes)
    assert set(drilled) == {LED_HOLE_MM, HOLE}
    assert len(space.query('LINE[layer=="CUT"]')) == 4
    assert len(space.query('LINE[layer=="MARK"]')) == 4 * len(profile.sites)
    base = ezdxf.read(io.StringIO(texts["mechanics/base.dxf"])).modelspace()
    ends = [(line.dxf.start.x, line.dxf.start.y) for line in base.query("LINE")]
    assert max(x for x, _ in ends) - min(x for x, _ in ends) == pytest.approx(plan.plate.width, abs=0.01)
    assert max(y for _, y in ends) - min(y for _, y in ends) == pytest.approx(plan.plate.height, abs=0.01)


@pytest.mark.parametrize("sheet", SHEETS)
def test_template_shows_every_hole_at_full_size_on_some_sheet(made, sheet):
    _, plan, texts = made
    reader = pypdf.PdfReader(io.BytesIO(texts[f"mechanics/template-{sheet}.pdf"].encode("ascii")))
    width, height = SHEETS[sheet]
    step = width - 2 * BORDER_MM - OVERLAP_MM, height - 2 * BORDER_MM - FOOTER_MM - OVERLAP_MM
    found = set()
    for page in reader.pages:
        assert (float(page.mediabox.width) / MM, float(page.mediabox.height) / MM) == pytest.approx(
            (width, height), 1e-3
        )
        words = page.extract_text()
        column, _, row, _ = (
            int(n) for n in re.search(r"sheet (\d+) of (\d+) from the left, (\d+) of (\d+)", words).groups()
        )
        drawn = page.get_contents().get_data().decode()
        assert "this line is 100 mm long" in words
        circle = r"0 G \S+ w (\S+) (\S+) m (?:\S+ ){4}(\S+) \S+ c"
        for right, y, x in re.findall(circle, drawn):
            spot = float(x) / MM - BORDER_MM, float(y) / MM - BORDER_MM - FOOTER_MM
            radius = (float(right) - float(x)) / MM
            at = plan.plate.left + (column - 1) * step[0] + spot[0], plan.plate.low + (row - 1) * step[1] + spot[1]
            found.add((round(at[0], 1), round(at[1], 1), round(2 * radius, 1)))
    assert found == {(round(hole.x, 1), round(hole.y, 1), hole.width) for hole in plan.holes}


def corners(text):
    return [
        tuple(tuple(map(float, vertex.split()[1:])) for vertex in re.findall(r"vertex .*", facet))
        for facet in text.split("endfacet")[:-1]
    ]


def volume(text):
    """Of a closed body whose facets' corners run anticlockwise seen from outside."""
    total = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in corners(text):
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return total / 6


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (foot(), pi * (12**2 * 3 - 5.1**2 * 1.2)),
        (jig(), pi * (14**2 * 8 - 12.15**2 * 6 - 5.15**2 * 2)),
    ],
)
def test_printed_parts_are_closed_and_have_their_volume(text, wanted):
    edges = Counter()
    for a, b, c in corners(text):
        edges.update([(a, b), (b, c), (c, a)])
    assert all(edges[b, a] == count == 1 for (a, b), count in edges.items())
    assert volume(text) == pytest.approx(wanted, rel=0.02), f"{SPOKES} flats"


def test_strips_that_would_lie_on_one_another_are_told(tmp_path):
    text = (boards.folder() / "17x17.toml").read_text()
    assert "x = 18.5" in text
    own = tmp_path / "own.toml"
    own.write_text(text.replace("x = 18.5", "x = 17.5"))
    told = list(unsound(boards.load(str(own))))
    assert any("strips j15-q15 and side1-side7 would lie on one another" in fault for fault in told)


def test_strips_of_a_board_touch_at_most(made):
    profile, plan, _ = made
    boxes = list(strip_boxes(profile).values())
    assert len(boxes) == len(profile.strips)
    assert all(plan.plate.left < box.left and box.right < plan.plate.right for box in boxes)


@pytest.mark.parametrize(("value", "words"), [("0", "more than 0"), ("400", "at most 100 mm"), ('"thick"', "a number")])
def test_wood_that_cannot_be_is_refused(value, words):
    text = (boards.folder() / "8x8.toml").read_text() + f"\n[mechanics]\nsurface_mm = {value}\n"
    with pytest.raises(ProfileError, match=words):
        parse(text, "own.toml")


def test_thick_wood_breaks_the_magnets_promise(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text((boards.folder() / "8x8.toml").read_text() + "\n[mechanics]\nsurface_mm = 12\n")
    assert any("close it surely" in fault for fault in unsound(boards.load(str(own))))
