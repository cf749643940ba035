"""sFhIoDgEi by its rulings S1-S9; `test_sfhiodgei_reserves.py` has the rest."""

import pytest

import fairyrules
from fairyrules.errors import IllegalPositionError
from fairyrules.pieces import Piece, Side
from placing import moves, place, play, targets

KINGS = "Ki2 ki16"
ODD = "Aq1"
"""White's odd-odd Alibaba, out of the way."""
EVEN = "Ap2"


def board_of(men, side="w", reserves="[|]", **fields):
    return place("sfhiodgei", men, side=side, reserves=reserves, **fields)


def piece(position, cell):
    return position.piece_at(position.game.board.cell(cell))


def cells(text):
    return set(text.split())


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
    ("man", "expected"),
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
def test_bound_leaper_leaps_over_what_stands_between_s2(man, expected):
    # The Vanguards around neither block nor are taken.
    position = board_of(f"Ki2 ki17 {ODD} {man}e5 {AROUND}")
    promoting = {text[2:].partition("=")[0] for text in moves(position, "e5")}
    assert promoting == cells(expected)


def test_alibarider_rides_all_ways_by_twos_s2():
    position = board_of(f"{KINGS} {EVEN} Ib2 Db6 df6")
    assert {"b4", "d4", "f6", "d2", "f2", "n2"} <= targets(position, "b2")
    assert not {"b6", "h8", "p2"} & targets(position, "b2")


def test_half_directed_pieces_of_black_go_down_the_board_s2():
    men = "Ki2 ki16 aa1"
    assert targets(board_of(f"{men} he9", side="b"), "e9") == cells("c5 g5")
    assert targets(board_of(f"{men} se9", side="b"), "e9") == cells("c7 g7 c11 g11 e7")
    assert targets(board_of(f"{men} ge9", side="b"), "e9") == cells("c7 g7 e7 e11 c9 g9")


def test_vanguard_moves_as_dabchick_and_takes_as_tusk_s2():
    assert targets(board_of(f"{KINGS} {EVEN} Vf6 zd8 zf10"), "f6") == cells("f8 d8")
    assert targets(board_of(f"{KINGS} {EVEN} Vf6 zf8"), "f6") == set()


def test_frog_steps_diagonally_or_leaps_three_s2():
    assert targets(board_of(f"{KINGS} Fe9 de10 de11"), "e9") == cells("d8 d10 f8 f10 e6 e12 b9 h9")


@pytest.mark.parametrize(
    ("man", "some"),
    [
        ("M", "e16 e1 p9 f11 c8"),
        ("C", "e16 p9 f10 d8"),
        ("J", "f10 l16 f11 c8"),
        ("P", "l16 f10 e10 d9"),
        ("Q", "e16 p9 l16 f10"),
    ],
)
def test_compounds_ride_and_step_or_leap_s2(man, some):
    assert cells(some) <= targets(board_of(f"Ki2 kk17 {man}e9"), "e9")


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


# S4: frozen armies.


def test_bound_pieces_without_their_alibaba_may_not_move_s4():
    odd, even = "Re5 Nc3 De9", "Rf6 Nd4 Vh8"
    position = board_of(f"{KINGS} {odd} {even} {EVEN}")
    assert not any(moves(position, cell) for cell in ("e5", "c3", "e9"))
    assert all(moves(position, cell) for cell in ("f6", "d4", "h8"))
    position = board_of(f"{KINGS} {odd} {even} {ODD}")
    assert all(moves(position, cell) for cell in ("e5", "c3", "e9"))
    assert not any(moves(position, cell) for cell in ("f6", "d4", "h8"))


def test_enemy_alibaba_thaws_nobody_else_s4():
    assert not moves(board_of(f"{KINGS} Re5 aq1"), "e5")


def test_frozen_piece_attacks_nothing_s4_g4():
    assert not board_of("Ki3 ki16 ri9").in_check()
    assert not board_of("Ki3 ki16 ri9 ab2").in_check()
    assert board_of("Ki3 ki16 ri9 aa1").in_check()


def test_taking_the_alibaba_may_end_a_check_s4():
    position = board_of("Ki3 ki16 ri9 aa1 Qa9")
    assert "a9a1" in moves(position)
    assert not play(position, "a9a1").is_attacked(position.game.board.cell("i3"), Side.BLACK)


def test_tusk_is_never_frozen_nor_bound_to_promote_on_odd_cells_s4():
    assert targets(board_of(f"{KINGS} Te4"), "e4") == cells("c6 g6")
    assert targets(board_of(f"{KINGS} Te5"), "e5") == cells("c7 g7")
    assert moves(board_of(f"{KINGS} Ta15", reserves="[QA|R]"), "a15") == {"a15c17"}


def test_bound_kind_of_even_rank_and_odd_file_belongs_to_neither_binding_s4():
    assert moves(board_of(f"{KINGS} Re6"), "e6")
    # It thaws nobody as an Alibaba, and does not promote.
    assert not moves(board_of(f"{KINGS} Ae6 Rf6 Ra5"), "f6") | moves(board_of(f"{KINGS} Ae6 Rf6 Ra5"), "a5")
    assert not [text for text in moves(board_of("Ki2 kq17 Re14 Be12 De14"), "e") if "=" in text]


def test_drops_stay_allowed_while_a_binding_is_frozen_s4():
    position = board_of(KINGS, reserves="[DR|]")
    assert {"R@e5", "D@e5"} <= moves(position)


def test_dropped_alibaba_thaws_its_binding_s4():
    position = play(board_of(f"{KINGS} Re5", reserves="[A|]"), "A@a1", "i16i17")
    assert moves(position, "e5")


# S5: the Vanguard's long step.


def test_vanguard_advances_four_over_two_empty_cells_s5():
    assert targets(board_of(f"{KINGS} {EVEN} Vd4"), "d4") == cells("d6 d8")
    assert targets(board_of(f"{KINGS} {EVEN} Vd4 dd5 dd7"), "d4") == cells("d6 d8")
    assert targets(board_of(f"{KINGS} {EVEN} Vd4 dd6"), "d4") == set()
    assert targets(board_of(f"{KINGS} {EVEN} Vd4 dd8"), "d4") == cells("d6")
    assert targets(board_of(f"{KINGS} {EVEN} Vd6"), "d6") == cells("d8")
    assert targets(board_of(f"{KINGS} ab2 vd14", side="b"), "d14") == cells("d12 d10")


def test_vanguard_that_advanced_four_is_taken_by_a_vanguard_at_once_s5():
    position = play(board_of(f"{KINGS} {EVEN} Vd4 vf8 ab16 tb8 rd16"), "d4d8")
    assert position.fen().split()[3] == "d6"
    assert {"f8d6"} == {text for text in moves(position) if text.endswith("d6") and text[0] in "fb"} - {"b8d6"}
    after = play(position, "f8d6")
    assert piece(after, "d8") is None
    assert piece(after, "d6") == Piece(Side.BLACK, "V")
    assert after.reserve("n") == {"V": 1}
    assert after.halfmove == 0
    assert piece(play(position, "b8d6"), "d8") == Piece(Side.WHITE, "V")
    assert "f8d6" not in moves(play(position, "i16i17", "i2i1"))


def test_frozen_vanguard_neither_advances_nor_takes_in_passing_s5_s4():
    assert not moves(board_of(f"{KINGS} Vd4"), "d4")
    assert "f8d6" not in moves(play(board_of(f"{KINGS} {EVEN} Vd4 vf8"), "d4d8"))


# S6: the two castlings.

ALIBABA = "Ki2 ki16 Aj2 Rb2 Rp2"


@pytest.mark.parametrize(
    ("castling", "there", "ep"),
    [("j2f2", {"f2": "A", "h2": "R"}, "j2+h2>f2"), ("j2n2", {"n2": "A", "l2": "R"}, "j2+l2>n2")],
)
def test_alibaba_castles_with_a_dabbarider_s6(castling, there, ep):
    after = play(board_of(ALIBABA, castling="b2p2"), castling)
    assert {cell: piece(after, cell).kind for cell in there} == there
    assert after.fen().split()[2:4] == ["-", ep]


def test_alibaba_castles_for_black_on_his_own_rank_s6():
    after = play(board_of("Ki2 ki16 aj16 rb16", side="b", castling="b16"), "j16f16")
    assert after.fen().split()[3] == "j16+h16>f16"


def test_alibaba_castles_over_odd_cells_that_are_taken_s6():
    assert "j2f2" in moves(board_of("Kk1 ki16 Aj2 Rb2 Vi2 Vg2 Ve2 Vc2", castling="b2"))
    for even in ("d2", "f2", "h2"):
        assert "j2f2" not in moves(board_of(f"{ALIBABA} Q{even}", castling="b2p2"))


def test_alibaba_may_castle_out_of_check_if_that_ends_it_s6():
    position = board_of("Ki2 ki16 Aj2 Rb2 qe2", castling="b2")
    assert position.in_check()
    assert "j2f2" in moves(position)
    assert "j2f2" not in moves(board_of("Ki2 ki16 Aj2 Rb2 qi9", castling="b2"))


CASTLED = "Ki1 ki16 An2 Rl2 ab16"


def castled(black, men=CASTLED, **fields):
    """Black to move after White's Alibaba has just castled to n2."""
    return board_of(f"{men} {black}", side="b", ep="j2+l2>n2", **fields)


def test_evenbound_piece_that_takes_the_dabbarider_takes_the_alibaba_too_s6():
    after = play(castled("rl8"), "l8l2")
    assert piece(after, "n2") is None
    assert after.reserve("n") == {"A": 1, "R": 1}
    assert after.reserve("b") == {}
    assert after.halfmove == 0


def test_evenbound_piece_that_comes_to_the_start_takes_the_alibaba_s6():
    after = play(castled("rj8", clocks="9 9"), "j8j2")
    assert piece(after, "n2") is None
    assert piece(after, "l2") == Piece(Side.WHITE, "R")
    assert (after.reserve("n"), after.halfmove) == ({"A": 1}, 0)


def test_vanguard_takes_the_castled_alibaba_by_its_straight_step_s6():
    after = play(castled("vj4"), "j4j2=R")
    assert piece(after, "n2") is None
    assert not moves(castled("vh4"), "h4j2")
    assert piece(play(castled("vj4"), "j4l2=I"), "n2") is None


def test_unbound_piece_does_not_take_the_castled_alibaba_s6():
    for text, black in (("j8j2", "qj8"), ("l8l2", "ql8"), ("j5j2", "fj5"), ("k4j2", "mk4")):
        assert piece(play(castled(black), text), "n2") == Piece(Side.WHITE, "A"), text


def test_piece_that_becomes_an_alibaba_at_the_start_was_not_evenbound_s6_s12():
    position = castled("qj8", "Ki1 ki16 An2 Rl2", reserves="[|A]")
    after = play(position, "j8j2=A")
    assert piece(after, "n2") == Piece(Side.WHITE, "A")


def test_tusk_on_even_cells_takes_the_castled_alibaba_and_may_be_swapped_for_it_s6_s11():
    position = castled("th4")
    assert moves(position, "h4j2") == {"h4j2=A@n"}
    after = play(position, "h4j2=A@n")
    assert piece(after, "n2") is None
    assert after.reserve("n") == {"T": 1}


def test_castled_alibaba_is_safe_after_the_very_next_move_s6():
    position = play(castled("rj8"), "i16i17", "i1h1")
    assert position.fen().split()[3] == "-"
    assert piece(play(position, "j8j2"), "n2") == Piece(Side.WHITE, "A")


def test_frozen_piece_does_not_take_the_castled_alibaba_s6_s4():
    assert "j8j2" not in moves(castled("rj8", "Ki1 ki16 An2 Rl2"))


def test_taking_the_castled_alibaba_may_not_uncover_the_own_king_s6_g3():
    # The Alibaba on n2 stands between White's Queen and Black's King.
    men = "Ki17 An2 Rl2 Qn1 kn6 ab16"
    assert "j8j2" not in moves(board_of(f"{men} rj8", side="b", ep="j2+l2>n2"))
    assert "j8j2" in moves(board_of(f"{men} rj8 zn4", side="b", ep="j2+l2>n2"))


def test_taking_the_castled_alibaba_may_end_a_check_by_its_army_s6_s4():
    position = castled("rj8", "Ki1 kd10 An2 Rl2 Bh6 ab16")
    assert position.in_check()
    assert "j8j2" in moves(position)


@pytest.mark.parametrize(
    ("men", "ep"),
    [
        ("Ki1 ki16 Rl2", "j2+l2>n2"),
        ("Ki1 ki16 An2", "j2+l2>n2"),
        ("Ki1 ki16 An2 Rl2 Qj2", "j2+l2>n2"),
        ("Ki1 ki16 Af2 Rl2", "j2+l2>f2"),
        ("Ki1 ki16 Vd6", "d6"),
    ],
)
def test_ep_field_whose_victim_is_not_there_is_refused_s6_g7(men, ep):
    with pytest.raises(IllegalPositionError, match="pass"):
        board_of(men, side="b", ep=ep)


@pytest.mark.parametrize(("castling", "there"), [("i2e2", {"e2": "K", "f2": "C"}), ("i2m2", {"m2": "K", "l2": "C"})])
def test_king_castles_with_a_chatelaine_s6(castling, there):
    after = play(board_of("Ki2 ki16 Ca2 Cq2", castling="a2q2"), castling)
    assert {cell: piece(after, cell).kind for cell in there} == there
    assert after.fen().split()[2:4] == ["-", "-"]


@pytest.mark.parametrize("between", ["b2", "c2", "d2", "e2", "f2", "g2", "h2"])
def test_king_castles_over_empty_cells_only_s6(between):
    assert "i2e2" not in moves(board_of(f"Ki2 ki16 Ca2 F{between}", castling="a2"))


@pytest.mark.parametrize(("attacked", "free"), [("e", False), ("f", False), ("h", False), ("i", False), ("c", True)])
def test_king_castles_over_cells_that_nothing_attacks_s6_g5(attacked, free):
    position = board_of(f"Ki2 kq16 Ca2 m{attacked}9", castling="a2")
    assert ("i2e2" in moves(position)) is free


def test_rights_go_with_the_king_like_piece_and_its_partner_s6():
    position = board_of("Ki2 ki16 Aj2 Rb2 Rp2 Ca2 Cq2 qb10", castling="a2b2p2q2")
    assert play(position, "i2h3").fen().split()[2] == "b2p2"
    assert play(position, "j2j4").fen().split()[2] == "a2q2"
    assert play(position, "a2a3").fen().split()[2] == "b2p2q2"
    assert play(position, "i2i1", "b10b2").fen().split()[2] == "p2"


# S7 and S8: promotion.


def test_vanguard_must_become_something_on_the_sixteenth_rank_s7():
    assert moves(board_of(f"Ki2 kq17 {EVEN} Vd14"), "d14") == {f"d14d16={kind}" for kind in "IRBN"}
    assert moves(board_of("Ki1 kq17 ap16 vd4", side="b"), "d4") == {"d4d2=I", "d4d2=R", "d4d2=B", "d4d2=N"}


@pytest.mark.parametrize(
    ("man", "start", "expected"),
    [
        ("D", "e11", "e13 e13=+D"),
        ("D", "e13", "e15 e15=+D"),
        ("D", "e15", "e17=+D"),
        ("D", "e9", "e11"),
        ("L", "e13", "e15 e15=+L e17=+L"),
        ("H", "e9", "c13 c13=+H g13 g13=+H"),
        ("H", "e11", "c15=+H g15=+H"),
        ("H", "e13", "c17=+H g17=+H"),
        ("S", "e15", "e17 e17=+S c17 c17=+S g17 g17=+S c13 c13=+S g13 g13=+S"),
        ("S", "e13", "e15 e15=+S c15 c15=+S g15 g15=+S c11 c11=+S g11 g11=+S"),
    ],
)
def test_shogi_pieces_promote_in_the_last_five_ranks_s8(man, start, expected):
    position = board_of(f"Ki2 kq16 {ODD} {man}{start}")
    assert moves(position, start) == {start + text for text in expected.split()}


def test_oddbound_riders_promote_to_from_and_within_ranks_13_15_17_s8():
    position = board_of(f"Ki2 kq16 {ODD} Re11")
    assert {"e11e13", "e11e13=+R", "e11e17=+R"} <= moves(position)
    assert "e11c11=+R" not in moves(position)
    position = board_of(f"Ki2 kq16 {ODD} Be13")
    assert {"e13c11", "e13c11=+B", "e13g15=+B"} <= moves(position)


def test_evenbound_riders_never_promote_s8():
    assert not [text for text in moves(board_of(f"Ki2 kq17 {EVEN} Rd12 Bf14")) if "=" in text]


def test_promoted_and_other_pieces_do_not_promote_again_s8():
    assert not [text for text in moves(board_of(f"Ki2 kq16 {ODD} +Re13 Ge15 +Sa13")) if "=" in text]


# S9: what is taken.


def test_piece_taken_on_an_odd_cell_joins_the_takers_reserve_unpromoted_s9():
    assert play(board_of(f"{KINGS} Qe5 +re9"), "e5e9").reserve("w") == {"R": 1}
    assert play(board_of(f"{KINGS} qe5 +De9", side="b"), "e5e9").reserve("b") == {"D": 1}


@pytest.mark.parametrize("cell", ["e8", "d8", "d5"])
def test_piece_taken_elsewhere_joins_the_neutral_reserve_s9(cell):
    start = {"e8": "e5", "d8": "d4", "d5": "a5"}[cell]
    after = play(board_of(f"{KINGS} Q{start} z{cell}"), start + cell)
    assert (after.reserve("n"), after.reserve("w"), after.reserve("b")) == ({"Z": 1}, {}, {})
