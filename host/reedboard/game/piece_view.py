"""What a piece looks like to people: which chessman of which set, and the letter that tells like shapes apart."""

from functools import cache
from typing import Literal

from fairyrules import Game
from fairyrules.diagrams.chessmen import needs_badge
from fairyrules.equipment import Equipment, Set
from fairyrules.pieces import Piece, Side
from reedboard.game.status import PieceView

UNKNOWN = PieceView("w", "?", "Unknown piece", "tile", "tile", state="loose")
"""Something stands where the game knows of nothing."""


@cache
def look(game: Game, piece: Piece) -> PieceView:
    """The piece as the page draws and names it: "White Cannon (small Rook)"."""
    kind = game.kinds[piece.kind]
    side = "White" if piece.side is Side.WHITE else "Black"
    chessman = game.equipment.get(piece.kind)
    if chessman is None or chessman.set is Set.TILES:
        return PieceView(piece.side.letter, piece.kind, f"{side} {kind.name}", "tile", "tile")
    name = f"{side} {kind.name}" + (
        "" if kind.name == str(chessman.chessman) and chessman.set is Set.LARGE else f" ({chessman})"
    )
    badge = piece.kind if needs_badge(chessman, piece.kind) else ""
    return PieceView(piece.side.letter, piece.kind, name, chessman.chessman.lower(), _size(chessman), badge)


def _size(chessman: Equipment) -> Literal["large", "small"]:
    return "small" if chessman.set is Set.SMALL else "large"
