"""A piece just dropped and lifted again: it is being taken, put elsewhere, or the drop is taken back."""

import pytest

from reedboard.tracker import Asked, Mismatch, Retracted
from script import belief_after

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
