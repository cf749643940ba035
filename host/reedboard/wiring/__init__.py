"""What is generated from a geometry file: wiring, picture, harness, parts, power, configuration, circuit board.

Pure: profile in, text out. The same profile always gives the same text, so that what is committed can be compared.
"""

from reedboard.wiring.documents import documents
from reedboard.wiring.fabrication import carrier_fabrication, fabrication
from reedboard.wiring.soundness import margins, unsound

__all__ = ["carrier_fabrication", "documents", "fabrication", "margins", "unsound"]
