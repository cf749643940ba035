"""What hands do for a move that was announced, and when each part of it is done."""

import pytest

import fairyrules
from reedboard.game.announced import announce
from reedboard.tracker import begin

SLOTS = {"w:W1": True, "w:W2": True, "b:P1": False, "b:P2": False}
FEN = "4k5/10/P9/10/10/10/10/10/10/5K4 w - - 0 1"


def occupied(position, slots):
    board = position.game.board
    return {board.name(cell) for cell in position.pieces()} | {slot for slot, full in slots.items() if full}


@pytest.mark.parametrize("slot", ["w:W1", "w:W2"])
def test_a_piece_may_come_out_of_any_slot_of_its_kind(slot):
    position = fairyrules.game("wildeurasian-qi").position(FEN)
    belief = begin(position, True, SLOTS)
    change = next(move for move in position.legal_moves() if "W" in str(move))
    announced = announce((), position, change, belief.sites, belief.raw, 1000)
    stand, touched = occupied(position, SLOTS), {"w:W2": 900}
    away, put = announced.steps
    assert announced.rest(stand, touched) == (away, put)
    stand -= {slot}
    touched[slot] = 2000
    assert [step.origins for step in announced.rest(stand, touched)] == [away.origins, ()]
    stand -= {*away.origins}
    touched |= dict.fromkeys(away.origins, 3000)
    stand |= {*put.to}
    touched |= dict.fromkeys(put.to, 4000)
    assert announced.rest(stand, touched) == ()
