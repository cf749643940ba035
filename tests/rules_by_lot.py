"""Sheets and positions drawn by lot, with every key that data can say."""

import re

from fairyrules import betza
from fairyrules.board import Board
from fairyrules.declared import Kept
from fairyrules.errors import FairyRulesError, SheetError
from fairyrules.sheet import Castling, Kind, Passing, Promotion, Reserves, Sheet, Wing

ATOMS = ("W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "R", "B", "Q", "(4,2)", "WW", "FF", "NN", "DD")
RANGED = "WFDNACK"
DIRECTIONS = ("", "", "", "f", "b", "l", "r", "v", "s", "fl", "br", "ff", "bb", "fs")
MANNERS = ("", "", "", "", "p", "g", "n", "z", "q")
MODES = ("", "", "", "m", "c", "mc")


def movement(rng, terms=3, initial=False):
    """One to three terms of Betza's notation that mean something."""
    while True:
        text = ""
        for _ in range(rng.randint(1, terms)):
            atom = rng.choice(ATOMS)
            reach = rng.choice(("", "", "2", "3", "0")) if atom in RANGED else ""
            first = "i" if initial and rng.random() < 0.3 else ""
            text += first + rng.choice(MODES) + rng.choice(MANNERS) + rng.choice(DIRECTIONS) + atom + reach
        try:
            betza.read(text)
        except SheetError:
            continue
        return text


def shots(rng):
    """One or two plain leaps."""
    while True:
        terms = rng.choices(("W", "F", "D", "N", "A", "H", "C", "K", "(4,2)"), k=rng.randint(1, 2))
        text = "".join(rng.choice(("", "c", *DIRECTIONS)) + term for term in terms)
        try:
            betza.read_shots(text)
        except SheetError:
            continue
        return text


def rectangle(rng, board):
    (left, right), (low, high) = (sorted(rng.choices(range(size), k=2)) for size in (board.files, board.ranks))
    return f"{chr(97 + left)}{low + 1}-{chr(97 + right)}{high + 1}"


def drawn_sheet(rng):
    """A sheet of a King, a Pawn, a Rook and three kinds by lot on a board by lot."""
    files, ranks = rng.randint(5, 8), rng.randint(5, 8)
    holes = rng.choice(("", "", "", "c3", "b2-b3 d4"))
    board = Board(files, ranks, holes, rng.choice((0, 0, 0, files, files + 1)))
    cells = [board.name(cell) for cell in board.cells]
    shoots = rng.random() < 0.5
    kinds = [
        Kind("K", "King", rng.choice(("K", "K", "W", "KN", "mKcF", movement(rng))), royal=True),
        Kind("P", "Pawn", "mfWcfFimfW2", home=f"a2-{chr(96 + files)}2" if not holes else "a2", pawn=True),
        Kind("R", "Rook", "R"),
    ]
    for letter in "XYZ":
        kinds.append(
            Kind(
                letter,
                letter,
                movement(rng, initial=True),
                zone=rectangle(rng, board) if rng.random() < 0.4 else "",
                home=rectangle(rng, board),
                leaps=(tuple(rng.sample(cells, 2)),) if rng.random() < 0.3 else (),
                rifle=shots(rng) if shoots and rng.random() < 0.7 else "",
            )
        )
    end = f"a{ranks}-{chr(96 + files)}{ranks}"
    king, corner = chr(96 + files // 2 + 1), chr(96 + files)
    wings = (Wing("a1", "b", "c"), Wing(f"{corner}1", chr(ord(corner) - 1), chr(ord(corner) - 2)))
    return Sheet(
        name="by lot",
        board=board,
        kinds=tuple(kinds),
        array="/".join([f"k{files - 1}", *[str(files)] * (ranks - 2), f"K{files - 1}"]),
        promotions=(
            Promotion("P", end, into=("X", "R")),
            *((Promotion("X", rectangle(rng, board), ("Y",), forced=False, leaving=True),) * (rng.random() < 0.3)),
        ),
        castlings=(Castling("K", "R", f"{king}1", wings),) if rng.random() < 0.4 else (),
        passing=(Passing("P", 2, 1, "P"),) if not board.around else (),
        reserves=Reserves(Kept(), drop_cells=f"a1-{corner}{ranks - 1}") if rng.random() < 0.3 else None,
        facing=rng.choice(("", "", "", "R", "B")),
    )


def drawn_position(game, rng):
    """A position of the game by lot, or None if no draw is legal."""
    board = game.board
    for _ in range(30):
        pieces = ["*" if cell in board.holes else "1" for cell in range(board.size)]
        cells = rng.sample(board.cells, min(len(board.cells), rng.choice((4, 7, 12))))
        for cell, piece in zip(cells, ["K", "k", *rng.choices("RPXYZXYZrpxyzxyz", k=10)], strict=False):
            pieces[cell] = piece
        rights = []
        for families in game.rules.castlings.families if rng.random() < 0.5 else ():
            for family in families:
                white = "K" if families is game.rules.castlings.families[0] else "k"
                home = next(iter(family.home))
                pieces = ["1" if piece == white else piece for piece in pieces]
                pieces[home] = white
                for wing_cells, _ in family.wings:
                    cell = next(iter(wing_cells))
                    pieces[cell] = "R" if white == "K" else "r"
                    rights.append(board.name(cell))
        rows = ["".join(pieces[rank * board.files : (rank + 1) * board.files]) for rank in reversed(range(board.ranks))]
        placement = "/".join(re.sub("1+", lambda run: str(len(run[0])), row) for row in rows)
        if game.has_reserves:
            placement += "[" + "".join(rng.choices("XYRxyr", k=rng.choice((0, 1, 2)))) + "]"
        try:
            return game.position(f"{placement} {rng.choice('wb')} {''.join(rights) or '-'} - 0 1")
        except FairyRulesError:
            continue
    return None
