"""Where a captured piece may lie: on the board for a while, or late on its slot."""

import pytest

from script import heard, told

LAID_AFTER_DROPS = (
    "l3g1+P1+N/3sg4/1p4k2/5p1gp/4p4/1r5BP/5P1S1/3S4L/1+n4KN1[GLPPPPPSblnppppppr] w - - 0 38",
    "46213+a2 48197-h4 48668+h5 49437-b4 49810+h4 50774-h5",
)
QUICK_GAME = (
    "859-m2 971-a14 1033+a14 1050+b13 1084-j14 1131-b13 1151+j10 1170-n1 1265+l3 1410-e16 1441+f15 1495-f15 1553+g14 "
    "1579-g14 1625+h13 1646-h13 1694+i12 1732-i12 1777+j11 1830-j11 1851+k10 1885-k10 1937+l9 1997-l9 2041+m8 2064-m8 "
    "2098+n7 2143-n7 2165+o6 2194-o6 2245+p5 2295-p5 2336-q4 2613-a1 2659+q4 2679+a3 2696-q4 2756-p4 2830+o4 2919-l4 "
    "2927+p4 2968-o4 2988+l6 3010-d17"
)
TAKEN_THEN_DROPPED = (
    "l3g1p+P+N/3sgk3/1p4+R2/5p1gp/4p4/rP5BP/5P1S1/3S4L/1+n4KN1[GLPPPPSblnppppp] b - - 0 36",
    "20253+a4 20516-c2 22826-a8 23559-a4 23566+a4 23615+a3 24637-a3 25687-g7 26123+e6 26744-g3 27488+g7 28597-e6 "
    "30339-g7 31100+g7 32538-g7 33131-f8 33581+g7 36427-g9 36651+i8 37677-h9 38277+g9 39226-i8 40856-b4 41209+c4 "
    "42058-a4 42680+b4 43826-c4 46213+a2 48197-h4 48668+h5 49437-b4 49810+h4",
)
LAID_FOR_A_MOMENT = (
    "1wbmkcmbwr/r1v1s1v3/1p1p1spf1p/8V1/10/10/10/PPFPSSPFPP/10/RWBMCKMBWR b a1j1j10 - 0 3 leaps=2/2",
    "1440-g9 2514+b4 3278-b3 4019+a6 4425-a6 9353-i7 10136+g9 11295-g10",
)
SHOT_LATE = "2120-h2 2401+c7 2529-i3 3281+i3 4060-c8 4364+b:F2 4407-b8 4487+b9 6195-b9 6658+b8 6713-g1 7310+g1"
SHOT_AFTER_THE_REPLY = (
    "rwbmkcmbwr/10/pp1psspfpp/3f6/10/10/1v4Pv2/PPFPSS2PP/2WV3VF1/R1BMCKMBWR w a1j1a10j10 - 1 4 leaps=2/2"
)
TAKEN_AND_RETAKEN = "4k3/8/8/8/1b6/2N5/1P6/4K3 b - - 0 1"


@pytest.mark.parametrize("gap_ms", [40, 100, 250])
@pytest.mark.parametrize(
    "script",
    [
        "-c3 +e3 ... -b4 +c3 ... -e3 ... -c3 +b1 ... -b2 ... +c3 ... -b1 ...",
        "-c3 +e3 ... -b4 +c3 ... -e3 ... ... ... -c3 +b1 ... ... -b2 ... ... +c3 ... ... -b1 ...",
        "-c3 +e3 -b4 +c3 ... ... -e3 ... ... -c3 +b1 ... ... -b2 ... ... +c3 -b1 ...",
        "-c3 +e3 -b4 +c3 ... -c3 -b2 +c3 +b1 ... -e3 -b1 ...",
        "-c3 -b4 +c3 +e3 ... -e3 ... -b2 +b3 ... -b3 -c3 +g5 ... +c3 ... -g5 ...",
    ],
)
def test_what_is_taken_may_be_laid_on_a_free_cell_for_a_while(script, gap_ms):
    """It was a piece set wrong that was replied to all the same, so a sensor in doubt was likelier: it was asked."""
    moves = ["b4c3", "b2c3", "e8e7"]
    assert told(f"{script} -e8 +e7 ...", fen=TAKEN_AND_RETAKEN, gap_ms=gap_ms) == (moves, [])


def test_a_piece_laid_where_it_could_have_gone_on_to_is_known_for_taken_once_it_is_off_the_board():
    """The Rook, taken on a4, lies on a2 meanwhile: told as if it had gone there, and the Bishop to a free cell."""
    script = "-a8 +a4 ... -a4 +a2 ... -d1 +a4 ... ... -a2 ... +b:R1 ... -e8 +e7 ..."
    fen = "r3k3/8/8/8/8/8/8/3BK3 b - - 0 1"
    assert told(script, fen=fen, slots={"b:R1": False}) == (["a8a4", "d1a4", "e8e7"], [])


@pytest.mark.parametrize("gap_ms", [40, 100, 250])
def test_what_was_taken_plies_ago_may_come_to_its_slot_while_one_like_it_is_in_a_hand(gap_ms):
    """The one in the hand was the likelier to come there, and the other was not thought of: all after it was lost."""
    before = "-e4 -d5 +d5 ... -e8 +e7 ... -e1 +e2 ... -e7 +e8 ... -e2 +e3 ..."
    moves = ["e4d5", "e8e7", "e1e2", "e7e8", "e2e3", "a7a6", "e3e4"]
    fen = "4k3/p7/8/3p4/4P3/8/8/4K3 w - - 0 1"
    script = f"{before} -a7 +b:P1 +a6 ... -e3 +e4 ..."
    assert told(script, fen=fen, slots={"b:P1": False}, gap_ms=gap_ms) == (moves, [])


@pytest.mark.parametrize("gap_ms", [40, 100, 250])
def test_what_was_taken_first_of_five_may_be_the_first_to_come_to_its_slot(gap_ms):
    """In a quick game all that was taken comes to its slots in one go: only the last four were remembered."""
    before = "-a4 -a1 +a4 ... -e8 +e7 ... -b4 -a4 +b4 ... -e7 +e8 ... -c4 -b4 +c4 ... -e8 +e7 ... -d4 -c4 +d4 ..."
    before += " -e7 +e8 ... -e4 -d4 +e4 ... -e8 +f8 ... -g1 +g2 ..."
    moves = ["a1a4", "e8e7", "a4b4", "e7e8", "b4c4", "e8e7", "c4d4", "e7e8", "d4e4", "e8f8", "g1g2", "h8g6", "g2g3"]
    slots = dict.fromkeys(["b:N1", "b:P1", "b:P2"], False)
    script = f"{before} -h8 +b:N1 +g6 +b:P1 +b:P2 ... -g2 +g3 ..."
    fen = "4k2n/8/8/8/npppp3/8/8/R5K1 w - - 0 1"
    assert told(script, fen=fen, slots=slots, gap_ms=gap_ms) == (moves, [])


@pytest.mark.parametrize("gap_ms", [40, 100, 250, 400])
def test_what_was_taken_unfelt_and_set_on_a_wrong_slot_first_is_the_same_piece_when_it_is_taken_off(gap_ms):
    """It was one out of that slot, that came to another: neither capture nor reply was told, nor anything wrong."""
    script = "-a6 -d4 +c5 ... -a7 +b:P1 ... -b:P1 +b:N1 +a6 ... -e1 +e2 ..."
    slots = {"b:P1": False, "b:N1": False}
    moves = ["a6c5", "d4c5", "a7a6", "e1e2"]
    fen = "4k3/p7/n7/8/3P4/8/8/4K3 b - - 0 1"
    assert told(script, fen=fen, slots=slots, gap_ms=gap_ms) == (moves, [])


def test_what_is_laid_aside_while_play_goes_on_is_told_as_taken_though_another_move_was_shown():
    """Lifted before its taker and laid on h5, it looked like a drop; once it was taken, that drop was still told."""
    fen, felt = LAID_AFTER_DROPS
    belief = heard(felt, "shogi", fen)
    assert str(belief.moves[-1]) == "b4h4"
    assert sorted(belief.asked) == [1], "without trays any piece may have been dropped on a2"


def test_what_was_just_taken_may_be_laid_for_a_moment_where_its_taker_could_have_gone():
    """A Pawn on a14, laid on b13 as Black lifts the reply: its taker seemed to go on to there; the game was lost."""
    belief = heard(QUICK_GAME, "sfhiodgei")
    assert [str(move) for move in belief.moves] == ["m2a14", "j14j10", "n1l3", "e16q4", "a1a3", "q4p4", "l4l6"]


def test_what_was_dropped_is_asked_though_something_taken_was_in_a_hand_last():
    """The Pawn taken on b4 was laid on c4 and lifted: it seemed to be what was dropped on a2 two seconds later."""
    fen, felt = TAKEN_THEN_DROPPED
    belief = heard(felt, "shogi", fen)
    assert [str(move) for move in belief.moves] == ["f8g7", "h9g9", "a4b4", "P@a2", "b4h4"]
    assert 4 in belief.asked


def test_what_is_shot_may_leave_the_board_late_though_another_piece_fell_meanwhile():
    """The Pawn on i3 was off its cell at the rest, so what had gone to c7 counted as set wrong, and c8 as nothing."""
    belief = heard(SHOT_LATE, "attendance", slots={"b:F2": False})
    assert [str(move) for move in belief.moves] == ["h2c7xc8"]
    assert not belief.asked


def test_what_was_taken_may_stand_elsewhere_for_a_moment_before_it_leaves_the_board():
    """The Pawn shot on b3 stands on a6 for half a second: what was gone from there again made the shot unlikely."""
    fen, felt = LAID_FOR_A_MOMENT
    assert [str(move) for move in heard(felt, "attendance", fen).moves] == ["g9b4xb3", "i7g9xg10"]


@pytest.mark.parametrize("gap_ms", [150, 400])
def test_what_a_move_took_from_afar_may_be_taken_off_only_after_the_reply(gap_ms):
    """White's Woman goes to a9 and takes a10, which is taken off after Black's b8-b7: it was told as a move more."""
    where = {"game": "attendance", "fen": SHOT_AFTER_THE_REPLY, "gap_ms": gap_ms}
    moves = ["h2a9xa10", "b8b7", "d3d5"]
    assert told("-h2 +a9 ... -b8 +b7 ... -a10 ... -d3 +d5 ...", **where) == (moves, [])
    assert told("-h2 +a9 ... -b8 +b7 ... -a10 +b:R1 ... -d3 +d5 ...", slots={"b:R1": False}, **where) == (moves, [])


@pytest.mark.parametrize("laid", ["a3", "h3"])
def test_what_was_taken_may_be_laid_seconds_later_where_its_taker_could_have_gone(laid):
    """A Knight taken on d2 comes to a3 after a second: told as if the taker had gone there, and d2 been adjusted."""
    script = f"-b1 -d2 +d2 ... +{laid} ... -d8 +e8 ... -{laid} ... -g4 +g5 ..."
    fen = "Q1bq2nr/2ppkppp/4p3/8/6P1/8/P2nPP1P/RN2KBNR w KQ - 0 9"
    assert told(script, fen=fen)[0] == ["b1d2", "d8e8", "g4g5"]
