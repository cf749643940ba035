"""Whether the board that greets is the one of a geometry file, and what to say if it is not."""

from reedboard.board.link_events import BoardShape
from reedboard.board.profile import BoardProfile

UNCONFIGURED = "unconfigured"
"""What the firmware greets as when its configuration is missing or damaged."""


def shape_of(profile: BoardProfile) -> BoardShape:
    """How a board of this profile greets."""
    return BoardShape(profile.id, profile.bits, profile.leds, len(profile.buttons))


def mismatch(shape: BoardShape, profile: BoardProfile) -> str | None:
    """Why a board that greets so cannot be used as one of this profile, in a sentence; None when it can."""
    wanted = shape_of(profile)
    if shape == wanted:
        return None
    if shape.board == UNCONFIGURED:
        return unconfigured(profile.id)
    if shape.board != wanted.board:
        return (
            f"The board that answers is {shape.board}, this game lies on {wanted.board}: plug that one in, "
            "or begin a game on this one with a new start."
        )
    return (
        f"The board {shape.board} greets with {_said(shape)}, but its geometry file has {_said(wanted)}: run "
        f"`reedboard flash --board {shape.board}`."
    )


def unconfigured(board: str = "BOARD") -> str:
    """What to do about a board that does not know what it is."""
    return (
        "The board's firmware runs, but its configuration is missing or damaged: run "
        f"`reedboard flash --board {board}`; `reedboard boards list` shows the names."
    )


def _said(shape: BoardShape) -> str:
    return f"{shape.bits} inputs, {shape.leds} LEDs and {shape.buttons} clock buttons"
