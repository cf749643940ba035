"""A piece just dropped and lifted again: it is being taken, put elsewhere, or the drop is taken back."""

import pytest

from reedboard.tracker import Asked, Mismatch, Retracted
from script import belief_after, heard

CRAZYHOUSE = {
    "game": "crazyhouse",
    "fen": "3qk3/7p/8/8/8/8/5n2/4K3[Pn] w - - 0 1",
    "slots": {"w:P1": True, "b:P1": False, "b:N1": True},
}
SHOGI = {
    "game": "shogi",
    "fen": "3r5/4k4/8p/9/9/9/9/5n3/4K4[Pn] w - - 0 1",
    "slots": {"w:P1": True, "b:P1": False, "b:N1": True},
}
SFHIODGEI = "a16/8k8/17/17/8r8/17/17/17/17/17/17/17/17/17/17/8K8/16A[D|] w - - 0 1"
BOUNCES = (
    "lns1k2+P1/r1g1r1G1l/p1p1p4/b7p/3pPP3/L1PP3sP/9/2G1K4/1+pS2GSNL[BNPPPPnpp] w - - 1 33",
    "1000-a4 1098+a4 1340-a4 1991-a6 2079+a6 2208-a6 2591+a6 2692-a7 2971+a7 6050-b:P3 6444+h2 6533-h2 6617+h2 6714-h2 "
    "6805+h2 7000-h2 7222+h2 10548+f3 10766-f3 10826+f3 11053-f3 11216+f3",
)
KNOCKED_WHILE_DROPPED = (
    "2sg3n1/+P1gpk1s2/p1Pl3pl/gP3Rp1p/3P1PL2/7P1/P+p4S1P/5K2R/+b+p+p1N1GNL[Pbnps] b - - 1 38",
    "4208-a3 4873+b:P1 5511-b3 6151+a3 7759-g6 7857-g5 9978+g5 10310-f6 10651+g6 11064+w:P6 11203-f5 11408+e4 13650-e4 "
    "13884+f5 14660-b:P3 14690-a3 14788+a4 15902-a4 16467+a3 17124+b3 17314-a3 18487+a3",
)
REPLY_AMID_A_DROP = (
    "Q+NQr4/PR1nk3/1P1pp2b/2p4n/pBPp1p2/3P1bp1/6P1/RN+b2KNR[Pbp] w - - 0 45",
    "1250-b8 1312-d7 1428-d8 1588+d7 2088+w:N1 2186-c8 2360+c8 2418-w:N1 2694+a3 2935-b:B2 3101+c7 3330-w:P1 3462-b6 "
    "3532-c7 3580+g6 3716+b6 3890+b:P1 5445-f3 5717+w:B1 5974-g2 6037+f3",
)
BEFORE_ITS_TURN = (
    "rn2kb1r/p1q3pp/2b1P3/2P1p3/P4Pn1/8/1PP1P1PP/RNB1KBNR[PPQp] b kq - 0 11",
    "1574-e5 1620+f6 2011-f4 2898+e5 4638-c7 5321-e5 5778+e4 5826+e5 8576+d5",
)
GAMES = [(CRAZYHOUSE, "d8"), (SHOGI, "d9")]
ORDERS = [
    "-{to} {p} -{by} {p} +{to}",
    "-{by} {p} -{to} {p} +{to}",
    "-{to} {p} +b:P1 {p} -{by} {p} +{to}",
    "-{to} {p} -{by} {p} +{to} {p} +b:P1",
]


def plain(script, where, trays):
    """A script, and where it is played, perhaps on a board without trays."""
    if trays:
        return script, where
    return " ".join(word for word in script.split() if ":" not in word), {**where, "slots": None}


@pytest.mark.parametrize(("where", "taker"), GAMES, ids=["crazyhouse", "shogi"])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("pause", ["", "...", "... ... ... ..."])
@pytest.mark.parametrize("trays", [True, False])
def test_a_dropped_piece_is_taken_whoever_is_lifted_first(where, taker, order, pause, trays):
    script, where = plain(f"-w:P1 +d5 ... {order.format(to='d5', by=taker, p=pause)} ...", where, trays)
    belief, said = belief_after(script, **where)
    assert [str(move) for move in belief.moves] == ["P@d5", f"{taker}d5"]
    assert not any(isinstance(each, Asked | Mismatch | Retracted) for each in said)


@pytest.mark.parametrize(("where", "taker"), GAMES, ids=["crazyhouse", "shogi"])
@pytest.mark.parametrize("pause", ["", "...", "... ... ... ..."])
@pytest.mark.parametrize("trays", [True, False])
@pytest.mark.parametrize(
    ("script", "moves"),
    [
        ("-d5 {p} +d6", ["P@d6"]),
        ("-d5 {p} +d5", ["P@d5"]),
        ("-d5 {p} +d5 {p} -d5 {p} -{by} {p} +d5", ["P@d5", "{by}d5"]),
        ("-d5 {p} +w:P1 {p} -e1 {p} +e2", ["e1e2"]),
        ("-d5 {p} -e1 {p} +e2", ["e1e2"]),
        ("-{by} +{by} {p} -d5 {p} -e1 {p} +e2", ["e1e2"]),
        ("-d5 {p} -e1 +e1 -{by} +d5", ["P@d5", "{by}d5"]),
        ("-e8 +e7 ... -e7 +e8 {p} -d5 {p} -e1 {p} +e2", ["e1e2"]),
        ("-d5 {p} -e1 {p} +e2 ... -{by} +d5", ["e1e2", "{by}d5"]),
        ("-d5 {p} -f2 {p} -e1 +e2 -e2 +f2", ["e1f2"]),
    ],
)
def test_a_dropped_piece_lifted_again(where, taker, pause, trays, script, moves):
    full, where = plain(f"-w:P1 +d5 ... {script.format(p=pause, by=taker)} ...", where, trays)
    belief, said = belief_after(full, **where)
    assert [str(move) for move in belief.moves] == [each.format(by=taker) for each in moves]
    assert not any(isinstance(each, Asked | Mismatch) for each in said)


@pytest.mark.parametrize("pause", ["", "...", "... ... ... ..."])
@pytest.mark.parametrize("trays", [True, False])
@pytest.mark.parametrize(
    ("script", "moves"),
    [
        ("-i9 {p} -i13 {p} +i9 {p} +b:D1", ["D@i9", "i13i9"]),
        ("-i13 {p} -i9 {p} +i9 {p} +b:D1", ["D@i9", "i13i9"]),
        ("-i9 {p} +n:D1 {p} -i13 {p} +i9", ["D@i9", "i13i9"]),
        ("-i9 {p} +k9", ["D@k9"]),
        ("-i9 {p} -i2 {p} +h2", ["i2h2"]),
    ],
)
def test_a_dropped_piece_of_sfhiodgei_lifted_again(pause, trays, script, moves):
    slots = {"w:D1": True, "b:D1": False, "n:D1": False}
    where = {"game": "sfhiodgei", "fen": SFHIODGEI, "slots": slots}
    full, where = plain(f"-w:D1 +i9 ... {script.format(p=pause)} ...", where, trays)
    belief, said = belief_after(full, **where)
    assert [str(move) for move in belief.moves] == moves
    assert not any(isinstance(each, Asked | Mismatch) for each in said)


def test_a_move_against_which_nothing_stands_any_more_settles_in_the_same_silence():
    """White lays the Pawn taken three plies ago into its tray as Black moves, and drops it at once."""
    where = {"fen": "4k3/8/8/3p1p2/4P3/8/8/4K3[] w - - 0 1", "slots": {"w:P1": False, "b:P1": False}}
    script = "-e4 -d5 +d5 -e8 +e7 -d5 +d6 ... +w:P1 -e7 -d6 +d6 -w:P1 +c4 ..."
    belief, _ = belief_after(script, "crazyhouse", **where)
    assert [str(move) for move in belief.moves] == ["e4d5", "e8e7", "d5d6", "e7d6", "P@c4"]
    assert belief.settled == 5


@pytest.mark.parametrize("gap_ms", [100, 200, 300])
def test_a_drop_tried_on_one_cell_after_the_other_is_where_it_is_left(gap_ms):
    """A takeback for each cell was dearer than that what lay on f7 had gone to the last of them: the game was lost."""
    script = "+f7 ... -f7 ... +d7 ... +f6 -f6 +c8 -c8 +g6 -g6 +e8 ... -e8 -d7 +e8 ..."
    fen = "rn4nr/p1k3b1/b1P1P2p/P2P3P/3Pp2P/R1P1Pnb1/2K4P/1N+n1q2R[Bppq] w - - 1 37"
    belief, _ = belief_after(script, "crazyhouse", fen, gap_ms=gap_ms)
    assert [str(move) for move in belief.moves] == ["B@d7", "Q@e8", "d7e8"]
    assert not belief.asked


def test_a_story_that_is_plies_behind_keeps_a_drop_that_is_not_done():
    """The Pawn bounces on h2: each time the true line was charged for an adjustment, and the other one was not."""
    fen, felt = BOUNCES
    belief = heard(felt, "shogi", fen, {"b:P3": True})
    assert "P@h2" in map(str, belief.questions[2])


def test_a_piece_knocked_over_as_another_is_dropped_was_not_the_one_that_went_there():
    """Black's Pawn on a3 is off its cell for a second after the drop on b3: told as if it had gone to b3."""
    fen, felt = KNOCKED_WHILE_DROPPED
    belief = heard(felt, "shogi", fen, {"w:P6": False, "b:P1": False, "b:P3": True})
    assert [str(move) for move in belief.moves] == ["b3a3", "f6g6", "P@b3"]


def test_a_piece_out_of_a_slot_is_not_exchanged_for_one_of_its_kind_for_nothing():
    """The reply is lifted before the drop lands: as if the Bishop had been dropped there, and a Pawn exchanged."""
    fen, felt = REPLY_AMID_A_DROP
    slots = {"w:P1": True, "w:N1": False, "w:B1": False, "b:B2": True, "b:P1": False}
    belief = heard(felt, "crazyhouse", fen, slots)
    assert [str(move) for move in belief.moves] == ["b8d7", "d8c8", "N@a3", "B@c7", "P@g6", "c7b6", "g2f3"]


def test_what_the_other_side_just_took_is_no_sure_sign_of_what_is_dropped():
    """White's Pawn, taken on e5, seemed to lie on e4 before the Queen that took it had landed; a Queen was dropped."""
    fen, felt = BEFORE_ITS_TURN
    belief = heard(felt, "crazyhouse", fen)
    assert {str(move) for move in belief.questions[4]} == {"P@e4", "Q@e4"}
