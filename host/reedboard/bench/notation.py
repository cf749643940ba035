"""Notation timed: cell names, SAN, FEN and PGN of chess beside python-chess, in turn."""

import importlib
import io
from collections.abc import Callable, Iterator

import fairyrules
from fairyrules import pgn
from reedboard.bench.timing import ROUND_S, per_s, python_chess

MIDDLEGAME = "r2q1rk1/pp2bppp/2n1bn2/2pp4/3P1B2/2N1PN2/PP2BPPP/R2Q1RK1 w - - 0 10"
GAME = """1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7
11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 h5 *
"""


def rounds(count: int) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Each row with its rounds: work a second, ours and theirs."""
    for name, ours, theirs in rows():
        yield name, [(per_s(ours, ROUND_S / 2), per_s(theirs, ROUND_S / 2)) for _ in range(count)]


def rows() -> Iterator[tuple[str, Callable[[], object], Callable[[], object]]]:
    """What is timed: its name, our work, theirs."""
    chess = python_chess()
    read_game = importlib.import_module("chess.pgn").read_game
    game = fairyrules.game("chess")
    position, board = game.position(MIDDLEGAME), chess.Board(MIDDLEGAME)
    texts = [position.san(move) for move in position.legal_moves()]
    moves = list(board.legal_moves)
    geometry = game.board
    cells = geometry.cells
    yield (
        "names of 64 cells",
        lambda: [geometry.name(cell) for cell in cells],
        lambda: [chess.square_name(cell) for cell in cells],
    )
    yield (
        f"SAN of {len(texts)} moves written",
        lambda: [position.san(move) for move in position.legal_moves()],
        lambda: [board.san(move) for move in moves],
    )
    yield (
        f"SAN of {len(texts)} moves read",
        lambda: [position.parse_san(text) for text in texts],
        lambda: [board.parse_san(text) for text in texts],
    )
    yield "FEN written", position.fen, board.fen
    yield "FEN read", lambda: game.position(MIDDLEGAME), lambda: chess.Board(MIDDLEGAME)
    yield "PGN of 37 plies read", lambda: pgn.read(GAME), lambda: read_game(io.StringIO(GAME))
