"""The engine against Fairy-Stockfish: the games both play in full, and three of ours as far as its rules suffice."""

import random
import re
from pathlib import Path

import pyffish
import pytest

import fairyrules
from fairyrules.moves import Castling
from fairyrules.pieces import Side
from reedboard.opponent import forms
from referee.table import DIAGONAL

POSITIONS, DEEP_POSITIONS = 500, 2000
WHOLE = ("xiangqi", "shogi", "crazyhouse", "capablanca", "grand", "courier")
FILTERED = {
    "wildeurasian-qi": "rnbmgtmbnr/1c1aqka1c1/p1pppppp1p/10/10/10/10/P1PPPPPP1P/1C1AQKA1C1/RNBMGTMBNR w - - 0 1",
    "xiang-courier": "rne1fkwf1enr/12/1c8c1/p1pp1pp1pp1p/12/12/P1PP1PP1PP1P/1C8C1/12/RNE1FKWF1ENR w - - 0 1",
    "attendance": "rwbmkcmbwr/10/ppfpsspfpp/10/10/10/10/PPFPSSPFPP/10/RWBMCKMBWR w - - 0 1 leaps=0/0",
}


@pytest.fixture(scope="module", autouse=True)
def variants():
    pyffish.load_variant_config((Path(__file__).parent / "pyffish.ini").read_text())


def their_moves(position, variant):
    return set(pyffish.legal_moves(variant, forms.fen(position), []))


def random_positions(game_id, fen, count):
    """Positions of random games; a third of the moves are captures, drops or promotions where there are some."""
    rng = random.Random(game_id)
    game = fairyrules.game(game_id)
    start = game.position(fen) if fen else game.start()
    position = start
    for _ in range(count):
        yield position
        moves = position.legal_moves()
        lively = [move for move in moves if not str(move).isalnum() or position.piece_at(move.target)]
        if moves:
            position = position.play_unchecked(rng.choice(lively if lively and rng.random() < 0.3 else moves))
        if not moves or position.fullmove > 120 or min(map(len, position.pieces_by_side)) == 1:
            # With a bare King some games are over for Fairy-Stockfish.
            position = start


@pytest.mark.slow
@pytest.mark.parametrize("game_id", WHOLE)
def test_legal_moves_are_those_of_fairy_stockfish(game_id, deep):
    for position in random_positions(game_id, "", DEEP_POSITIONS if deep else POSITIONS):
        ours = {forms.form(position, move) for move in position.legal_moves()}
        assert ours == their_moves(position, game_id), position.fen()


@pytest.mark.slow
@pytest.mark.parametrize("game_id", FILTERED)
def test_legal_moves_are_those_of_fairy_stockfish_where_its_rules_suffice(game_id, deep):
    for position in random_positions(game_id, FILTERED[game_id], DEEP_POSITIONS if deep else POSITIONS):
        if pawn_without_future(position):
            continue
        ours = {forms.form(position, move) for move in position.legal_moves() if not beyond_them(position, move)}
        theirs = {move for move in their_moves(position, game_id) if not kings_face_diagonally(position, move)}
        assert ours == theirs, position.fen()


def beyond_them(position, move):
    """Promotions of Wazirs, and of Pawns on the ninth rank, which the ini cannot say."""
    if isinstance(move, Castling):
        return True
    board, kind = position.game.board, position.piece_at(move.origin).kind
    before_last = board.rank_of(move.target, position.side is Side.BLACK) < board.ranks
    if move.becomes is None:
        return False
    return kind == "W" or (position.game.id == "attendance" and before_last)


def pawn_without_future(position):
    """A Pawn that could become nothing on the last rank attacks nothing there with us (ruling G4)."""
    return position.game.id == "attendance" and not all(position.phase(side)[1] for side in Side)


def kings_face_diagonally(position, text):
    if position.game.id == "attendance":
        return False
    board = position.game.board
    origin, target = (board.cell(name) for name in re.findall(r"[a-l]\d+", text))
    pieces = position.pieces()
    pieces[target] = pieces.pop(origin)
    white, black = (cell for side in Side for cell, piece in pieces.items() if (piece.side, piece.kind) == (side, "K"))
    for step in DIAGONAL:
        here = board.step(white, step)
        while here >= 0 and here not in pieces:
            here = board.step(here, step)
        if here == black:
            return True
    return False
