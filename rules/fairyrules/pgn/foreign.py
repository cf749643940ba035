"""Positions as other programs write them in PGN, told as this package writes them."""

import re

from fairyrules.game import Game

COUNTED = ("0", "1")
"""Halfmove clock and move number, where a FEN leaves them out."""
FIELDS = 6
_PROMOTED = re.compile(r"([A-Za-z])~")


def fen_of(game: Game, text: str) -> str:
    """The FEN with both counts, the reserves in brackets, and promoted pieces as `+Q`.

    Others leave the counts out, write Crazyhouse's pocket as one more rank (`.../RNBQKBNR/Qp`) or, if it is empty, not
    at all, and mark a promoted piece with a tilde behind it (`Q~`). What fits none of this is given back as it is.

    >>> from fairyrules.game import game
    >>> fen_of(game("crazyhouse"), "4k3/8/8/8/8/8/8/Q~3K3/Qp w - -")
    '4k3/8/8/8/8/8/8/+Q3K3[Qp] w - - 0 1'
    """
    words = text.split()
    if not words:
        return text
    words += COUNTED[len(words) - FIELDS :] if FIELDS - len(COUNTED) <= len(words) < FIELDS else ()
    placement = _PROMOTED.sub(r"+\1", words[0])
    if game.has_reserves and "[" not in placement:
        ranks = placement.split("/")
        board, pocket = ranks[: game.board.ranks], "".join(ranks[game.board.ranks :])
        neutral = game.sheet.reserves is not None and game.sheet.reserves.neutral
        placement = f"{'/'.join(board)}[{pocket}{'|' if neutral else ''}]"
    return " ".join([placement, *words[1:]])
