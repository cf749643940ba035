"""The wood around the strips: plates, holes, frame, and what to print: drawings for saw, drill and printer."""

from reedboard.wiring.mechanics.sheets import sheets

__all__ = ["sheets"]
