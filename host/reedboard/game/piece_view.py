"""What a piece looks like to people: which man of which set, and the letter that tells kinds of one shape apart."""

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
    man = game.equipment.get(piece.kind)
    if man is None or man.set is Set.TILES:
        return PieceView(piece.side.letter, piece.kind, f"{side} {kind.name}", "tile", "tile")
    name = f"{side} {kind.name}" + ("" if kind.name == str(man.chessman) and man.set is Set.LARGE else f" ({man})")
    badge = piece.kind if needs_badge(man, piece.kind) else ""
    return PieceView(piece.side.letter, piece.kind, name, man.chessman.lower(), _size(man), badge)


def _size(man: Equipment) -> Literal["large", "small"]:
    return "small" if man.set is Set.SMALL else "large"
