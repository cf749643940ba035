"""Several moves taken back in one act: what stands where before tells which piece is which, in whatever order."""

from dataclasses import replace

import pytest

from reedboard.board.events import Reading, Tick
from reedboard.tracker import observe
from script import belief_after, heard, judged, told

AT_ONCE = "several taken back at once"
SHOWN = "rs3nnr/4ks2/p2m2pp/3p4/PN2Pp1P/NP1P1P2/1RKSS3/6MR w - - 0 20"
"""Makruk; and what was felt while three plies were shown and taken back one by one, and the first two played."""
TAKEN_BACK_AND_PLAYED = (
    "1000-d5 1040-b4 1408+d5 12017-e7 13155+e8 15147-d2 15982+c3 25325-d6 26084+c7 38411-a3 39139+c4 42136-c7 45403+c7 "
    "49686-c7 50139+b6 52296-b6 52774+c7 53351-c4 53642+a3 54478-c7 55252+d6 77313-d6 77669+c7 104894-a3 105586+c4 "
    "107950-c7 108973+b6 111366-e2 112026+d1 119979-e8 120522+d7"
)
FOUR_PLIES = "-e4 -d5 +d5 ... -g4 +f5 ... -c1 +d3 ... -a8 +a7 ..."
"""A capture, and three moves after it."""
BEFORE = "r3k3/8/8/3p4/4P1b1/8/8/2N1K2R w - - 0 1"
DROPS = "4k3/8/8/3p4/4P3/8/8/4K2R[] w - - 0 1"
SHOVED = (
    "1n1qkq1r/rpN4p/1p3p1P/p4P1P/P2ppB2/bPN2P1R/2P5/R3KBN1[BPP] b Qk - 0 22",
    "1785-d8 2471-c7 2521+d6 2589+c7 3030-d6 4195-f4 4763-c7 4805+c8 4882+c7 6287-c8 9798+a8 13457+f4 15237-a8 "
    "16002-c7 16065+d8 16145+c7 16726-d8",
)
TRIED_BETWEEN = (
    "lo2s1gfafgps1hol/crmnz1qikaqb1n1rc/2r11b2/t1jv5v3m2t/d1d1h1d3d1d1d1d/1v4t2b1v1v1B1/8d8/4t2v6T1t/4d7D3D/5V1v4OV3/"
    "2D3D3DJ5/P2V7V3N1/D3D2zD4QD2/1V2T4F1A2PVT/2B5R6Z1/CM1N2QIK2B2MRC/LOH1SZGFA1G1SJH1L[|JPRTTVVV] "
    "b a2q2a16b16p16q16 - 3 36",
    "2005-k7 3216-h5 3513+k7 5801-l7 6434-g12 7241+g12 9240-c15 9663+m15 15318-e10 16428-a6 16700+e10 21357-e10 "
    "22102+a6 23436+e10 27640-c16 28329-g12 28923+c16 34304-i16 34845+i15 37460-i15 37863+i16 38899+g12 39291-c16 "
    "40187+l7 41719+c16 42327-m15 42577+c15 45403-m8 45818+i8",
)
TAKEN_ON_ONE_CELL = "-d5 -e4 +d5 ... -d5 -f6 +d5 ... -d5 -c3 +d5 ... -h8 +h6 ..."
"""Three captures and a move of the Rook."""


@pytest.mark.parametrize("gap_ms", [60, 150, 400])
@pytest.mark.parametrize(
    "back",
    [
        "-d3 -a7 -d5 -f5 +c1 +a8 +d5 +e4 +g4",
        "-d3 -a7 -d5 -f5 +a8 +g4 +e4 +d5 +c1",
        "-f5 -d5 -a7 -d3 +e4 +c1 +g4 +a8 +d5",
    ],
)
def test_four_moves_taken_back_with_all_their_pieces_in_hands_at_once(back, gap_ms):
    """Each of four pieces might have been set on each of the four cells, and a captured one comes back besides."""
    assert told(f"{FOUR_PLIES} {back} ... -e1 +f1 ...", fen=BEFORE, gap_ms=gap_ms) == (["e1f1"], [])


@pytest.mark.parametrize("trays", [True, False])
@pytest.mark.parametrize("back", ["-e7 +e8 -h3 -d5 +d5 +e4", "-d5 +e4 -h3 +d5 ... -e7 +e8", "-d5 -h3 +e4 +d5 -e7 +e8"])
def test_a_dropped_piece_goes_back_to_where_it_was_captured(back, trays):
    """White's Pawn captured on d5 was Black's: to the board it is the same piece."""
    aside, out = ("+w:P1", "-w:P1") if trays else ("", "")
    script = f"-d5 -e4 +d5 {aside} ... -e8 +e7 ... {out} +h3 ... {back} ... -h1 +h2 ..."
    slots = {"w:P1": False, "b:P1": False} if trays else None
    assert told(script, game="crazyhouse", fen=DROPS, slots=slots) == (["h1h2"], [])


@pytest.mark.parametrize(
    "back",
    ["-d5 -h6 +d5 +h8 +f6 +c3 +e4", "-h6 -d5 +e4 +h8 +c3 +f6 +d5", "-h6 -d5 +h8 +f6 +c3 +e4 +d5"],
)
def test_nobody_drops_pieces_as_fast_as_a_hand_sets_them_back(back):
    """Each piece that comes back might have been dropped, if its side could answer within a fifth of a second."""
    fen = "4k2r/8/5n2/3p4/4P3/2N5/8/4K2R[] w - - 0 1"
    script = f"{TAKEN_ON_ONE_CELL} {back} ... -e1 +f1 ..."
    assert told(script, game="crazyhouse", fen=fen, gap_ms=200) == (["e1f1"], [])


GONE_BACK_BY_MOVES = (
    "rnbqkb1r/1pppp1pp/8/p4p2/5P2/N1P1B2P/PPP1P1PR/R2QKBN1 b Qkq - 1 6",
    "1056-c7 1123-h3 1212+h4 1232+c5 1299-a8 1402+a7 7223-e2 8041+f3 9750-f3 10000+e2 19289-e3 20034+e3 22319-e3 "
    "23050+f3 24563-f3 25445+f2 27553-f2 27985+e3 28685-a7 29054+a8 30001-h4 30396+h3 30421-h3 30448+h3 34645-d1 "
    "35004+d3",
)
SIX_IN_A_ROW = (
    "1oh1szgf1f1zs1h1l/1rmn1bqi1a1b1nJ1c/lcr3k1a1q1g1b2/tvpvt2vtv1v1v1r1/d1d3d1djd1d1d1d/10t6/1P6p8/5v11/4d12/17/"
    "2D7D1Dj3/17/D3D1D1D5DOD/TV1VTV1VTVQVT2VT/2B5A3S1RC1/CRMN1BQIKA1B1oMR1/LOH1SZ1FGFGZ1JH1L[|MNPTVV] w a2b2p2b16 - "
    "0 22",
    "1543-h4 2218+h6 3776-m7 4799-i11 5836+m7 7265-l1 7770+k2 9992-n7 10652+h13 11649-n2 12055-o2 12450+n2 14519-j4 "
    "15134-m7 15975+j4 22633-j4 23829+m7 24254+j4 24504-n2 25197+o2 26617+n2 27009-h13 27396+n7 27696-k2 27880+l1 "
    "28182-m7 28666+i11 29448+m7 29792-h6 30279+h4 31551-o16 31898-p14 32331+p14 35361-n7 35523-o5 35938+o5 42030-p5 "
    "42361+n4 55131-c14 55488+i8 63349-n4 63591+m2 71303-o5 71499+n4 73205-o15 73435-p14 74150+o15 77937-o15 78262+p14 "
    "78891+o15 80168-n4 80642+o5 82567-m2 82898+n4 83986-i8 84568+c14 85707-n4 86098+p5 87335-o5 87736+n7 88982+o5 "
    "91636-o5 92103-n7 92314+o5 94921-p5 95181-q5 96905+p5 97603+q5 98564-i4 98683+g6",
)


def test_a_capture_is_taken_back_slowly_the_victim_out_of_its_slot_first():
    """Hands rest while the Pawn that took is still missing: it is no Pawn out of a tray left standing for nothing."""
    slots = {"w:P1": False, "w:P2": True, "b:P1": False, "b:P2": True}
    moves = "-d5 -e4 +d5 +w:P1 ... -d5 -c6 +d5 +b:P1 ... -b2 +b3 ... -g8 +g7 ..."
    back = "-g7 +g8 ... -b3 +b2 ... -b:P1 -d5 +d5 ... +c6 ... -w:P1 -d5 +d5 ... +e4"
    fen = "6k1/8/2p5/3p4/4P3/8/1P6/2K5 w - - 0 1"
    assert told(f"{moves} {back} ... -c1 +d1 ... ...", fen=fen, slots=slots) == (["c1d1"], [])


def test_a_capture_is_taken_back_slowly_the_victim_first():
    """Hands rest while the board looks as if the Pawn that took had only been adjusted."""
    fen = "6k1/8/8/3p4/4P3/8/1P6/2K5 w - - 0 1"
    script = "-d5 -e4 +d5 ... -g8 +g7 ... -g7 +g8 ... -d5 +d5 ... +e4 ... -c1 +d1 ... ..."
    assert told(script, fen=fen) == (["c1d1"], [])


def test_what_was_set_back_before_a_rest_was_no_accident():
    """The Knight goes home, hands rest, and Black's moves are taken back only then: nothing has stood wrong."""
    belief, _ = belief_after(
        f"{FOUR_PLIES} -d3 +c1 ... -a7 +a8 -f5 +g4 ... -d5 +e4 +d5 ... -e1 +f1 ... ... ...", fen=BEFORE
    )
    assert [str(move) for move in belief.moves] == ["e1f1"]
    assert belief.mismatch is None


def test_a_drop_onto_the_cell_that_a_capturing_piece_has_left_takes_nothing_back():
    """The same cells are occupied as before the capture, but its victim's was not touched."""
    slots = {"w:P1": True, "b:P1": False}
    fen = "4k3/8/8/3p4/4P3/8/8/4K2R[P] w - - 0 1"
    script = "-d5 -e4 +d5 ... -e8 +e7 ... -w:P1 +e4 ... ..."
    assert told(script, game="crazyhouse", fen=fen, slots=slots) == (["e4d5", "e8e7", "P@e4"], [])


@pytest.mark.parametrize(
    ("game", "trays", "seed"),
    [
        ("chess", False, 42),
        ("attendance", False, 42),
        ("attendance", True, 42),  # moves back made by both hands at once are asked about
        ("shogi", False, 42),
        ("xiang-courier", False, 42),
        ("dual-chess", True, 42),
        ("sfhiodgei", True, 42),
        ("shogi", True, 42),
        ("crazyhouse", True, 41),
        ("xiang-courier", False, 41),
        ("sfhiodgei", True, 41),
        ("crazyhouse", False, 41),
        ("chess", True, 42),  # told in the order in which they were played, but who takes back does so again
    ],
)
def test_a_game_in_which_several_moves_are_taken_back_at_once_is_told(game, trays, seed):
    """All but the one of Dual Chess were lost before."""
    score = judged(game, AT_ONCE, trays, 0, seed=seed)
    assert (score.silent, score.missing) == (0, 0)
    assert score.right + score.asked + score.needless == 80


def test_an_answer_names_the_move_about_to_be_made_rather_than_one_taken_back_long_ago():
    """All of three moves is taken back; that they were made the other way is likely enough to be remembered."""
    moves = "-b2 +a2 ... -g8 +g3 ... -h8 -h1 +h8 ..."
    back = "-h8 +h1 ... +h8 ... -g3 +g8 ... -a2 +b2 ..."
    script = f"{moves} {back} -h8 ?h1h8 -h1 +h8 ... -e8 +e7 ..."
    assert told(script, fen="4k1rn/8/8/8/8/8/1R6/4K2R w - - 0 1") == (["h1h8", "e8e7"], [])


def test_what_was_captured_comes_back_also_after_a_later_move_was_taken_back():
    """With the later move all was forgotten that lay beside the board, and the Cannon on b3 stood wrong for good."""
    felt = "1503-b3 2103-b10 3281+b10 4350-c10 5033+e8 6533-j4 6785+j5 9316-j5 9673+j4 10213-e8 11098+c10 11300-b10"
    belief = heard(f"{felt} 11873+b10 12640+b3 14223-k3 14535+k2 15429-b8 16051+b7", "xiang-courier")
    assert [str(move) for move in belief.moves] == ["k3k2", "b8b7"]
    assert not belief.asked


def test_an_answer_says_nothing_of_whether_the_move_was_taken_back_since():
    """The Queen was asked about, and lifted again before anybody answered; then Black captures on another cell."""
    script = "-e1 +e2 ... +d5 ... -d5 ... ?Q@d5 -a4 -a8 +a4 ... -e2 +e3 ..."
    fen = "r3k3/8/8/8/P7/8/8/4K3[QPqp] w - - 0 1"
    assert told(script, game="crazyhouse", fen=fen) == (["e1e2", "a8a4", "e2e3"], [2])


def test_six_moves_are_taken_back_beside_a_piece_that_was_moved_about_and_is_set_right_among_them():
    """So much is set back that it looks upset: what is put on d3, where the Queen belongs, may be what it captured."""
    fen = "r1b1kb1r/p3pppp/1n1p3n/1pp2q2/Q1P1P2P/NP1P2PN/P4P2/R1B1KB1R b KQkq - 0 9"
    kept, undone = (
        "-e8 +d7 ... -c1 +e3 ...",
        "-f5 +e5 ... -a1 -e1 +c1 +d1 ... -g3 -e5 +g3 ... -e3 +d4 ... -g3 -d3 +d3 ...",
    )
    back = "-f1 +g2 ... -d6 +c6 ... -d3 +f5 -c1 +e1 -g2 +f1 -d1 +a1 +d3 -c6 +d6 -d4 +e3 +g3 ... -f7 +f6 ..."
    assert told(f"{kept} {undone} {back}", fen=fen) == (["e8d7", "c1e3", "f7f6"], [])


def test_a_victim_set_aside_for_a_moment_takes_no_settled_move_back():
    """A Knight dropped on a8 takes on c7, and the Bishop stands on d8 meanwhile: as if the drop had been a trial."""
    fen, felt = SHOVED
    belief = heard(felt, "crazyhouse", fen)
    assert 3 not in belief.asked
    assert {str(move) for move in belief.questions[4]} == {"Q@f4", "B@f4", "P@f4"}


def test_three_moves_taken_back_at_once_are_found_though_two_others_were_tried_between():
    """The Queen goes from c16 straight to l7; what the board shows again was looked for six plies back only."""
    fen, felt = TRIED_BETWEEN
    assert [str(move) for move in heard(felt, "sfhiodgei", fen).moves] == ["h5k7", "m8i8"]


def test_moves_taken_back_are_not_told_as_so_many_moves_more_to_the_same_position():
    """Three are taken back, the last one first; Bishop and Rook might have moved there and back, h3 been adjusted."""
    fen, felt = GONE_BACK_BY_MOVES
    belief = heard(felt, "chess", fen)
    assert ([str(move) for move in belief.moves], sorted(belief.asked)) == (["c7c5", "d1d3"], [2])


@pytest.mark.parametrize("gap_ms", [40, 100, 250, 400])
def test_a_capture_taken_back_before_the_move_after_it_leaves_no_slot_for_a_wrong_cell(gap_ms):
    """The Pawn came to its slot and from there to e2, as one set wrong that had stood on e2 all along.

    But there the Knight stood: all was told as two moves more, and what was played afterwards was two plies too late.
    """
    taken = "-g3 -e2 +e2 ... +w:P1 -g1 ... +h2 ..."
    script = f"{taken} -e2 +g3 ... -w:P1 ... +e2 ... -h2 +g1 ... -g3 +f5 ..."
    fen = "4k3/8/8/8/8/6n1/4P3/6K1 b - - 0 1"
    assert told(script, fen=fen, slots={"w:P1": False}, gap_ms=gap_ms) == (["g3f5"], [])


def test_of_moves_taken_back_in_a_row_none_is_out_of_turn():
    """Six plies of analysis, given back in order twice: the second time they were told as six moves more."""
    fen, felt = SIX_IN_A_ROW
    assert [str(move) for move in heard(felt, "sfhiodgei", fen).moves] == ["o16p14", "n7o5", "i4g6"]


def test_plies_taken_back_one_by_one_and_played_again_are_no_four_plies_more():
    """The next move made the two explanations look alike to its end; nobody is asked about plies that are not told."""
    belief = heard(TAKEN_BACK_AND_PLAYED, "makruk", SHOWN)
    moves = ["b4d5", "e7e8", "d2c3", "d6c7", "a3c4", "c7b6", "e2d1", "e8d7"]
    assert ([str(move) for move in belief.moves], belief.asked) == (moves, {6})


LEISURELY = (
    "1000-b3 1221+b4 12432-k1 13024-k8 13272+k1 17007-b1 17585+c3 23226-i1 23669-k1 24165+i1 28542-i1 28996+i1 "
    "29197+k1 30310-c3 31010+b1 36452-b1 36616+c3 39370-i10 39732+g8 44034-k1 44543-g8 44791-c3 45417-b4 45919+b1 "
    "46107+i10 46775+b3 47314+k1 47560+k8 53941-b3 54526-b10 54864+b10 58126-k8 58358+k5",
    "1000-e1 1350+f2 6414-h10 7043+g9 13041-k3 13233+h3 20600-b1 21262-b8 21501+b1 25357-b3 25796+b9 28337-b1 28603-g9 "
    "29236-b9 29816-h3 30356+k3 30978+h10 31670+b8 32370+b1 32867+b3 45048-k8 45327+k6 50338-b3 50595+b6",
)
"""Xiang Courier: four plies taken back in one act, hands resting in its midst once or more; and two played after."""


@pytest.mark.parametrize(("felt", "played"), [(LEISURELY[0], "b3b10 k8k5"), (LEISURELY[1], "e1f2 k8k6 b3b6")])
def test_moves_are_taken_back_in_one_act_though_hands_rest_in_its_midst(felt, played):
    belief = heard(felt, "xiang-courier")
    assert " ".join(map(str, belief.moves)) == played
    assert belief.mismatch is None


@pytest.mark.parametrize("touch", [Reading(99_000, "a1", False), Reading(99_000, "a5", True)])
def test_hands_that_touch_more_than_what_was_moved_leave_no_belief_without_a_story(touch):
    """Where moves seemed to be taken back in every story that was left, one touch elsewhere ended the game's loop."""
    belief, _ = belief_after("-e2 +e4 ... -e7 +e5 ... -e4 -e5")
    undoing = tuple(each for each in belief.stories if each.undoing)
    assert undoing
    belief, _ = observe(replace(belief, stories=undoing), touch)
    assert belief.stories
    belief, _ = observe(belief, Tick(109_000))
    assert str(belief.moves[0]) == "e2e4"
