"""New pieces: what a slot tells stands, what no slot tells is shown, asked and told by the tray, be it late."""

from itertools import pairwise

import pytest

from reedboard.tracker import Asked, Mismatch, Moved, Settled
from script import belief_after, heard, told

WHITE_PROMOTES = "4k3/P6p/8/8/8/8/1p5P/4K2R w K - 0 1"
BLACK_PROMOTES = "4k3/7p/8/8/8/8/1p5P/4K2R b - - 0 1"
QUEENS = {f"{side}:{kind}1": kind == "Q" for side in "wb" for kind in "QRBNP"}


@pytest.mark.parametrize(
    "promotion",
    [
        "-a7 -w:Q1 +a8",
        "-w:Q1 -a7 +w:P1 +a8",
        "-a7 +a8 -a8 -w:Q1 +a8",
        "-a7 +a8 ... -w:Q1 -a8 +w:P1 +a8",
    ],
)
@pytest.mark.parametrize("wait", ["", "..."])
def test_a_queen_told_by_her_slot_stays_one_when_the_reply_overlooks_her_check(promotion, wait):
    where = {"fen": WHITE_PROMOTES, "slots": QUEENS}
    belief, said = belief_after(f"{promotion} {wait} -h7 +h5 ... ... ...", **where)
    assert [str(move) for move in belief.moves] == ["a7a8=Q"]
    assert belief.mismatch == (("h7",), ("h5",))
    assert not any(isinstance(each, Asked) for each in said)
    restored = f"{promotion} {wait} -h7 +h5 ... ... -h5 +h7 ... -e8 +e7"
    assert told(restored, **where) == (["a7a8=Q", "e8e7"], [])


def test_a_capture_told_by_the_slot_of_its_new_piece_stays_when_the_reply_overlooks_the_check():
    where = {"fen": "1n2k3/P6p/8/8/8/8/8/4K3 w - - 0 1", "slots": QUEENS}
    belief, _ = belief_after("-a7 -b8 -w:Q1 +b8 ... -h7 +h5 ... ...", **where)
    assert [str(move) for move in belief.moves] == ["a7b8=Q"]
    assert belief.mismatch == (("h7",), ("h5",))


@pytest.mark.parametrize("game", ["crazyhouse", "shogi"])
def test_a_piece_dropped_out_of_its_slot_stays_what_it_is_when_the_reply_overlooks_its_check(game):
    chess = {"fen": "4k3/7p/8/8/8/8/8/4K3[RP] w - - 0 1", "slots": {"w:R1": True, "w:P1": False}}
    shogi = {"fen": "4k4/9/8p/9/9/9/9/9/3K5[RP] w - - 0 1", "slots": {"w:R1": True, "w:P1": False}}
    where = {"game": game, **(chess if game == "crazyhouse" else shogi)}
    pawn = "-h7 +h6" if game == "crazyhouse" else "-i7 +i6"
    belief, _ = belief_after(f"-w:R1 +e4 ... {pawn} ... ...", **where)
    assert [str(move) for move in belief.moves] == ["R@e4"]
    assert belief.mismatch is not None


def test_a_pawn_left_standing_is_taken_for_the_queen_that_lies_ready_and_all_kinds_are_offered():
    belief, said = belief_after("-b2 +b1 ... ... ... ...", fen=BLACK_PROMOTES, slots=QUEENS)
    assert [str(each.move) for each in said if isinstance(each, Moved)] == ["b2b1=Q"]
    kinds = [f"b2b1={kind}" for kind in "QRBN"]
    assert [[str(move) for move in each.moves] for each in said if isinstance(each, Asked)] == [kinds]
    assert [str(move) for move in belief.questions[1]] == kinds


@pytest.mark.parametrize("kind", ["Q", "N"])
def test_a_pawn_left_standing_is_what_the_answer_says_whatever_is_done_with_the_tray_afterwards(kind):
    script = f"-b2 +b1 ... ... ... ?b2b1={kind} -e1 +e2 ... -b1 -b:Q1 +b1 ..."
    assert told(script, fen=BLACK_PROMOTES, slots=QUEENS) == ([f"b2b1={kind}", "e1e2"], [1])


@pytest.mark.parametrize("exchange", ["-b1 -b:Q1 +b1", "-b:Q1 ... -b1 ... +b:P1 ... +b1", "-b1 +b:P1 -b:Q1 +b1"])
def test_a_pawn_left_standing_may_be_exchanged_out_of_the_tray_after_the_reply(exchange):
    where = {"fen": BLACK_PROMOTES, "slots": QUEENS}
    belief, said = belief_after(f"-b2 +b1 ... ... ... -e1 +e2 ... {exchange} ...", **where)
    assert [str(move) for move in belief.moves] == ["b2b1=Q", "e1e2"]
    assert belief.asking is None
    assert belief.settled == 2
    assert not any(isinstance(each, Mismatch) for each in said)
    belief, _ = belief_after(f"-b2 +b1 ... ... ... -e1 +e2 ... {exchange} ... -e8 +e7 ...", **where)
    assert [str(move) for move in belief.moves] == ["b2b1=Q", "e1e2", "e8e7"]


def test_the_exchange_of_a_pawn_left_standing_tells_of_two_that_lie_ready_the_one_taken():
    slots = {**QUEENS, "b:N1": True}
    script = "-b2 +b1 ... ... ... -e1 +e2 ... -b1 -b:N1 +b1 ... -h7 +h6"
    assert told(script, fen=BLACK_PROMOTES, slots=slots) == (["b2b1=N", "e1e2", "h7h6"], [1])


BISHOP_TAKES = "4k4/9/6p2/9/9/9/2B6/9/4K4[] w - - 0 1"
"""Bxg7 checks and may promote, by turning the tile over: no sensor tells whether it did."""


@pytest.mark.parametrize("pause", ["", "... ...", "... ... ... ... ..."])
@pytest.mark.parametrize("victim", ["", "+w:P1"])
@pytest.mark.parametrize("adjusted", ["", "-g7 +g7", "-g7 ... +g7 -g7 +g7"])
@pytest.mark.parametrize("lifts", ["-c3 -g7 +g7", "-g7 -c3 +g7", "-c3 +g7 -g7 +g7"])
def test_a_promotion_nobody_can_feel_is_asked_about_and_told_one_way_until_the_answer(lifts, adjusted, victim, pause):
    script = f"{lifts} {pause} {victim} {pause} {adjusted} {pause} -e9 +d9 {pause}"
    belief, said = belief_after(script, game="shogi", fen=BISHOP_TAKES, slots={"w:P1": False, "b:P1": False})
    kinds = {"c3g7", "c3g7=+B"}
    assert {str(move) for move in belief.questions[1]} == kinds
    first = [str(effect.move) for effect in said if isinstance(effect, Moved) and effect.ply == 1]
    assert len([each for each, before in pairwise(["", *first]) if each != before]) == 1, first
    assert [str(move) for move in belief.moves[1:]] == ["e9d9"]


def test_a_move_of_which_the_kind_is_open_is_not_settled_by_the_reply_begun():
    slots = {f"{side}:{kind}1": False for side in "wb" for kind in "PQRBN"}
    hands = "-g7 +g8 ... ... -a7 +a6 -h1"
    belief, said = belief_after(hands, fen="8/k5P1/8/8/8/8/8/7K w - - 0 1", slots=slots)
    assert not any(isinstance(each, Settled) and each.ply == 1 for each in said)
    assert [str(move) for move in belief.questions[1]] == ["g7g8=Q", "g7g8=R", "g7g8=B", "g7g8=N"]


def test_an_exchange_may_take_two_rests_though_a_shot_at_the_piece_would_explain_the_board():
    """The Pawn goes off i2 and into its tray, its Warrior comes a second later: as if it had been shot from h2."""
    fen = "r1b2c1br1/2k3vP2/1m2sP1f2/2wf3m2/3M1v4/p2P2V2p/P9/2FSSM3p/6FVR1/RWB1CK1BW1 w a1 - 1 26 leaps=2/1"
    felt = (
        "1083-g5 1406+d8 1487-e8 2125-i2 2184-j3 2458+i2 3912+b:S1 3983+w:R2 4257-i2 4887+b:P1 6131-b:W1 6509+i2 "
        "7886-f1 8039+g3"
    )
    slots = {"w:R2": False, "b:W1": True, "b:P1": False, "b:S1": False}
    belief = heard(felt, "attendance", fen, slots)
    assert [str(move) for move in belief.moves] == ["g5d8xe8", "j3i2=W", "f1g3"]


def test_a_new_piece_of_the_kind_just_taken_is_the_new_one():
    """An Archer's taker becomes an Archer; the one out of the tray was taken for the captured piece put back."""
    slots = {"n:A1": True, "b:Z1": False, "w:A1": False}
    fen = "16a/8k8/12Z4/17/17/17/17/17/17/17/17/17/17/17/17/17/8K8[|A] w - - 0 1"
    script = "-q17 -m15 ... -n:A1 ... +q17 ... +b:Z1 +w:A1 ... -i16 +i15 ..."
    assert told(script, game="sfhiodgei", fen=fen, slots=slots) == (["m15q17=A", "i16i15"], [])
