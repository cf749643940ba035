"""sFhIoDgEi by its rulings S10-S13: drops, Tusks, lost Alibabas, and what is royal."""

import pytest

import fairyrules
from fairyrules.errors import NotationError
from fairyrules.pieces import Piece, Side
from placing import moves, piece, play, targets
from placing_sfhiodgei import KINGS, board_of


def reserves(position):
    return tuple(position.reserve(holder) for holder in "wbn")


# S10: drops.


def test_piece_is_dropped_on_any_empty_odd_cell_s10():
    position = board_of(KINGS, reserves="[Q|]")
    assert moves(position, "Q@") == {f"Q@{file}{rank}" for file in "acegikmoq" for rank in range(1, 18, 2)}
    assert "Q@e5" not in moves(board_of(f"{KINGS} Re5", reserves="[Q|]"))


def test_only_the_own_reserve_is_dropped_from_s10():
    assert not [text for text in moves(board_of(KINGS, reserves="[q|Z]")) if "@" in text]
    after = play(board_of(KINGS, reserves="[QQ|]"), "Q@e5")
    assert (piece(after, "e5"), after.reserve("w"), after.halfmove) == (Piece(Side.WHITE, "Q"), {"Q": 1}, 1)


def test_second_unpromoted_dabchick_is_not_dropped_on_a_file_s10():
    drops = moves(board_of(f"{KINGS} De5 dg5 +Dc5", reserves="[D|]"), "D@")
    assert not [text for text in drops if text[2] == "e"]
    assert {"D@g7", "D@c7"} <= drops


@pytest.mark.parametrize(
    ("kind", "ranks"),
    [("D", {17}), ("L", {17}), ("T", {17}), ("V", {17}), ("H", {15, 17}), ("S", set()), ("G", set()), ("N", set())],
)
def test_piece_is_not_dropped_where_it_could_never_move_s10(kind, ranks):
    drops = moves(board_of(KINGS, reserves=f"[{kind}|]"), f"{kind}@")
    assert {rank for rank in range(1, 18, 2) if f"{kind}@a{rank}" not in drops} == ranks
    drops = moves(board_of(KINGS, side="b", reserves=f"[{kind.lower()}|]"), f"{kind}@")
    assert {18 - rank for rank in range(1, 18, 2) if f"{kind}@a{rank}" not in drops} == ranks


def test_drop_may_give_mate_s10():
    mated = play(board_of("Ki2 ka17 Qc16 Aq1", reserves="[D|]"), "D@a15")
    assert (str(mated.outcome()), mated.outcome().reason) == ("1-0", "checkmate")


def test_drop_answers_check_s10():
    position = board_of("Ki3 ki16 qi9", reserves="[D|]")
    assert moves(position, "D@") == {"D@i5", "D@i7"}


@pytest.mark.parametrize(
    ("fen", "drops"),
    [
        (
            "2B14/1r7a4MrN/f7J3B3D/4tv2T2b4T/4L4CB1D3R/1V1N7v5/f3J12/1V1B4Q3f1oNk/17/1V1v1v2f2V3vN/10B6/7v9/2+d5r5z1a"
            "/TVt5t1t6/3q2Z9g/1R6KA1pa1mRC/4s1+s10[Jg|] w b2p2q2b16p16 - 59 34",
            {"J@k3"},
        ),
        ("17/8k8/17/17/17/17/17/17/17/17/17/17/17/10t6/17/8K8/17[Jn|] w - - 0 1", set()),
    ],
)
def test_drop_of_the_last_piece_to_swap_for_ends_a_tusks_check_s11_g4(fen, drops):
    position = fairyrules.game("sfhiodgei").position(fen)
    assert position.in_check()
    assert moves(position, "J@") == drops


def test_any_drop_of_the_last_piece_to_swap_for_ends_a_tusks_check_s11_g4():
    position = fairyrules.game("sfhiodgei").position(
        "14A2/c7kN1a4c/12s4/1N4T4v5/15c1/17/16+R/5v1R9/17/1V1bA2B3P5/8a8/17/17/17/c1r3d10/3n4KA4RRC/17[gz|]"
        " b p2q2a16q16 b6 36 65"
    )
    assert position.in_check()
    everywhere = {f"{file}{rank}" for file in "acegikmoq" for rank in range(1, 18, 2)}
    empty = {name for name in everywhere if piece(position, name) is None}
    assert moves(position, "Z@") == {f"Z@{name}" for name in empty}
    assert not moves(position, "G@")


# S11: Tusks.


def test_tusk_on_the_sixteenth_rank_is_swapped_for_a_symmetric_piece_of_any_reserve_s11():
    position = board_of("Ki2 kq17 Te14", reserves="[DQSrlt|AQ]")
    swaps = {"=Q@w", "=R@b", "=A@n", "=Q@n"}
    assert moves(position, "e14") == {f"e14{cell}{swap}" for cell in ("c16", "g16") for swap in swaps}


def test_tusk_takes_the_place_of_what_it_is_swapped_for_s11():
    position = board_of("Ki2 kq17 Te14", reserves="[DQr|A]")
    assert reserves(play(position, "e14c16=Q@w")) == ({"D": 1, "T": 1}, {"R": 1}, {"A": 1})
    assert reserves(play(position, "e14c16=R@b")) == ({"D": 1, "Q": 1}, {"T": 1}, {"A": 1})
    assert reserves(play(position, "e14c16=A@n")) == ({"D": 1, "Q": 1}, {"R": 1}, {"T": 1})
    assert piece(play(position, "e14c16=R@b"), "c16") == Piece(Side.WHITE, "R")


@pytest.mark.parametrize("held", ["[|]", "[DLHSGVT|]", "[|VT]"])
def test_tusk_with_nothing_to_be_swapped_for_may_not_go_there_s11(held):
    assert moves(board_of("Ki2 kq17 Te14", reserves=held), "e14") == set()


def test_piece_the_tusk_takes_counts_as_in_its_reserve_s11_g5():
    position = board_of("Ki2 kq17 Te14 qc16 sg16")
    assert moves(position, "e14") == {"e14c16=Q@n"}
    assert reserves(play(position, "e14c16=Q@n")) == ({}, {}, {"T": 1})


def test_tusk_attacks_there_only_with_a_symmetric_piece_in_a_reserve_s11_g4():
    pieces = "Ki2 kq17 tg4"
    assert not board_of(pieces).in_check()
    assert not board_of(pieces, reserves="[DSv|T]").in_check()
    for held in ("[Q|]", "[q|]", "[|Q]"):
        assert board_of(pieces, reserves=held).in_check()


def test_capture_may_not_give_an_enemy_tusk_its_first_swap_s11_g4():
    position = board_of("Ki2 kp17 tg4 Qe5 ce9")
    assert "e5e9" not in moves(position)
    # A Silverthief is no symmetric piece.
    position = board_of("Ki2 kp17 tg4 Qe5 se9")
    assert "e5e9" in moves(position)


def test_tusk_attacks_elsewhere_without_any_swap_s11():
    assert board_of("Ki4 kq17 tg6").in_check()


# S12: lost Alibabas.


@pytest.mark.parametrize(
    ("piece", "start"),
    [("Q", "d14"), ("M", "d14"), ("C", "d14"), ("J", "b14"), ("P", "b14"), ("Z", "d15"), ("O", "c14"), ("F", "c15")],
)
def test_unbound_piece_on_an_even_cell_of_its_sixteenth_rank_may_become_an_alibaba_s12(piece, start):
    listed = moves(board_of(f"Ki2 kq5 {piece}{start}", reserves="[|A]"), start)
    assert {f"{start}d16", f"{start}d16=A"} <= listed
    even = {f"{start}{file}16=A" for file in "bdfhjlnp"}
    odd = {f"{start}{file}17=A" for file in "acegikmoq"}
    assert {text for text in listed if "=" in text} <= even | odd


def test_unbound_piece_on_an_odd_cell_of_its_seventeenth_rank_may_become_an_alibaba_s12():
    position = board_of("Ki2 kq1 Me15", reserves="[|A]")
    assert {text for text in moves(position, "e15") if "=" in text} == {"e15e17=A"}
    # Frogs step there too.
    assert "f16e17=A" in moves(board_of("Ki2 kq1 Ff16", reserves="[|A]"))


def test_king_never_becomes_an_alibaba_s12():
    assert "c16d16=A" not in moves(board_of("Kc16 kq1", reserves="[|A]"))


def test_alibaba_is_restored_only_where_its_binding_is_missing_s12():
    assert "d14d16=A" in moves(board_of("Ki2 kq5 Qd14 Aa1", reserves="[|A]"))
    assert "d14d16=A" not in moves(board_of("Ki2 kq5 Qd14 Ab2", reserves="[|A]"))
    assert "d14d16=A" in moves(board_of("Ki2 kq5 Qd14 Ae6", reserves="[|A]"))
    assert "d14d16=A" not in moves(board_of("Ki2 kq5 Qd14", reserves="[QR|R]"))


def test_alibaba_comes_from_neutral_first_then_the_enemy_then_the_own_s12():
    pieces = "Ki2 kq5 Qd14"
    assert reserves(play(board_of(pieces, reserves="[Aa|A]"), "d14d16=A")) == ({"A": 1}, {"A": 1, "Q": 1}, {})
    assert reserves(play(board_of(pieces, reserves="[Aa|]"), "d14d16=A")) == ({"A": 1}, {"Q": 1}, {})
    assert reserves(play(board_of(pieces, reserves="[A|]"), "d14d16=A")) == ({}, {"Q": 1}, {})


def test_alibaba_just_taken_may_be_the_one_s12_g5():
    position = board_of("Ki2 kq5 Qd14 ad16")
    assert {"d14d16", "d14d16=A"} <= moves(position)
    assert reserves(play(position, "d14d16=A")) == ({}, {"Q": 1}, {})
    # Taken on an odd cell it lies in the own reserve, and is taken from there.
    assert reserves(play(board_of("Ki2 kq1 Qe15 ae17"), "e15e17=A")) == ({}, {"Q": 1}, {})


def test_dropped_piece_does_not_become_an_alibaba_s12():
    assert not [text for text in moves(board_of(KINGS, reserves="[Q|A]"), "Q@") if "=" in text]


def test_black_restores_on_his_own_far_ranks_s12():
    assert "d4d2=A" in moves(board_of("Ki3 kq17 qd4", side="b", reserves="[|A]"))
    assert "e3e1=A" in moves(board_of("Kk2 kq17 ce3", side="b", reserves="[|A]"))


# S13: only the King is royal.


def test_loss_of_both_alibabas_is_no_loss_s13():
    position = board_of(f"{KINGS} Qe5")
    assert position.outcome() is None
    assert targets(position, "e5")


def test_stalemate_of_a_frozen_army_draws_s13_g1():
    position = board_of("Ka1 kq17 Re9 qc2", side="w")
    assert not position.in_check()
    assert moves(position) == set()
    assert str(position.outcome()) == "1/2-1/2"


def test_mate_is_of_the_king_alone_s13():
    position = board_of("Ka1 ki16 Aq1 Rq17 qa9 qb9")
    assert position.in_check()
    assert str(position.outcome()) == "0-1"


def test_reserves_are_read_in_their_form_only():
    assert board_of(KINGS, reserves="[DDQds|FT]").fen().split()[0].endswith("[DDQds|FT]")
    for held in ("", "[]", "[K|]", "[x|]", "[|d]", "[D|", "[+D|]"):
        with pytest.raises(NotationError):
            board_of(KINGS, reserves=held)
