"""Positions drawn by lot: few pieces or many, on cells they need not be able to reach, with all that a FEN may say."""

import itertools
import random

from fairyrules.errors import FairyRulesError
from fairyrules.game import Game
from fairyrules.position import Position
from referee.table import Referee, as_side, cell_of, other

SIZES = (3, 6, 10, 20, 40)
NEAR = 4
"""Files and ranks from the King within which its attacker is put."""


def position(game: Game, rng: random.Random) -> Position:
    """A legal position of the game; in every other one, castling pieces stand at home with their rights."""
    while True:
        try:
            return game.position(_fen(game, rng))
        except FairyRulesError:
            continue


def check(game: Game, referee: Referee, rng: random.Random) -> Position:
    """A legal position in check, by the referee's word; in every other one the check may hang by a thread.

    There the attacker is of a kind that does not always attack, the King stands where such a kind changes, and next to
    nothing lies in reserve: what the side to move drops, takes or swaps far away may end the check.
    """
    while True:
        thread = rng.random() < 0.5
        fen = _fen(game, rng, held=(0, 0, 0, 1) if thread else (0, 0, 1, 3))
        fen = _attacked(game, referee, fen, rng, thread)
        try:
            if fen:
                return game.position(fen)
        except FairyRulesError:
            continue


def _attacked(game: Game, referee: Referee, fen: str, rng: random.Random, thread: bool) -> str:
    """The same with an enemy that attacks the King of the side to move; nothing if the enemy drawn cannot."""
    state = referee.read(fen)
    enemy = other(state.side)
    kinds = [kind for kind in game.kinds.values() if not kind.royal]
    king = referee.king(state, state.side)
    fickle = [kind for kind in kinds if kind.threatens] or [kind for kind in kinds if kind.lands]
    if thread and fickle:
        kinds = fickle
        zones = [promotion.zone for promotion in game.sheet.promotions if kinds[0].letter in promotion.kinds.split()]
        ends = sorted(game.rules.movement.zone(" ".join(zones), "wb".index(enemy)))
        if ends:
            piece = state.pieces.pop(king)
            king = cell_of(game.board.name(rng.choice(ends)))
            state.pieces[king] = piece
    piece = as_side(rng.choice(kinds).letter, enemy)
    around = itertools.product(*(range(at - NEAR, at + NEAR + 1) for at in king))
    near = sorted({cell for place in around if (cell := referee.at(*place))})
    for cell in rng.sample(near, len(near)):
        if state.pieces.get(cell, "").upper() == referee.royal:
            continue
        tried = state.copy()
        tried.pieces[cell] = piece
        tried.partners = {partner for partner in tried.partners if referee.entitled(tried, partner)}
        if king in referee.strikes(tried, cell, piece):
            return referee.write(tried)
    return ""


def _fen(game: Game, rng: random.Random, held: tuple[int, ...] = (0, 0, 1, 3)) -> str:
    board = game.board
    royal = game.rules.codes.royals[0]
    kinds = [kind for kind in game.kinds if kind != royal]
    pieces = {}
    for side, king in enumerate((royal, royal.lower())):
        zone = game.kinds[royal].zone
        homes = sorted(game.rules.movement.zone(zone, side)) if zone else board.cells
        pieces[rng.choice([cell for cell in homes if cell not in pieces])] = king
    rights = _go_home(game, pieces, rng) if rng.random() < 0.5 else "-"
    few = rng.sample(kinds, min(len(kinds), rng.randint(3, 9)))
    for cell in rng.sample(board.cells, min(len(board.cells), rng.choice(SIZES))):
        kind = rng.choice(few)
        pieces.setdefault(cell, rng.choice((kind, kind.lower())))
    ranks = []
    for rank in reversed(range(board.ranks)):
        cells = range(rank * board.files, (rank + 1) * board.files)
        written = "".join("*" if cell in board.holes else pieces.get(cell, " ") for cell in cells)
        ranks.append("".join(str(len(part)) if part[0] == " " else part for part in _parts(written)))
    fields = ["/".join(ranks) + _reserves(game, kinds, held, rng), rng.choice("wb"), rights, "-", "0", "1"]
    return " ".join([*fields, *_extra(game, rng)])


def _go_home(game: Game, pieces: dict[int, str], rng: random.Random) -> str:
    """Puts the castling pieces of one or both sides home, and gives their rights."""
    rights = []
    for side, families in enumerate(game.rules.castlings.families):
        enemy = as_side(game.rules.codes.royals[0], "bw"[side])
        taken = any(pieces.get(cell) == enemy for family in families for cell in family.watch)
        if not families or taken or rng.random() < 0.3:
            continue
        for family in families:
            kind = as_side(family.castling.kind, "wb"[side])
            if kind.upper() == game.rules.codes.royals[0]:
                pieces.pop(next(cell for cell, piece in pieces.items() if piece == kind))
            king = rng.choice(sorted(family.home))
            pieces[king] = kind
            for cells, _ in family.wings:
                partner = rng.choice(sorted(cells - {king}))
                pieces[partner] = as_side(family.castling.partner, "wb"[side])
                rights.append((side, partner % game.board.files, game.board.name(partner)))
    return "".join(name for _, _, name in sorted(rights)) or "-"


def _parts(written: str) -> list[str]:
    parts: list[str] = []
    for sign in written:
        if sign == " " and parts and parts[-1][0] == " ":
            parts[-1] += sign
        else:
            parts.append(sign)
    return parts


def _reserves(game: Game, kinds: list[str], counts: tuple[int, ...], rng: random.Random) -> str:
    declared = game.sheet.reserves
    if declared is None:
        return ""
    held = [kind for kind in kinds if "+" not in kind]
    white, black, neutral = ("".join(sorted(rng.choices(held, k=rng.choice(counts)))) for _ in range(3))
    return f"[{white}{black.lower()}|{neutral}]" if declared.neutral else f"[{white}{black.lower()}]"


def _extra(game: Game, rng: random.Random) -> list[str]:
    match [extra.name for extra in game.sheet.extras]:
        case ["leaps"]:
            return [f"leaps={rng.randint(0, 2)}/{rng.randint(0, 2)}"]
        case ["turn"]:
            return rng.choice(([], [], ["turn=W"], ["turn=F"]))
    return []
