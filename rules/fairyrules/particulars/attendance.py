"""What AtTENdance Chess counts: the kinds a Pawn may become, and the leaps its Kings have left."""

from collections.abc import Iterable

from fairyrules.board import Board, Cell
from fairyrules.effect import Effect
from fairyrules.moves import Move, Travel
from fairyrules.pieces import Side
from fairyrules.sheet import Phase
from fairyrules.view import View

BACK_RANKS = {Side.WHITE: "RWBMCKMBWR", Side.BLACK: "RWBMKCMBWR"}
MOST = {"C": 1, "R": 2, "W": 2, "B": 2, "M": 2, "F": 2, "S": 2}
"""How many a side may have on the board; Kings, Vampires and Pawns are not promoted to."""
LEAPS = (2, 2)
"""How often each King may leap, White's first."""


def free(position: View, side: int) -> list[str]:
    """The kinds the side has fewer of on the board than it may (A6)."""
    return [kind for kind, most in MOST.items() if position.count(side, kind) < most]


def on_the_ninth(position: View, move: Travel) -> Iterable[str]:
    """What a Pawn may become a rank before the last: the back-rank kind of the file it arrives on, if lost (A5)."""
    kind = BACK_RANKS[position.side][position.board.file_of(move.target)]
    return [kind] if kind in free(position, position.side) else []


def on_the_tenth(position: View, _: Travel) -> Iterable[str]:
    """What a Pawn has to become on the last rank (A6)."""
    return free(position, position.side)


def readiness(position: View, side: Side) -> Phase:
    """Whether the side's King may still leap, and whether no Pawn of its is kept from the last rank."""
    leaps = position.extra("leaps")
    assert isinstance(leaps, tuple)
    waiting = position.has_on_rank(side, "P", 9)
    return leaps[side] > 0, not waiting or bool(free(position, side))


def with_promotion(phase: Phase) -> Phase:
    """An army whose Pawns may promote: the most a capture can give it, by freeing a first kind for them."""
    assert isinstance(phase, tuple)
    return phase[0], True


def king_moves(phase: Phase) -> str:
    """The King's moves while leaps are left, and after (A2)."""
    assert isinstance(phase, tuple)
    return "KN" if phase[0] else "K"


def pawn_lands(board: Board, phase: Phase, _: Cell, target: Cell) -> bool:
    """A Pawn may land, and so attack, on the last rank only if it could become something there (A6, G4)."""
    assert isinstance(phase, tuple)
    return phase[1] or board.rank_of(target) < board.ranks


def leaps_after(leaps: tuple[int, int], position: View, move: Move, _: Effect | None) -> tuple[int, int]:
    """The leaps left after a move: a King's travel that is no step spends one."""
    side = position.side
    if type(move) is not Travel or move.origin != position.king(side):
        return leaps
    board = position.board
    aside = abs(board.file_of(move.target) - board.file_of(move.origin))
    if aside + abs(board.rank_of(move.target) - board.rank_of(move.origin)) < 3:
        return leaps
    return (leaps[0] - 1, leaps[1]) if side is Side.WHITE else (leaps[0], leaps[1] - 1)


def read_leaps(text: str) -> tuple[int, int]:
    """ "2/1" as (2, 1)."""
    white, _, black = text.partition("/")
    if white not in {"0", "1", "2"} or black not in {"0", "1", "2"}:
        raise ValueError("White's and Black's King leaps left, 0-2 each, as leaps=2/1")
    return int(white), int(black)
