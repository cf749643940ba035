"""What a player asks of a position besides its moves: who attacks what, what is pinned, whether anybody can win."""

from typing import TYPE_CHECKING

from fairyrules.board import Cell

if TYPE_CHECKING:
    from fairyrules.state import State

HARMLESS_ALONE = frozenset({"N", "B"})
"""Movements (Betza) of which one piece beside the King mates nobody."""

LEAST_SIDE = 4
"""Of a smaller board nobody has shown it."""


def attackers(position: "State", side: int, cell: Cell, without: Cell | None = None) -> list[Cell]:
    """Where the side's pieces stand that could take on the cell, ascending; `without`: as if that cell were empty."""
    lines = position.rules.lines.attacks(side, position.phase(side))
    board = position.codes.copy()
    if without is not None:
        board[without] = 0
    own = {origin: code for origin, code in position.pieces_by_side[side].items() if board[origin]}
    if not lines.hit(cell, board, own):
        return []
    # Each by itself: the others stand as pieces of their kinds that attack nothing, which the other side's do.
    for origin, code in own.items():
        board[origin] = ((code - 1) ^ 1) + 1
    found = []
    for origin in sorted(own):
        other, board[origin] = board[origin], own[origin]
        if lines.hit(cell, board, {origin: own[origin]}):
            found.append(origin)
        board[origin] = other
    return found


def is_pinned(position: "State", cell: Cell) -> bool:
    """Whether a royal piece of the side whose piece stands there would be attacked from elsewhere if it went away."""
    piece = position.piece_at(cell)
    if piece is None:
        return False
    foe = piece.side.other
    royals = [royal for royal in position.royals(piece.side) if royal != cell]
    return any(
        set(attackers(position, foe, royal, without=cell)) - set(attackers(position, foe, royal)) for royal in royals
    )


def cannot_be_won(position: "State") -> bool:
    """Whether by what is left nobody can ever be mated: bare Kings, or one Knight or one Bishop beside them.

    True only where that is certain: on a plain board where nothing but mate wins and nothing comes back. Bishops that
    all stand on cells of one colour are as good as one.
    """
    sheet = position.rules.sheet
    codes = position.rules.codes
    wins_otherwise = sheet.endings or sheet.stalemate_loses or sheet.stalemate_wins or sheet.facing
    if wins_otherwise or sheet.reserves is not None or sheet.more_moves or sheet.bursts or sheet.board.around:
        return False
    if position.rules.side_effects or sheet.must_capture or sheet.checks_forbidden:
        return False
    if sheet.board.holes or min(sheet.board.files, sheet.board.ranks) < LEAST_SIDE:
        return False
    royals = {kind.letter for kind in codes.kinds if kind.royal and kind.moves == "K"}
    promoting = {letter for promotion in sheet.promotions for letter in promotion.kinds.split()}
    others = {
        cell: codes.by_letter[piece.kind] for cell, piece in position.pieces().items() if piece.kind not in royals
    }
    if len(position.royals(0)) != 1 or len(position.royals(1)) != 1:
        return False
    if any(
        not isinstance(kind.moves, str) or kind.moves not in HARMLESS_ALONE or kind.zone or kind.letter in promoting
        for kind in others.values()
    ):
        return False
    files = sheet.board.files
    colours = {(cell % files + cell // files) % 2 for cell in others}
    return len(others) <= 1 or (len(colours) == 1 and all(kind.moves == "B" for kind in others.values()))
