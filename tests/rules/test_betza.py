"""Movement in notation: every modifier against cells drawn on a board."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyrules
from fairyrules import follow
from fairyrules.betza import Hop, Mode, read
from fairyrules.board import Board
from fairyrules.errors import SheetError
from fairyrules.game import Game
from fairyrules.sheet import Kind, Sheet
from placing import cells


def reached(movement, pieces="", size=9):
    """A drawing of where a piece in the middle of a board may go: `m` moves, `c` captures; pieces stand as given."""
    sheet = Sheet(
        name="Trial",
        board=Board(size, size),
        kinds=(Kind("X", "Trial piece", movement), Kind("K", "King", "K", royal=True), Kind("P", "Pawn", "")),
        array="/".join([str(size)] * size),
    )
    game = Game("trial", sheet)
    board = game.board
    middle = board.size // 2
    codes = [0] * board.size
    codes[middle] = game.rules.codes.code("X", 0)
    for word in pieces.split():
        codes[board.cell(word[1:])] = game.rules.codes.code("P", word[0] == "p")
    position = fairyrules.Position.make(game, codes, fairyrules.Side.WHITE, (), None, None, (), 0, 1)
    found = {board.name(move.target) for move in follow.ways_of(position, middle)}
    assert len(found) == len(follow.ways_of(position, middle))
    return found


@pytest.mark.parametrize(
    ("movement", "pieces", "expected"),
    [
        ("W", "", "e6 f5 e4 d5"),
        ("F", "", "d6 f6 d4 f4"),
        ("D", "pe6", "e7 g5 e3 c5"),
        ("N", "", "d7 f7 g6 g4 f3 d3 c4 c6"),
        ("A", "", "c7 g7 c3 g3"),
        ("H", "", "e8 h5 e2 b5"),
        ("C", "", "d8 f8 h6 h4 f2 d2 b4 b6"),
        ("L", "", "d8 f8 h6 h4 f2 d2 b4 b6"),
        ("Z", "", "c8 g8 h7 h3 g2 c2 b3 b7"),
        ("G", "", "b8 h8 b2 h2"),
        ("(4,2)", "", "c9 g9 i7 i3 g1 c1 a3 a7"),
        ("K", "", "d6 e6 f6 d5 f5 d4 e4 f4"),
        ("W2", "", "e6 e7 f5 g5 e4 e3 d5 c5"),
        ("R", "Pe7 pg5", "e6 f5 g5 e4 e3 e2 e1 d5 c5 b5 a5"),
        ("WW", "Pe7 pg5", "e6 f5 g5 e4 e3 e2 e1 d5 c5 b5 a5"),
        ("W0", "Pe7 pg5", "e6 f5 g5 e4 e3 e2 e1 d5 c5 b5 a5"),
        ("DD", "", "e7 e9 g5 i5 e3 e1 c5 a5"),
        ("NN", "pd7", "d7 f7 g9 g6 i7 g4 i3 f3 g1 d3 c1 c4 a3 c6 a7"),
        # directions
        ("fW", "", "e6"),
        ("vW", "", "e6 e4"),
        ("sW", "", "d5 f5"),
        ("flW", "", "e6 d5"),
        ("fF", "", "d6 f6"),
        ("flF", "", "d6"),
        ("fN", "", "d7 f7 g6 c6"),
        ("ffN", "", "d7 f7"),
        ("fsN", "", "c6 g6"),
        ("vN", "", "d7 f7 d3 f3"),
        ("sN", "", "c6 g6 c4 g4"),
        ("frN", "", "f7 g6"),
        ("WfF", "", "e6 f5 e4 d5 d6 f6"),
        # modes
        ("mW", "pe6", "f5 e4 d5"),
        ("cW", "pe6 Pf5", "e6"),
        ("mWcF", "pe6 pd6 Pf6", "f5 e4 d5 d6"),
        ("mfWcfF", "pf6 pd4", "e6 f6"),
        ("cR", "pe8", "e8"),
        # lame
        ("nN", "pe6", "g6 g4 f3 d3 c4 c6"),
        ("nN", "pd6", "d7 f7 g6 g4 f3 d3 c4 c6"),
        ("nA", "Pd6", "g7 c3 g3"),
        ("nD", "pf5", "e7 e3 c5"),
        # hoppers
        ("pR", "pe6 pe8", "e7 e8"),
        ("mRcpR", "pe7 pe9 Pc5 pa5", "e6 e9 f5 g5 h5 i5 e4 e3 e2 e1 d5 a5"),
        ("gR", "pe7 Pg5 pc5 pb5", "e8 h5 b5"),
        ("gR", "", ""),
        # crooked and circular
        ("zFF", "", "f6 e7 f8 e9 g5 h6 i5 d6 d8 c5 b6 a5 f4 h4 e3 f2 e1 d4 d2 b4"),
        ("zW2", "", "e6 d6 f6 f5 e4 f4 d4 d5"),
        ("zNN", "", "f7 e9 d7 g6 i5 g4 f3 e1 d3 c6 a5 c4"),
        ("zK2", "", "e6 f6 f5 f4 e4 d4 d5 d6 d7 f7 g6 g4 f3 d3 c4 c6"),
        ("fqN2", "", "f7 d7 g6 c6 e9 h8 b8 i5 a5"),
    ],
)
def test_movement_reaches_the_cells_drawn(movement, pieces, expected):
    assert reached(movement, pieces) == cells(expected)


def test_rose_of_six_leaps_never_comes_back():
    patterns = read("qN6")
    assert len(patterns) == 16
    for pattern in patterns:
        assert len(pattern.steps) == 6
        landings = [(sum(x for x, _ in pattern.steps[:n]), sum(y for _, y in pattern.steps[:n])) for n in range(1, 7)]
        assert (0, 0) not in landings
        assert len(set(landings)) == 6


def test_double_rhino_has_sixteen_paths_of_alternate_steps():
    patterns = read("zK0")
    assert len(patterns) == 16
    for pattern in patterns:
        orthogonal = [x == 0 or y == 0 for x, y in pattern.steps[:8]]
        assert all(one != other for one, other in pairwise(orthogonal))


def test_initial_moves_begin_only_at_home():
    pawn = fairyrules.game("chess").kinds["P"]
    assert [pattern.initial for pattern in read(str(pawn.moves))] == [False, False, False, True]
    assert read("cpR")[0].mode is Mode.TAKE
    assert read("cpR")[0].hop is Hop.OVER


@pytest.mark.parametrize(
    ("movement", "message"),
    [
        ("X", "“X” is no atom"),
        ("hW", "“h” is no modifier"),
        ("W?", "does not begin an atom"),
        ("m", "does not begin an atom"),
        ("nNN", "lame leap has no range"),
        ("(4)", "does not begin an atom"),
    ],
)
def test_movement_that_means_nothing_is_refused(movement, message):
    with pytest.raises(SheetError, match=message):
        read(movement)


@given(st.sampled_from("WFDNAHCZG"), st.integers(0, 3), st.sampled_from(["", "f", "s", "v", "m", "c", "n", "z", "q"]))
def test_patterns_are_symmetric_left_and_right(atom, reach, modifier):
    if modifier == "n" and reach != 1:
        return
    patterns = {(pattern.steps, pattern.mode) for pattern in read(f"{modifier}{atom}{reach}")}
    assert patterns == {(tuple((-x, y) for x, y in steps), mode) for steps, mode in patterns}
