"""sFhIoDgEi by its rulings S1-S3: the array, and how the pieces go."""

import pytest

import fairyrules
from fairyrules.pieces import Piece, Side
from placing import cells, moves, piece, targets
from placing_sfhiodgei import EVEN, KINGS, ODD, board_of

# S1: the array.


def test_array_is_the_reconstructed_one_s1():
    start = fairyrules.game("sfhiodgei").start()
    assert start.fen() == (
        "lohjszgfafgzsjhol/crmnpbqikaqbpnmrc/2r11b2/tv1vtv1vtv1vtv1vt/d1d1d1d1d1d1d1d1d/17/17/17/17/17/17/17/"
        "D1D1D1D1D1D1D1D1D/TV1VTV1VTV1VTV1VT/2B11R2/CRMNPBQIKAQBPNMRC/LOHJSZGFAFGZSJHOL[|] w a2b2p2q2a16b16p16q16 - 0 1"
    )
    assert [piece(start, cell) for cell in ("c3", "o3", "c15", "o15")] == [
        Piece(Side.WHITE, "B"),
        Piece(Side.WHITE, "R"),
        Piece(Side.BLACK, "R"),
        Piece(Side.BLACK, "B"),
    ]


# S2: bound leapers leap two cells whatever stands between.

AROUND = "vd6 ve6 vf6 vd5 vf5 vd4 ve4 vf4"


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("A", "c7 e7 g7 c5 g5 c3 e3 g3"),
        ("N", "a7 a3 c9 g9 i7 i3 c1 g1"),
        ("H", "c9 g9"),
        ("G", "c7 e7 g7 c5 g5 e3"),
        ("S", "c7 e7 g7 c3 g3"),
        ("D", "e7"),
        ("T", "c7 g7"),
        ("+D", "c7 e7 g7 c5 g5 e3"),
        ("+L", "c7 e7 g7 c5 g5 e3"),
        ("+H", "c7 e7 g7 c5 g5 e3"),
        ("+S", "c7 e7 g7 c5 g5 e3"),
        ("L", "e7 e9 e11 e13 e15 e17"),
        ("R", "e7 e9 e11 e13 e15 e17 e3 e1 c5 a5 g5 i5 k5 m5 o5 q5"),
        ("B", "c7 a9 g7 i9 k11 m13 o15 q17 c3 a1 g3 i1"),
        ("+R", "e7 e9 e11 e13 e15 e17 e3 e1 c5 a5 g5 i5 k5 m5 o5 q5 c7 g7 c3 g3"),
        ("+B", "c7 a9 g7 i9 k11 m13 o15 q17 c3 a1 g3 i1 e7 c5 g5 e3"),
    ],
)
def test_bound_leaper_leaps_over_what_stands_between_s2(piece, expected):
    # The Vanguards around neither block nor are taken.
    position = board_of(f"Ki2 ki17 {ODD} {piece}e5 {AROUND}")
    promoting = {text[2:].partition("=")[0] for text in moves(position, "e5")}
    assert promoting == cells(expected)


def test_alibarider_rides_all_ways_by_twos_s2():
    position = board_of(f"{KINGS} {EVEN} Ib2 Db6 df6")
    assert {"b4", "d4", "f6", "d2", "f2", "n2"} <= targets(position, "b2")
    assert not {"b6", "h8", "p2"} & targets(position, "b2")


def test_half_directed_pieces_of_black_go_down_the_board_s2():
    pieces = "Ki2 ki16 aa1"
    assert targets(board_of(f"{pieces} he9", side="b"), "e9") == cells("c5 g5")
    assert targets(board_of(f"{pieces} se9", side="b"), "e9") == cells("c7 g7 c11 g11 e7")
    assert targets(board_of(f"{pieces} ge9", side="b"), "e9") == cells("c7 g7 e7 e11 c9 g9")


def test_vanguard_moves_as_dabchick_and_takes_as_tusk_s2():
    assert targets(board_of(f"{KINGS} {EVEN} Vf6 zd8 zf10"), "f6") == cells("f8 d8")
    assert targets(board_of(f"{KINGS} {EVEN} Vf6 zf8"), "f6") == set()


def test_frog_steps_diagonally_or_leaps_three_s2():
    assert targets(board_of(f"{KINGS} Fe9 de10 de11"), "e9") == cells("d8 d10 f8 f10 e6 e12 b9 h9")


@pytest.mark.parametrize(
    ("piece", "some"),
    [
        ("M", "e16 e1 p9 f11 c8"),
        ("C", "e16 p9 f10 d8"),
        ("J", "f10 l16 f11 c8"),
        ("P", "l16 f10 e10 d9"),
        ("Q", "e16 p9 l16 f10"),
    ],
)
def test_compounds_ride_and_step_or_leap_s2(piece, some):
    assert cells(some) <= targets(board_of(f"Ki2 kk17 {piece}e9"), "e9")


# S3: Double Rhino and Rose.


def test_double_rhino_bends_to_and_fro_through_empty_cells_s3():
    reached = targets(board_of("Kq1 ka16 Zi9"), "i9")
    assert cells("i10 j11 j12 k13 k14 l15 l16 m17") <= reached
    assert cells("j10 j11 k12 k13 l14 l15 m16 m17") <= reached
    assert not cells("i11 k11 i12") & reached


def test_double_rhino_stops_at_the_first_piece_of_each_path_s3():
    assert "j11" in targets(board_of("Kq1 ka16 Zi9 Qi10"), "i9")
    assert "j11" not in targets(board_of("Kq1 ka16 Zi9 Qi10 Qj10"), "i9")
    assert {"j11"} == {"j11", "j12", "k12"} & targets(board_of("Kq1 ka16 Zi9 qj11"), "i9")


def test_move_that_two_bent_paths_reach_is_listed_once_s3():
    listed = [str(move) for move in board_of("Kq1 ka16 Zi9").legal_moves()]
    assert len(listed) == len(set(listed))


def test_rose_turns_to_one_side_for_up_to_six_leaps_s3():
    # With both short ways closed, l6 is the sixth landing of either long way round.
    assert "l6" in targets(board_of("Kq1 ka16 Oi9 Vj7 Vk8"), "i9")
    assert "l6" in targets(board_of("Kq1 ka16 Oi9 Vj7 Vk8 Vj11"), "i9")
    assert "l6" not in targets(board_of("Kq1 ka16 Oi9 Vj7 Vk8 Vj11 Vg8"), "i9")
    assert not cells("k13 i10") & targets(board_of("Kq1 ka16 Oi9"), "i9")
