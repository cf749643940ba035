"""A reply begun, or done, before the move it replies to."""

import pytest

from script import told

ROOK_BEFORE_PAWN = "4k3/p7/R7/8/8/8/8/4K3 w - - 0 1"
CASTLING = "4k3/7r/8/8/8/8/8/R3K3 w Q - 0 1"


@pytest.mark.parametrize("gap_ms", [100, 250])
@pytest.mark.parametrize("reply", ["-a7 +a6", "-a7 +a6 ...", "... -a7 +a6", "... -a7 +a6 ..."])
def test_a_reply_may_go_where_the_piece_came_from_that_is_still_in_a_hand(reply, gap_ms):
    """With the Pawn on a6 the Rook's cell was not empty, so nothing was told of either move, or others were."""
    script = f"-a6 {reply} +a1 ... -e1 +e2 ..."
    assert told(script, fen=ROOK_BEFORE_PAWN, gap_ms=gap_ms) == (["a6a1", "a7a6", "e1e2"], [])


def test_what_stands_there_by_no_move_of_the_other_side_is_no_reply():
    """White's Pawn set where White's Rook came from."""
    fen = "4k3/8/R7/P7/8/8/8/4K3 w - - 0 1"
    assert told("-a6 -a5 +a6 +a1 ...", fen=fen) == ([], [])


@pytest.mark.parametrize("gap_ms", [100, 250])
@pytest.mark.parametrize(("begun", "done"), [("-a1 -e1 +d1", "+c1"), ("-e1 -a1 +c1", "+d1")])
def test_castling_may_be_replied_to_before_its_last_piece_is_set_down(begun, done, gap_ms):
    """The piece that stood already counted as set wrong once hands rested: told as Kd1, the reply, and Rc1."""
    script = f"{begun} -h7 +h6 ... {done} ..."
    assert told(script, fen=CASTLING, gap_ms=gap_ms) == (["e1c1", "h7h6"], [])


@pytest.mark.parametrize("gap_ms", [100, 250])
def test_a_move_begins_when_what_it_takes_is_lifted(gap_ms):
    """White removes the Pawn, Black lifts the King, White takes: told as if the King had gone to f7 before."""
    fen = "8/4k3/2p5/3p4/4P3/8/8/4K3 w - - 0 1"
    script = "-e1 +e2 ... -e7 +e8 ... -d5 -e8 -e4 +d5 +f7 ..."
    assert told(script, fen=fen, gap_ms=gap_ms) == (["e1e2", "e7e8", "e4d5", "e8f7"], [])


@pytest.mark.parametrize("gap_ms", [100, 250])
@pytest.mark.parametrize("reply", ["-e8 +e7 ...", "... -e8 +e7 ...", "... -e8 +e7"])
def test_a_drop_may_be_replied_to_before_it_is_done(reply, gap_ms):
    """The piece out of the slot still in a hand: told as a drop on e7, and another by the other side."""
    slots = {"w:P1": True, "b:P1": True}
    script = f"-w:P1 {reply} +a4 ... -e1 +e2 ..."
    fen = "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1"
    assert told(script, game="crazyhouse", fen=fen, slots=slots, gap_ms=gap_ms) == (["P@a4", "e8e7", "e1e2"], [])


def test_a_piece_shelved_before_its_taker_stands_may_be_dropped_out_of_that_slot_soon():
    """A slot is no cell of the board, so nothing can have been set wrong there: it was looked for all the same."""
    slots = {"w:P1": False, "b:P1": False}
    script = "-d5 -e4 +w:P1 +d5 ... -e8 +e7 ... -w:P1 +a4 ..."
    fen = "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1"
    moves = ["e4d5", "e8e7", "P@a4"]
    assert told(script, game="crazyhouse", fen=fen, slots=slots) == (moves, [])
