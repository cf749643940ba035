"""The circuit board of one strip: its netlist, where its parts lie, and a check of both."""

from reedboard.wiring.strip.check import faults
from reedboard.wiring.strip.design import StripDesign, design_of
from reedboard.wiring.strip.layout import circuit_of
from reedboard.wiring.strip.picture import cell_picture, strip_picture

__all__ = ["StripDesign", "cell_picture", "circuit_of", "design_of", "faults", "strip_picture"]
