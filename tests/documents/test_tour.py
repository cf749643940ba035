"""docs/TOUR.md sends nobody to a file that is not there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOUR = (ROOT / "docs" / "TOUR.md").read_text(encoding="utf-8")


def test_every_path_the_tour_names_is_there():
    named = re.findall(r"`((?:rules|host|firmware|hardware|tests|docs)/[\w./-]*)`", TOUR)
    assert len(named) > 30
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_room_of_the_host_is_in_the_tours_table():
    rooms = [path.parent.name for path in ROOT.glob("host/reedboard/*/__init__.py")]
    assert rooms
    assert [room for room in rooms if f"`host/reedboard/{room}/`" not in TOUR and f"`{room}/`" not in TOUR] == []
