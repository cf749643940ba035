"""Whether a side could still win: asked when the other's time is over. Pure."""

from fairyrules import Position
from fairyrules.pieces import Side


def can_win(position: Position, side: Side) -> bool:
    """Whether a side has more than its royal pieces and can mate with it, or a game that is won otherwise than by mate.

    A side with its King alone can mate in no way, so its opponent's fallen flag makes a draw; so it does where nobody
    can ever be mated by what is left, as by a lone Bishop or Knight against a bare King in chess. With anything more,
    and in games where what is left cannot be judged for certain, the side is taken to be able to.
    Source: FIDE Laws of Chess (2023), 6.9.
    """
    if position.cannot_be_won():
        return False
    game, sheet = position.game, position.game.sheet
    if sheet.endings or sheet.stalemate_loses or sheet.stalemate_wins:
        return True
    if game.has_reserves and any(any(position.reserve(holder).values()) for holder in (side.letter, "n")):
        return True
    own = [piece.kind for piece in position.pieces().values() if piece.side is side]
    return any(not game.kinds[kind].royal for kind in own)
