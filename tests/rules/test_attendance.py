"""AtTENdance Chess by its rulings."""

import pytest

from fairyrules.errors import IllegalPositionError, NotationError
from fairyrules.pieces import Piece, Side
from placing import fen_of, moves, place, play, targets

KINGS = "Kf1 ke10"


def attendance(pieces, side="w", leaps="0/0", **fields):
    return place("attendance", pieces, side=side, extra=f"leaps={leaps}", **fields)


# A1: Rook and Bishop ride at most two cells and do not leap; forward is the owner's.


def test_rook_rides_two_cells_and_steps_forward_diagonally_a1():
    assert targets(attendance(f"{KINGS} Re5"), "e5") == set(
        ["e6", "e7", "e4", "e3", "d5", "c5", "f5", "g5", "d6", "f6"]
    )


def test_rook_does_not_leap_a1():
    assert targets(attendance(f"{KINGS} Re5 pe6 Pd5"), "e5") == set(["e6", "e4", "e3", "f5", "g5", "d6", "f6"])


def test_rook_of_black_steps_diagonally_down_the_board_a1():
    assert targets(attendance(f"{KINGS} rb5", side="b"), "b5") == set(
        ["b6", "b7", "b4", "b3", "a5", "c5", "d5", "a4", "c4"]
    )


def test_bishop_rides_two_cells_and_steps_sideways_a1():
    assert targets(attendance(f"{KINGS} Be5 pf6"), "e5") == set(["f6", "d6", "c7", "d4", "c3", "f4", "g3", "d5", "f5"])


def test_centurion_of_black_moves_by_its_own_forward_a1():
    assert targets(attendance(f"{KINGS} ce6", side="b"), "e6") == set(
        ["e5", "d6", "f6", "d7", "f7", "d5", "f5", "c4", "g4", "e8"]
    )


# A2: two Knight leaps a game for each King, capturing or not, also out of check; while any are left they attack.


def test_king_leap_spends_one_leap_of_its_side_a2():
    position = attendance(KINGS, leaps="2/1")
    assert play(position, "f1g3").fen().endswith("leaps=1/1")
    assert play(position, "f1g3", "e10f8").fen().endswith("leaps=1/0")
    assert play(position, "f1g1").fen().endswith("leaps=2/1")


def test_king_leaps_no_more_when_none_are_left_a2():
    assert "f1g3" in moves(attendance(KINGS, leaps="1/2"))
    assert "f1g3" not in moves(attendance(KINGS, leaps="0/2"))


def test_king_leap_captures_and_answers_check_a2():
    position = attendance("Kf1 ke10 we4 pd2", leaps="1/0")
    assert position.in_check()
    assert "f1d2" in moves(position)
    assert play(position, "f1d2").fen().endswith("leaps=0/0")
    assert "f1d2" not in moves(attendance("Kf1 ke10 we4 pd2", leaps="0/1"))


def test_king_may_not_end_a_leap_from_the_enemy_king_that_has_one_a2():
    pieces = "Kd5 kf8"
    assert "d5e6" not in moves(attendance(pieces, leaps="0/1"))
    assert "d5e6" in moves(attendance(pieces, leaps="2/0"))
    with pytest.raises(IllegalPositionError):
        attendance("Ke6 kf8", side="b", leaps="0/1")


def test_king_leap_in_hand_gives_check_a2():
    assert attendance("Ke6 kf8", leaps="0/1", side="w").in_check()


def test_castling_spends_no_leap_a2():
    position = attendance("Kf1 Ra1 ke10", leaps="2/2", castling="a1")
    assert play(position, "f1c1").fen().endswith("leaps=2/2")


def test_leaps_field_is_refused_when_it_cannot_be_a2():
    for extra in ("leaps=3/0", "leaps=2", "", "leaps=2/2/2"):
        with pytest.raises(NotationError):
            place("attendance", KINGS, extra=extra)


# A3: the Vampire hops diagonally over exactly one piece and takes one orthogonal neighbour without displacement.


def test_vampire_hops_over_one_piece_at_any_distance_a3():
    assert targets(attendance("Kj1 kj10 Vb2 Pe5"), "b2") == {"f6", "g7", "h8", "i9"}
    assert targets(attendance("Kj1 kj9 Vb2 pe5 pg7"), "b2") == {"f6"}
    assert targets(attendance("Kj1 kj9 Vb2 pe5 pf6"), "b2") == set()
    assert targets(attendance("Kj1 kj9 Vb2"), "b2") == set()


def test_vampire_never_takes_by_displacement_a3():
    assert moves(attendance("Kj1 kj9 Vb2 Pc3 pd4"), "b2") == set()


def test_vampire_takes_a_neighbour_where_it_stands_a3():
    position = attendance("Kj1 ka10 Vd4 pd5 pe5 Pc4")
    assert "d4xd5" in moves(position)
    assert not {"d4xe5", "d4xc4"} & moves(position)
    after = play(position, "d4xd5")
    assert after.piece_at(after.game.board.cell("d4")) == Piece(Side.WHITE, "V")
    assert after.piece_at(after.game.board.cell("d5")) is None


def test_vampire_hops_and_then_takes_one_neighbour_of_its_landing_a3():
    position = attendance("Kj1 ka10 Vd4 Pe5 pf7 pg6")
    assert moves(position, "d4f6") == {"d4f6", "d4f6xf7", "d4f6xg6"}
    after = play(position, "d4f6xf7")
    assert [after.piece_at(after.game.board.cell(cell)) for cell in ("d4", "f7", "f6", "g6")] == [
        None,
        None,
        Piece(Side.WHITE, "V"),
        Piece(Side.BLACK, "P"),
    ]
    assert after.halfmove == 0


def test_vampire_attacks_where_it_could_take_after_a_hop_a3():
    assert not attendance("Kf8 kj10 vb2 Pe5").in_check()
    assert attendance("Kf7 kj10 vb2 Pe5").in_check()
    assert not attendance("Kf7 kj10 vb2").in_check()


def test_vampire_gives_check_to_its_neighbour_a3():
    assert attendance("Kf7 kj10 vf6").in_check()
    assert not attendance("Kf7 kj10 ve6").in_check()


def test_king_may_not_step_where_a_vampire_could_take_a3():
    assert "f8f7" not in moves(attendance("Kf8 kj10 vb2 Pe5"))
    assert "f8f7" in moves(attendance("Kf8 kj10 vb2 Pe5 pf6"))


def test_hurdle_may_be_moved_away_to_answer_a_vampire_a3():
    position = attendance("Kf7 kj10 vb2 Pe5")
    assert "e5e6" in moves(position)
    assert "f7f8" in moves(position)


def test_rifle_may_not_let_a_rook_through_a3():
    assert "e2xd2" in moves(attendance("Kd1 kj10 Ve2 pd2 rd4"))
    assert "e2xd2" not in moves(attendance("Kd1 kj10 Ve2 pd2 rd3"))


# A4: Pawns as in chess; the double step from rank 3, en passant.


def test_pawn_steps_twice_from_its_third_rank_only_a4():
    assert targets(attendance(f"{KINGS} Pb3"), "b3") == {"b4", "b5"}
    assert targets(attendance(f"{KINGS} Pb2"), "b2") == {"b3"}
    assert targets(attendance(f"{KINGS} pb8", side="b"), "b8") == {"b7", "b6"}
    assert targets(attendance(f"{KINGS} Pb3 pb5"), "b3") == {"b4"}


def test_pawn_is_taken_in_passing_at_once_a4():
    position = play(attendance(f"{KINGS} Pb3 pc5"), "b3b5")
    assert position.fen().split()[3] == "b4"
    taken = play(position, "c5b4")
    assert taken.piece_at(taken.game.board.cell("b5")) is None
    assert "c5b4" not in moves(play(position, "e10e9", "f1f2"))


# A5: on the ninth rank a Pawn may become the back-rank kind of its file, if that is lost.


@pytest.mark.parametrize(("file", "kind"), [*zip("abcdghij", "RWBMMBWR", strict=True), ("e", "C"), ("f", None)])
def test_white_pawn_on_the_ninth_rank_may_become_the_kind_of_its_file_a5(file, kind):
    position = attendance(f"Kj1 kj5 P{file}8")
    plain = {f"{file}8{file}9"}
    assert moves(position, f"{file}8") == plain | ({f"{file}8{file}9={kind}"} if kind else set())


@pytest.mark.parametrize(("file", "kind"), [("e", None), ("f", "C"), ("d", "M")])
def test_black_pawn_on_its_ninth_rank_may_become_the_kind_of_its_file_a5(file, kind):
    position = attendance(f"Kj6 kj10 p{file}3", side="b")
    assert moves(position, f"{file}3{file}2=") == ({f"{file}3{file}2={kind}"} if kind else set())


def test_pawn_that_captures_onto_the_ninth_rank_becomes_the_kind_of_its_new_file_a5():
    assert moves(attendance("Kj1 kj5 Pa8 pb9"), "a8b9") == {"a8b9", "a8b9=W"}


def test_pawn_on_the_ninth_rank_becomes_nothing_unlost_a5():
    assert moves(attendance("Kj1 kj5 Pa8 Rb1 Rc1"), "a8") == {"a8a9"}
    assert moves(attendance("Kj1 kj5 Pe8 Cb1"), "e8") == {"e8e9"}
    assert moves(attendance("Kj1 kj5 Pa8 Rb1 rc1 rd1"), "a8") == {"a8a9", "a8a9=R"}


# A6: on the tenth rank it must become something, within the limits of the board.

FULL = "Cc3 Ra1 Rb1 Wc1 Wd1 Be1 Bg1 Mh1 Mi1 Fa2 Fb2 Sc2 Sd2"


def test_pawn_on_the_tenth_rank_must_become_something_a6():
    assert moves(attendance("Kj1 kj5 Pa9"), "a9") == {f"a9a10={kind}" for kind in "CRWBMFS"}


def test_pawn_on_the_tenth_rank_keeps_to_two_of_a_kind_and_one_centurion_a6():
    position = attendance("Kj1 kj5 Pa9 Ch1 Rg1 Sa1 Sb1 Fc1")
    assert moves(position, "a9") == {f"a9a10={kind}" for kind in "RWBMF"}


def test_pawn_with_nothing_to_become_stays_and_attacks_nothing_a6():
    position = attendance(f"Kj1 kh9 Pa9 {FULL} pb10")
    assert moves(position, "a9") == set()
    # A King may stand before such a Pawn (G4), and not before one that could become something.
    assert not attendance(f"Kj1 kb10 Pa9 {FULL}", side="b").in_check()
    assert attendance(f"Kj1 kb10 Pa9 {FULL}".replace(" Sd2", ""), side="b").in_check()


def test_capture_that_frees_a_kind_may_not_bring_the_own_king_into_attack_a6():
    position = attendance(f"Kj1 kb10 Pa9 {FULL} rc4", side="b")
    assert "c4c3" not in moves(position)
    assert "c4b4" in moves(position)


# A7: castling as in chess, the King to c or h, the Rook to d or g.


@pytest.mark.parametrize(
    ("side", "pieces", "rights", "castling", "placed"),
    [
        ("w", "Kf1 Ra1 Rj1 ke10", "a1j1", "f1c1", "2KR5R"),
        ("w", "Kf1 Ra1 Rj1 ke10", "a1j1", "f1h1", "R5RK2"),
        ("b", "Kf1 ke10 ra10 rj10", "a10j10", "e10c10", "2kr5r"),
        ("b", "Kf1 ke10 ra10 rj10", "a10j10", "e10h10", "r5rk2"),
    ],
)
def test_castling_takes_king_and_rook_to_their_cells_a7(side, pieces, rights, castling, placed):
    after = play(attendance(pieces, side=side, castling=rights), castling)
    assert placed in after.fen().split()[0].split("/")
    assert after.fen().split()[2] == "-"


def test_castling_needs_every_cell_between_empty_a7():
    assert "f1c1" not in moves(attendance("Kf1 Ra1 Wb1 ke10", castling="a1"))
    assert "f1h1" not in moves(attendance("Kf1 Rj1 Wi1 ke10", castling="j1"))


@pytest.mark.parametrize("attacker", ["re3", "rc3", "bf3", "vd2", "mc3"])
def test_castling_is_not_out_of_through_or_into_attack_a7_g5(attacker):
    assert "f1c1" in moves(attendance("Kf1 Ra1 kj10", castling="a1"))
    assert "f1c1" not in moves(attendance(f"Kf1 Ra1 kj10 {attacker}", castling="a1"))


def test_castling_minds_the_leaps_of_the_enemy_king_a7():
    pieces = "Kf1 Ra1 kf3"
    assert "f1c1" not in moves(attendance(pieces, leaps="0/1", castling="a1"))
    assert "f1c1" in moves(attendance(pieces, leaps="0/0", castling="a1"))


def test_castling_right_goes_with_the_first_move_of_king_or_rook_a7():
    position = attendance("Kf1 Ra1 Rj1 ke10", leaps="1/0", castling="a1j1")
    assert play(position, "f1e1").fen().split()[2] == "-"
    assert play(position, "f1g3").fen().split()[2] == "-"
    assert play(position, "a1a2").fen().split()[2] == "j1"


def test_castling_right_belongs_to_kings_at_home_only_a7():
    for pieces, rights in (("Ke1 Ra1 ke10", "a1"), ("Kf1 kf10 ra10", "a10"), ("Kf1 ke10", "a1")):
        with pytest.raises(IllegalPositionError):
            attendance(pieces, castling=rights)


def test_fifty_moves_may_be_claimed_g2():
    assert attendance(KINGS, clocks="100 80").may_claim_draw() == "fifty moves"
    assert fen_of("attendance", KINGS, extra="leaps=0/0") == attendance(KINGS).fen()
