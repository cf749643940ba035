"""The real games in `tests/games`: what they hold, checked by another program (python-chess)."""

from pathlib import Path

import chess
import chess.pgn
import pytest

GAMES = Path(__file__).parents[1] / "games"


def read(name: str) -> chess.pgn.Game:
    with (GAMES / f"{name}.pgn").open() as file:
        game = chess.pgn.read_game(file)
    assert game is not None
    assert game.errors == []
    return game


def special_moves(game: chess.pgn.Game) -> set[str]:
    board, special = game.board(), set()
    for move in game.mainline_moves():
        if board.is_kingside_castling(move):
            special.add("O-O")
        if board.is_queenside_castling(move):
            special.add("O-O-O")
        if board.is_en_passant(move):
            special.add("en passant")
        if move.promotion:
            special.add("promotion to " + chess.piece_name(move.promotion))
        board.push(move)
    return special


@pytest.mark.parametrize(
    ("name", "plies", "shows", "mate"),
    [
        ("morphy-brunswick-isouard-1858", 33, {"O-O-O"}, True),
        ("gundersen-faul-1928", 29, {"O-O", "en passant"}, True),
        ("sandrin-lecornu-1949", 55, {"O-O", "promotion to knight"}, True),
        ("bogoljubov-alekhine-1922", 106, {"O-O", "promotion to queen"}, False),
    ],
)
def test_master_game_shows_what_its_readme_says(name: str, plies: int, shows: set[str], mate: bool) -> None:
    game = read(name)
    end = game.end().board()
    assert (end.ply(), special_moves(game), end.is_checkmate()) == (plies, shows, mate)
    assert name in (GAMES / "README.md").read_text()
    for tag in ("Event", "Site", "White", "Black"):
        assert game.headers[tag] not in ("", "?")
    assert game.headers["Result"] == (end.result() if mate else "0-1")
