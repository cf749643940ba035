"""Where a magnet closes a reed, by the model; and that every shipped board keeps what docs/BUILD.md promises."""

import re
from math import pi
from pathlib import Path

import pytest
from click.testing import CliRunner

from reedboard.assets import boards
from reedboard.cli.main import main
from reedboard.wiring.magnet_reach import MU0, Build, Magnet, broken_promises, promise_mm, reach, reed_offset_mm
from reedboard.wiring.strip import design_of

WITH_STRIP = [board for board in boards.shipped() if design_of(boards.load(board))]


def test_magnet_far_away_drives_a_reed_as_one_dipole_would():
    """Far off the axis the layer's potential is that of its whole moment: m z / 4 pi r^3."""
    build = Build()
    moment = 1.19 / MU0 * pi * 0.005**2 * 0.001
    depth, near, far = build.depth_mm / 1e3, 0.043, 0.057
    wanted = moment * depth / (4 * pi) * (1 / (near**2 + depth**2) ** 1.5 - 1 / (far**2 + depth**2) ** 1.5)
    assert build.drive_at(50, 0) == pytest.approx(wanted, rel=0.02)


def test_reed_stays_open_below_a_line_across_its_middle():
    """A reed 7 mm off the middle, as it lay before, missed pieces 6.2 to 7.8 mm beside it: inside the 8 mm promised."""
    build = Build()
    missed = [x / 10 for x in range(100) if build.drive_at(7 - x / 10, 0) < build.reed.most_at]
    assert 6.1 <= missed[0] <= 6.4
    assert 7.6 <= missed[-1] <= 7.9


@pytest.mark.parametrize("board", WITH_STRIP)
def test_promised_circle_is_closed_and_neighbours_are_open(board):
    assert list(broken_promises(Build(), boards.load(board).pitch_mm)) == []


@pytest.mark.parametrize(
    ("build", "pitch_mm", "complaint"),
    [
        (Build(surface_mm=12), 50.0, "20 close it surely"),
        (Build(magnet=Magnet(height_mm=5)), 38.0, "leave it surely open"),
        (Build(), 30.0, "a neighbour's reed gets"),
    ],
)
def test_promise_that_wood_or_magnet_breaks_is_told(build, pitch_mm, complaint):
    told = " ".join(broken_promises(build, pitch_mm))
    assert complaint.replace("20", f"{1.2 * build.reed.most_at:.0f}") in told


@pytest.mark.parametrize("pitch_mm", [38.0, 45.0, 50.0])
def test_build_guide_promises_what_the_model_keeps(pitch_mm):
    guide = (Path(__file__).parents[2] / "docs" / "BUILD.md").read_text()
    assert f"{promise_mm(pitch_mm):g} mm" in guide
    assert f"{reed_offset_mm(pitch_mm):g} mm" in guide


@pytest.mark.parametrize("board", WITH_STRIP)
def test_check_prints_how_far_a_board_is_from_its_limits(board):
    profile = boards.load(board)
    found = reach(Build(), profile.pitch_mm)
    assert found.weakest_at >= 1.2 * 15
    assert found.neighbour_at <= 10 / 1.2
    done = CliRunner().invoke(main, ["boards", "check", board])
    assert f"{found.weakest_at:.1f} ampere-turns or more" in done.output
    warmest = [float(kelvin) for kelvin in re.findall(r"([\d.]+) K \(at most 20\)", done.output)]
    assert len(warmest) == 2
    assert max(warmest) < 20
