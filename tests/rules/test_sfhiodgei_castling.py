"""sFhIoDgEi by its ruling S6: the two castlings, and taking an Alibaba that has just castled."""

import pytest

from fairyrules.errors import IllegalPositionError
from fairyrules.pieces import Piece, Side
from placing import moves, piece, play
from placing_sfhiodgei import board_of

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


def castled(black, pieces=CASTLED, **fields):
    """Black to move after White's Alibaba has just castled to n2."""
    return board_of(f"{pieces} {black}", side="b", ep="j2+l2>n2", **fields)


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
    pieces = "Ki17 An2 Rl2 Qn1 kn6 ab16"
    assert "j8j2" not in moves(board_of(f"{pieces} rj8", side="b", ep="j2+l2>n2"))
    assert "j8j2" in moves(board_of(f"{pieces} rj8 zn4", side="b", ep="j2+l2>n2"))


def test_taking_the_castled_alibaba_may_end_a_check_by_its_army_s6_s4():
    position = castled("rj8", "Ki1 kd10 An2 Rl2 Bh6 ab16")
    assert position.in_check()
    assert "j8j2" in moves(position)


@pytest.mark.parametrize(
    ("pieces", "ep"),
    [
        ("Ki1 ki16 Rl2", "j2+l2>n2"),
        ("Ki1 ki16 An2", "j2+l2>n2"),
        ("Ki1 ki16 An2 Rl2 Qj2", "j2+l2>n2"),
        ("Ki1 ki16 Af2 Rl2", "j2+l2>f2"),
        ("Ki1 ki16 Vd6", "d6"),
    ],
)
def test_ep_field_whose_victim_is_not_there_is_refused_s6_g7(pieces, ep):
    with pytest.raises(IllegalPositionError, match="pass"):
        board_of(pieces, side="b", ep=ep)


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
