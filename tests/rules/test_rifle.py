"""Taking without going there, in sheets of one's own."""

import pytest

from fairyrules.board import Board
from fairyrules.errors import SheetError
from fairyrules.game import Game
from fairyrules.sheet import Kind, Sheet


def game_of(board=None, **shooter):
    board = board or Board(8, 8)
    kinds = (Kind("K", "King", "K", royal=True), Kind("S", "Shooter", **shooter), Kind("P", "Post", ""))
    return Game("trial", Sheet(name="Trial", board=board, kinds=kinds, array=""))


def test_shooter_shoots_only_from_where_it_may_go():
    position = "8/8/4k3/8/3S4/8/8/7K b - - 0 1"
    assert not game_of(moves="W", rifle="F", zone="a1-h4").position(position).in_check()
    assert game_of(moves="W", rifle="F").position(position).in_check()


def test_first_move_and_shot_threaten_from_home_alone():
    kind = {"moves": "WimW3", "rifle": "W", "home": "a2-h2"}
    assert game_of(**kind).position("8/8/4k3/8/8/8/4S3/7K b - - 0 1").in_check()
    assert not game_of(**kind).position("8/4k3/8/8/8/4S3/8/7K b - - 0 1").in_check()


def test_leap_between_cells_and_shot_threaten_if_the_cell_is_free():
    kind = {"moves": "F", "rifle": "W", "leaps": (("a1", "e6"),)}
    assert game_of(**kind).position("8/4k3/8/8/8/8/8/S6K b - - 0 1").in_check()
    assert not game_of(**kind).position("8/4k3/4s3/8/8/8/8/S6K b - - 0 1").in_check()


def test_shooter_hops_over_the_king_and_shoots_back():
    assert game_of(moves="gB", rifle="F").position("8/8/8/4k3/8/2S5/8/7K b - - 0 1").in_check()
    assert not game_of(moves="gB", rifle="F").position("8/8/4k3/8/8/2S5/8/7K b - - 0 1").in_check()


@pytest.mark.parametrize("rifle", ["R", "W2", "pF", "gB", "mW", "iF", "FF"])
def test_shot_that_is_no_plain_leap_is_refused(rifle):
    with pytest.raises(SheetError, match="a shot is a plain leap"):
        game_of(moves="W", rifle=rifle, home="a1-h8")


def test_shot_is_listed_once_whatever_the_ways_to_it():
    position = game_of(moves="KQ", rifle="WK").position("k7/8/8/8/3p4/3S4/8/7K w - - 0 1")
    texts = [str(move) for move in position.legal_moves()]
    assert len(texts) == len(set(texts))
    assert {"d3xd4", "d3e3xd4", "d3d4"} <= set(texts)


def test_ride_by_two_goes_twice_round_a_cylinder_of_odd_width():
    position = game_of(Board(5, 8, around=5), moves="DD").position("k4/5/5/5/K4/5/5/S2P1 w - - 0 1")
    beside = [str(move) for move in position.legal_moves() if move.origin == 0 and move.target < 5]
    assert sorted(beside) == ["a1b1", "a1c1", "a1e1"]
