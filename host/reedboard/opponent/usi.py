"""Any USI engine as an opponent, at shogi: the same door as UCI, with other words, squares and positions.

Source: the USI protocol (Tord Romstad), as YaneuraOu and Fairy-Stockfish speak it.
"""

import re
from collections import Counter

from fairyrules import Position
from fairyrules.errors import FairyRulesError
from fairyrules.moves import Move
from reedboard.opponent import forms
from reedboard.opponent.door import Limit
from reedboard.opponent.uci import UciOpponent

GAME = "shogi"
FILES = 9
HAND_ORDER = "RBGSNLP"
"""The kinds of a hand in the order SFEN has them."""


class UsiOpponent(UciOpponent):
    """An engine that is installed and speaks USI."""

    PROTOCOL, HELLO, WELCOME, NEW_GAME = "USI", "usi", "usiok", "usinewgame"
    VARIANT = "USI_Variant"
    ALWAYS = frozenset({GAME})
    GAMES = (GAME,)

    def _position_words(self, position: Position) -> str:
        return f"position sfen {sfen(position)}"

    def _move_of(self, position: Position, text: str) -> Move:
        return move_of(position, text)

    def _bounds(self, limit: Limit) -> list[str]:
        """USI knows no time a move but byo-yomi, with nothing left on either clock."""
        return [each.replace("movetime", "btime 0 wtime 0 byoyomi") for each in super()._bounds(limit)]


def sfen(position: Position) -> str:
    """The position as SFEN: sente, who moves first and is our White, is its `b`.

    >>> import fairyrules
    >>> sfen(fairyrules.game("shogi").start())
    'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
    """
    placement, side, *_ = forms.fen(position).split()
    board, _, held = placement.partition("[")
    counts = Counter(held.rstrip("]").replace("-", ""))
    hand = "".join(
        f"{counts[kind] if counts[kind] > 1 else ''}{kind}"
        for kinds in (HAND_ORDER, HAND_ORDER.lower())
        for kind in kinds
        if counts[kind]
    )
    return f"{board} {'b' if side == 'w' else 'w'} {hand or '-'} 1"


def form(position: Position, move: Move) -> str:
    """The move as USI writes it: `7g7f`, `8h2b+`, `P*5e`."""
    text = forms.form(position, move).replace("@", "*")
    return re.sub(r"([a-i])([1-9])", lambda cell: f"{FILES - ord(cell[1]) + ord('a')}{_rank(int(cell[2]))}", text)


def move_of(position: Position, text: str) -> Move:
    """The legal move they mean.

    Raises:
        FairyRulesError: no legal move is written so.
    """
    move = forms.legal(position, text, form)
    if move is None:
        raise FairyRulesError(f"No legal move of {position.game.name} is written {text} in USI.")
    return move


def _rank(rank: int) -> str:
    return chr(ord("a") + FILES - rank)
