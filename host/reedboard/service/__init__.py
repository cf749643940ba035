"""The program as a service of a small computer beside the board: a systemd user unit and a udev rule."""

from reedboard.service.files import RULE_NAME, UNIT_NAME, rule, unit
from reedboard.service.installation import Places, Step, install, places, remove

__all__ = ["RULE_NAME", "UNIT_NAME", "Places", "Step", "install", "places", "remove", "rule", "unit"]
