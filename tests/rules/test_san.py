"""Moves as people write them: exact for chess, unique and read back for every game, refused with a reason."""

import random

import chess
import pytest

import fairyrules
import walking
from fairyrules import Position, san
from fairyrules.errors import AmbiguousMoveError, IllegalMoveError, NotationError

GAMES = fairyrules.games()


def positions(game: str, seed: int, games: int, plies: int):
    """The positions of random games."""
    return walking.positions(game, random.Random(f"{game} {seed}"), games, plies)


@pytest.mark.slow
def test_san_of_chess_equals_python_chess_over_random_games() -> None:
    for position in positions("chess", 1, 10, 120):
        board = chess.Board(position.fen())
        ours = {str(move): position.san(move) for move in position.legal_moves()}
        assert ours == {board.uci(move)[:4] + uci_change(move): board.san(move) for move in board.legal_moves}


def uci_change(move: chess.Move) -> str:
    return f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_san_is_unique_and_read_back_over_random_games(game: str) -> None:
    rng = random.Random(game)
    for position in positions(game, 2, 3, 120):
        moves = position.legal_moves()
        stems = san.stems(position, moves)
        assert len(set(stems.values())) == len(moves)
        move = rng.choice(moves)
        text = position.san(move)
        assert position.parse_san(text) == move
        assert position.parse_san(text.rstrip("+#")) == move
        assert position.parse_san(str(move)) == move


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_san_marks_check_and_mate_truly(game: str) -> None:
    for position in positions(game, 3, 2, 80):
        for move in position.legal_moves()[::7]:
            after = position.play(move)
            mark = position.san(move)[-1]
            assert (mark in "+#") == after.in_check()
            assert (mark == "#") == (after.in_check() and not after.legal_moves())


def at(fen: str, game: str = "chess") -> Position:
    return fairyrules.game(game).position(fen)


@pytest.mark.parametrize(
    ("fen", "text", "machine"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0+", "e1c1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "o-o", "e1g1"),
        ("4k3/8/8/8/8/8/8/4K1NR w - - 0 1", "Ng1-f3", "g1f3"),
        ("4k3/8/8/8/8/8/8/4K1NR w - - 0 1", "Ngf3!?", "g1f3"),
        ("4k3/8/8/8/8/8/8/4K1NR w - - 0 1", "N1f3", "g1f3"),
        ("4k3/8/8/8/8/8/8/4K1NR w - - 0 1", "g1-f3", "g1f3"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5", "e4d5"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4xd5", "e4d5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8Q", "e7e8=Q"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8(N)+", "e7e8=N"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8=q", "e7e8=Q"),
    ],
)
def test_san_reads_what_good_tools_read(fen: str, text: str, machine: str) -> None:
    position = at(fen)
    assert str(position.parse_san(text)) == machine


@pytest.mark.parametrize(
    ("fen", "text", "error", "says"),
    [
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "Nz9", NotationError, "no cell"),
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "hello", NotationError, "is no move"),
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "Zd2", NotationError, "Chess has no piece Z"),
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "Rd2", IllegalMoveError, "White has no Rook"),
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "Nd4", IllegalMoveError, "no Knight of White can go to d4"),
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "Ke1", IllegalMoveError, "own King stands on e1"),
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "O-O", IllegalMoveError, "cannot castle"),
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nd4", IllegalMoveError, "Knight on e2 would leave White's King"),
        ("4k3/8/8/8/8/8/8/1N1NK3 w - - 0 1", "Nc3", AmbiguousMoveError, "Nbc3, Ndc3"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8", AmbiguousMoveError, "e8=Q, e8=R, e8=B, e8=N"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", IllegalMoveError, "names its file"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e5", IllegalMoveError, "from e1"),
    ],
)
def test_san_refuses_with_the_reason(fen: str, text: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says) as caught:
        at(fen).parse_san(text)
    assert type(caught.value) is error


def test_san_of_a_move_that_is_not_legal_is_refused() -> None:
    position = at("4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    rook = position.parse("h1h8")
    with pytest.raises(IllegalMoveError, match="h1h8 is not legal"):
        position.play(rook).san(rook)


def test_san_that_fits_several_moves_names_them_as_candidates() -> None:
    position = at("4k3/8/8/8/8/8/4P3/1N1NK3 w - - 0 1")
    with pytest.raises(AmbiguousMoveError) as caught:
        position.parse_san("Nc3")
    assert caught.value.candidates == ("Nbc3", "Ndc3")
    assert len({position.parse_san(text) for text in caught.value.candidates}) == 2


def test_san_never_reads_a_pawn_capture_without_its_file_as_the_push() -> None:
    position = at("4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1")
    assert position.san(position.parse("e5d6")) == "exd6"
    with pytest.raises(IllegalMoveError):
        position.parse_san("d6")


def test_san_of_wildeurasian_qi_names_wazirs_promotions_and_castling() -> None:
    position = at("8k1/10/10/10/10/P9/10/10/10/R4K3R w a1j1 - 0 1", "wildeurasian-qi")
    texts = {str(move): position.san(move) for move in position.legal_moves()}
    assert texts["a5a6=W"] == "a6=W"
    assert texts["f1h1"] == "O-O"
    assert texts["f1c1"] == "O-O-O"
    regained = at("4k5/10/10/10/10/10/10/W9/10/5K4 w - - 0 1", "wildeurasian-qi")
    assert {regained.san(move) for move in regained.legal_moves() if str(move).startswith("a3")} == {
        "Wa2",
        "Wa4",
        "Wb3",
    }


def test_san_tells_pieces_apart_by_file_then_rank_then_both() -> None:
    position = at("8/7k/8/Q3Q3/8/8/8/Q6K w - - 0 1")
    assert position.san(position.parse("a5c3")) == "Qa5c3"
    assert position.san(position.parse("e5c3")) == "Qec3"
    assert position.san(position.parse("a1c3")) == "Q1c3"


SHAPES = [
    # A drop, a capture that promotes or not, a promoted piece that moves.
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 0 1", "P@e5", "P@e5"),
    ("shogi", "4k4/9/6S2/9/9/9/9/9/4K4[] w - - 0 1", "g7f8=+S", "Sf8=+S+"),
    ("shogi", "4k4/9/6S2/9/9/9/9/9/4K4[] w - - 0 1", "g7f8", "Sf8+"),
    ("shogi", "4k4/9/9/6+R2/9/9/9/9/4K4[] w - - 0 1", "g6f6", "+Rf6"),
    # Rifle captures in place and after a hop.
    ("attendance", "5k4/10/10/4p5/3Vp5/10/10/10/10/5K4 w - - 0 1 leaps=0/0", "d6xe6", "V:e6"),
    ("attendance", "5k4/10/10/5p4/10/4P5/3V6/10/10/5K4 w - - 0 1 leaps=0/0", "d4f6xf7", "Vf6:f7"),
    # A change in place, a sacrifice, the Guards' move and their turning.
    ("dual-chess", "O3k3*******/8*6/8*6/8*6/8*6/8*6/8*6/4K3******* w - - 0 1", "a8=L", "Oa8=L"),
    ("dual-chess", "O3k3*******/8*2m3/8*6/8*6/8*6/8*6/8*6/4K3******* w - - 0 1", "a8~l7", "O~l7=L"),
    ("dual-chess", "4k3*******/8*6/8*6/8*6/8*6/8*6/8*1G4/4K3******* w - - 0 1", "k2j2=W", "Gj2=W"),
    # Castling by the King, and by an Alibaba.
    ("sfhiodgei", "17/8k8/17/17/17/17/17/17/17/17/17/17/17/17/17/C7K7C/17[|] w a2q2 - 0 1", "i2m2", "O-O"),
    ("sfhiodgei", "17/8k8/17/17/17/17/17/17/17/17/17/17/17/17/17/C7K7C/17[|] w a2q2 - 0 1", "i2e2", "O-O-O"),
    ("sfhiodgei", "17/8k8/17/17/17/17/17/17/17/17/17/17/17/17/8K8/1R7A5R1/17[|] w b2p2 - 0 1", "j2n2", "AO-O"),
    ("sfhiodgei", "17/8k8/17/17/17/17/17/17/17/17/17/17/17/17/8K8/1R7A5R1/17[|] w b2p2 - 0 1", "j2f2", "AO-O-O"),
    # A swap out of a reserve.
    ("sfhiodgei", "17/8k8/17/2T14/17/17/17/17/17/17/17/17/17/17/17/8K8/17[|Q] w - - 0 1", "c14e16=Q@n", "Te16=Q@n+"),
]


@pytest.mark.parametrize(("game", "fen", "machine", "text"), SHAPES)
def test_san_of_every_shape_of_move_is_written_and_read(game: str, fen: str, machine: str, text: str) -> None:
    position = at(fen, game)
    move = position.parse(machine)
    assert position.san(move) == text
    assert position.parse_san(text) == move
