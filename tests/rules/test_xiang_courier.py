"""Xiang Courier by its rulings."""

import pytest

import fairyrules
from fairyrules.errors import IllegalPositionError
from fairyrules.pieces import Piece, Side
from placing import moves, place, play, play_checks, targets


def courier(pieces, side="w", **fields):
    return place("xiang-courier", pieces, side=side, **fields)


def test_array_has_the_kings_on_f_and_the_wazirs_on_g_x1():
    start = fairyrules.game("xiang-courier").start()
    cell = start.game.board.cell
    assert [start.piece_at(cell(name)) for name in ("f1", "g1", "f10", "g10")] == [
        Piece(Side.WHITE, "K"),
        Piece(Side.WHITE, "W"),
        Piece(Side.BLACK, "K"),
        Piece(Side.BLACK, "W"),
    ]


def test_king_wazir_and_ferz_never_leave_the_fortress_x2():
    assert targets(courier("Kh4 ke8"), "h4") == {"g4", "g3", "h3"}
    assert targets(courier("Ke1 kg8 Wh4"), "h4") == {"g4", "h3"}
    assert targets(courier("Ke1 kg8 Fe4"), "e4") == {"f3"}
    assert targets(courier("Kf1 kh7", side="b"), "h7") == {"h8", "g7", "g8"}


def test_piece_confined_to_the_fortress_attacks_nothing_outside_x2_g4():
    # Black's Wazir on e7 could take on e6 but for its Fortress.
    assert "e5e6" in moves(courier("Kf1 kg9 we7 Pe5"))
    assert not courier("Kh4 ke9 wh7 Pg6").in_check()


def test_elephant_never_crosses_the_river_x3():
    assert targets(courier("Kf1 kg10 Ed4"), "d4") == {"b2", "f2"}
    assert targets(courier("Kf1 kg10 ed7", side="b"), "d7") == {"b9", "f9"}


def test_bishop_crosses_the_river_only_in_one_sweep_between_the_shores_x3():
    assert targets(courier("Kf1 kg10 Bb4"), "b4") == set(["a5", "c5", "a3", "c3", "d2", "e1", "e7", "f8", "g9", "h10"])
    assert targets(courier("Kf1 kg10 Ba5"), "a5") == {"b4", "c3", "d2", "e1"}
    assert targets(courier("Kf1 kg10 Ba6"), "a6") == {"b7", "c8", "d9", "e10"}
    assert targets(courier("Kf1 kg10 Bb4 pe7 pd6"), "b4") == set(["a5", "c5", "a3", "c3", "d2", "e1"])


def test_bishop_on_the_shore_gives_no_check_across_the_river_x3_g4():
    assert not courier("Kg2 ke10 bc6").in_check()
    assert courier("Kg2 ke10 bb7").in_check()
    assert courier("Kg2 ke10 bd5").in_check()


def test_point_beyond_the_river_also_steps_sideways_and_nothing_else_x3():
    assert targets(courier("Kf1 kg10 Pc5"), "c5") == {"c6"}
    assert targets(courier("Kf1 kg10 Pc6"), "c6") == {"c7", "b6", "d6"}
    assert targets(courier("Kf1 kg10 Pa10"), "a10") == {"b10"}
    assert targets(courier("Kf1 kg10 pc5", side="b"), "c5") == {"c4", "b5", "d5"}
    assert moves(courier("Kf1 kg9 Pc9"), "c9") == {"c9c10", "c9b9", "c9d9"}


def test_knight_and_elephant_go_on_foot_x4():
    assert targets(courier("Kf1 kg10 Nc3 Pc4 pd3"), "c3") == {"a2", "a4", "b1", "d1"}
    assert targets(courier("Kf1 kg10 Nc3 Pd4 Pb4"), "c3") == set(["b5", "d5", "a2", "a4", "e2", "e4", "b1", "d1"])
    assert targets(courier("Kg1 kh10 Ed3 Pe4 pc2"), "d3") == {"b5", "f1"}


def test_knight_gives_no_check_over_its_blocked_leg_x4():
    assert courier("Kf2 kg10 ng4").in_check()
    # The leg is the Knight's own neighbour, not the King's.
    assert not courier("Kf2 kg10 ng4 Pg3").in_check()
    assert courier("Kf2 kg10 ng4 Pf3").in_check()


def test_cannon_takes_over_exactly_one_piece_x4():
    assert targets(courier("Kf1 kh10 Ca3 Pa5 pa8 ra9"), "a3") >= {"a8", "a4", "b3"}
    assert not {"a5", "a6", "a9"} & targets(courier("Kf1 kh10 Ca3 Pa5 pa8 ra9"), "a3")


def test_kings_may_not_see_each_other_along_a_file_x5():
    assert "e2f2" not in moves(courier("Ke2 kf9"))
    assert "e2f2" in moves(courier("Ke2 kf9 Pf5"))
    assert "f5f6" in moves(courier("Kf2 kf9 Pf5"))
    position = courier("Kf2 kf9 Pf7")
    assert not {"f7e7", "f7g7"} & moves(position)
    assert not position.in_check()


def test_kings_may_not_see_each_other_along_a_diagonal_x5():
    assert "e3e4" not in moves(courier("Ke3 kh7"))
    assert "e3e4" in moves(courier("Ke3 kh7 Pf5"))
    assert "g4h4" not in moves(courier("Kg4 ke7"))
    # Along a rank they could not meet, and no other diagonal joins the Fortresses.
    assert "f3f4" in moves(courier("Kf3 kh8"))


def test_piece_between_kings_on_a_diagonal_may_not_leave_x5():
    assert moves(courier("Ke4 kh7 Rf5"), "f5") == set()
    with pytest.raises(IllegalPositionError, match="face"):
        courier("Ke4 kh7")


def test_stalemate_loses_x6():
    position = courier("Kf1 ke10 Pd9 Rh9 Pe5", side="b")
    assert not position.in_check()
    assert moves(position) == set()
    assert str(position.outcome()) == "1-0"
    assert position.outcome().reason == "stalemate"


def test_checkmate_wins_x6():
    position = courier("Kf1 ke10 Ra9 Rb10", side="b")
    assert position.in_check()
    assert str(position.outcome()) == "1-0"
    assert position.outcome().reason == "checkmate"


CHECKS = ("a9a10", "e10e9", "a10a9", "e9e10")


def test_perpetual_check_loses_x6_g2():
    position = play(courier("Kh1 ke9 Ra9", side="b"), "e9e10", *CHECKS)
    assert position.outcome() is None
    position = play(position, *CHECKS)
    assert (str(position.outcome()), position.outcome().reason) == ("0-1", "perpetual check")


def test_perpetual_check_by_both_sides_draws_x6_g2():
    # Each Knight that goes away makes one Cannon blind and leaves the other its hurdle, and back again.
    checks = ("f9e7", "e9f7", "e7f9", "f7e9")
    position = play_checks(courier("Kf1 Ca9 Nf9 kg9 cf10 ne9"), *checks, *checks)
    assert (str(position.outcome()), position.outcome().reason) == ("1/2-1/2", "repetition")


def test_repetition_with_one_quiet_move_draws_x6_g2():
    quiet = ("a9b9", "e10f10", "b9a9", "f10e10")
    position = play(courier("Kh1 ke9 Ra9 Pf5", side="b"), "e9e10", *CHECKS)
    assert position.outcome() is None
    position = play(position, *quiet)
    assert (str(position.outcome()), position.outcome().reason) == ("1/2-1/2", "repetition")


def test_repetition_without_check_draws_g2():
    round_trip = ("a5a6", "b6b5", "a6a5", "b5b6")
    position = play(courier("Kh1 kf10 Ra5 rb6 Pf4"), *round_trip)
    assert position.outcome() is None
    position = play(position, *round_trip)
    assert (str(position.outcome()), position.outcome().reason) == ("1/2-1/2", "repetition")


def test_fifty_moves_are_no_claim_here_g2():
    assert courier("Ke1 kf10", clocks="120 80").may_claim_draw() == ""
