"""The circuit board of one strip, as a KiCad project: schematic, routed board, and a check of both."""

from reedboard.wiring.strip.check import faults
from reedboard.wiring.strip.design import StripDesign, design_of
from reedboard.wiring.strip.picture import cell_picture, strip_picture
from reedboard.wiring.strip.project import project

__all__ = ["StripDesign", "cell_picture", "design_of", "faults", "project", "strip_picture"]
