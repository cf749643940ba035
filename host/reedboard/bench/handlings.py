"""Ways of handling a whole game, a row each of `reedboard bench tracker`: the usual, and those seen now and then."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from fairyrules import Position
from fairyrules.moves import Move
from fairyrules.pieces import Side
from reedboard.bench.style import Style, UncommonStyle


class Habit(Enum):
    """What the players do beside moving."""

    PRESSES = "clock pressed"
    TAKES_BACK = "taken back"
    ILLEGAL = "illegal, then restored"
    KNOCKS_OVER = "knocked over"
    AT_ONCE = "replies at once"
    INTERLEAVED = "replies interleaved"
    UNFELT = "captures unfelt"


class UncommonHabit(Enum):
    """What the players do beside moving, now and then."""

    SETS_ELSEWHERE = "knocked over and set elsewhere"
    """A piece falls and is set upright on another cell; play goes on, and it is put right some moves later."""
    SETS_WRONG = "set on a wrong cell, replied to"
    """A piece is set beside the cell it is meant for; the reply is made, and only then it is put right."""
    BEGINS_EARLY = "reply begun early"
    """The first piece of the reply is lifted up to three readings before the move is done."""
    OVERTAKES = "replied to before it is done"
    """The piece that moves is set down only after the whole reply, a second or two later."""
    ADJUSTS_MANY = "adjusted with both hands"
    """Two to five pieces are lifted and put back, two in hands at a time."""
    SCATTERS = "several set elsewhere, put right"
    """Two to six pieces are set on free cells, looked at, and put back in another order."""
    ANALYSES = "lines looked into"
    """One to four moves are played and taken back again."""
    TAKES_BACK_SLOWLY = "taken back slowly"
    """The piece that moved goes home, hands rest, and only then comes back what it took."""
    TAKES_BACK_AT_ONCE = "several taken back at once"
    """Two to four moves are taken back in one act: all that moved is lifted, and put where it stood in any order."""
    ADJOURNS = "adjourned and set up again"
    """All pieces are taken off the board, and set up again in any order."""
    LEAVES_ILLEGAL = "illegal, left standing"
    """A move that is not legal stands for 4 to 20 s, perhaps while the reply is begun, and is put back then."""
    FIDGETS = "touched out of turn"
    """Pieces of the side not to move are lifted and put back."""


Prefers = Callable[[Position, Move], bool]
"""Whether players who look for a kind of move would make this one."""


def castles(position: Position, move: Move) -> bool:
    """Castling."""
    return len(position.effect(move).travels) > 1


def keeps_castling(position: Position, move: Move) -> bool:
    """A move after which no right to castle is gone."""
    return position.play_unchecked(move).fen().split()[2] == position.fen().split()[2]


def clears_the_way(position: Position, move: Move) -> bool:
    """The same, by a piece that stands on its side's last two ranks, where others castle."""
    board = position.game.board
    ranks = [each.origin // board.files for each in position.effect(move).travels]
    last = (0, 1) if position.side is Side.WHITE else (board.ranks - 1, board.ranks - 2)
    return bool(ranks) and ranks[0] in last and keeps_castling(position, move)


def brings_a_piece(position: Position, move: Move) -> bool:
    """A drop, or a move after which another physical piece stands there."""
    effect = position.effect(move)
    return bool(effect.exchanges or effect.entries)


def takes(position: Position, move: Move) -> bool:
    """A capture, which fills the trays."""
    return bool(position.effect(move).removals)


def moves_a_pawn(position: Position, move: Move) -> bool:
    """A move that starts the fifty-move count anew and takes nothing: what promotes one day comes nearer to it."""
    return not takes(position, move) and position.play_unchecked(move).fen().split()[4] == "0"


def stays(position: Position, move: Move) -> bool:
    """A move without a piece that travels: a change in place, a sacrifice, a rifle capture."""
    return not position.effect(move).travels


@dataclass(frozen=True, slots=True)
class Handling:
    """How pieces are handled in a row of the bench, and where that is possible."""

    styles: tuple[Style | UncommonStyle, ...]
    habits: frozenset[Habit | UncommonHabit] = frozenset()
    games: tuple[str, ...] = ()
    """The games of its rows; () for the six games of the bench."""
    trays: tuple[bool, ...] = (False, True)
    """Whether there are trays, one row each."""
    prefers: tuple[Prefers, ...] = ()
    """Moves looked for, the first sort before the next."""
    opening: int = 0
    """Moves played before the pieces were set up and the game began."""
    gap_ms: tuple[int, int] | None = None
    """Least and most time between two gestures; None as usual."""


PURE = (Style.PLAIN, Style.MOVER_FIRST, Style.BOTH_IN_HAND)
"""Styles that touch nothing but what moves."""

HANDLINGS: dict[str, tuple[tuple[Style, ...], frozenset[Habit]]] = {
    **{style.value: ((style,), frozenset()) for style in Style},
    "all styles mixed": (tuple(Style), frozenset()),
    "all mixed, replies at once": (tuple(Style), frozenset([Habit.AT_ONCE])),
    **{
        habit.value: (
            tuple(Style) if habit in (Habit.PRESSES, Habit.TAKES_BACK, Habit.ILLEGAL, Habit.KNOCKS_OVER) else PURE,
            frozenset([habit]),
        )
        for habit in Habit
    },
}
"""Every way of handling by name: the styles it mixes, and what the players do besides."""

WITH_DROPS = ("shogi", "crazyhouse", "sfhiodgei")
WITH_NEW_PIECES = ("chess", "wildeurasian-qi", "dual-chess", "sfhiodgei")
WITH_CASTLING = ("chess", "wildeurasian-qi", "attendance", "dual-chess", "sfhiodgei")
WITH_CHANGES = ("dual-chess", "attendance")
BADLY = "badly handled"

UNCOMMON: dict[str, Handling] = {
    **{
        habit.value: Handling(PURE, frozenset([habit]))
        for habit in UncommonHabit
        if habit
        not in (
            UncommonHabit.LEAVES_ILLEGAL,
            UncommonHabit.ANALYSES,
            UncommonHabit.TAKES_BACK_SLOWLY,
            UncommonHabit.TAKES_BACK_AT_ONCE,
        )
    },
    UncommonHabit.ANALYSES.value: Handling(tuple(Style), frozenset([UncommonHabit.ANALYSES])),
    UncommonHabit.TAKES_BACK_SLOWLY.value: Handling(
        PURE, frozenset([UncommonHabit.TAKES_BACK_SLOWLY]), prefers=(takes, brings_a_piece)
    ),
    UncommonHabit.TAKES_BACK_AT_ONCE.value: Handling(
        PURE,
        frozenset([UncommonHabit.TAKES_BACK_AT_ONCE]),
        games=("chess", "attendance", "xiang-courier", "dual-chess", *WITH_DROPS),
        prefers=(takes, brings_a_piece),
    ),
    UncommonHabit.LEAVES_ILLEGAL.value: Handling(tuple(Style), frozenset([UncommonHabit.LEAVES_ILLEGAL])),
    UncommonStyle.KINDS_TRIED.value: Handling(
        (UncommonStyle.KINDS_TRIED,),
        games=(*WITH_DROPS, "wildeurasian-qi"),
        trays=(True,),
        prefers=(takes, brings_a_piece),
    ),
    UncommonStyle.WRONG_FIRST.value: Handling(
        (UncommonStyle.WRONG_FIRST,), games=WITH_DROPS, trays=(True,), prefers=(takes, brings_a_piece)
    ),
    UncommonStyle.BORROWED.value: Handling(
        (UncommonStyle.BORROWED,), games=WITH_NEW_PIECES, trays=(True,), prefers=(brings_a_piece, moves_a_pawn)
    ),
    UncommonStyle.MISPLACED.value: Handling((UncommonStyle.MISPLACED,), trays=(True,), prefers=(takes,)),
    UncommonStyle.PUSHED_OUT.value: Handling((UncommonStyle.PUSHED_OUT,), prefers=(takes,)),
    UncommonStyle.SLID_SLOWLY.value: Handling((UncommonStyle.SLID_SLOWLY,)),
    UncommonStyle.BOTH_AT_ONCE.value: Handling(
        (UncommonStyle.BOTH_AT_ONCE,), games=WITH_CASTLING, prefers=(castles, clears_the_way, keeps_castling)
    ),
    "changed in place": Handling(
        (Style.PLAIN, Style.ADJUSTED_AFTER),
        games=("dual-chess", "attendance"),
        prefers=(stays, brings_a_piece, moves_a_pawn),
    ),
    "in quick touches": Handling(tuple(Style), gap_ms=(50, 150)),
    "from the middle of a game": Handling(tuple(Style), trays=(True,), opening=40),
    BADLY: Handling(
        (Style.BUMPED, Style.SWEPT, Style.ADJUSTED_DURING, Style.BOTH_IN_HAND),
        frozenset([Habit.ILLEGAL, Habit.KNOCKS_OVER, Habit.TAKES_BACK, UncommonHabit.LEAVES_ILLEGAL]),
    ),
}
"""Every uncommon handling by name."""


def named(name: str) -> Handling:
    """A handling of either kind.

    Raises: KeyError if there is none of that name.
    """
    return UNCOMMON[name] if name in UNCOMMON else Handling(*HANDLINGS[name])
