"""Positions with few pieces that are mate in a number of moves: drawn by chance, proved by trying everything."""

import random
from collections.abc import Iterator

from fairyrules import FairyRulesError, Game, Position, Setup, Side
from fairyrules.search import Values

ATTACKERS = 3
"""Pieces beside White's King: fewer hardly mate on large boards, more take long to try out."""
NEAR = 2
"""Steps from Black's King within which they are put."""
MOST_MOVES = 60
"""Positions with more moves take too long to try out."""


def wins_in(position: Position, moves: int) -> bool:
    """Whether the side to move can end the game within so many moves, whatever is answered: every way is tried.

    By mate, or by stalemate where that wins.
    """
    nexts = [position.play_unchecked(move) for move in position.legal_moves()]
    if any(_won(after, position.side) for after in nexts):
        return True
    if moves == 1:
        return False
    # Checks first: most wins begin with one, and the first way that works is enough.
    nexts.sort(key=lambda after: (not after.in_check(), len(after.legal_moves())))
    return any(
        bool(after.legal_moves())
        and all(wins_in(after.play_unchecked(reply), moves - 1) for reply in after.legal_moves())
        for after in nexts
    )


def _won(after: Position, side: Side) -> bool:
    if after.legal_moves():
        return False
    outcome = after.outcome()
    return outcome is not None and outcome.winner is side


def positions(game: Game, moves: int, count: int, seed: int, most_drawn: int = 200_000) -> Iterator[Position]:
    """So many positions in which White mates in exactly so many moves; fewer if that many do not come up."""
    rng = random.Random(f"{game.id} {moves} {seed}")
    values, codes = Values(game.start()), game.rules.codes
    able = [kind.letter for kind in codes.kinds if not kind.royal and values.worth[codes.code(kind.letter, 0)] >= 180]
    found: set[Position] = set()
    for _ in range(most_drawn):
        position = _drawn(game, able, rng)
        if position is None or position in found or not 1 < len(position.legal_moves()) <= MOST_MOVES:
            continue
        if not wins_in(position, moves - 1) and wins_in(position, moves):
            found.add(position)
            yield position
            if len(found) == count:
                return


def _drawn(game: Game, able: list[str], rng: random.Random) -> Position | None:
    """White's King and pieces against Black's King alone, or None where the rules refuse what was drawn."""
    board = game.board
    kings = [rng.choice(_places(game, side)) for side in Side]
    if kings[0] == kings[1]:
        return None
    file, rank = board.file_of(kings[1]), board.rank_of(kings[1])
    near = [
        cell
        for cell in board.cells
        if cell not in kings
        and max(abs(board.file_of(cell) - file), abs(board.rank_of(cell) - rank)) <= NEAR + 2 * rng.randrange(3)
    ]
    cells = rng.sample(near, min(ATTACKERS, len(near)))
    royal = game.rules.codes.royals[0]
    empty = game.start().reserves
    reserves: tuple[dict[str, int], ...] | None = None if empty is None else tuple({} for _ in empty)
    extras = tuple(extra.start for extra in game.rules.extras)
    setup = Setup(game, {}, Side.WHITE, reserves=reserves, extras=extras)
    setup = setup.put(board.name(kings[0]), royal).put(board.name(kings[1]), royal.lower())
    for cell in cells:
        setup = setup.put(board.name(cell), rng.choice(able))
    try:
        return setup.position()
    except FairyRulesError:
        return None


def _places(game: Game, side: Side) -> list[int]:
    """Where a side's King may be."""
    kind = game.kinds[game.rules.codes.royals[0]]
    return sorted(game.rules.movement.zone(kind.zone, side)) if kind.zone else list(game.board.cells)
