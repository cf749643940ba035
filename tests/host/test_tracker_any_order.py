"""In whatever order hands do it, every legal move of every game is seen, leads to an equal position, or is asked."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fairyrules
from reedboard.core.events import Reading
from reedboard.core.tracker import begin, conclude, observe

PAUSES_MS = (0, 30, 150, 400)


def walk(game, rng, plies):
    """A position that random play leads to, not past the end of the game."""
    position = game.start()
    for _ in range(plies):
        following = position.play(rng.choice(position.legal_moves()))
        if not following.legal_moves():
            break
        position = following
    return position


def slots_for(position, rng):
    """Slots for every kind that may stand beside the board; games without reserves have spare pieces on some."""
    slots = {}
    for holder in "wbn" if position.game.has_reserves else "wb":
        for kind in {kind.lstrip("+") for kind in position.game.kinds}:
            for number in (1, 2):
                slots[f"{holder}:{kind}{number}"] = (
                    number == 1 and not position.game.has_reserves and rng.random() < 0.7
                )
    return slots


class Strands:
    """What each piece of a move does, one strand of (site, on) a piece; strands are then twisted in any order."""

    def __init__(self, position, move, slots, rng):
        self.name, self.slots, self.rng = position.game.board.name, dict(slots), rng
        self.without_reserves = not position.game.has_reserves
        self.occupied = {self.name(cell) for cell in position.pieces()} | {slot for slot, on in slots.items() if on}
        effect = position.effect(move)
        exchanges = {each.cell: each for each in effect.exchanges}
        self.strands = []
        for each in effect.removals:
            self.strands.append([(self.name(each.cell), 0), *self.shelved(each.holder, each.piece, each.kind_held)])
        for each in effect.travels:
            if each.origin != each.target:
                put = self.exchanged(exchanges.pop(each.target, None), each.target)
                self.strands.append([(self.name(each.origin), 0), *put])
        for cell, each in exchanges.items():
            self.strands.append([(self.name(cell), 0), *self.exchanged(each, cell)])
        for each in effect.entries:
            self.strands.append([*self.unshelved(each.holder, each.piece), (self.name(each.cell), 1)])

    def shelved(self, holder, piece, kind=None):
        """A piece laid on a free slot of its own, or beside the board."""
        free = [slot for slot in self.of(holder, piece, kind) if not self.slots[slot]]
        if not free or self.rng.random() < 0.2:
            return []
        self.slots[free[0]] = True
        return [(free[0], 1)]

    def unshelved(self, holder, piece):
        """A piece out of a slot that holds one, or from beside the board."""
        held = [slot for slot in self.of(holder, piece) if self.slots[slot] and slot in self.occupied]
        return [(held[0], 0)] if held else []

    def of(self, holder, piece, kind=None):
        if holder is None and not self.without_reserves:
            return []
        group = f"{holder or piece.side.letter}:{kind or piece.kind}"
        return sorted(slot for slot in self.slots if slot.rstrip("0123456789") == group)

    def exchanged(self, exchange, cell):
        """A piece put on a cell; exchanged in the hand, or after it stood there."""
        put = (self.name(cell), 1)
        if exchange is None:
            return [put]
        swap = [
            self.unshelved(exchange.taken_from, exchange.after),
            self.shelved(exchange.given_to, exchange.before, exchange.before.kind.lstrip("+")),
        ]
        self.rng.shuffle(swap)
        stood = [put, (self.name(cell), 0)] if self.rng.random() < 0.5 else []
        return [*stood, *swap[0], *swap[1], put]

    def twisted(self):
        """The strands in one random order that pieces allow: no cell takes a second piece."""
        strands, occupied = [list(strand) for strand in self.strands], set(self.occupied)
        while any(strands):
            ready = [strand for strand in strands if strand and not (strand[0][1] and strand[0][0] in occupied)]
            site, on = self.rng.choice(ready).pop(0)
            (occupied.add if on else occupied.discard)(site)
            yield site, bool(on)


def felt(position, move, trays, rng):
    """The belief after a move was made in any order and at any pace, and how many readings that took."""
    slots = slots_for(position, rng) if trays else {}
    belief, t_ms, count = begin(position, trays, slots), 0, 0
    for site, on in Strands(position, move, slots, rng).twisted():
        t_ms += rng.choice(PAUSES_MS)
        belief, _ = observe(belief, Reading(t_ms, site, on))
        count += 1
    belief, _ = conclude(belief)
    return belief, count


def understood(position, move, belief, count):
    """How a move was understood: seen, asked about or, when nothing was to be felt of it, unseen; None: wrongly."""
    if any(str(move) == str(each) for moves in belief.questions.values() for each in moves):
        return "asked"
    if len(belief.moves) == 1 and position.play(belief.moves[0]) == position.play(move):
        return "seen"
    return "unseen" if count == 0 and not belief.moves else None


@pytest.mark.parametrize("trays", [False, True], ids=["no trays", "trays"])
@pytest.mark.parametrize("name", fairyrules.games())
def test_every_move_is_understood_in_any_order(name, trays, deep):
    game = fairyrules.game(name)

    @settings(max_examples=6 if deep else 8, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(rng=st.randoms(use_true_random=False), plies=st.integers(0, 70))
    def check(rng, plies):
        position = walk(game, rng, plies)
        moves = position.legal_moves()
        for move in moves if deep else rng.sample(moves, min(6, len(moves))):
            belief, count = felt(position, move, trays, rng)
            how = understood(position, move, belief, count)
            ways[how] += 1
            assert how, (position.fen(), str(move), [str(each) for each in belief.moves], belief.questions)

    ways = Counter()
    check()
    assert ways["seen"] > ways["asked"]
