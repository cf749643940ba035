"""Of the stories that explain the readings the likeliest is told: what people rest on, bump, shelve or lift early."""

import pytest

from reedboard.tracker import Asked, Mismatch, Moved, Retracted, Settled
from script import belief_after, judged, told

CANNONS = "4f1wf2nr/7C1b2/2n3ke4/pr3pp1p2p/1b1p4Cp2/P2P1P2cPcP/2P3P4R/2N1RB1E1N2/4K6B/2E1FW1F4 w - - 5 33"
RESTED = {"game": "xiang-courier", "fen": CANNONS, "slots": {"b:C1": False, "b:C2": False}}


def test_a_piece_set_on_its_slot_is_the_one_that_was_lifted_and_no_unfelt_capture():
    rest = "-i5 +b:C2 -j3 +i1 ... ..."
    assert told(f"{rest} -i1 +i5 ... -j9 +i10", **RESTED) == (["j3i5", "j9i10"], [])


def test_a_rest_is_not_settled_by_quiet_while_the_victim_lies_on_its_slot():
    _, said = belief_after("-i5 +b:C2 -j3 +i1 ... ... -i1 +i5 ...", **RESTED)
    assert [str(each.move) for each in said if isinstance(each, Moved)][-1] == "j3i5"
    assert [each.t_ms for each in said if isinstance(each, Settled)] == [2900]


def test_a_mover_that_rested_does_not_go_on_once_the_reply_has_begun():
    fen = "1n3k1r*******/3p4*1f2f1/b7*zM1z2/p2nC2P*6/8*4ZZ/2b2Pq1*Z1Wm2/R2PN3*4W1/1NBQ1K1n******* w - - 1 38"
    script = "-e5 -f3 +f3 +g7 ... -c3 -g7 -b8 +b8 +g7 ..."
    assert told(script, game="dual-chess", fen=fen) == (["e5g7", "c3g7"], [])


def test_a_piece_that_slid_off_its_cell_did_not_stray():
    """The Rook goes to b3 and back: felt on c3 before it was missed on d3, it is no other story that it went to c3."""
    fen = "6nk/8/8/8/8/3R4/8/7K w - - 0 1"
    assert told("+c3 -d3 -c3 +b3 -g8 +f6 -b3 +d3 ...", fen=fen, gap_ms=90) == (["d3b3", "g8f6", "b3d3"], [])


def test_a_victim_set_on_its_slot_when_the_next_move_is_done_raises_no_question():
    """Hands overlap: what the move before took comes to its slot late, be it on the board of the reply."""
    score = judged("attendance", "replies interleaved", True, 5, seed=47)
    assert (score.asked, score.needless, score.silent, score.missing) == (0, 0, 0, 0)


EN_PASSANT = "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1"


@pytest.mark.parametrize("script", ["-e5 +d6 -d6 -d5 -c7 +d6", "-e5 +d6 -c7 -d6 -d5 +d6", "-e5 +d6 -d6 -c7 -d5 +d6"])
def test_a_victim_may_be_removed_when_its_taker_is_being_taken_already(script):
    assert told(f"{script} ... -e1 +e2 ...", fen=EN_PASSANT) == (["e5d6", "c7d6", "e1e2"], [])


def test_a_victim_removed_when_its_taker_has_been_taken_is_told_by_what_follows():
    """A move is done before its reply is, so a sensor is doubted: in vain, and nothing is asked later."""
    script = "-e5 +d6 -d6 -c7 +d6 -d5 ... ... -e1 +e2 ... -e8 +e7 ... -e2 +d3 ... -d6 +d5 ... -d3 +c3 ..."
    assert told(script, fen=EN_PASSANT) == (["e5d6", "c7d6", "e1e2", "e8e7", "e2d3", "d6d5", "d3c3"], [])


THINKING = "lohjszgfafgzsjhol/crPnpbqikaqbpnmrc/2r11b2/1v1vtv1vtv1vtv1vt/d1d1d1d1d1d1d1d1d/17/17/17/17/17/17/17/" + (
    "D1D1D1D1D1D1D1D1D/pV1VTV1VTV1VTV1VT/2B11R2/CRMNPBQIKAQB1NMRC/LOHJSZGFAFGZSJHOL[|MTT] b a2b2p2q2a16b16p16q16 - 0 2"
)


@pytest.mark.parametrize("thought", ["", "...", "... ... ... ..."])
def test_a_victim_on_a_reserve_slot_waits_for_its_taker(thought):
    where = {"game": "sfhiodgei", "fen": THINKING, "slots": {"n:P1": False, "w:P1": False, "b:P1": False}}
    belief, said = belief_after(f"-c16 +n:P1 {thought}", **where)
    assert belief.moves == ()
    assert not any(isinstance(each, Moved | Retracted | Mismatch) for each in said)
    assert told(f"-c16 +n:P1 {thought} -d17 +c16", **where) == (["d17c16"], [])


SHOOTER = "2bmk1m2r/w7b1/p1fps1p1cp/1p3s1wf1/10/4F3P1/1P8/1W1PSSP1vP/2M7/RB2CKMBWR w a1j1j10 - 0 12 leaps=2/2"


def test_a_piece_shot_from_afar_may_be_off_the_board_before_the_move_is_done():
    moves = told("-c2 -j3 +e4 ... -f1 +e2", game="attendance", fen=SHOOTER)
    assert moves == (["c2e4", "i3xj3", "f1e2"], [])


def test_an_answer_is_shown_while_the_reply_is_in_the_hand():
    belief, said = belief_after("-a7 +a8 ... ... ... -e8 ?a7a8=N", fen="4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert [str(move) for move in belief.moves] == ["a7a8=N"]
    assert [str(each.move) for each in said if isinstance(each, Moved)][-1] == "a7a8=N"


def test_a_bystander_bumped_after_its_taker_rested_long_was_rather_bumped_than_taken():
    fen = "rnb1ak2nr/3qC2c1m/2p1pppp2/p1mpa5/7b2/1c1P6/4PPP2P/1NP4P1N/1G1MQKA1CR/R1BM2TB2 b a1j2a10j10 - 0 24"
    script = "-h6 +g7 -g7 +i5 ... -i5 -j4 +j4 -j3 +i5 ..."
    belief, _ = belief_after(script, game="wildeurasian-qi", fen=fen)
    assert [str(move) for move in belief.moves] == ["h6i5", "j3i5"]
    assert {"h6i5", "h6j4"} == {str(each.line.back(1).move) for each in belief.stories if each.line.ply == 2}


@pytest.mark.parametrize("gap_ms", [0, 20, 150, 700])
def test_two_rests_and_two_replies_are_not_one_move_and_a_victim_carried_about(gap_ms):
    script = "-b3 +f7 -f7 +d5 -f8 +e8 -d5 +f7 -f7 -e8 +f7"
    moves = told(script, fen="5k2/8/8/8/8/1B6/8/4K3 w - - 0 1", gap_ms=gap_ms)
    assert moves == (["b3d5", "f8e8", "d5f7", "e8f7"], [])


TWO_VAMPIRES = "9k/10/10/10/10/2VpV5/10/10/10/K9 w - - 0 1 leaps=0/0"


def test_two_moves_that_lead_to_the_same_position_are_one():
    """Either Vampire may have shot the Pawn, and it makes no difference."""
    moves, asked = told("-d5 ... -j10 +j9 ...", fen=TWO_VAMPIRES, game="attendance")
    assert moves[0] in ("c5xd5", "e5xd5")
    assert (moves[1:], asked) == (["j10j9"], [])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "handling", "trays", "number"),
    [
        ("attendance", "exchanged on the board", True, 12),
        ("chess", "captures unfelt", False, 11),
        ("xiang-courier", "knocked over", False, 8),
        ("sfhiodgei", "taken back", False, 11),
        ("xiang-courier", "taken back", False, 5),  # a piece just lifted stands nowhere wrong
        ("chess", "captures unfelt", False, 6),
        ("dual-chess", "captures unfelt", True, 8),
        ("wildeurasian-qi", "badly handled", True, 0),
    ],
)
def test_a_game_that_was_once_asked_about_in_vain_or_misread_is_told(game, handling, trays, number):
    """A slot that a story leaves unused; a sensor that spoke sense since it was doubted; a last piece set up late;
    and one that rested long where it might have been promoted, which is a question in order. Twice a capture that
    nobody felt had older plies asked about, which a reading lost besides would tell otherwise; and once a guess at a
    move not made yet."""
    score = judged(game, handling, trays, number)
    assert (score.silent, score.missing, score.needless) == (0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "handling", "trays"),
    [
        ("dual-chess", "victim pushed out", False),
        ("chess", "victim pushed out", False),
        ("wildeurasian-qi", "knocked over and set elsewhere", True),
    ],
)
def test_a_game_handled_as_people_do_now_and_then_is_not_lost_track_of(game, handling, trays):
    """Captures of which only the taker's leaving was felt, and the reply in hand; a piece that stands elsewhere for
    several moves costs once, not with each of them."""
    score = judged(game, handling, trays, 0)
    assert (score.silent, score.missing) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "handling", "trays", "seed"),
    [
        ("attendance", "victim pushed out", False, 41),  # who pushes victims out of their cells does so again
        ("sfhiodgei", "victim pushed out", False, 43),
        ("chess", "borrowed from the other tray", True, 42),  # what came out of a slot is not from beside the board
        ("chess", "borrowed from the other tray", True, 43),
        ("sfhiodgei", "victims misplaced", True, 43),  # where a piece of another kind lies no new one comes from
        ("sfhiodgei", "slid a second a cell", True, 41),  # it rests on cells where it may not stop
        ("sfhiodgei", "slid a second a cell", False, 44),
        ("dual-chess", "slid a second a cell", True, 42),  # a move under way is no piece left where no rule puts it
        ("sfhiodgei", "badly handled", True, 43),  # what was moved last only rests, though there was no room for it
        ("chess", "set on a wrong cell, replied to", True, 42),  # the last plies' sensors come before any pair
    ],
)
def test_a_game_that_was_once_lost_track_of_is_told_whole(game, handling, trays, seed):
    score = judged(game, handling, trays, 0, seed=seed)
    assert (score.silent, score.missing) == (0, 0)


def test_a_capture_at_the_very_end_that_no_sensor_felt_is_asked_about():
    """The King takes the Rook on e7 and pushes it out, having slid a step beside it; and the game is over."""
    _, asked = told("-h7 +e7 ... -e6 +f8 -f8 ...", fen="8/7R/4k3/8/8/8/8/4K3 w - - 0 1")
    assert asked == [2]


def test_a_reply_tells_that_the_piece_in_the_hand_took_unheard():
    """The Rook pushes the Bishop out of e8; then the Knight takes c4 and pushes the Pawn out, by way of d4."""
    fen = "4b3/7k/1n6/8/2P5/8/8/4R1K1 w - - 0 1"
    script = "-e1 ... -b6 +d4 -c4 +c4 -d4 ... -g1 +g2 ..."
    assert told(script, fen=fen) == (["e1e8", "b6c4", "g1g2"], [1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "trays", "seed"),
    [
        ("wildeurasian-qi", False, 44),  # a guess that a sensor lies outlived what stood wrong
        ("sfhiodgei", True, 44),  # two plies were made up as soon as a piece was lifted; a promotion was not asked
        ("dual-chess", True, 43),
        ("chess", True, 44),  # a sensor was let off what the other side's piece cost
        ("chess", False, 46),  # the next move seemed not begun, for what stood wrong was no part of it
        ("sfhiodgei", False, 44),
    ],
)
def test_a_piece_knocked_over_and_set_elsewhere_makes_nobody_doubt_what_was_told(game, trays, seed):
    score = judged(game, "knocked over and set elsewhere", trays, 0, seed=seed)
    assert (score.silent, score.missing) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "trays", "seed"),
    [
        ("xiang-courier", False, 41),
        ("sfhiodgei", False, 41),
        ("dual-chess", True, 41),
        ("chess", False, 41),
        ("attendance", False, 42),
        ("wildeurasian-qi", True, 42),
        ("chess", False, 44),  # one by one, never six in hands: the first of them passed for a move
        ("chess", True, 46),
        ("dual-chess", False, 41),
    ],
)
def test_several_pieces_set_elsewhere_and_put_right_change_nothing(game, trays, seed):
    """They are put back in another order, so each might be another one's; and each might be a move taken back."""
    score = judged(game, "several set elsewhere, put right", trays, 0, seed=seed)
    assert (score.silent, score.missing) == (0, 0)


def test_captures_taken_back_with_a_rest_before_what_was_taken_returns_leave_no_trace():
    """Bxe4 Kf2 Qxh5 are taken back: with e4 empty and the Bishop home, it was told that Qxh5 had stood, Kf2 and Bxe4
    walked back by moves of their own, and e8's sensor lied.
    """
    played = "-e4 -g6 +e4 ... -g1 +f2 ... -e8 -h5 +h5 ..."
    back = "-h5 +e8 ... +h5 ... -f2 +g1 ... ... -e4 +g6 ... +e4 ... ..."
    belief, said = belief_after(f"{played} {back} -g6 +f7 ... -g1 +h1 ...", fen="k3q3/8/6b1/7P/4N3/8/8/6K1 b - - 0 1")
    assert [str(move) for move in belief.moves] == ["g6f7", "g1h1"]
    assert not belief.asked
    assert max(each.ply for each in said if isinstance(each, Moved)) == 3
    assert ("e4",) in [each.fill for each in said if isinstance(each, Mismatch)]  # what is missing is told at a rest


@pytest.mark.slow
@pytest.mark.parametrize(("game", "trays", "seed"), [("sfhiodgei", True, 42), ("wildeurasian-qi", False, 41)])
def test_a_game_with_moves_taken_back_slowly_is_told_whole(game, trays, seed):
    score = judged(game, "taken back slowly", trays, 0, seed=seed)
    assert (score.silent, score.needless, score.missing) == (0, 0, 0)


def test_two_pieces_held_at_once_make_no_move():
    """The only move of either, e4, explained the board with two sensors silent, and was told over pieces in hands."""
    belief, said = belief_after("-e2 ... -e3 ... ... ...", game="wildeurasian-qi")
    assert belief.moves == ()
    assert [each for each in said if isinstance(each, Moved)] == []
    assert [each.fill for each in said if isinstance(each, Mismatch)] == [("e2", "e3")]


def test_a_promotion_whose_arrival_was_not_felt_is_asked_about_at_the_end():
    """The Pawn lies on its slot, a Bishop was taken out of another, and then the readings end: one move fits."""
    fen = "7k/8/8/8/8/8/7p/K7 b - - 0 1"
    _, said = belief_after("-h2 +b:P1 -b:B1", fen=fen, slots={"b:P1": False, "b:B1": True, "b:Q1": True})
    assert [[str(move) for move in each.moves] for each in said if isinstance(each, Asked)] == [["h2h1=B"]]


def test_readings_that_end_with_a_piece_in_a_hand_are_asked_about_where_a_lost_one_would_explain_it():
    """The Bishop's arrival was lost, and Black played c6: told as Bc6, with Black's Pawn in a hand for good."""
    belief, said = belief_after("-f3 -c7 +c6", fen="4k3/2p5/8/8/8/5B2/8/4K3 w - - 0 1")
    (asked,) = [each for each in said if isinstance(each, Asked)]
    assert asked.ply == 1
    assert {str(move) for move in asked.moves} >= {"f3c6", "f3h1", "f3e4"}
    assert [str(move) for move in belief.moves] == ["f3c6"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "handling", "trays", "needless"),
    [
        # With the reply done and the piece it replies to still in a hand, that was told to have arrived.
        ("chess", "replied to before it is done", False, 5),
        # Older moves are not asked about besides, for another guess was made there.
        ("dual-chess", "replied to before it is done", False, 1),
        # Of two pieces in hands and a third lifted it is not the third that is only touched.
        ("dual-chess", "replied to before it is done", True, 5),
        # Who has overtaken twice does so again: nine were asked.
        ("wildeurasian-qi", "replied to before it is done", False, 2),
    ],
)
def test_a_game_that_was_once_asked_about_too_often_is_told_whole(game, handling, trays, needless):
    score = judged(game, handling, trays, 0)
    assert (score.silent, score.missing) == (0, 0)
    assert score.needless <= needless


CHARIOTS = "rnbmgtmbCr/1c1aq1a1c1/p1ppppkp1p/6p3/10/10/4P5/P1PP1PPP1P/1C1AQKA1B1/RNBMGTM1NR b a1j1 - 0 3"


def test_an_accident_lasts_while_hands_rest_with_one_of_its_pieces_in_them():
    """The piece of i9 stands on j10, and 0.6 s later that of j10 on j9, where the former could have gone, too.

    That had settled, so it is asked before the capture takes its place.
    """
    script = "-j10 -i9 ... +j10 ... +j9 ... -i1 -j10 +i1 ... -i10 ?i9i1 -g10 +g10 ... -j9 +j10 ... -g8 +f9 ... -e1 +h2"
    moves = ["i9i1", "i10g10", "g8f9", "e1h2"]
    assert told(f"{script} ...", game="wildeurasian-qi", fen=CHARIOTS) == (moves, [1])


def test_what_was_left_in_an_accident_that_was_replied_to_costs_nothing_more_with_each_rest():
    """The second piece counted as out of place anew, as if it were just being put somewhere."""
    knocked, mended = "-a1 -c1 +b1 +c2 ...", "-b1 +a1 ... -c2 +c1 ... -a2 +a3 ..."
    script = f"{knocked} -h2 +h3 ... -h7 +h6 ... -h3 +h4 ... -h6 +h5 ... {mended}"
    where = {"fen": "4k3/p6p/8/8/8/8/P6P/R1B1K3 w - - 0 1"}
    assert told(script, **where) == (["h2h3", "h7h6", "h3h4", "h6h5", "a2a3"], [])


SILVERS = "1nk6/lg3+P2l/p2p+Pp1p1/1pp2b2p/4p4/P1+s4SP/1GP1GP2n/1BR6/LNS1K2NL[GPPRSpp] w - - 1 35"


def test_kinds_that_may_have_been_dropped_leave_room_for_an_accident():
    """A piece on b7 may have been dropped there: four kinds of it, each with stories of its own, filled the beam."""
    script = "-b8 -a8 +b7 +c8 ... -f3 +f4 ... +g7 ... -i4 +i5 ... -b7 +a8 -c8 +b8 ... -b9 +c7 ..."
    assert told(script, game="shogi", fen=SILVERS) == (["f3f4", "P@g7", "i4i5", "b9c7"], [])


@pytest.mark.parametrize("gap_ms", [150, 300])
def test_two_pieces_on_cells_of_no_rule_are_an_accident_that_counts(gap_ms):
    """King and Queen each on a cell of no rule, each as if swept aside with the other, cost as little as a reply."""
    slots = {"w:P1": False, "b:P1": False}
    where = {"fen": "4k3/8/4p3/8/6Q1/8/8/4K3 w - - 0 1", "slots": slots}
    assert told("-e6 +b:P1 -g4 -e8 +f8 +e6 ...", gap_ms=gap_ms, **where) == (["g4e6", "e8f8"], [])


@pytest.mark.parametrize("gap_ms", [40, 100, 150])
def test_a_piece_slid_onto_the_cell_of_another_like_it_is_no_likelier_than_a_bump(gap_ms):
    """A Pawn slid to e4, the Knight set on d5, was told at once, and stood; rather it took on e4, and d5 was bumped."""
    knight = "4k3/8/5n2/3P4/4P3/8/8/4K3 b - - 0 1"
    assert told("-e4 -f6 ... +e4 -d5 +d5 ... -e1 +e2", fen=knight, gap_ms=gap_ms) == (["f6e4", "e1e2"], [1])
