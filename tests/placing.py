"""Positions put up for a test from the names of pieces and cells: `place("chess", "Ke1 Ra1 ke8")`."""

import re

import fairyrules

WORD = re.compile(r"(\+?[A-Za-z])([a-z]\d+)")


def fen_of(game_id, pieces, side="w", castling="-", ep="-", clocks="0 1", extra="", reserves=""):
    """The FEN of pieces as FEN writes them, each before its cell; upper case is White."""
    board = fairyrules.game(game_id).board
    standing = {}
    for word in pieces.split():
        piece, cell = WORD.fullmatch(word).groups()
        standing[board.cell(cell)] = piece
    ranks = []
    for rank in reversed(range(board.ranks)):
        cells = range(rank * board.files, (rank + 1) * board.files)
        written = "".join("*" if cell in board.holes else standing.get(cell, "1") for cell in cells)
        ranks.append(re.sub("1+", lambda run: str(len(run[0])), written))
    fields = ["/".join(ranks) + reserves, side, castling, ep, clocks, extra]
    return " ".join(field for field in fields if field)


def place(game_id, pieces, **fields):
    return fairyrules.game(game_id).position(fen_of(game_id, pieces, **fields))


def cells(text):
    """The names in a list of cells."""
    return set(text.split())


def piece(position, cell):
    """The piece on the cell of this name."""
    return position.piece_at(position.game.board.cell(cell))


def moves(position, start=""):
    """The machine forms of the legal moves that begin so; with a cell, of the piece that stands there."""
    cell = re.fullmatch(r"[a-z]\d+", start)
    begins = re.compile(re.escape(start) + (r"(?!\d)" if cell else ""))
    return {str(move) for move in position.legal_moves() if begins.match(str(move))}


def targets(position, start):
    """The cells the piece on a cell may go to without changing its kind."""
    plain = re.compile(re.escape(start) + r"([a-z]\d+)")
    return {match[1] for match in map(plain.fullmatch, map(str, position.legal_moves())) if match}


def play(position, *texts):
    for text in texts:
        position = position.play(position.parse(text))
    return position


def play_checks(position, *texts):
    """The position after moves that all answer a check with a check, none of which ends the game but the last."""
    for text in texts:
        assert position.in_check()
        assert position.outcome() is None
        position = play(position, text)
    assert position.in_check()
    return position
