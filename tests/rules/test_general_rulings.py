"""The general rulings: ends of games, draws, castling through attack, what is refused as a position."""

import pytest

import fairyrules
from fairyrules.errors import IllegalMoveError, IllegalPositionError, NotationError, UnknownGameError
from fairyrules.pieces import Side
from placing import fen_of, moves, place, play


def shuffled(position, *texts, times):
    for _ in range(times):
        position = play(position, *texts)
    return position


# G1: no legal move: in check lost; else a draw, but a loss in Xiang Courier.


def test_mate_loses_g1():
    outcome = place("chess", "Kg1 Ra8 kg8 pf7 pg7 ph7", side="b").outcome()
    assert (str(outcome), outcome.winner, outcome.reason) == ("1-0", Side.WHITE, "checkmate")


def test_stalemate_draws_g1():
    assert str(place("chess", "Kc7 Qb6 ka8", side="b").outcome()) == "1/2-1/2"


def test_stalemate_loses_in_xiang_courier_g1():
    outcome = place("xiang-courier", "Ke1 kf10 Rg2 Re2 Rd9 Wa5", side="b").outcome()
    assert (str(outcome), outcome.reason) == ("1-0", "stalemate")


def test_game_goes_on_while_there_is_a_move_g1():
    assert place("chess", "Ke1 ke8").outcome() is None


# G2: the third repetition draws; what makes positions the same.

THERE_AND_BACK = ("g1f3", "g8f6", "f3g1", "f6g8")


def test_third_repetition_draws_g2():
    start = fairyrules.game("chess").start()
    assert shuffled(start, *THERE_AND_BACK, times=1).outcome() is None
    outcome = shuffled(start, *THERE_AND_BACK, times=2).outcome()
    assert (str(outcome), outcome.reason) == ("1/2-1/2", "repetition")


def test_repetition_looks_at_castling_rights_g2():
    rooks = ("a1b1", "a8b8", "b1a1", "b8a8")
    position = place("chess", "Ke1 Ra1 Pa4 ke8 ra8 pa5", castling="Qq")
    assert shuffled(position, *rooks, times=2).outcome() is None
    assert shuffled(position, *rooks, times=3).outcome() is not None


def test_repetition_looks_at_what_may_be_taken_in_passing_g2():
    position = play(fairyrules.game("chess").start(), "e2e4")
    back = ("g8f6", "g1f3", "f6g8", "f3g1")
    assert shuffled(position, *back, times=2).outcome() is None
    assert shuffled(position, *back, times=3).outcome() is not None


def test_perpetual_check_loses_in_xiang_courier_g2():
    position = play(place("xiang-courier", "Kh1 ke10 Rd5 pl6"), "d5e5")
    chase = ("e10f10", "e5f5", "f10e10", "f5e5")
    assert shuffled(position, *chase, times=1).outcome() is None
    outcome = shuffled(position, *chase, times=2).outcome()
    assert (str(outcome), outcome.reason) == ("0-1", "perpetual check")


@pytest.mark.parametrize(
    ("fen", "chase"),
    [
        ("xiang-courier 5k6/5P6/12/12/12/12/12/12/12/7K4 b - - 0 1", "f10g10 f9g9 g10f10 g9f9"),
        ("xiangqi 4k4/4P4/9/9/9/9/9/9/9/3K5 b - - 0 1", "e10f10 e9f9 f10e10 f9e9"),
    ],
)
def test_perpetual_check_by_a_point_or_soldier_loses_g2_x6(fen, chase):
    game_id, _, fen = fen.partition(" ")
    position = fairyrules.game(game_id).position(fen)
    assert shuffled(position, *chase.split(), times=1).outcome() is None
    outcome = shuffled(position, *chase.split(), times=2).outcome()
    assert (str(outcome), outcome.reason) == ("0-1", "perpetual check")


@pytest.mark.parametrize(
    ("game_id", "pieces", "back_and_forth"),
    [
        ("xiang-courier", "Kf1 kg10 Pc7 pj4 Ra1", "c7d7 g10g9 d7c7 g9g10"),
        ("xiangqi", "Ke1 kd10 Pc7 pg4", "c7b7 g4h4 b7c7 h4g4"),
        ("dual-chess", "Ke1 ke8 Gk3", "e1e2 e8e7 e2e1 e7e8"),
    ],
)
def test_what_can_be_undone_is_not_forgotten_g2(game_id, pieces, back_and_forth):
    position = place(game_id, pieces)
    assert shuffled(position, *back_and_forth.split(), times=1).outcome() is None
    outcome = shuffled(position, *back_and_forth.split(), times=2).outcome()
    assert (str(outcome), outcome.reason) == ("1/2-1/2", "repetition")


def test_what_is_taken_for_good_forgets_and_what_returns_does_not_g2():
    taken = play(place("chess", "Ke1 Ra1 ke8 ra8", castling="-"), "e1e2", "e8e7", "a1a8")
    assert taken.past is None
    held = play(place("crazyhouse", "Ke1 Ra1 ke8 ra8", reserves="[]"), "e1e2", "e8e7", "a1a8")
    assert held.past is not None


def test_fifty_moves_are_a_claim_and_no_end_g2():
    position = place("chess", "Ke1 Ra1 ke8", clocks="99 80")
    assert not position.may_claim_draw()
    position = play(position, "a1a2")
    assert position.may_claim_draw() == "fifty moves"
    assert position.outcome() is None
    assert not place("xiangqi", "Ke1 Ra1 kd10", clocks="120 80").may_claim_draw()


# G3, G4: the own King, and what counts as an attack.


def test_nobody_leaves_the_own_king_attacked_g3():
    assert moves(place("chess", "Ke1 Re2 ke8 re7"), "e2") == {f"e2e{rank}" for rank in range(3, 8)}
    with pytest.raises(IllegalMoveError):
        play(place("chess", "Ke1 Re2 ke8 re7"), "e2d2")


def test_piece_that_may_not_land_attacks_nothing_there_g4():
    assert not place("wildeurasian-qi", "Ke1 kc6 Gb4", side="b").in_check()
    assert place("wildeurasian-qi", "Ke1 kc6 Nb4", side="b").in_check()


# G5: castling through attack.


@pytest.mark.parametrize(
    ("pieces", "allowed"),
    [
        ("Ke1 Ra1 Rh1 ke8", {"e1g1", "e1c1"}),
        ("Ke1 Ra1 Rh1 ke8 rf8", {"e1c1"}),
        ("Ke1 Ra1 Rh1 ke8 rg8", {"e1c1"}),
        ("Ke1 Ra1 Rh1 ke8 rb8", {"e1g1", "e1c1"}),  # only the Rook passes b1
        ("Ke1 Ra1 Rh1 kb8 re8", set()),
        ("Ke1 Ra1 Rh1 ke8 Nb1", {"e1g1"}),
    ],
)
def test_castling_needs_a_safe_way_g5(pieces, allowed):
    assert moves(place("chess", pieces, castling="KQ"), "e1") & {"e1g1", "e1c1"} == allowed


def test_castling_is_tried_with_the_start_cell_empty_g5():
    # A Cannon on a1 looks over the Rook: with the King gone from f1 its line reaches g1 and h1.
    assert "f1h1" not in moves(place("wildeurasian-qi", "Kf1 Rj1 kb9 Wb1 ca1", castling="j1"))
    assert "f1h1" in moves(place("wildeurasian-qi", "Kf1 Rj1 kb9 Wb1 Wc1 ca1", castling="j1"))


# G6: ids.


def test_ids_name_games_and_sub_variants_g6():
    assert fairyrules.game("wildeurasian-qi/korean").id == "wildeurasian-qi/korean"
    assert fairyrules.game("wildeurasian-qi/full-front+gold").id == "wildeurasian-qi/full-front+gold"
    with pytest.raises(UnknownGameError, match="wildeurasian-qi"):
        fairyrules.game("wildeurasianqi")
    with pytest.raises(UnknownGameError, match="no sub-variant"):
        fairyrules.game("chess/korean")


# G7: what is refused as a position, and what is only odd.


@pytest.mark.parametrize(
    ("game_id", "pieces", "fields", "reason"),
    [
        ("chess", "ke8", {}, "White has 0 Kings"),
        ("chess", "Ke1 Kd1 ke8", {}, r"White has 2 Kings \(d1 e1\)"),
        ("chess", "Ke1 ke8 Re2", {}, "Black's King on e8 is attacked though White is to move"),
        ("chess", "Ke1 ke8 Ra1", {"castling": "K"}, "nothing on h1 can still castle"),
        ("chess", "Kd1 ke8 Ra1", {"castling": "Q"}, "nothing on a1 can still castle"),
        ("chess", "Ke1 ke8 Pe4", {"side": "b", "ep": "d3"}, "nothing on d4 can just have passed"),
        ("chess", "Ke1 ke8 Pe4 pe3", {"side": "b", "ep": "e3"}, "nothing on e4 can just have passed"),
        ("chess", "Kd1 ke8 Pe4 Pe2", {"side": "b", "ep": "e3"}, "nothing on e4 can just have passed"),
        ("xiangqi", "Ke1 ke10", {}, "face each other"),
        ("wildeurasian-qi", "Ka1 kj10", {}, "face each other"),
        ("wildeurasian-qi", "Kf1 Rc1 kb9", {"castling": "c1"}, "nothing on c1 can still castle"),
        ("wildeurasian-qi", "Kf3 Ra1 kb9", {"castling": "a1"}, "nothing on a1 can still castle"),
    ],
)
def test_position_is_refused_with_the_reason_g7(game_id, pieces, fields, reason):
    with pytest.raises(IllegalPositionError, match=f"FEN, character [0-9]+: .*{reason}"):
        place(game_id, pieces, **fields)
    setup = fairyrules.game(game_id).setup(fen_of(game_id, pieces, **fields))
    assert setup.fen() == fen_of(game_id, pieces, **fields)
    assert len(setup.faults()) >= 1


def test_reserves_are_refused_in_a_game_without_g7():
    with pytest.raises(NotationError, match=r"character 44: found “\[P\]”.*no reserves"):
        fairyrules.game("chess").setup("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P] w KQkq - 0 1")


def test_odd_positions_are_accepted_g7():
    odd = place("chess", "Kd1 ke8 Pa1 Pb8 Qc1 Qb2 Qc3 Qf1 Bg1 Bh3 Bf3")
    assert odd.legal_moves()
    assert not fairyrules.game("chess").setup(odd.fen()).faults()
