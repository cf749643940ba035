"""sFhIoDgEi by its rulings S7-S9: what promotes, and what a taken piece counts as."""

import pytest

from placing import moves, play
from placing_sfhiodgei import EVEN, KINGS, ODD, board_of

# S7 and S8: promotion.


def test_vanguard_must_become_something_on_the_sixteenth_rank_s7():
    assert moves(board_of(f"Ki2 kq17 {EVEN} Vd14"), "d14") == {f"d14d16={kind}" for kind in "IRBN"}
    assert moves(board_of("Ki1 kq17 ap16 vd4", side="b"), "d4") == {"d4d2=I", "d4d2=R", "d4d2=B", "d4d2=N"}


@pytest.mark.parametrize(
    ("piece", "start", "expected"),
    [
        ("D", "e11", "e13 e13=+D"),
        ("D", "e13", "e15 e15=+D"),
        ("D", "e15", "e17=+D"),
        ("D", "e9", "e11"),
        ("L", "e13", "e15 e15=+L e17=+L"),
        ("H", "e9", "c13 c13=+H g13 g13=+H"),
        ("H", "e11", "c15=+H g15=+H"),
        ("H", "e13", "c17=+H g17=+H"),
        ("S", "e15", "e17 e17=+S c17 c17=+S g17 g17=+S c13 c13=+S g13 g13=+S"),
        ("S", "e13", "e15 e15=+S c15 c15=+S g15 g15=+S c11 c11=+S g11 g11=+S"),
    ],
)
def test_shogi_pieces_promote_in_the_last_five_ranks_s8(piece, start, expected):
    position = board_of(f"Ki2 kq16 {ODD} {piece}{start}")
    assert moves(position, start) == {start + text for text in expected.split()}


def test_oddbound_riders_promote_to_from_and_within_ranks_13_15_17_s8():
    position = board_of(f"Ki2 kq16 {ODD} Re11")
    assert {"e11e13", "e11e13=+R", "e11e17=+R"} <= moves(position)
    assert "e11c11=+R" not in moves(position)
    position = board_of(f"Ki2 kq16 {ODD} Be13")
    assert {"e13c11", "e13c11=+B", "e13g15=+B"} <= moves(position)


def test_evenbound_riders_never_promote_s8():
    assert not [text for text in moves(board_of(f"Ki2 kq17 {EVEN} Rd12 Bf14")) if "=" in text]


def test_promoted_and_other_pieces_do_not_promote_again_s8():
    assert not [text for text in moves(board_of(f"Ki2 kq16 {ODD} +Re13 Ge15 +Sa13")) if "=" in text]


# S9: what is taken.


def test_piece_taken_on_an_odd_cell_joins_the_takers_reserve_unpromoted_s9():
    assert play(board_of(f"{KINGS} Qe5 +re9"), "e5e9").reserve("w") == {"R": 1}
    assert play(board_of(f"{KINGS} qe5 +De9", side="b"), "e5e9").reserve("b") == {"D": 1}


@pytest.mark.parametrize("cell", ["e8", "d8", "d5"])
def test_piece_taken_elsewhere_joins_the_neutral_reserve_s9(cell):
    start = {"e8": "e5", "d8": "d4", "d5": "a5"}[cell]
    after = play(board_of(f"{KINGS} Q{start} z{cell}"), start + cell)
    assert (after.reserve("n"), after.reserve("w"), after.reserve("b")) == ({"Z": 1}, {}, {})
