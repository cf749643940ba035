"""Moves of which nobody can tell by which touches: the board shows them."""

import pytest

from script import heard, told

CASTLING = "4k2r/8/8/8/8/8/3P4/4K3 b k - 0 1"
GIVEN_BACK = "2rqkbn1*******/4p3*1ffc2/5p2*z5/pp1p1Pp1*2Z2z/3P2pr*z5/1p5P*6/Rn3K2*1W4/2B2BNR******* w - - 3 43"

SHOGI = "ln1p3nb/2s1kggg1/ppp3ppl/5p3/8p/3Pp2P1/P1P2PP1P/S1SK4R/LNRG2+bNL[Pps] w - - 2 26"
PROMOTED_AGAIN = (
    "1000-i2 1457+f2 1813-e4 2402+e3 5402?e4e3=+P 7957-d2 8084-e3 8196+e3 8821+w:P2 10428-b:S1 10952+b6 13845-i1 "
    "14068+i2 17962-e3 18379+d2 19247-b6 19624+b:S1 19999-i2 20434+i1 20918-w:P2 21248+e4 22566-f2 24135+f2 54071-e4 "
    "54854+e3 55249-e3 56269+e3 59269?e4e3=+P 62973-d2 70941+e1"
)
"""A Pawn promotes, the King takes it, two plies more; all are taken back, it promotes again, and the King is lifted."""


@pytest.mark.parametrize("gap_ms", [100, 250])
def test_castling_with_king_and_rook_tried_on_other_cells_is_told_by_where_they_stand(gap_ms):
    """The Rook rests where the King came from: told as Rg8, and after that as a King gone to f8, the Rook wrong."""
    hovering = "-e8 +h6 ... -h6 +g8 -h8 +e8 ... -e8 +g6 ... -g6 +h6 ... -h6 +f8 ..."
    moves, _ = told(f"{hovering} -d2 +d4 ...", fen=CASTLING, gap_ms=gap_ms)
    assert moves == ["e8g8", "d2d4"]


def test_three_moves_given_back_onto_wrong_cells_first_are_taken_back_once_all_stand_right():
    """From g4, h4, e8 and b2 pieces went to h3, f8 and others' cells, and back: two of three were told to stand."""
    felt = (
        "58101-g5 58800-c1 59235+g5 61297-f8 61583+g7 62502-b2 62862-a2 63198+b2 65646-g4 65893-h3 66076+h3 67560-g5 "
        "67800-h4 68032+h4 70743-e8 71488+f8 73652-b2 74238+a2 76417-h3 77207+g4 77498+h3 77801-a2 78419+b2 78947-f8 "
        "79469+e8 80387-h4 80613+g6 81151+h4 83147-g6 83903+g5 85317-e8 85621+d7 87278-f1 87548+d3 88218-l5 89038-m7 "
        "89736+l5 90821-b2 91491+c2"
    )
    moves = ["c1g5", "f8g7", "a2b2", "e8d7", "f1d3", "m7l5", "b2c2"]
    assert [str(move) for move in heard(felt, "dual-chess", GIVEN_BACK).moves] == moves


def test_a_piece_in_a_hand_is_not_what_it_took_before_the_moves_were_taken_back():
    """Moves taken back cost so much that no touch seemed to count: with the King in a hand it had taken again."""
    kinds = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}
    slots = {f"{side}:{kind}{k}": False for side in "wb" for kind, many in kinds.items() for k in range(1, many + 1)}
    belief = heard(PROMOTED_AGAIN, "shogi", SHOGI, slots | {"w:P1": True, "b:S1": True, "b:P2": True})
    assert ([str(move) for move in belief.moves], belief.asked) == (["i2f2", "e4e3=+P", "d2e1"], {2})
