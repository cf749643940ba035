"""People hesitate: with a piece in the hand for as long as they like, nothing is wrong and nothing is played yet."""

from itertools import pairwise

import pytest

import fairyrules
from reedboard import tracker
from reedboard.board.events import Reading
from reedboard.tracker import Asked, Mended, Mismatch, Moved, Retracted, Settled
from reedboard.tracker.costs import ADJUSTED, EAGER, EAGER_AGAIN, OVERTAKEN, OVERTAKEN_AGAIN, PAUSE
from script import belief_after, heard


def told(game, script, fen=None):
    """What the tracker says of hands that do `script`: `e2-` lifts, `e4+` places, a number is a pause in ms."""
    played = fairyrules.game(game)
    position = played.position(fen) if fen else played.start()
    belief = tracker.begin(position, trays=False, slots={}, occupied=position.occupancy)
    said, t_ms = [], 1000
    for word in script.split():
        if word.isdigit():
            t_ms += int(word)
        else:
            belief, more = tracker.observe(belief, Reading(t_ms, word[:-1], word.endswith("+")))
            said += more
    belief, more = tracker.conclude(belief)
    said += more
    return [
        (effect.ply, str(effect.move)) if isinstance(effect, Moved) else effect
        for effect in said
        if isinstance(effect, Moved | Mismatch | Retracted | Asked)
    ]


PAWNS_MEET = "e2- 300 e4+ 700 d7- 300 d5+ 900 "
MET = [(1, "e2e4"), (2, "d7d5")]


def test_capture_waits_for_its_taker_when_the_victim_is_held_long():
    assert told("chess", PAWNS_MEET + "d5- 3000 e4- 300 d5+") == [*MET, (3, "e4d5")]


def test_capture_waits_for_the_cell_when_both_pieces_are_held_long():
    assert told("chess", PAWNS_MEET + "d5- 300 e4- 3000 d5+") == [*MET, (3, "e4d5")]
    assert told("chess", PAWNS_MEET + "e4- 2000 d5- 3000 d5+") == [*MET, (3, "e4d5")]


@pytest.mark.parametrize("pause", [700, 1500, 3500])
def test_a_piece_of_the_other_side_that_is_only_touched_makes_nothing_of_the_one_in_the_hand(pause):
    """The touch counted as a reply begun too early though the piece stood again: a capture was made up, and asked."""
    script = PAWNS_MEET + f"e4- {pause} g8- 150 g8+ 900 e5+"
    assert told("chess", script) == [*MET, (3, "e4e5")]


def test_victim_put_back_is_nothing_when_it_was_held_long():
    assert told("chess", PAWNS_MEET + "d5- 3000 d5+") == MET


def test_takeback_is_no_disagreement_when_the_piece_is_held_long():
    said = told("chess", "e2- 300 e4+ 700 d7- 300 d5+ 900 d5- 3000 d7+")
    assert said[:2] == MET
    assert [type(effect) for effect in said[2:]] == [Retracted]


@pytest.mark.parametrize("pause", [200, 900, 3500])
def test_reply_done_while_the_piece_it_replies_to_is_still_in_the_hand_is_a_reply(pause):
    assert told("chess", f"e2- 300 d7- 300 d5+ {pause} e4+ 900") == MET


def test_piece_lifted_again_where_it_hesitated_asks_nothing():
    """The Mammoth rested on e4, where it may not go, and on h4, where it may."""
    said = told("wildeurasian-qi", "g1- 792 e4+ 320 e4- 734 h4+ 504 h4- 627 f4+ 900")
    assert said == [(1, "g1h4"), (1, "g1f4")]


def test_piece_in_the_hand_asks_nothing_after_the_other_side_changed_its_mind():
    """The King went to f8 and not to d7, as it seemed while the Queen there was adjusted: the Knight follows that."""
    fen = "3rk2N/p2Q4/2p5/b6P/P2pN2P/8/1nP1K2R/R7 b - - 0 29"
    hands = "e8- 187 g8+ 451 g8- 192 g7+ 1654 g7- 223 d7- 187 d7+ 93 f8+ 594 e4- 684 d6+ 900"
    said = told("chess", hands, fen)
    assert [effect for effect in said if not isinstance(effect, Mismatch)] == [(1, "e8d7"), (1, "e8f8"), (2, "e4d6")]


def test_piece_in_the_hand_is_no_move_after_a_capture_that_nobody_felt():
    """Two victims were pushed out of their cells; the third piece lifted may do so as well, or be in the hand."""
    fen = "4k3/p6p/2n5/3p2p1/4P3/7p/6P1/1N2K3 w - - 0 1"
    captures = "-e4 ... -h7 +h6 ... -g2 ... -a7 +a6 ..."
    belief, _ = belief_after(f"{captures} -b1 ... ... +c3 ...", fen=fen)
    assert [str(move) for move in belief.moves] == ["e4d5", "h7h6", "g2h3", "a7a6", "b1c3"]
    assert belief.asked == {1, 3}


def test_piece_set_on_an_edge_for_a_second_is_no_reason_to_doubt_its_move():
    belief, said = belief_after("-e2 +e4", gap_ms=300)
    for t_ms, site, on in [(612, "e5", True), (1400, "e5", False), (3000, "d7", False), (3300, "d5", True)]:
        belief, more = tracker.observe(belief, Reading(t_ms, site, on))
        said += more
    belief, more = tracker.conclude(belief)
    assert [effect.ply for effect in (*said, *more) if isinstance(effect, Settled)] == [1, 2]


@pytest.mark.parametrize(
    "before",
    ["b2- 400 c3- 400 b2+ 400 c3+ 400 ", "b2- 400 b2+ 100 c3- 300 c3+ 100 b2- 100 b2+ 100 "],
    ids=["two-at-once", "one-by-one"],
)
def test_move_is_not_made_up_when_a_piece_adjusted_just_now_is_held_long(before):
    assert told("wildeurasian-qi", before + "c3- 2500 c4+") == [(1, "c3c4")]


def test_move_is_not_made_up_when_an_illegal_one_was_cleared_up_just_now():
    adjusted = "b2- 400 c3- 400 b2+ 400 c3+ 400 "
    cleared = "c8- 500 c7+ 1500 c7- 400 c8+ 400 "
    said = told("wildeurasian-qi", adjusted + cleared + "c3- 1500 c6+ 1600 c6- 400 c4+")
    assert [effect for effect in said if not isinstance(effect, Mismatch)] == [(1, "c3c4")]
    assert ("c3",) in [effect.fill for effect in said if isinstance(effect, Mismatch) and effect.clear == ("c6",)]


def test_stranger_in_the_hand_is_named_when_no_move_takes_it():
    assert [type(effect) for effect in told("chess", "b8- 3000")] == [Mismatch]


SWAPPED_LATER = "r4k3r/3W6/2c5n1/10/3p2p3/2P7/4w5/4CP4/4QK1W2/R8R w a1j1 - 0 1"


@pytest.mark.parametrize("castling", ["e1- 120 g1+ 100 h1- 250 h2+", "e1- 120 h1- 200 g1+ 250 h3+"])
def test_castling_is_under_way_while_the_rook_rests_beside_its_cell(castling):
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    rook = castling[-3:-1]
    assert told("chess", f"{castling} 1200 {rook}- 200 f1+ 900 a8- 200 a7+", fen) == [(1, "e1g1"), (2, "a8a7")]


def test_who_begins_a_reply_early_once_is_likelier_to_do_so_again():
    early = ["-e2 ... -e7", "-e2 ... -e7 +e4 +e5 ... -d2 ... -d7", "-e2 ... -e7 +e7 ... -e7"]
    first, second, touched = (_spent(script) - _spent(script[: script.rindex(" ")]) for script in early)
    assert first == touched == EAGER + PAUSE  # what was put back was only touched, and makes no habit
    assert second == EAGER_AGAIN + PAUSE


def test_who_is_done_with_a_reply_early_is_likelier_to_be_so_again():
    replies = ["-e2 ... -e7 +e5 +e4", "-d2 ... -d7 +d6 +d3", "-c2 ... -c7 +c6 +c3"]
    first, two, three = (_spent(" ... ".join(replies[:count])) for count in (1, 2, 3))
    assert (two - first) - (three - two) == OVERTAKEN - OVERTAKEN_AGAIN


def _spent(script):
    """What the likeliest story of a script came to, as `belief_after` reads it, before the silence at its end."""
    belief, t_ms = tracker.begin(fairyrules.game("chess").start(), trays=False, slots={}), 0
    for word in script.split():
        t_ms += 1000 if word == "..." else 150
        if word != "...":
            belief, _ = tracker.observe(belief, Reading(t_ms, word[1:], word[0] == "+"))
    return belief.spent


def test_capture_is_under_way_while_the_pawn_that_took_is_not_exchanged_yet():
    where = {"game": "wildeurasian-qi", "fen": SWAPPED_LATER, "slots": {"w:W1": True, "w:P1": False}}
    belief, said = belief_after("-d6 -c5 +d6 ... ... ... ...", **where)
    assert said == []
    assert [str(each.move) for each in belief.finishing] == ["c5d6=W"]
    belief, said = belief_after("-d6 -c5 +d6 ... ... ... ... -d6 -w:W1 +d6 +w:P1 ...", **where)
    assert [str(move) for move in belief.moves] == ["c5d6=W"]
    assert {type(effect) for effect in said} == {Moved, Settled}


def test_capture_is_under_way_while_its_second_victim_still_stands():
    fen = "17/8ka7/6D10/4Tv11/d1D7d1d4/17/17/17/2Q13o/17/17/7b9/17/3V3V9/17/CR6KA5R1/17[ADSds|FQ] w b2p2 - 0 1"
    castled = "-p2 +l2 -j2 +n2 ..."
    belief, said = belief_after(f"{castled} -l2 -h6 +l2 ... ... ...", game="sfhiodgei", fen=fen)
    assert not any(isinstance(effect, Mismatch) for effect in said)
    assert [str(each.move) for each in belief.finishing] == ["h6l2"]


def test_stray_piece_is_named_until_it_is_gone():
    belief, said = belief_after("+e5 ... ... ... ... ...")
    assert [type(effect) for effect in said] == [Mismatch]
    assert belief.mismatch == ((), ("e5",))
    belief, said = belief_after("+e5 ... ... ... ... ... -e5 ...")
    assert belief.mismatch is None
    assert [type(effect) for effect in said] == [Mismatch, Mended]


def test_illegal_travel_is_no_drop_and_a_dead_sensor_even_if_the_opponent_plays_on():
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1"
    belief, said = belief_after("-e2 +e5 ... ... -e7 +e6 ... ... ... ...", game="crazyhouse", fen=fen)
    first = next(each for each in said if isinstance(each, Mismatch | Moved))
    assert (type(first), first.fill, first.clear) == (Mismatch, ("e2",), ("e5",))
    assert 1 in belief.asked  # a Knight from beside the board and a sensor that fell silent explain it as well
    belief, _ = belief_after("-e2 +e5 ... ... -e5 +e2 ... -e2 +e4 ...", game="crazyhouse", fen=fen)
    assert [str(move) for move in belief.moves] == ["e2e4"]
    assert belief.mismatch is None


def test_illegal_capture_is_told_apart_and_asks_nothing_before_the_trace_ends():
    fen = "4k3/8/8/4p3/4P3/8/8/R3K3 w - - 0 1"
    belief, said = belief_after("-e5 -a1 +e5 ... ... ... ... ...", fen=fen)
    (asked,) = said
    assert isinstance(asked, Asked)
    assert {str(move)[:2] for move in asked.moves} == {"a1"}
    assert belief.lifted == ("a1",)  # the Pawn may be back on e5, and the Rook in the hand
    belief, said = belief_after("-e5 -a1 +e5 ... ... ... -e8 +e7 ... ...", fen=fen)
    assert any(isinstance(each, Asked) for each in said)  # the reply is done, and the Rook still in the hand
    belief, said = belief_after("-e5 -a1 +e5 ... ... ... -e8 +e7 ... ... -e1 +e2 ... ...", fen=fen)
    assert any(isinstance(each, Mismatch) for each in said)
    belief, said = belief_after("-e5 -a1 +e5 ... ... ... -e5 +a1 ... +e5 ... ...", fen=fen)
    assert belief.moves == ()
    assert belief.asked == frozenset()
    assert type(said[-1]) is Mended


@pytest.mark.parametrize(
    ("game", "first", "mover", "target", "reply"),
    [("chess", "e2", "d2", "d4", "e7"), ("wildeurasian-qi", "b2", "c3", "c4", "c8")],
)
def test_reply_is_under_way_when_its_piece_is_held_long_after_a_change_of_mind(game, first, mover, target, reply):
    script = f"-{first} -{mover} ... ... +{target} ... ... +{first} ... ... -{reply} ... ..."
    belief, said = belief_after(script, game=game)
    assert [str(move) for move in belief.moves] == [mover + target]
    assert belief.mismatch is None
    assert isinstance([each for each in said if isinstance(each, Mismatch | Mended)][-1], Mended)
    assert belief.suspects == {}


def test_reply_is_under_way_when_its_piece_is_held_long_though_a_sensor_lied_about_the_move_before():
    """The sensor of e2 says nothing any more; that d4 was played is believed for want of better."""
    belief, _ = belief_after("-e2 ... ... ... -d2 +d4 ... ... ... -e7 ... ...")
    assert [str(move) for move in belief.moves] == ["d2d4"]
    assert belief.mismatch == (("e2",), ())


def test_piece_of_the_wrong_side_in_the_hand_again_makes_nobody_play_otherwise():
    # Black's Gold, out of turn, is put where it may not go and taken up again: c3b3 was settled two plies ago.
    fen = "l2g3n1/r2Lkg2g/1pp1pspp1/7+Bp/5PP2/p1P2p2P/LP+b1+p2PL/4P1GR1/PN3KSNN[Sps] b - - 0 35"
    script = "-c3 -b3 +b3 +d4 +c1 -f8 +a7 ... -a7 ... ... +f8"
    belief, said = belief_after(script, game="shogi", fen=fen, gap_ms=250)
    assert [str(move) for move in belief.moves] == ["c3b3", "S@d4", "S@c1"]
    assert belief.asked <= {1, 2}  # c3 may have gone to d4 as well, with what stood on b3 adjusted
    assert not any(type(effect) is Retracted for effect in said)


def test_captured_pawn_dropped_out_of_the_hand_is_a_drop_though_no_slot_gave_it():
    fen = "rnbq1bn1/1pPqpkp1/B7/5pP1/4P3/8/PPpP1PP1/RNB1K1NR[Ppr] w KQ - 0 11"
    slots = {"w:P1": True, "b:P1": True, "b:R1": True}
    belief, said = belief_after("+a3 ... ... ... ... ?P@a3", game="crazyhouse", fen=fen, slots=slots)
    assert [str(move) for move in belief.moves] == ["P@a3"]
    assert [type(effect) for effect in said] == [Moved, Settled]


def test_piece_that_slid_and_held_two_sensors_for_half_a_second_is_in_no_hand():
    """It was taken for two pieces, one of which stayed in a hand: the next move was never told."""
    start = fairyrules.game("chess").position("rnbqkb1r/pppppppp/7n/8/5P2/6P1/PPPPP2P/RNBQKBNR b KQkq - 0 2")
    belief = tracker.begin(start, False, {})
    felt = [("e7", False, 0), ("e6", True, 96), ("e5", True, 164), ("e6", False, 686)]
    for site, on, t_ms in [*felt, ("f1", False, 9758), ("h3", True, 9876)]:
        belief, _ = tracker.observe(belief, Reading(t_ms, site, on))
    assert [str(move) for move in belief.moves] == ["e7e5", "f1h3"]
    assert belief.lifted == ()


MOVED_OR_SHOT = "1wbm1c2wr/r1v1k1v3/1p1pssmf1b/3W2p3/9p/1P6P1/10/P1FPSSPF1P/6B1R1/R1BMCKM1W1 b a1 i4 0 9 leaps=2/2"


@pytest.mark.parametrize("held", ["500", "655", "1500"])
def test_the_next_move_is_not_forgotten_where_its_piece_may_have_been_shot(held):
    """What stood on d7 may be the victim of a rifle: as likely as the move begun, after a rest with it in a hand."""
    said = told("attendance", f"g9- 700 e7+ 3300 d7- {held} c8+ 2000", MOVED_OR_SHOT)
    assert said[-2:] == [(1, "g9e7"), (2, "d7c8")]


SHOT_AT_REST = "1wbmkcmbwr/1r4v3/3psspfpp/p1p7/10/10/7v2/PPFPSSP1PP/2MV3WB1/RWB1CKM2R w a1j1j10 - 0 5 leaps=2/2"


def test_the_piece_in_a_hand_is_not_forgotten_where_it_may_have_been_shot_at_its_rest():
    """It rests on g4, where h4 might shoot it, and goes on to take h4: told was a shot, and a move that nobody felt."""
    hands = "-g3 +g4 ... -g4 ... -h4 +h4 +b:V1 ... -e10 +c9 ..."
    belief, _ = belief_after(hands, game="attendance", fen=SHOT_AT_REST, slots={"b:V1": False})
    assert ([str(move) for move in belief.moves], belief.asked) == (["g3h4", "e10c9"], frozenset())


KNOCKED_ONTO_ITS_WAY = (
    "rn1qkbnr*******/ppp1pppp*1f1mf1/8*zzz1cz/3p3P*2z2z/8*2M3/5N1b*ZZZZZZ/PPPPPPP1*1WC2W/RNBQKB2******* b a1a8h8 - 1 6"
)
REPLIED_TO_AND_MENDED = "m7- 100 n6- 80 m6+ 240 m4+ 1450 d2- 280 d4+ 1000 e7- 500 e5+ 2000 m6- 600 n6+ 2000"


def test_which_of_two_pieces_was_the_move_is_not_forgotten_once_the_reply_is_done():
    """What was as good as the story told was given up at the rest after the reply, and the question never put."""
    said = told("dual-chess", REPLIED_TO_AND_MENDED, KNOCKED_ONTO_ITS_WAY)
    (asked,) = [each for each in said if isinstance(each, Asked)]
    assert (asked.ply, {str(move) for move in asked.moves}) == (1, {"m7m6", "n6m4", "m7m4"})
    assert dict(each for each in said if isinstance(each, tuple)) == {1: "m7m4", 2: "d2d4", 3: "e7e5"}


TAKES_OR_GOES = "3mg1krn1/2r7/n4a1p2/2pap1p2t/W1q7/3w1Q4/2P6P/6G3/1B6BM/1N1M3KTR b - - 0 46"


def test_a_reply_before_the_move_is_not_forgotten_where_the_piece_in_the_hand_may_have_taken():
    """That i2 is taken is not felt. Later the Guard is held, Black's King goes, and the Guard comes down 700 ms after:
    that it had taken on i2, unfelt again, explained the rest between, and what had been done was given up for it.
    """
    begun_early = "d7- 274 i2+ 8754 f5- 1067 j7- 463 d3+ 847 d1- 319 h7+ 841 e4+ 1915"
    hands = f"{begun_early} e7- 1072 g3- 411 e6+ 1019 g10- 134 f9+ 681 h5+ 2000"
    told_last = dict(each for each in told("wildeurasian-qi", hands, TAKES_OR_GOES) if isinstance(each, tuple))
    moves = ["d7i2", "f5d3", "j7h7", "d1e4", "e7e6", "g3h5", "g10f9"]
    assert told_last == dict(enumerate(moves, 1))


OVERLAPPING = "1nAmg2bnr/1c1a1k3m/r1p1p1p2p/5p4/q6p1t/2w4P2/6c1G1/P1P1PP3P/3AQK2C1/RNBM1TMBNR w a1j1j10 - 1 17"


def test_a_reply_in_time_stands_wrong_once_its_side_plays_on_without_it():
    """While White takes on g4, not felt empty for long, Black has gone to c7 already. Next time Black is early, too:
    that a8a9 was the reply, and c7 only now one, cost nothing, and so the two were told in the other order.
    """
    early = "i4- 924 h10- 361 g5+ 1507 g4- 817 d6+ 687 f3- 405 d6- 136 c7+ 709 g4+ 1986"
    hands = f"{early} g1- 719 a8- 334 a9+ 531 f4+ 4000"
    moves = ["i4g5", "h10d6", "f3g4", "d6c7", "g1f4", "a8a9"]
    assert told("wildeurasian-qi", hands, OVERLAPPING) == list(enumerate(moves, 1))


def test_a_piece_tapped_while_another_is_held_is_put_back_each_time():
    """That the held one came down there and was lifted again cost nothing, so taps made that ever likelier."""
    position = fairyrules.game("chess").start()
    belief = tracker.begin(position, trays=False, slots={}, occupied=position.occupancy)
    belief, _ = tracker.observe(belief, Reading(1000, "e2", False))
    spent = []
    for tap in range(6):
        belief, _ = tracker.observe(belief, Reading(1500 + 450 * tap, "g1", False))
        belief, _ = tracker.observe(belief, Reading(1600 + 450 * tap, "g1", True))
        spent.append(belief.spent + min(each.cost for each in belief.stories if not any(each.off.values())))
    assert [later - earlier for earlier, later in pairwise(spent[2:])] == 3 * [ADJUSTED]  # the first may be rests


QUEEN_MOVES_KING_FALLS = "6k1/1Q3p2/p6n/P4Pr1/p3Q3/6pP/3KR3/1N3BN1 w - - 3 35"
RIFLE_THEN_PAWN_FALLS = (
    "rwbmk1mbwr/V3c5/2fpss1fpp/10/1p5V2/2v5P1/10/P1FPS1PF1P/1R3S3v/1WBMCKMBW1 w a10j10 - 0 7 leaps=2/2"
)
GENERAL_FALLS_ON_ITS_WAY = "5kwf1eC1/3B8/4e7/2p8r/P9P1/2p6p2/2b9/3RK2R4/12/4F1WF3r b - - 0 47"


@pytest.mark.parametrize(
    ("game", "fen", "hands", "moves"),
    [
        (
            "chess",
            QUEEN_MOVES_KING_FALLS,
            "e4- 454 b4+ 1382 d2- 1673 c1+ 4439 h6- 198 g4+ 6525 g4- 362 b4- 711 g4+ 3900 g8- 273 h8+ 1912 e2- 697 f2+"
            " 547 c1- 313 d2+ 2000",
            ["e4b4", "h6g4", "b4g4", "g8h8", "e2f2"],
        ),
        (
            "attendance",
            RIFLE_THEN_PAWN_FALLS,
            "a10- 1507 d3- 1856 d4+ 5627 b6- 82 b5+ 905 d4- 150 d3+ 8535 j2- 476 i1- 709 j2+ 2000",
            ["a9xa10", "b6b5", "i1j2"],
        ),
        (
            "xiang-courier",
            GENERAL_FALLS_ON_ITS_WAY,
            "c4- 148 i10+ 1326 i10- 1493 h9+ 6895 h3- 195 f3+ 7439 f10- 189 g9+ 1260 h9- 299 i10+ 6851 e3- 691 e4+ 900",
            ["c4i10", "h3f3", "f10g9", "e3e4"],
        ),
    ],
)
def test_a_piece_knocked_to_where_it_could_have_gone_is_known_again_once_it_is_put_back(game, fen, hands, moves):
    """Another line explained the board with nothing wrong, and that of the accident was given up at the next rest."""
    said = told(game, hands, fen)
    assert dict(each for each in said if isinstance(each, tuple)) == dict(enumerate(moves, 1))
    assert not any(isinstance(each, Asked) for each in said)


KNIGHT_GOES = "6k1/5ppp/8/8/8/8/5PPP/RN4K1 w - - 0 1"


def test_a_piece_left_by_accident_is_no_move_of_the_turn_after():
    """The Rook may go to a2, but nobody touched it since: it was asked whether that had been played."""
    said = told("chess", "b1- 300 c3+ 1500 a1- 700 a2+ 4000 g8- 300 f8+ 3000", KNIGHT_GOES)
    assert [each for each in said if isinstance(each, tuple)] == [(1, "b1c3"), (2, "g8f8")]
    assert not any(isinstance(each, Asked) for each in said)


def test_a_move_is_no_part_of_an_accident_before_it():
    """King and Rook were knocked over; all that was played later counted as swept aside with them, and was not told."""
    accidents = "b1- 300 c3+ 1500 g1- 700 h1+ 900 a1- 700 a3+ 4000"
    said = told(
        "chess", f"{accidents} g8- 300 f8+ 3000 c3- 400 e4+ 4000 f8- 400 e8+ 4000 e4- 400 g5+ 4000", KNIGHT_GOES
    )
    moves = ["b1c3", "g8f8", "c3e4", "f8e8", "e4g5"]
    assert [each for each in said if isinstance(each, tuple)] == list(enumerate(moves, 1))


def test_a_piece_that_fell_and_is_held_for_a_second_makes_nobody_ask_about_older_moves():
    """Nothing but a doubt of its sensor explained the board, so all that was a little dearer was asked about."""
    fen = (
        "lohjszgfafgzsjhol/crmn2qikaqbp1mrc/2r11b2/tv3v1vt2v4t/d3d3d1d3d1d/1bt1p6n1vt2/2d3d5d4/3v5V5v1/17/5V9V1/2DQ6D1D4/"
        "1VTV10T2/D3D1D1D5D1D/T6VTV2TV3/2B1M9R2/CR1NPB1IKAQBPNMRC/LOHJSZGFAFGZSJHOL[|V] b a2b2p2q2a16b16p16q16 - 1 14"
    )
    felt = (
        "3027-o15 3914-e5 4767+e5 8800?o15e5 8837-e3 9287-e5 9465-e2 9697+d3 11500-d3 12057+e2 12480+e5 16668-m16 "
        "17341-d7 17945+d7 22001-e5 22789-d7 23224+d7 23884-d6 25340+d6 25410-c6 26692+c6"
    )
    belief = heard(felt, "sfhiodgei", fen)
    assert [str(move) for move in belief.moves] == ["o15e5", "e3e5", "m16d7", "e5d7"]
    assert sorted(belief.asked) == [1], "the Bishop may have been turned over"


def test_a_settled_move_that_was_replied_to_is_asked_about_before_another_takes_its_place():
    """Knocked from l4 to j4, where it could have gone, and put right after the reply; then it captures from l4."""
    fen = (
        "r2qk2r*******/p1p2pb1*1w1w2/b1np1np1*zzz1zz/4p2Q*1C1Z2/c1P2P1P*1Z2Z1/4P2N*4Z1/P1PP2PR*1F2F1/R1B1KB2******* w "
        "a1a8h8 - 5 20"
    )
    felt = (
        "1622-k5 1876+l4 3520-l4 4882+j4 5670-h8 5869+f8 8398-j4 8566+l4 10689-l4 10899-k6 11050+k6 12618-f6 12947+e4"
    )
    belief = heard(felt, "dual-chess", fen)
    assert [str(move) for move in belief.moves] == ["k5l4", "h8f8", "l4k6", "f6e4"]
    assert sorted(belief.asked) == [1]
