"""What a physical board is: its sites, their sensor bits and LED indices, and the games laid on it.

Read from one geometry file a board (`hardware/boards/*.toml`, schema in `hardware/boards/README.md`); pure, the text
comes from outside.
"""

from reedboard.core.profile.board import BoardProfile, Driver, GameTrays, LedRun, Power, Site, Strip, Tray
from reedboard.core.profile.checks import check_against_games
from reedboard.core.profile.choice import smallest, synthetic_text
from reedboard.core.profile.errors import ProfileError
from reedboard.core.profile.placement import Placement, place
from reedboard.core.profile.reader import parse

__all__ = [
    "BoardProfile",
    "Driver",
    "GameTrays",
    "LedRun",
    "Placement",
    "Power",
    "ProfileError",
    "Site",
    "Strip",
    "Tray",
    "check_against_games",
    "parse",
    "place",
    "smallest",
    "synthetic_text",
]
