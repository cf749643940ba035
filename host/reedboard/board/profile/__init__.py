"""What a physical board is: its sites, their sensor bits and LED indices, and the games laid on it.

Read from one geometry file a board (`hardware/boards/*.toml`, schema in `hardware/boards/README.md`); pure, the text
comes from outside.
"""

from reedboard.board.profile.board import BoardProfile, Driver, GameTrays, LedRun, Power, Site, Strip, Tray
from reedboard.board.profile.checks import check_against_games
from reedboard.board.profile.choice import smallest, synthetic_text
from reedboard.board.profile.errors import ProfileError
from reedboard.board.profile.placement import Placement, place
from reedboard.board.profile.reader import parse

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
