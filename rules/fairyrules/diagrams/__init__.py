"""Diagrams of boards and moves, found by the engine and drawn as SVG or as text."""

from fairyrules.diagrams.moving import game_svg, position_svg
from fairyrules.diagrams.picture import Mark, Picture, array_picture, move_picture, zone_picture
from fairyrules.diagrams.svg import chessman_svg, svg
from fairyrules.diagrams.text import text

__all__ = [
    "Mark",
    "Picture",
    "array_picture",
    "chessman_svg",
    "game_svg",
    "move_picture",
    "position_svg",
    "svg",
    "text",
    "zone_picture",
]
