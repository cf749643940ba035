"""Chess against python-chess: legal moves, FEN, check and repetition keys on games by lot and on positions by lot."""

import random
from collections import Counter

import chess
import pytest

import fairyrules
from fairyrules.errors import IllegalPositionError
from fairyrules.moves import Castling

GAME = fairyrules.game("chess")
STARTS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/8/3k4/2pPp3/1K2r3/8/8/7b w - c6 0 2",
)


def uci(move):
    """python-chess writes `e7e8q` where the machine form is `e7e8=Q`."""
    return str(move).replace("=", "").lower()


def agree(position, board):
    assert {uci(move) for move in position.legal_moves()} == {move.uci() for move in board.legal_moves}, board.fen()
    assert position.in_check() == board.is_check()
    assert position.fen() == board.fen(en_passant="fen")


def games(plies, seed):
    """(position, board, move to be played): games by lot in which every fourth move is a rare one, if there is one."""
    rng = random.Random(seed)
    while plies:
        fen = rng.choice(STARTS)
        position, board = GAME.position(fen), chess.Board(fen)
        for _ in range(min(plies, 100)):
            plies -= 1
            moves = position.legal_moves()
            if not moves:
                yield position, board, None
                break
            rare = [
                move
                for move in moves
                if isinstance(move, Castling) or move.becomes or board.is_en_passant(chess.Move.from_uci(uci(move)))
            ]
            move = rng.choice(rare if rare and rng.random() < 0.25 else moves)
            yield position, board, move
            board.push_uci(uci(move))
            position = position.play(move)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_games_by_lot_agree_with_python_chess(seed):
    seen = Counter()
    for position, board, move in games(5000, seed):
        agree(position, board)
        if move is not None:
            chosen = chess.Move.from_uci(uci(move))
            seen["castling"] += isinstance(move, Castling)
            seen["promotion"] += chosen.promotion is not None
            seen["en passant"] += board.is_en_passant(chosen)
    assert seen["castling"] >= 10
    assert seen["promotion"] >= 20
    assert seen["en passant"] >= 1


@pytest.mark.slow
def test_positions_by_lot_agree_with_python_chess(deep):
    """Pieces on any cells, with rights and en passant where they can be: pins, checks, castling through attack."""
    rng = random.Random(3)
    read = refused = passing = castling = 0
    while read < (20000 if deep else 4000):
        board = chess.Board(None)
        squares = rng.sample(chess.SQUARES, rng.randint(3, 14))
        board.set_piece_at(squares[0] if rng.random() < 0.5 else chess.E1, chess.Piece.from_symbol("K"))
        board.set_piece_at(squares[1] if rng.random() < 0.5 else chess.E8, chess.Piece.from_symbol("k"))
        for square in squares[2:]:
            if board.piece_at(square) is None:
                board.set_piece_at(square, chess.Piece.from_symbol(rng.choice("QRRBNPPPqrrbnppp")))
        board.turn = rng.random() < 0.5
        board.castling_rights = board.clean_castling_rights() or _rights(board)
        _set_passing(board, rng)
        if board.status() & ~(chess.STATUS_PAWNS_ON_BACKRANK | chess.STATUS_TOO_MANY_WHITE_PIECES):
            illegal = chess.STATUS_OPPOSITE_CHECK | chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING
            if board.status() & illegal:
                refused += 1
                with pytest.raises(IllegalPositionError):
                    GAME.position(board.fen(en_passant="fen"))
            continue
        if any(square in chess.SquareSet(chess.BB_BACKRANKS) for square in board.pieces(chess.PAWN, chess.WHITE)):
            continue
        if any(square in chess.SquareSet(chess.BB_BACKRANKS) for square in board.pieces(chess.PAWN, chess.BLACK)):
            continue
        read += 1
        passing += board.has_legal_en_passant()
        castling += any(board.is_castling(move) for move in board.legal_moves)
        agree(GAME.position(board.fen(en_passant="fen")), board)
    assert min(refused, passing, castling) >= 20, (refused, passing, castling)


def _rights(board):
    rights = chess.BB_EMPTY
    for king, corners, symbol in ((chess.E1, (chess.A1, chess.H1), "K"), (chess.E8, (chess.A8, chess.H8), "k")):
        if board.piece_at(king) == chess.Piece.from_symbol(symbol):
            for corner in corners:
                if board.piece_at(corner) in (None, chess.Piece.from_symbol("R" if symbol == "K" else "r")):
                    board.set_piece_at(corner, chess.Piece.from_symbol("R" if symbol == "K" else "r"))
                    rights |= chess.BB_SQUARES[corner]
    return rights


def _set_passing(board, rng):
    """An enemy Pawn that may just have stepped two, with takers beside it."""
    if rng.random() < 0.5:
        return
    file = rng.randrange(8)
    ranks = (4, 5, 6) if board.turn else (3, 2, 1)
    victim, target, start = (chess.square(file, rank) for rank in ranks)
    if any(board.piece_at(square) for square in (victim, target, start)):
        return
    board.set_piece_at(victim, chess.Piece(chess.PAWN, not board.turn))
    for beside in (file - 1, file + 1):
        if 0 <= beside < 8 and board.piece_at(chess.square(beside, ranks[0])) is None:
            board.set_piece_at(chess.square(beside, ranks[0]), chess.Piece(chess.PAWN, board.turn))
    board.ep_square = target
