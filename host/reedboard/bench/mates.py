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


MOST_TRIED = 5_000
"""Positions looked at before a drawn one is left unproved: a few seconds of CPU time on the largest boards."""
REMEMBERED = 40
"""Shorter wins that are kept to be changed into longer ones."""


class UnprovedError(Exception):
    """Proving would look at more positions than may be."""


class Proof:
    """Tries everything, and remembers what it tried.

    Args:
        most: positions it may look at; None for as many as there are.
    """

    def __init__(self, most: int | None = None) -> None:
        self._left = most
        self._known: dict[tuple[Position, int], bool] = {}

    def wins_in(self, position: Position, moves: int) -> bool:
        """Whether the side to move can end the game within so many moves, whatever is answered: every way is tried.

        By mate, or by stalemate where that wins. Raises: UnprovedError.
        """
        asked = position, moves
        if asked not in self._known:
            self._known[asked] = self._tried(position, moves)
        return self._known[asked]

    def _tried(self, position: Position, moves: int) -> bool:
        nexts = [position.play_unchecked(move) for move in position.legal_moves()]
        if self._left is not None:
            self._left -= len(nexts)
            if self._left < 0:
                raise UnprovedError
        if any(_won(after, position.side) for after in nexts):
            return True
        if moves == 1:
            return False
        # Checks first: most wins begin with one, and the first way that works is enough.
        nexts.sort(key=lambda after: (not after.in_check(), len(after.legal_moves())))
        return any(
            bool(after.legal_moves())
            and all(self.wins_in(after.play_unchecked(reply), moves - 1) for reply in after.legal_moves())
            for after in nexts
        )


def _won(after: Position, side: Side) -> bool:
    # Whether it is check is asked faster than whether there is a move.
    if not (after.in_check() or after.rules.sheet.stalemate_loses) or after.legal_moves():
        return False
    outcome = after.outcome()
    return outcome is not None and outcome.winner is side


def positions(game: Game, moves: int, count: int, seed: int, most_drawn: int = 200_000) -> Iterator[Position]:
    """So many positions in which White mates in exactly so many moves; fewer if that many do not come up.

    Long wins seldom come up by chance: three of four candidates are shorter wins, or wins given before, in which the
    King and a piece stand elsewhere. The search that is measured has no say in which are taken.
    """
    rng = random.Random(f"{game.id} {moves} {seed}")
    values, codes = Values(game.start()), game.rules.codes
    able = [kind.letter for kind in codes.kinds if not kind.royal and values.worth[codes.code(kind.letter, 0)] >= 180]
    found: set[Position] = set()
    wins: list[Position] = []
    for _ in range(most_drawn):
        from_win = bool(wins) and rng.random() < 0.75
        position = _changed(rng.choice(wins), rng) if from_win else _drawn(game, able, rng)
        if position is None or position in found or not 1 < len(position.legal_moves()) <= MOST_MOVES:
            continue
        proof = Proof(MOST_TRIED)
        try:
            length = next((each for each in range(1, moves + 1) if proof.wins_in(position, each)), None)
        except UnprovedError:
            continue
        if length is None:
            continue
        if len(wins) < REMEMBERED:
            wins.append(position)
        elif length > 1:
            wins[rng.randrange(REMEMBERED)] = position
        if length == moves:
            found.add(position)
            yield position
            if len(found) == count:
                return


def _changed(position: Position, rng: random.Random) -> Position | None:
    """The same with Black's King and one of White's pieces elsewhere, or None where the rules refuse that."""
    game, board = position.game, position.board
    setup = game.setup(position.fen())
    king = position.king(Side.BLACK)
    others = [cell for cell, piece in setup.pieces.items() if cell not in (king, position.king(Side.WHITE))]
    for cell, steps in ((king, 1), (rng.choice(others), NEAR + 1)):
        free = [to for to in _around(game, cell, steps) if to not in setup.pieces]
        if cell == king:
            free = [to for to in free if to in _places(game, Side.BLACK)]
        if not free:
            return None
        piece = setup.pieces[cell]
        setup = setup.put(board.name(cell), None).put(board.name(rng.choice(free)), piece)
    try:
        return setup.position()
    except FairyRulesError:
        return None


def _around(game: Game, cell: int, steps: int) -> list[int]:
    """Cells at most so many King's steps away."""
    board = game.board
    file, rank = board.file_of(cell), board.rank_of(cell)
    return [
        other
        for other in board.cells
        if max(abs(board.file_of(other) - file), abs(board.rank_of(other) - rank)) <= steps
    ]


def _drawn(game: Game, able: list[str], rng: random.Random) -> Position | None:
    """White's King and pieces against Black's King alone, or None where the rules refuse what was drawn."""
    board = game.board
    kings = [rng.choice(_places(game, side)) for side in Side]
    if kings[0] == kings[1]:
        return None
    near = [cell for cell in _around(game, kings[1], NEAR + 2 * rng.randrange(3)) if cell not in kings]
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
