"""Attacks, checks, pins, matches, set-ups: as python-chess answers for chess, and true in every game."""

import random

import chess
import pytest

import fairyrules
import walking
from fairyrules import Match, Side, pgn
from fairyrules.errors import FairyRulesError, IllegalMoveError, NotationError

GAMES = fairyrules.games()


@pytest.mark.slow
def test_attacks_checks_and_pins_of_chess_are_those_of_python_chess() -> None:
    rng = random.Random(5)
    for position in walking.positions("chess", rng, 4, 90):
        board = chess.Board(position.fen())
        for cell in rng.sample(range(64), 12):
            for side in Side:
                colour = side is Side.WHITE
                ours = position.attackers(side, cell)
                assert ours == [chess.square_name(square) for square in board.attackers(colour, cell)], position
                assert bool(ours) == position.is_attacked(cell, side)
            piece = board.piece_at(cell)
            if piece is not None and piece.piece_type != chess.KING:
                assert position.is_pinned(cell) == board.is_pinned(piece.color, cell), (position, cell)
        assert position.checkers() == [chess.square_name(square) for square in board.checkers()]
        assert position.is_checkmate() == board.is_checkmate()
        assert position.is_stalemate() == board.is_stalemate()
        for move in position.legal_moves()[::5]:
            theirs = chess.Move.from_uci(move.text.replace("=", "").lower())
            assert position.is_capture(move) == board.is_capture(theirs)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_attackers_are_there_exactly_where_a_cell_is_attacked(game: str) -> None:
    rng = random.Random(game)
    for position in walking.positions(game, rng, 1, 30):
        for cell in rng.sample(position.board.cells, 6):
            for side in Side:
                found = position.attackers(side, cell)
                assert bool(found) == position.is_attacked(cell, side), (position, position.board.name(cell))
                for name in found:
                    piece = position.piece_at(name)
                    assert piece is not None
                    assert piece.side is side
        assert bool(position.checkers()) == position.in_check()


@pytest.mark.parametrize(
    "placement",
    ["8/8/4k3/8/8/3BK3/8/8", "8/8/4k3/8/8/3NK3/8/8", "8/8/4k3/8/8/4K3/8/8", "8/5b2/4k3/8/8/3BK3/8/8",
     "8/6b1/4k3/8/8/3BK3/8/8", "8/8/4k3/8/8/2NNK3/8/8", "8/8/4k3/8/8/3PK3/8/8", "8/8/4k3/8/8/2BNK3/8/8"],
)  # fmt: skip
def test_what_nobody_can_win_in_chess_is_what_python_chess_says(placement: str) -> None:
    fen = f"{placement} w - - 0 1"
    assert fairyrules.game("chess").position(fen).cannot_be_won() == chess.Board(fen).is_insufficient_material()


def test_no_other_way_of_winning_is_forgotten() -> None:
    alone = "8/8/4k3/8/8/4K3/8/8"
    assert not fairyrules.game("king-of-the-hill").position(f"{alone} w - - 0 1").cannot_be_won()
    assert not fairyrules.game("crazyhouse").position(f"{alone}[] w - - 0 1").cannot_be_won()
    assert not fairyrules.game("attendance").start().cannot_be_won()


def test_a_match_is_pushed_and_popped_and_never_left_half_changed() -> None:
    match = Match("chess")
    for text in ("e4", "e7e5", "Nf3"):
        match.push(text)
    match.push(match.position.parse_san("Nc6"))
    with pytest.raises(IllegalMoveError):
        match.push("Ke3")
    assert (len(match), match.sans(), match.turn) == (4, ["e4", "e5", "Nf3", "Nc6"], Side.WHITE)
    again = match.copy()
    assert again == match
    again.pop()
    assert again != match
    assert [str(move) for move in again] == ["e2e4", "e7e5", "g1f3"]
    assert Match(match.start, match.moves) == match
    (read,) = pgn.read(pgn.write(match.record({"White": "Ann"})))
    assert read.moves == match.moves
    assert read.tags["White"] == "Ann"
    with pytest.raises(FairyRulesError, match="no move to take back"):
        Match("chess").pop()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_any_game_shows_itself(game: str) -> None:
    match = Match(game)
    for move in match.legal_moves()[:1]:
        match.push(move)
    assert match._repr_svg_().startswith("<svg")
    assert len(str(match).splitlines()) == match.position.board.ranks + 1
    assert match.fen() in repr(match)


def test_pieces_are_asked_for_by_name() -> None:
    position = fairyrules.game("dual-chess").start()
    assert str(position.piece_at("k2")) == "G"
    assert position.piece_at("j2") is None
    assert list(position.named_pieces().values()) == list(position.pieces().values())
    with pytest.raises(NotationError):
        position.piece_at("i4")


def test_a_set_up_is_edited_and_says_what_is_wrong_with_it() -> None:
    setup = fairyrules.game("chess").setup("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert setup.put("e2", "R").with_turn(Side.BLACK).position().in_check()
    assert "attacked though White is to move" in setup.put("e2", "R").faults()[0]
    assert setup.put("e2", fairyrules.Piece(Side.WHITE, "R")) == setup.put("e2", "R")
    with pytest.raises(NotationError, match="no piece of Chess"):
        setup.put("e2", "X")
    with pytest.raises(NotationError):
        setup.put("e9", "Q")


def test_the_package_says_its_version() -> None:
    assert fairyrules.__version__.count(".") == 2
