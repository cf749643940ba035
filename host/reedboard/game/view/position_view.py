"""Any position as a page shows it: to be looked at, and to be changed in the editor."""

from collections.abc import Mapping
from dataclasses import dataclass

from fairyrules import Position
from fairyrules.fenreader import may_hold
from fairyrules.pieces import Piece, Side
from reedboard.game import piece_view as looks
from reedboard.game.status import Layout, PieceView, SideLetter
from reedboard.game.view import board


@dataclass(frozen=True, slots=True)
class Spare:
    """A piece to be put on the board: how it looks, how FEN writes it, and which reserves may hold its kind."""

    piece: PieceView
    fen: str
    holders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position that the rules allow.

    `spares` are all pieces of the game, White's first; `pieces` and `reserves` name them by their place there. `legal`
    counts the moves of the side to move; `outcome` is how the game has ended, "" where it has not.
    """

    fen: str
    layout: Layout
    holes: tuple[str, ...]
    spares: tuple[Spare, ...]
    pieces: Mapping[str, int]
    reserves: Mapping[str, Mapping[str, int]] | None
    side: SideLetter
    check: bool
    legal: int
    outcome: str


def position_view(position: Position) -> PositionView:
    """The position with all a game has to offer for changing it."""
    game = position.game
    layout = board.drawing(game)
    spares = [Piece(side, kind) for side in (Side.WHITE, Side.BLACK) for kind in game.kinds]
    place = {piece: number for number, piece in enumerate(spares)}
    outcome = position.outcome()
    cells = set(layout.cells)
    grid = [f"{chr(97 + file)}{rank + 1}" for rank in range(layout.ranks) for file in range(layout.files)]
    return PositionView(
        fen=position.fen(),
        layout=layout,
        holes=tuple(cell for cell in grid if cell not in cells),
        spares=tuple(Spare(looks.look(game, piece), str(piece), _holders(position, piece)) for piece in spares),
        pieces={cell: place[piece] for cell, piece in position.named_pieces().items()},
        reserves={holder: position.reserve(holder) for holder in "wbn"} if game.has_reserves else None,
        side=position.side.letter,
        check=bool(position.checkers()),
        legal=len(position.legal_moves()),
        outcome="" if outcome is None else f"{outcome} · {outcome.reason}",
    )


def _holders(position: Position, piece: Piece) -> tuple[str, ...]:
    """Whose reserve can hold a piece: that of the side, and the one that is nobody's."""
    reserves = position.game.sheet.reserves
    if reserves is None or len(piece.kind) > 1 or not may_hold(position.game.rules, piece.kind):
        return ()
    return (piece.side.letter, "n") if reserves.neutral else (piece.side.letter,)
