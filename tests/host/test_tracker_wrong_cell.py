"""A piece set on a wrong cell, replied to, and put right: the moves are told in the order in which they were made."""

import pytest

import fairyrules
from reedboard.board.events import Reading, Tick
from reedboard.tracker import begin, conclude, observe
from script import belief_after, heard, told

C5_SET_ON_D5 = "-b1 +c3 {0} -c7 +d5 {0} -e2 +e3 {0} -d5 +c5 {0}"
A3_SET_ON_B2 = "-b2 +b3 {0} -b7 +b6 {0} -a2 +b2 {0} -h7 +h6 {0} -b2 +a3 {0}"
HOVERING = (
    "loh1gz1fa1g1s1h2/cr1n1bqifa1b1nmr1/2r1s2k4+L1bc1/tm1vtv1vtvJvtv2z/d1d1d1d5d1d2/17/16d/1v15/5p3Z7/7V3B3v1/jQ15/"
    "3V1N5V5/D1D1D1D1D1D1D1D1D/MV3V3V2TVMVT/2B1P3R6Q1/C2R3IKA1B1N1RC/LOH1S1GFAFG1S1HOL[DD|JJOPPQTTTTZ] b a2p2q2b16p16 "
    "- 3 43",
    "15453-f9 15854+a3 17241-a3 17641+a3 19074-a3 19231+a3 21364-a3 21690+b5 21809-b5 21948+b5 22015-b5 22127+b5",
)


@pytest.mark.parametrize("gap_ms", [150, 400, 600])
@pytest.mark.parametrize("pause", ["...", "... ..."])
def test_what_was_told_before_is_not_moved_behind_what_came_later(pause, gap_ms):
    """Otherwise the Knight's move, told and settled long since, would be the last of the three."""
    assert told(C5_SET_ON_D5.format(pause), gap_ms=gap_ms)[0] == ["b1c3", "c7c5", "e2e3"]
    assert told(A3_SET_ON_B2.format(pause), gap_ms=gap_ms)[0] == ["b2b3", "b7b6", "a2a3", "h7h6"]


@pytest.mark.parametrize("mended", ["-d5 +c5", "-d5 ... +c5"])
def test_the_piece_that_stood_wrong_may_be_long_in_the_hand(mended):
    assert told(f"-b1 +c3 ... -c7 +d5 ... -e2 +e3 {mended} ...", gap_ms=600)[0] == ["b1c3", "c7c5", "e2e3"]


BISHOP_TO_TAKE = "rnbqkb1r/ppppp1pp/7B/5p2/3P2n1/2P5/PP2PPPP/RN1QKBNR b KQkq - 0 1"


@pytest.mark.parametrize("reply", ["-h6 -g4 +h6", "-g4 -h6 +h6"])
def test_a_capture_in_reply_to_it_comes_in_its_turn(reply):
    script = f"-f5 +f4 ... ... -d4 +c4 ... ... {reply} ... ... -c4 +d5 ..."
    assert told(script, fen=BISHOP_TO_TAKE, gap_ms=400)[0] == ["f5f4", "d4d5", "g4h6"]


@pytest.mark.parametrize("held", ["-d4", "... -d4"])
def test_a_piece_set_on_the_edge_of_two_cells_hides_no_reply(held):
    """Felt on both for a moment; with it still in a hand, for all anybody knew, the reply was told a move too late."""
    assert told(f"-e2 +e4 +d4 {held} ... -g8 +f6 ...", gap_ms=60) == (["e2e4", "g8f6"], [])


PAWN_TAKEN_ON_E3 = "4k3/8/8/5p2/5p2/4P3/3B4/R5K1 b - - 0 1"


@pytest.mark.parametrize("lifted", ["-d2 ...", "-d2 ... ..."])
def test_what_stood_wrong_before_a_capture_nobody_felt_is_no_reply_to_it(lifted):
    """Such a Pawn on f3 once paid for the capture of its like on e3, told as soon as a Bishop was lifted."""
    script = f"-f5 +f3 ... ... -f4 -e3 +e3 ... ... {lifted}"
    assert told(script, fen=PAWN_TAKEN_ON_E3, gap_ms=300) == (["f4e3"], [2])


VICTIM_FIRST = "4k3/8/2n3p1/8/3P4/8/8/4K3 b - - 0 1"


def test_a_bystander_on_a_cell_the_mover_may_go_to_is_asked_about():
    """It seemed to be in a hand, the Knight to have gone there, and the victim to have been put back."""
    script = "-d4 -c6 -g6 +e5 +d4 ... ..."
    assert told(script, fen=VICTIM_FIRST, gap_ms=300)[1] == [1]
    answered = f"{script} ?c6d4 -e1 +d1 ... -e8 +e7 ..."
    assert told(answered, fen=VICTIM_FIRST, gap_ms=300) == (["c6d4", "e1d1", "e8e7"], [1])
    assert told(f"{script} ?c6d4 -e5 +g6 ... -e1 +d1", fen=VICTIM_FIRST, gap_ms=300) == (["c6d4", "e1d1"], [1])


ROOK_AND_VIZIER = "5kc1wr/5m1b2/b2psm1f2/wp1fs1p1p1/10/p2BV1P3/4S3FP/2C1K3P1/3F1S2BW/RW1M4MR w - - 13 24 leaps=1/2"
KING_AND_ELEPHANT = "9/4ar3/3k2n1b/9/9/8p/9/4B4/p2C4N/3AK4 w - - 14 63"


def test_all_moves_made_while_a_piece_stood_wrong_are_told_once_it_is_put_right():
    """Both pieces are knocked onto other cells after a1b2. Of the moves since only one was looked for then, and what
    White played last came out as its first.
    """
    knocked = "-a1 +b2 ... -b2 ... +c2 ... -e5 ... +f5 ... ... ... -g10 +i8 ... ... ... -e4 +f4 ..."
    moves = told(f"{knocked} -c2 +b2 -f5 +e5 ...", game="attendance", fen=ROOK_AND_VIZIER, gap_ms=500)[0]
    assert moves == ["a1b2", "g10i8", "e4f4"]


def test_the_piece_that_moved_last_may_be_knocked_onto_another_cell_before_the_reply():
    """As if it had gone on unheard that cost a lost reading, and so the moves after it were told in another order."""
    knocked = "-e3 +g5 -d8 ... +c8 ... -g5 ... +h6 ... ... ... -f9 +i9 ... ... ... -d2 +b2 ... ... ... -i5 +i4"
    moves = told(f"{knocked} -c8 +d8 -h6 +g5 ...", game="xiangqi", fen=KING_AND_ELEPHANT, gap_ms=500)[0]
    assert moves == ["e3g5", "f9i9", "d2b2", "i5i4"]


ROOK_AND_BISHOP = "1n2kb1r/3p1q2/b6n/pPp2p1B/5P1P/N2r4/PP1R4/R1B1K1N1 w k - 0 24"
GOLD_AND_PAWN = "ln1g1gl2/+P2k2ss+P/5+R2p/np1p5/2+b2pp2/7R1/1S1P1PP1P/+pB1KPG3/1NG3+pNL[LSpppp] b - - 0 43"
CAVALIER_AND_BISHOP = "10/3c6/4s3r1/k9/5C3V/1B6P1/1FF2K4/1P8/7v2/R9 b - - 0 67 leaps=0/0"


@pytest.mark.parametrize("gap_ms", [300, 700])
def test_two_pieces_knocked_over_may_be_put_right_one_after_the_other(gap_ms):
    """With one of them right and the other wrong still, a move nobody felt and a dead sensor were told instead."""
    knocked = "-f2 ... +e1 ... -g5 ... +f6 ... ... ... -d9 +c9 ... ..."
    script = f"{knocked} -e1 +f2 ... -f6 +g5 ..."
    assert told(script, game="shogi", fen=GOLD_AND_PAWN, gap_ms=gap_ms) == (["d9c9"], [])
    assert told(f"{knocked} -e1 +f2 ... ...", game="shogi", fen=GOLD_AND_PAWN, gap_ms=gap_ms) == (["d9c9"], [])


@pytest.mark.parametrize("gap_ms", [300, 700])
def test_a_piece_knocked_over_with_another_is_no_reply_to_the_move_made_after_it(gap_ms):
    """One of the two stands where a rule may put it after the next move; two moves and two sick sensors were told."""
    knocked = "-f6 +g5 ... -b5 +b6 ... ... ... -d9 +c8 ... -j6 +h4 ... ... ... -c8 +d7 ..."
    moves = ["d9c8", "j6h4", "c8d7"]
    script = f"{knocked} -g5 +f6 ... -b6 +b5 ..."
    assert told(script, game="attendance", fen=CAVALIER_AND_BISHOP, gap_ms=gap_ms) == (moves, [])


@pytest.mark.parametrize("gap_ms", [300, 700])
def test_what_is_explained_has_its_room_beside_moves_that_nobody_felt(gap_ms):
    """Rook and Bishop of the side not to move: with sensors in doubt there are a dozen other stories of these two."""
    knocked = "-d3 ... +c2 ... -a6 ... +b6 ... ... ..."
    played = "-h5 +e2 ... ... ... -d7 +d5 ... ... -a3 +b1 ... ... ... -f7 +c7 ..."
    script = f"{knocked} {played} -c2 +d3 -b6 +a6 ..."
    assert told(script, fen=ROOK_AND_BISHOP, gap_ms=gap_ms) == (["h5e2", "d7d5", "a3b1", "f7c7"], [])


TRIED = (
    "2235 -h1 4372 +h1 6321 -e2 6960 +e3 10132 -e3 10814 +f4 13672 -f4 14155 +d4 15196 -d4 15947 +e2 17534 -e2 "
    "17852 +e4 25536 -b7 26666 +b5 30389 -b5 31013 +a6 33638 -a6 34814 +c6 38329 -c6 38910 +b6 42120 -f1 43243 +b5 "
    "44587 -b5 45483 +a6 50244 -g8 51077 +f6 53142 -f6 53872 +h5 57124 -h5 59734 +h6 60174 -e4 62338 +e4 62750 -b2 "
    "63515 +b2 64279 -e1 65293 +g3 67608 -g3 68640 +e1 74395 -d1 75232 +e3"
)
"""Beginners try several cells before each move of crazyhouse, some where no rule lets the piece go, the Queen last."""


def test_what_stands_wrong_is_not_forgotten_for_a_dearer_story_of_more_moves():
    """Five moves through cells on which the Knight was only tried were told, though a Queen set wrong was likelier."""
    belief = begin(fairyrules.game("crazyhouse").start(), False, {})
    words = TRIED.split()
    for t_ms, word in zip(words[::2], words[1::2], strict=True):
        belief, _ = observe(belief, Reading(int(t_ms), word[1:], word[0] == "+"))
    belief, _ = conclude(belief)
    assert [str(move) for move in belief.moves] == ["e2e4", "b7b6", "f1a6", "g8h6"]
    assert belief.mismatch == (("d1",), ("e3",))


def test_a_piece_set_wrong_is_not_said_to_stand_where_another_was_set_after_it():
    """The Knight goes to g6 and hands rest; a Pawn set on g5 then was told to be that Knight, and g6 to have lied."""
    belief = begin(fairyrules.game("chess").start(), False, {})
    for t_ms, word in ((1000, "-b1"), (5000, "+g6"), (5756, "-c2"), (6272, "+g5")):
        belief, _ = observe(belief, Tick(t_ms - 60))
        belief, _ = observe(belief, Reading(t_ms, word[1:], word[0] == "+"))
    belief, _ = observe(belief, Tick(9000))
    assert belief.mismatch == (("b1", "c2"), ("g5", "g6"))
    assert belief.astray.get("b1") != "g5"


@pytest.mark.parametrize("pause", ["...", "... ... ..."])
def test_a_move_is_taken_back_beside_what_stands_wrong(pause):
    """Black's Knight stands on b6. No earlier position was on the board, so e7e6 stood, its Pawn set wrong after it."""
    script = f"-e2 +e4 ... -b8 +b6 ... -e7 +e6 {pause} -e6 +e7"
    belief, _ = belief_after(f"{script} ...")
    assert [str(move) for move in belief.moves] == ["e2e4"]
    assert belief.mismatch == (("b8",), ("b6",))
    played_on = f"{script} ... -d7 +d5 ... -d2 +d4 ... -b6 +b8 ..."
    assert told(played_on) == (["e2e4", "d7d5", "d2d4"], [])


def test_another_move_is_made_after_one_taken_back_beside_what_stands_wrong():
    """The Pawn back on c2 was as likely an answer to the Knight on b6, so the move was asked about."""
    script = "-b8 +b6 ... ... -c2 +c3 ... -c3 +c2 ... -e2 +e3 ... ..."
    assert told(script) == (["e2e3"], [])


@pytest.mark.parametrize(
    ("script", "moves"),
    [
        ("-e2 +f4 ... -b8 +c6 ... -g1 +f3 ... -f4 +e4 ...", ["e2e4", "b8c6", "g1f3"]),
        ("-e2 +f4 ... -d7 +d5 ... -g1 +f3 ... -f4 +e4 ...", ["e2e4", "d7d5", "g1f3"]),
    ],
)
def test_who_set_a_piece_wrong_plays_on_before_it_is_put_right(script, moves):
    """The reply was made, and the mover's next move as well: that piece counted as one more of the accident."""
    assert told(script, gap_ms=400) == (moves, [])


@pytest.mark.parametrize(
    ("script", "moves"),
    [
        ("-e2 +f4 ... -b8 +c6 ... -g1 +f3 ... -d7 +d6 ... -f4 +e4 ...", "e2e4 b8c6 g1f3 d7d6"),
        ("-e2 +f4 ... -d7 +d5 ... -g1 +f3 ... -d5 +d4 ... -f4 +e4 ...", "e2e4 d7d5 g1f3 d5d4"),
        ("-e2 +f4 ... -b8 +c6 ... -g1 +f3 ... -d7 +d6 ... -d2 +d3 ... -f4 +e4 ...", "e2e4 b8c6 g1f3 d7d6 d2d3"),
        (
            "-e2 +f4 ... -d7 +d5 ... -g1 +f3 ... -d8 +d6 ... -f3 +e5 ... -d6 -e5 +e5 ... -f4 +e4 ...",
            "e2e4 d7d5 g1f3 d8d6 f3e5 d6e5",
        ),
    ],
)
def test_the_plies_beside_a_piece_that_stood_wrong_are_gone_through_again_once_it_stands_right(script, moves):
    """Their order was lost: what stood on the board was the same whichever side had moved first, and in which order."""
    assert " ".join(told(f"{script} ... ... ...", gap_ms=400)[0]) == moves


def test_a_piece_that_was_adjusted_and_moves_on_was_never_wrong():
    """What was played since was gone through again, as if the Knight had gone to where it went then."""
    belief = begin(fairyrules.game("chess").start(), False, {})
    for number, word in enumerate(["-g1", "+f3", "-f3", "+f3", "-e7", "+e5", "-f3", "+g5"]):
        belief, _ = observe(belief, Reading(1000 * (number + 1), word[1:], word[0] == "+"))
    assert [str(move) for move in belief.moves] == ["g1f3", "e7e5", "f3g5"]
    assert not belief.probes


@pytest.mark.parametrize(("adjusted", "gone_through"), [(5, True), (25, False)])
def test_what_was_played_is_gone_through_again_only_if_the_piece_was_set_wrong_lately(adjusted, gone_through):
    """Where a whole position is set up, each piece of it may seem to have been put right."""
    belief = begin(fairyrules.game("chess").start(), False, {})
    for number, word in enumerate(["-e2", "+e5", *["-a8", "+a8"] * adjusted, "-e5", "+e4"]):
        belief, _ = observe(belief, Reading(1000 * (number + 1), word[1:], word[0] == "+"))
    assert any(each.mending for each in belief.probes) == gone_through


def test_a_king_that_castled_and_moves_on_is_told_as_it_was_played():
    """Its cell was reached in the middle of a move, as by a piece set wrong."""
    belief, _ = belief_after("-e1 +g1 -h1 +f1 ... -h7 +h6 ... -g1 +h1 ...", fen="4k3/7p/8/8/8/8/8/4K2R w K - 0 1")
    assert [str(move) for move in belief.moves] == ["e1g1", "h7h6", "g1h1"]
    assert belief.settled == 3


ROOK_ALONE = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"


@pytest.mark.parametrize("gap_ms", [300, 500])
def test_a_piece_tried_on_several_cells_only_rests_where_it_might_have_gone(gap_ms):
    """On c3 and d2 it stood wrong, which counts twice; on a4 for half a second, and then it goes on to a6."""
    script = "-a1 +c3 ... -c3 +d2 ... -d2 +a4 -a4 +a6 ... -e8 +e7 ..."
    assert told(script, fen=ROOK_ALONE, gap_ms=gap_ms) == (["a1a6", "e8e7"], [])


PIECES_DEVELOPED = "rn3t2nr/mbgaqka1bm/p1ppppppcp/1c6C1/1C8/8G1/Q3MM4/P1PPPPPP1P/3A1KA3/RNB3TBNR w a1j1a10j10 - 18 10"


def test_a_victim_set_aside_is_remembered_once_the_taker_went_home_to_come_again():
    """On j7, where the piece that moved last might have gone, the victim stands while its taker is tried on f5."""
    felt = "1000-i7 1588+h7 7261-h7 7448+j7 7933-g8 8306+f5 9402-f5 9685+g8 12586-g8 12827+h7 13082-j7 16546-b6"
    belief = heard(f"{felt} 16998+b4 20453-g9 26181-b4 26467+b4", "wildeurasian-qi", PIECES_DEVELOPED)
    assert [str(move) for move in belief.moves] == ["i7h7", "g8h7", "b6b4", "g9b4"]
    assert not belief.asked


LATE_IN_SFHIODGEI = (
    "lohjsz1fafgzsjhol/crmnpbqikaqb1nmrc/2r5g5b2/tv1vt2vtv2t2v1/d1d1d1d1d1d1d1dPd/14t2/17/5v5v1v3/17/17/17/"
    "1V5V3N4P/D1D1D1D1D1D1D1D1D/T2VTV3V1VTV1VT/1CB3S7R2/1RMN1BQIKApBJ1MRC/LOHJ1ZGFAFGZS1HOL[|QT] "
    "w b2p2q2a16b16p16q16 f12 0 9"
)


def test_a_piece_tried_on_a_wrong_cell_is_kept_beside_guesses_at_longer_lines():
    """On its way to a14 it rests on b13, where it may stop, and on a15, where five others might have gone unheard."""
    felt = "1000-m2 1256+b13 3045-b13 3195+a15 4292-a15 4718+a15 6902-a15 7119-a14 7339+a14 9558-l17 11614+n14"
    belief = heard(felt, "sfhiodgei", LATE_IN_SFHIODGEI)
    assert [str(move) for move in belief.moves] == ["m2a14", "l17n14"]


@pytest.mark.parametrize("gap_ms", [100, 200, 300])
def test_a_piece_tried_on_one_wrong_cell_after_the_other_is_not_asked_about_once_it_stands_right(gap_ms):
    """Each rest was charged as much as the first: a move of which one reading was lost seemed as likely."""
    script = "-e2 +e6 ... -e6 +e5 ... -e5 +d5 ... -d5 +d6 ... -d6 +e4 ... -e7 +e5 ..."
    assert told(script, gap_ms=gap_ms) == (["e2e4", "e7e5"], [])


def test_a_piece_that_hovers_over_a_wrong_cell_is_followed_to_where_it_is_left():
    """The Pawn of f9 was set on a3 three times before it took on b5: two moves were told that nobody made."""
    fen, felt = HOVERING
    belief = heard(felt, "sfhiodgei", fen)
    assert [str(move) for move in belief.moves] == ["f9b5"]
    assert not belief.asked


def test_a_capture_on_the_way_is_the_same_move_gone_on_beside_a_piece_that_stands_wrong():
    """h3 was lifted by the side whose turn it was: the step to h4 seemed settled, so both were asked about."""
    fen = "r1bmkc1bwr/2v3v3/ppfpsspfpp/10/10/10/10/PPFPSSPFPP/3V2pV2/RWB1CKM1WR w a1j1a10j10 - 0 1 leaps=2/2"
    felt = "1000-f1 1483+e2 2010-h10 2487+h9 4999-c9 5213+h4 5552-h3 6172+w:F2"
    belief = heard(felt, "attendance", fen, {"w:F2": False})
    assert ([str(move) for move in belief.moves], sorted(belief.asked)) == (["f1e2", "c9h4xh3"], [])


def test_what_was_guessed_plies_ago_asks_nothing_of_where_a_piece_slides_now():
    """R a4 took on a7, which nobody felt; then a Cannon rests on e5: asked whether it stays there, f5 being wrong."""
    fen = "rnbakab2/8r/8n/Cc2p3p/9/3C5/R1P1P1P1P/9/9/1NBAKABNR b - - 0 7"
    felt = (
        "1000-a10 2516+w:C2 18120-a7 18664-a4 18693+a5 19680-a5 19732+a6 20738-a6 21201+a7 22316+b:R2 23640-b7 "
        "25195+d7 29083-d5 29117+e5 30299-e5 30880+f5"
    )
    belief = heard(felt, "xiangqi", fen, {"b:R2": False, "w:C2": False})
    assert ([str(move) for move in belief.moves], sorted(belief.asked)) == (["a10a7", "a4a7", "b7d7", "d5f5"], [])


def test_what_is_put_right_as_people_were_told_is_no_other_move():
    felt = "1000-h6 1407-h8 1966+h8 4121-g7 4803+g6 6027-g6 6479+g7 24359-e8 24749+d7"
    belief = heard(felt, "chess", "1r2k2r/p1p2pp1/Bp2b2Q/1P1p4/4p2P/4PP2/6P1/1NB2KNR w - - 0 21")
    assert list(map(str, belief.moves)) == ["h6h8", "e8d7"]


@pytest.mark.parametrize("gap_ms", [150, 400])
def test_castling_whose_rook_is_forgotten_for_some_plies_is_found_once_it_follows(gap_ms):
    """The King stood wrong, then the plies between could be told in no order: two sensors were named swapped."""
    script = "-e1 +g1 ... -a7 +a6 ... -d2 +d4 ... -a6 +a5 ... -h1 +f1 ... ... ... -a2 +a3 ..."
    fen = "4k3/p6p/8/8/8/8/P2P3P/4K2R w K - 0 1"
    assert told(script, fen=fen, gap_ms=gap_ms)[0] == ["e1g1", "a7a6", "d2d4", "a6a5", "a2a3"]
