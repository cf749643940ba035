"""How UCI engines write our games: their names of games, positions and moves. Fairy-Stockfish set the custom."""

import re
from collections.abc import Callable

from fairyrules import Game, Position
from fairyrules.errors import FairyRulesError
from fairyrules.moves import NULL, Castling, Change, Gating, Move, Pass

WHOLE = ("chess", "xiangqi", "shogi", "crazyhouse", "capablanca", "grand", "courier")
"""Games whose FEN and moves engines share with us, but for what `fen` and `form` translate; tests hold them to it."""
VARIANTS = {
    "king-of-the-hill": "kingofthehill",
    "three-check": "3check",
    "antichess": "antichess",
    "atomic": "atomic",
    "horde": "horde",
    "racing-kings": "racingkings",
    "berolina": "berolina",
    "makruk": "makruk",
    "shatranj": "shatranj",
    "s-chess": "seirawan",
    "chess960": "chess",
    "tori-shogi": "torishogi",
    "sittuyin": "sittuyin",
    "janggi": "janggi",
}
"""Their name of a game, by ours, where they differ or the moves alone are shared."""
CAPABLANCA = {"K": "j1", "Q": "a1", "k": "j8", "q": "a8"}
"""The Rooks that may castle, by their letters."""


def variant(game: Game) -> str:
    """Their name of the game; ours where they have none."""
    return VARIANTS.get(game.id, game.id)


def form(position: Position, move: Move) -> str:
    """The move as they write it: `e7e8q`, `N@f3`, `h2h3+`."""
    if isinstance(move, Pass):
        king = position.board.name(position.king(position.side))
        return king + king
    if isinstance(move, Change):
        cell = position.board.name(move.cell)
        return f"{cell}{cell}{move.becomes.lower()}"
    if isinstance(move, Castling) and position.game.id.startswith("chess960"):
        return position.board.name(move.origin) + position.board.name(move.partner_origin)
    text = _gating_form(position, move) if isinstance(move, Gating) else str(move)
    if position.game.id == "crazyhouse":
        text = text.replace("=+", "=")
    text = re.sub(r"=\+.", "m" if position.game.id == "makruk" else "+", text)
    return re.sub(r"=(.)", lambda match: match[1].lower(), text)


def legal(position: Position, text: str, form: Callable[[Position, Move], str]) -> Move | None:
    """The legal move that `form` writes so."""
    return next((move for move in position.legal_moves() if form(position, move) == text), None)


def move_of(position: Position, text: str) -> Move:
    """The legal move they mean; our own form is read too.

    Raises:
        FairyRulesError: no legal move is written so.
    """
    found = legal(position, text, form)
    if found is not None:
        return found
    move = position.parse(text)
    if move == NULL:
        raise FairyRulesError(f"{text} hands the turn over, which {position.game.name} does not allow.")
    return move


def fen(position: Position) -> str:
    """The position as they write it, for the games of `WHOLE`."""
    placement, side, castling, *rest = position.fen().split()
    if position.game.id == "crazyhouse":
        placement = re.sub(r"\+(\w)", r"\1~", placement)
    if position.game.id == "capablanca":
        castling = "".join(letter for letter, cell in CAPABLANCA.items() if cell in castling) or "-"
    return " ".join((placement, side, castling, *rest))


def position_of(game: Game, text: str) -> Position:
    """The position of a FEN as they write it, or as we do.

    Raises:
        FairyRulesError: it cannot be read, or the rules refuse it.
    """
    fields = re.sub(r"([A-Za-z])~", r"+\1", text).replace("[-]", "[]").split()
    if game.id == "capablanca" and len(fields) > 2 and fields[2].isalpha():
        fields[2] = "".join(
            cell for cell in sorted(CAPABLANCA.values(), key=game.board.cell) if cell in _cells(fields[2])
        )
    try:
        return game.position(" ".join(fields))
    except FairyRulesError:
        return game.position(text)


def _cells(letters: str) -> set[str]:
    return {CAPABLANCA[letter] for letter in letters if letter in CAPABLANCA}


def _gating_form(position: Position, move: Gating) -> str:
    """`b1c3h`; in castling `e1g1h` behind the King, `h1e1h` behind the Rook."""
    name = position.board.name
    first, piece = move.move, move.kind.lower()
    if not isinstance(first, Castling):
        return f"{first}{piece}"
    if move.cell == first.origin:
        return f"{name(first.origin)}{name(first.target)}{piece}"
    return f"{name(first.partner_origin)}{name(first.origin)}{piece}"
