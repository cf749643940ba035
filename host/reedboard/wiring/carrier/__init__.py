"""The circuit board that carries the microcontroller: supply, fuse, level shifter, plugs, buttons, buzzer."""

from reedboard.wiring.carrier.design import carrier
from reedboard.wiring.carrier.documents import carrier_documents
from reedboard.wiring.carrier.modules import MODULES, Module

CARRIERS = tuple(f"carrier-{variant}" for variant in MODULES)
"""The carriers by name."""

__all__ = ["CARRIERS", "MODULES", "Module", "carrier", "carrier_documents"]
