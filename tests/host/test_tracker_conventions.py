"""The physical conventions of play with and without trays, a test a sentence, in the games they come from."""

import pytest

from reedboard.tracker import Asked, Mended, Mismatch, Moved, Retracted, Settled
from reedboard.tracker.footprint import book
from script import belief_after, heard, judged, told

CHESS = "4k3/P7/8/3p4/4P3/8/8/R3K2R w KQ - 0 1"


@pytest.mark.parametrize("script", ["-d5 -e4 +d5", "-e4 -d5 +d5", "-d5 +b:P1 -e4 +d5", "-e4 -d5 +d5 +b:P1"])
def test_a_captured_piece_leaves_before_or_during_and_may_use_its_slot(script):
    assert told(script, fen=CHESS, slots={"b:P1": False}) == (["e4d5"], [])


@pytest.mark.parametrize("script", ["-e5 -d5 +d6", "-d5 -e5 +d6", "-e5 +d6 -d5", "-e5 +d6 ... -d5"])
def test_en_passant_empties_a_third_cell_in_any_order(script):
    assert told(script, fen="4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1") == (["e5d6"], [])


@pytest.mark.parametrize(
    "script",
    [
        "-a7 -w:N1 +a8",
        "-w:N1 -a7 +a8",
        "-a7 +w:P1 -w:N1 +a8",
        "-a7 +a8 -w:N1 -a8 +a8",
        "-a7 +a8 ... -a8 +w:P1 -w:N1 +a8",
    ],
)
def test_a_promotion_takes_the_kind_whose_slot_was_emptied(script):
    slots = {"w:Q1": True, "w:N1": True, "w:P1": False}
    assert told(script, fen=CHESS, slots=slots) == (["a7a8=N"], [])


def test_a_slot_may_be_missed_a_moment_after_its_piece_is_felt_on_the_board():
    slots = {"w:Q1": True, "w:N1": True, "w:P1": False}
    assert told("-a7 +a8 -a8 +a8 -w:N1 +w:P1", fen=CHESS, slots=slots, gap_ms=20) == (["a7a8=N"], [])
    reserve = {"fen": "4k3/8/8/8/8/8/8/4K3[NQ] w - - 0 1", "slots": {"w:N1": True, "w:Q1": True}}
    assert told("+d4 -w:N1", game="crazyhouse", gap_ms=20, **reserve) == (["N@d4"], [])


def test_a_new_queen_that_is_taken_at_once_was_one_though_she_lies_on_her_slot_again():
    """Not a Rook from beside the board while somebody lifted the Queen from her slot and put her back."""
    where = {"fen": "7k/8/7P/8/8/8/4p1K1/5N2 b - - 0 1", "slots": {"b:Q1": True, "b:P1": False}}
    script = "-e2 -f1 +f1 -f1 -b:Q1 +b:P1 +f1 -g2 -f1 +f1 +b:Q1 -h8 +g8"
    assert told(script, gap_ms=40, **where) == (["e2f1=Q", "g2f1", "h8g8"], [])


def test_a_promotion_to_a_kind_without_a_spare_comes_from_beside_the_board():
    moves, asked = told("-a7 +a8", fen=CHESS, slots={"w:Q1": False})
    assert asked == [1]
    assert moves[0].startswith("a7a8=")


def test_a_small_pawn_is_exchanged_for_a_large_one_without_asking():
    start = "5k4/10/10/10/10/P9/10/10/4K5/10 w - - 0 1"
    for script in ("-a5 +a6", "-a5 +a6 ... -a6 +a6"):
        assert told(script, game="wildeurasian-qi", fen=start) == (["a5a6=W"], [])
    slots = {"w:W1": True, "w:P1": False}
    for script in ("-a5 +a6 -a6 -w:W1 +a6 +w:P1", "-a5 +w:P1 -w:W1 +a6"):
        assert told(script, game="wildeurasian-qi", fen=start, slots=slots) == (["a5a6=W"], [])


@pytest.mark.parametrize(("script", "move"), [("-e5", "d5xe5"), ("-d5 +d5 -e5", "d5xe5"), ("-e5 -d5 +d5", "d5xe5")])
def test_a_rifle_capture_lifts_the_victim_and_perhaps_the_shooter(script, move):
    ranks = ["9k", "10", "10", "10", "10", "3Vp5", "10", "10", "10", "K9"]
    start = "/".join(ranks) + " w - - 0 1 leaps=0/0"
    assert told(script, game="attendance", fen=start) == ([move], [])


def test_a_drop_takes_its_kind_from_the_slot_and_without_trays_is_asked():
    start = "4k3/8/8/8/8/8/8/4K3[NQ] w - - 0 1"
    assert told("-w:N1 +d4", game="crazyhouse", fen=start, slots={"w:N1": True, "w:Q1": True}) == (["N@d4"], [])
    assert told("+d4", game="crazyhouse", fen=start)[1] == [1]


IN_PLACE = "O3k3*******/8*6/8*6/8*6/8*6/8*6/8*6/4K3******* w - - 0 1"


def test_a_change_in_place_is_told_by_the_slot_the_press_the_answer_or_the_reply():
    where = {"game": "dual-chess", "fen": IN_PLACE}
    assert told("-a8 -w:L1 +a8", slots={"w:L1": True}, **where) == (["a8=L"], [])
    assert told("-a8 +a8 !w", **where) == (["a8=L"], [])
    assert told("-a8 +a8 ?a8=L", **where) == (["a8=L"], [])
    assert told("-a8 +a8 ... -e8 +e7", **where) == (["a8=L", "e8e7"], [])


def test_adjusting_a_piece_that_could_change_is_no_move_if_its_side_then_moves():
    assert told("-a8 +a8 ... -e1 +e2", game="dual-chess", fen=IN_PLACE) == (["e1e2"], [])


def test_a_mere_touch_that_may_be_a_move_is_asked_at_the_end():
    assert told("-a8 +a8", game="dual-chess", fen=IN_PLACE) == ([], [1])


def test_a_press_after_a_guard_move_turns_what_it_made():
    start = "4k3*******/8*1gg3/8*6/8*6/8*6/8*6/8*1GG3/4K3******* w - - 0 1"
    assert told("-k2 +k3 ... !b", game="dual-chess", fen=start) == (["k2k3=W", "turn=W"], [])
    assert told("-k2 +k3 ... -e1 +e2", game="dual-chess", fen=start) == (["k2k3=W", "turn=W", "e1e2"], [])


def test_guards_that_were_turned_were_touched():
    """A touch, and a rest, and another: then a reply begun before its turn was told as the move in their place."""
    touched = "-g2 +g3 ... -c7 +c5 ... -n2 +o2 ... -n7 ... +n7 -k7 +k7 ..."
    moves, asked = told(f"{touched} -j3 -d8 +c7 +k4 ... -a2 +a3 ...", game="dual-chess")
    assert (moves[2:], asked) == (["n2o2=W", "turn=W", "j3k4", "d8c7", "a2a3"], [])


def test_a_press_settles_the_mover_s_move():
    belief, said = belief_after("-a1 +a2 !w", fen=CHESS)
    assert Settled(450, 1) in said
    assert belief.settled == 1


A_REST_LIKE_A_SHOT = (
    "2bmk1m1wr/1r2wc2b1/pp1psspfpp/2V7/10/2v3v1P1/3F5W/PP1PSSPF1P/3V1KR3/RWBMC1MB2 b j10 i4 0 7 leaps=2/2"
)


def test_a_press_is_rather_that_of_a_move_felt_than_of_one_nobody_felt():
    """Black's Pawn rests on b7 and takes on c7; that was told as a move, and shot there by White, whose move it was.

    Black's press then brought a move of a sensor that says nothing, though the capture explained all.
    """
    script = "-b8 +b7 ... -b7 -c7 +c7 ... ... !b -d4 -c5 +c5 ..."
    assert told(script, game="attendance", fen=A_REST_LIKE_A_SHOT) == (["b8c7", "d4c5"], [1])


def test_a_touch_shorter_than_the_scan_is_told_by_the_reply_and_asked_about():
    """The Pawn took what was not felt, or its own arrival was lost: nothing on the board tells which."""
    belief, said = belief_after("-e4 ... -e8 +e7 ...", fen=CHESS)
    question = next(each for each in said if isinstance(each, Asked))
    assert question.ply == 1
    assert [str(move) for move in question.moves] == ["e4d5", "e4e5"]
    assert [str(move) for move in belief.moves] == ["e4d5", "e8e7"]


def test_a_guess_that_play_goes_on_from_is_believed():
    replies = "-e8 +e7 ... -e1 +d1 ... -e7 +e8 ... -d1 +e1 ... -e8 +e7 ..."
    belief, _ = belief_after(f"-e4 ... {replies}", fen=CHESS)
    assert str(belief.moves[0]) == "e4d5"
    assert belief.asking is None
    assert belief.settled >= 1


def test_a_knight_settles_at_once_and_a_rook_by_quiet():
    _, said = belief_after("-g1 +f3")
    assert Settled(300, 1) in said
    _, said = belief_after("-a1 +a2", fen="4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert Settled(500, 1) in said


def test_captures_that_fit_equally_are_asked_and_order_decides_what_it_can():
    start = "4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1"
    _, said = belief_after("-d4 -c5 +c5 -e5 +e5", fen=start)
    question = next(each for each in said if isinstance(each, Asked))
    assert {str(move) for move in question.moves} == {"d4c5", "d4e5"}
    assert told("-c5 +c5 ... -d4 -e5 +e5", fen=start) == (["d4e5"], [])
    assert told("-d4 -e5 +e5 ... -c5 +c5", fen=start) == (["d4e5"], [])


def test_a_question_is_answered_by_tapping_the_right_piece():
    start = "4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1"
    belief, _ = belief_after("-d4 -c5 +c5 -e5 +e5 ... -c5 +c5 ...", fen=start)
    assert [str(move) for move in belief.moves] == ["d4c5"]


@pytest.mark.parametrize("order", ["-d5 +e4 +d5", "-d5 +d5 -d5 +e4 +d5"])
def test_a_capture_is_taken_back_with_its_victim(order):
    assert told(f"-e4 -d5 +d5 ... {order} ... -e1 +e2", fen=CHESS) == (["e1e2"], [])


def test_a_question_stays_open_when_the_moves_after_it_are_taken_back():
    script = "-a7 +a8 ... ... -e8 +e7 ... -e1 +e2 ..."
    fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    for undone, plies in (("-e2 +e1 ...", 2), ("-e2 +e1 ... -e7 +e8 ...", 1)):
        belief, _ = belief_after(f"{script} {undone}", fen=fen)
        assert len(belief.moves) == plies
        assert {str(move) for move in belief.questions[1]} == {"a7a8=Q", "a7a8=R", "a7a8=B", "a7a8=N"}


def test_three_moves_are_taken_back_in_one_go():
    script = "-e2 +e4 ... -e7 +e5 ... -f1 +c4 ... -c4 +f1 -e5 +e7 -e4 +e2 ... -d2 +d4"
    assert told(script) == (["d2d4"], [])


def test_a_recapture_taken_back_is_no_drop_onto_the_cell_its_taker_came_from():
    where = {"game": "crazyhouse", "fen": "4k3/3p4/2n5/3P4/8/8/8/4K3[] w - - 0 1"}
    exchange = "-c6 -d5 +c6 ... -c6 -d7 +c6 ..."
    assert told(f"{exchange} -c6 +c6 +d7 ...", **where) == (["d5c6"], [])
    assert told(f"{exchange} -c6 +c6 +d7 ... -e8 +e7 ...", **where) == (["d5c6", "e8e7"], [])


def test_a_move_plainly_undone_is_no_drop_beside_a_piece_adjusted():
    """The Rook goes back to a1 and what it took to a7; a Knight dropped on a1 would leave the touch of a7 aside."""
    where = {"game": "crazyhouse", "fen": "4k3/p7/8/8/8/8/8/R3K3[n] w - - 0 1"}
    assert told("-a7 -a1 +a7 ... -a7 +a1 +a7 ... ...", **where) == ([], [])
    assert told("-a7 -a1 +a7 ... +a1 ... ...", **where) == (["a1a7", "N@a1"], [])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "handling", "trays", "number"),
    [
        ("attendance", "taken back", False, 11),
        ("dual-chess", "taken back", True, 0),
        ("sfhiodgei", "taken back", False, 11),
        ("chess", "illegal, then restored", True, 5),
    ],
)
def test_games_with_moves_undone_that_were_once_misread(game, handling, trays, number):
    """A story less likely than the one told had been cheaper to go back to; an illegal move was two sensors swapped."""
    score = judged(game, handling, trays, number)
    assert (score.silent, score.missing) == (0, 0)


def test_a_taker_that_rests_while_its_victim_lies_on_a_slot_raises_no_question():
    score = judged("chess", "rested", True, 6)
    assert (score.silent, score.missing, score.needless) == (0, 0, 0)


@pytest.mark.parametrize("trays", [{}, None])
@pytest.mark.parametrize("capture", ["-d5 -e4", "-e4 -d5", "-d5 ... -e4"])
def test_a_capture_that_bursts_is_told_with_its_last_lift(capture, trays):
    """Nothing is put down: what bursts ends nowhere, also where a position was not asked often enough for a list."""
    book.cache_clear()
    where = {"game": "atomic", "fen": "4k3/7p/8/3p4/4P3/8/8/4K3 b - - 0 1", "slots": trays}
    belief, said = belief_after(f"-h7 +h6 ... {capture}", **where)
    moved = [(str(each.move), each.t_ms) for each in said if isinstance(each, Moved)]
    assert moved == [("h7h6", 300), ("e4d5", belief.t_ms)]


def test_an_illegal_move_is_guided_back():
    _, said = belief_after("-e2 +e5 ... -e5 +e2 ...")
    assert [type(each) for each in said] == [Mismatch, Mended]
    assert (said[0].fill, said[0].clear) == (("e2",), ("e5",))


def test_half_the_board_knocked_over_and_set_up_again_is_no_move():
    cells = [f"{file}{rank}" for file in "abcdefgh" for rank in (1, 2)]
    script = " ".join([f"-{cell}" for cell in cells] + ["..."] + [f"+{cell}" for cell in reversed(cells)])
    belief, said = belief_after(f"-e7 {script} +e7 ... -e2 +e4")
    assert [str(move) for move in belief.moves] == ["e2e4"]
    assert any(isinstance(each, Mended) for each in said)


def test_the_array_set_up_again_takes_nothing_back():
    line = "-e2 +e4 ... -e7 +e5 ... -g1 +f3 ... -b8 +c6 ... -f1 +c4 ... -g8 +f6 ... -d2 +d3 ... -d7 +d6 ..."
    moved = ["e4", "e5", "f3", "c6", "c4", "f6", "d3", "d6"]
    home = ["e2", "e7", "g1", "b8", "f1", "g8", "d2", "d7"]
    again = " ".join([f"-{cell}" for cell in moved] + [f"+{cell}" for cell in home])
    belief, said = belief_after(f"{line} {again}")
    assert not any(isinstance(each, Retracted) for each in said)
    assert len(belief.moves) == 8


def test_a_reply_may_come_before_the_move_is_done():
    assert told("-e2 -e7 +e4 +e5", gap_ms=0) == (["e2e4", "e7e5"], [])


def test_a_question_is_asked_once_however_long_it_stays_open():
    script = "-a7 +a8 ... -e8 ... +e7 ... -e1 ... +e2 ... -e7 ... +e6 ..."
    _, said = belief_after(script, fen="4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert sum(isinstance(each, Asked) for each in said) == 1


def test_an_unfelt_capture_is_not_told_while_hands_may_only_pause():
    belief, _ = belief_after("-e4 -e8", fen=CHESS)
    assert belief.moves == ()


def test_an_unfelt_capture_that_ends_the_trace_is_asked_about():
    start = "4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1"
    belief, said = belief_after("-d4", fen=start)
    assert belief.moves == ()
    assert [{str(move) for move in each.moves} for each in said if isinstance(each, Asked)] == [{"d4c5", "d4e5"}]


def test_a_single_piece_in_a_hand_at_the_end_of_the_trace_is_asked_about():
    """It may have arrived on a cell whose sensor fell silent: the game is over, so asking disturbs nobody."""
    start = "4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1"
    belief, said = belief_after("-e1", fen=start)
    assert belief.moves == ()
    (asked,) = said
    assert isinstance(asked, Asked)
    assert {str(move) for move in asked.moves} == {"e1d1", "e1d2", "e1e2", "e1f1", "e1f2"}


def test_a_piece_lifted_from_a_slot_and_not_used_says_nothing_of_a_later_move():
    slots = {"w:N1": True, "w:Q1": False, "w:R1": False, "w:B1": False}
    script = "-w:N1 -e1 +e2 ... -e8 +e7 ... -e2 +e3 ... -e7 +e6 ... -a7 +a8 ... ... ..."
    moves, asked = told(script, fen="4k3/P7/8/8/8/8/8/4K3 w - - 0 1", slots=slots)
    assert moves[:4] == ["e1e2", "e8e7", "e2e3", "e7e6"]
    assert asked == [5]


OVERTAKEN = "1000-d1 1330+e1 1990!w 3619-c7 4473-b4 5292+h4 5736+c5 5843!b 5973!w 7925-b7 8140+b6 8499!b"
"""The Pawn is set on c5 only after the whole reply b4-h4; then both press."""
IN_A_HAND = (
    "1000-h4 1226-g3 1950+g3 2396!b 10512-h8 11402-f7 11564+g8 11628!w 11940+g7 12169!b 19072-d8 19869+b8 20595!w"
)
"""White presses while Black's reply, the Rook f7, is in a hand."""
PRESSED_BETWEEN = (
    "1000-h1 1189-c9 1687+f3 1762+i3 1813!w 1907-j3 2550!b 4080-h3 4494+g4 4745!w 5137-b10 5323+a7 5396!b 16470-f3 "
    "17408+g2"
)
"""White presses as the reply has gone from c9 to i3 and not yet taken what stands on j3."""


def test_a_press_after_the_reply_is_of_the_move_before():
    belief = heard(OVERTAKEN, "chess", "r1b1k1r1/ppp3p1/n6p/3ppp2/1R6/N2P1P2/P3P1KP/3Q1BNR w q - 1 15")
    assert list(map(str, belief.moves)) == ["d1e1", "c7c5", "b4h4", "b7b6"]
    assert not belief.asked


def test_a_press_while_the_reply_is_in_a_hand_finds_no_move_that_leaves_none_there():
    belief = heard(
        IN_A_HAND, "crazyhouse", "N2Q1r1+Q/1p1n1r2/ppP2pk1/p1B1P3/1P2bqnp/1Pp2bPP/R1PNBP2/1R4K1[] b - - 3 55"
    )
    assert list(map(str, belief.moves)) == ["h4g3", "h8g8", "f7g7", "d8b8"]
    assert not belief.asked


def test_a_press_after_the_reply_was_begun_rules_nothing_out_of_what_the_reply_becomes():
    fen = "rwbm1cm1wr/2vk2v1b1/p2s1spf1p/1pp7/10/8P1/5S4/P2PS1PF1P/1FW2C3W/R1BM1KMB1R w j1 - 5 11 leaps=2/2"
    belief = heard(PRESSED_BETWEEN, "attendance", fen)
    assert list(map(str, belief.moves)) == ["h1f3", "c9i3xj3", "h3g4", "b10a7", "f3g2"]
    assert not belief.asked
