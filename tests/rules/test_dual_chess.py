"""Dual Chess by its rulings."""

import pytest

import fairyrules
from fairyrules.errors import IllegalPositionError, NotationError
from fairyrules.pieces import Piece, Side
from placing import moves, piece, place, play, targets

KINGS = "Ke1 ke8"


def dual(pieces, side="w", **fields):
    return place("dual-chess", pieces, side=side, **fields)


def placed(position, letter):
    """The cells of the pieces of a FEN letter."""
    return {position.game.board.name(cell) for cell, piece in position.pieces().items() if str(piece) == letter}


# D1: a cylinder of sixteen files with gaps; steps and rides stop there, leaps pass.


def test_knight_leaps_over_both_gaps_d1():
    assert targets(dual(f"{KINGS} Nh4"), "h4") == set(["f3", "f5", "g2", "g6", "j3", "j5"])
    assert targets(dual(f"{KINGS} Na4"), "a4") == set(["b2", "b6", "c3", "c5", "o3", "o5"])
    assert targets(dual(f"{KINGS} No2"), "o2") == set(["n4", "m3", "a1", "a3"])


def test_camel_leaps_over_both_gaps_d1():
    assert targets(dual(f"{KINGS} Lg4"), "g4") == set(["d3", "d5", "f1", "f7", "h1", "h7", "j3", "j5"])
    assert targets(dual(f"{KINGS} Lh4"), "h4") == set(["e3", "e5", "g1", "g7", "k3", "k5"])
    assert targets(dual(f"{KINGS} La4"), "a4") == set(["b1", "b7", "d3", "d5", "n3", "n5"])
    assert {"o3", "o5"} <= targets(dual(f"{KINGS} Lb4"), "b4")


def test_steps_and_rides_stop_at_the_gaps_d1():
    assert not {cell for cell in targets(dual(f"{KINGS} Rh4"), "h4") if cell[0] > "h"}
    assert not {cell for cell in targets(dual("Ke1 kf8 Qa4"), "a4") if cell[0] > "h"}
    assert targets(dual(f"{KINGS} Rj3"), "j3") == set(["j2", "j4", "j5", "j6", "j7", "k3", "l3", "m3", "n3", "o3"])
    assert targets(dual(f"{KINGS} Wj2"), "j2") == {"j3", "k2"}
    assert targets(dual("Kh4 ke8"), "h4") == set(["g3", "g4", "g5", "h3", "h5"])


def test_knight_gives_check_over_the_gap_d1():
    assert dual("Kh4 ke8 nj5").in_check()
    assert dual("Ka4 ke8 no5").in_check()


def test_cells_of_the_gaps_have_no_name_d1():
    board = fairyrules.game("dual-chess").board
    assert len(board.cells) == 100
    for name in ("i4", "j1", "o8", "p4", "q3", "x2"):
        with pytest.raises(NotationError):
            board.cell(name)


# D2: a Bishop on a corner may go to the paired corner without capturing.


@pytest.mark.parametrize(("corner", "paired"), [("a1", "j2"), ("a8", "j7"), ("h1", "o2"), ("h8", "o7")])
def test_bishop_commutes_between_paired_corners_d2(corner, paired):
    assert paired in targets(dual(f"{KINGS} B{corner}"), corner)
    assert corner in targets(dual(f"{KINGS} B{paired}"), paired)
    assert paired not in targets(dual(f"{KINGS} B{corner} p{paired}"), corner)
    assert paired not in targets(dual(f"{KINGS} C{corner}"), corner)


def test_bishop_gives_no_check_by_commuting_d2():
    assert not dual("Kh1 ke8 bo2").in_check()


# D3: what Pawns and Berolina Pawns become, and how the latter move.


def test_pawn_becomes_rook_bishop_knight_or_pawn_of_camel_d3():
    assert moves(dual(f"{KINGS} Pa7"), "a7") == {f"a7a8={kind}" for kind in "RBNO"}
    assert moves(dual(f"{KINGS} pa2", side="b"), "a2") == {f"a2a1={kind}" for kind in "RBNO"}


def test_berolina_pawn_moves_diagonally_and_takes_straight_d3():
    assert targets(dual(f"{KINGS} Zk3"), "k3") == {"j4", "l4"}
    assert targets(dual(f"{KINGS} Zk3 rk4 rl4"), "k3") == {"j4", "k4"}
    assert targets(dual(f"{KINGS} Zj3"), "j3") == {"k4"}
    assert targets(dual(f"{KINGS} zk6", side="b"), "k6") == {"j5", "l5"}


def test_berolina_pawn_becomes_something_on_the_far_rank_of_its_board_d3():
    assert moves(dual(f"{KINGS} Zj6"), "j6") == {f"j6k7={kind}" for kind in "RBNO"}
    assert moves(dual(f"{KINGS} Zj6 rj7"), "j6j7") == {f"j6j7={kind}" for kind in "RBNO"}
    assert moves(dual(f"{KINGS} zo3", side="b"), "o3") == {f"o3n2={kind}" for kind in "RBNO"}


def test_berolina_pawn_is_not_taken_in_passing_d3():
    assert play(dual(f"{KINGS} Zk2"), "k2l3").fen().split()[3] == "-"


# D4: any Guard's move settles all Guards.


def test_guard_moves_as_a_king_and_is_not_royal_d4():
    assert {text.partition("=")[0] for text in moves(dual(f"{KINGS} Gk4 rk7"), "k4")} == {
        f"k4{cell}" for cell in ["j3", "j4", "j5", "k3", "k5", "l3", "l4", "l5"]
    }


def test_orthogonal_guard_move_makes_own_wazirs_and_enemy_firzes_d4():
    after = play(dual(f"{KINGS} Gk2 Gn2 gk7 gn7"), "k2j2=W")
    assert (placed(after, "W"), placed(after, "f")) == ({"j2", "n2"}, {"k7", "n7"})
    assert not placed(after, "G") | placed(after, "g")


def test_diagonal_guard_move_makes_own_firzes_and_enemy_wazirs_d4():
    after = play(dual(f"{KINGS} Gk2 Gn2 gk7 gn7", side="b"), "n7o6=F")
    assert (placed(after, "f"), placed(after, "W")) == ({"o6", "k7"}, {"k2", "n2"})


def test_guard_move_is_written_with_what_it_becomes_only_d4():
    assert moves(dual(f"{KINGS} Gj2"), "j2") == {"j2j3=W", "j2k2=W", "j2k3=F"}


def test_captured_guard_does_not_come_back_d4():
    after = play(dual(f"{KINGS} Gk6 gk7 gn7"), "k6k7=W")
    assert (placed(after, "W"), placed(after, "f")) == ({"k7"}, {"n7"})


def test_guards_turn_is_no_capture_and_keeps_the_clock_d4():
    position = dual(f"{KINGS} Gk2 gn7", clocks="7 20")
    assert play(position, "k2j2=W").halfmove == 8
    assert play(position, "k2j2=W", "turn=W").halfmove == 9


def test_guard_move_may_end_a_check_by_an_enemy_guard_d4():
    # Black's Guard attacks straight ahead; by White's orthogonal Guard move it becomes a Firz.
    position = dual("Ke1 ke8 ge2 Gk4")
    assert position.in_check()
    assert moves(position, "k4") == {f"k4{cell}=W" for cell in ("j4", "l4", "k3", "k5")}
    assert not play(position, "k4j4=W").is_attacked(position.game.board.cell("e1"), Side.BLACK)
    assert moves(dual("Ke1 ke8 gf2 Gk4"), "k4") == {f"k4{cell}=F" for cell in ("j3", "l3", "j5", "l5")}


# D5: the opponent may turn his former Guards at once, as a whole move.


def test_former_guards_may_be_turned_with_the_very_next_move_d5():
    position = play(dual(f"{KINGS} Gk2 Gn2 gk7 gn7"), "k2j2=W")
    assert position.fen().endswith(" turn=W")
    assert "turn=W" in moves(position)
    turned = play(position, "turn=W")
    assert placed(turned, "w") == {"k7", "n7"}
    assert "turn" not in turned.fen()


def test_former_guards_are_turned_into_firzes_after_a_diagonal_move_d5():
    position = play(dual(f"{KINGS} Gk2 gk7 gn7"), "k2j3=F")
    assert position.fen().endswith(" turn=F")
    assert placed(play(position, "turn=F"), "f") == {"k7", "n7"}


def test_former_guards_may_not_be_turned_later_d5():
    position = play(dual(f"{KINGS} Gk2 gk7 gn7"), "k2j2=W", "e8e7")
    assert "turn" not in position.fen()
    assert not {"turn=W", "turn=F"} & moves(play(position, "e1e2"))


def test_turn_is_offered_only_to_whoever_has_a_former_guard_d5():
    assert "turn" not in play(dual(f"{KINGS} Gk2 Gn2"), "k2j2=W").fen()
    assert "turn" not in play(dual(f"{KINGS} Gk6 gk7"), "k6k7=W").fen()


def test_turn_is_no_answer_to_check_d5():
    position = play(dual("Ka1 kd8 Rd2 Gd3 gk7"), "d3e3=W")
    assert position.in_check()
    assert "turn=W" not in moves(position)


@pytest.mark.parametrize(("pieces", "turn"), [("gk7", "W"), ("wk7", "W"), ("fk7", "F"), ("Fk7", "W")])
def test_turn_field_without_a_piece_to_turn_is_refused_d5_g7(pieces, turn):
    with pytest.raises(IllegalPositionError, match="turn"):
        dual(f"{KINGS} {pieces}", side="b", extra=f"turn={turn}")


def test_turn_belongs_to_what_makes_positions_equal_d5_g2():
    pieces = f"{KINGS} fk7"
    assert dual(pieces, side="b", extra="turn=W") != dual(pieces, side="b")


# D6: the Pawn of Camel stands still, becomes a Camel, or goes to make an enemy Marshall or Cardinal one.


def test_pawn_of_camel_changes_in_place_or_gives_itself_up_d6():
    position = dual(f"{KINGS} Oa8 ml7 cc5 ql3 Mm2")
    assert moves(position, "a8") == {"a8=L", "a8~l7", "a8~c5"}
    assert piece(play(position, "a8=L"), "a8") == Piece(Side.WHITE, "L")
    after = play(position, "a8~l7")
    assert piece(after, "a8") is None
    assert piece(after, "l7") == Piece(Side.BLACK, "L")


def test_pawn_of_camel_attacks_nothing_d6():
    assert not dual("Kb3 ke8 ob4 oa4 oc4").in_check()


def test_both_actions_of_a_pawn_of_camel_restart_the_clock_d6():
    position = dual(f"{KINGS} Oa8 ml7", clocks="30 40")
    assert play(position, "a8=L").halfmove == play(position, "a8~l7").halfmove == 0


def test_pawn_of_camel_may_not_uncover_its_king_nor_make_a_camel_that_attacks_it_d6():
    assert moves(dual("Ke1 kh8 Oe4 re8 ml7"), "e4") == {"e4=L"}
    # The Marshall on f4 would be a Camel on f4, which leaps to e1.
    assert moves(dual("Ke1 kh8 Oa8 mf4"), "a8") == {"a8=L"}


def test_pawn_of_camel_may_end_a_check_from_afar_d6():
    assert moves(dual("Ke1 kh8 Oa8 me8"), "a8") == {"a8~e8"}


# D7: the rest as in chess.


def test_castling_is_as_in_chess_d7():
    position = dual("Ke1 Ra1 Rh1 ke8 ra8", castling="a1h1a8")
    assert play(position, "e1g1").fen().split()[0].startswith("r3k3*******/")
    assert {"e1g1", "e1c1"} <= moves(position)
    assert play(position, "e1c1").fen().split()[2] == "a8"
    assert "e1c1" not in moves(dual("Ke1 Ra1 ke8 rd8", castling="a1"))
    assert "e1c1" in moves(dual("Ke1 Ra1 kf8 rb8", castling="a1"))


def test_en_passant_is_as_in_chess_d7():
    position = play(dual("Kg1 ke8 Pe2 pd4"), "e2e4")
    assert position.fen().split()[3] == "e3"
    assert piece(play(position, "d4e3"), "e4") is None


def test_stalemate_draws_d7_g1():
    position = dual("Kc7 Qb6 ka8", side="b")
    assert (str(position.outcome()), position.outcome().reason) == ("1/2-1/2", "stalemate")


def test_third_repetition_draws_d7_g2():
    position = play(dual(f"{KINGS} Ra1"), *("a1b1", "e8d8", "b1a1", "d8e8") * 2)
    assert str(position.outcome()) == "1/2-1/2"
