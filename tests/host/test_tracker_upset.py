"""A board upset at once after a move, mended, and played on: the game is not lost track of."""

from random import Random

import pytest

import fairyrules
from fairyrules.moves import Travel
from reedboard.board.events import Reading
from reedboard.tracker import begin, conclude, observe

SOON_MS = (400, 900)
"""The upset comes that long after a move: told by then, but not settled."""
LATER_MS = (1500, 2500)


class Hands:
    """Moves one piece after the other, in ordinary paces, and keeps the readings of it."""

    def __init__(self, game, rng):
        self.game, self.rng, self.t_ms, self.readings = game, rng, 0, []

    def carry(self, origin, target, after_ms):
        """A piece lifted so long after the last touch, and put down."""
        for cell, on, later_ms in ((origin, False, after_ms), (target, True, (200, 600))):
            self.t_ms += self.rng.randrange(*later_ms)
            self.readings.append(Reading(self.t_ms, self.game.board.name(cell), on))

    def play(self, position):
        """A quiet move, by chance; its piece's cell and the position after it."""
        quiet = [move for move in position.legal_moves() if type(move) is Travel and not move.becomes]
        move = self.rng.choice([move for move in quiet if not position.codes[move.target]])
        self.carry(move.origin, move.target, LATER_MS)
        return move, position.play(move)

    def upset(self, position, moved):
        """Two to five pieces of either side on empty cells, and back in another order."""
        occupied = [cell for cell in self.game.board.cells if position.codes[cell] and cell != moved]
        empty = [cell for cell in self.game.board.cells if not position.codes[cell]]
        swept = self.rng.sample(occupied, self.rng.randrange(2, 6))
        if self.rng.random() < 0.5:
            swept[0] = moved
        strewn = list(zip(swept, self.rng.sample(empty, len(swept)), strict=True))
        for place, (home, where) in enumerate(strewn):
            self.carry(home, where, (200, 600) if place else SOON_MS)
        self.rng.shuffle(strewn)
        for place, (home, where) in enumerate(strewn):
            self.carry(where, home, (300, 600) if place else (3000, 3001))


def told_after_an_upset(game_id, seed):
    """The moves played, and those told."""
    game, rng = fairyrules.game(game_id), Random(seed)
    hands, position, played = Hands(game, rng), game.start(), []
    for _ in range(rng.randrange(2, 6)):
        move, position = hands.play(position)
        played.append(str(move))
    hands.upset(position, move.target)
    for _ in range(2):
        move, position = hands.play(position)
        played.append(str(move))
    belief = begin(game.start(), trays=False, slots={})
    for reading in hands.readings:
        belief, _ = observe(belief, reading)
    return played, [str(move) for move in conclude(belief)[0].moves]


@pytest.mark.parametrize(
    ("game_id", "seeds"),
    [
        ("chess", range(48, 58)),
        ("xiangqi", range(46, 54)),
        ("shogi", range(80, 86)),
        ("wildeurasian-qi", range(4)),
    ],
)
def test_moves_before_and_after_an_upset_are_told(game_id, seeds):
    for seed in seeds:
        played, told = told_after_an_upset(game_id, seed)
        assert told == played, seed
