"""Hands that play a move on the sensors the way people do: pure, seeded, and ignorant of how the tracker thinks.

`perform` gives the readings of one move in one handling style. What a style does not fix (which piece first, how long a
hand rests, where a captured piece goes) is drawn at random, within the physical conventions of a board with tray slots.
"""

import itertools
from collections.abc import Callable, Mapping
from random import Random

from fairyrules import Position
from fairyrules.effect import Effect, Exchange, Removal, Travel
from fairyrules.moves import Move
from fairyrules.pieces import Piece
from reedboard.bench.interleaving import Interleaving
from reedboard.bench.style import Style, UncommonStyle
from reedboard.bench.tray_hands import TrayHands
from reedboard.bench.two_hands import GAP_MS, Hands
from reedboard.board.events import Reading


def perform(
    position: Position,
    move: Move,
    style: Style | UncommonStyle,
    rng: Random,
    trays: Mapping[str, bool] | None = None,
    hurry: float = 1.0,
    gap_ms: tuple[int, int] = GAP_MS,
    spoilt: frozenset[str] = frozenset(),
) -> list[Reading]:
    """The readings of one legal move, times counted from its first.

    Args:
        position: where it is played; the board is taken to agree with it.
        move: a legal move.
        style: how it is handled; a style that does not apply (castling of a Pawn) is a plain one.
        rng: random numbers; equal seeds give equal readings.
        trays: the slots and whether they are occupied; None: a board without.
        hurry: factor on all pauses.
        gap_ms: least and most time between two gestures.
        spoilt: slots on which a piece of another kind may stand; nobody takes one from there.
    """
    board = position.game.board
    occupied = {board.name(cell): position.piece_at(cell) is not None for cell in board.cells}
    hands = Hands({**occupied, **(trays or {})}, rng, hurry=hurry, gap_ms=gap_ms)
    _Gestures(position, move, style, hands, frozenset(trays or ()), spoilt).play()
    return [event for event in hands.events if isinstance(event, Reading)]


class _Gestures:
    """One move being made."""

    def __init__(
        self,
        position: Position,
        move: Move,
        style: Style | UncommonStyle,
        hands: Hands,
        slots: frozenset[str],
        spoilt: frozenset[str],
    ) -> None:
        self.position = position
        self.move = move
        self.style = style
        self.hands = hands
        self.rng = hands.rng
        self.slots = slots
        self.trays = TrayHands(hands, position, style, slots, spoilt)
        self.effect: Effect = position.effect(move)
        self.used = self._cells_used()

    def play(self) -> None:
        if self.style is Style.ADJUSTED_BEFORE:
            self._adjust(after=False)
            self.hands.pause(100, 1500)
        self._make()
        if self.style is Style.ADJUSTED_AFTER:
            self.hands.pause(100, 1500)
            self._adjust(after=True)

    def _make(self) -> None:
        if self.style is Style.ANY_ORDER:
            slots = {slot: self.hands.occupied[slot] for slot in self.slots}
            for site, on in Interleaving(self.position, self.move, slots, self.rng).interleaved():
                (self.hands.place if on else self.hands.lift)(site)
            return
        targets = {travel.target for travel in self.effect.travels}
        first = [each for each in self.effect.removals if each.cell in targets]
        aside = [each for each in self.effect.removals if each.cell not in targets]
        travels = [each for each in self.effect.travels if each.origin != each.target]
        exchanges = {each.cell: each for each in self.effect.exchanges}
        self.rng.shuffle(aside)
        early = [each for each in aside if self.rng.random() < 0.5]
        late = [each for each in aside if each not in early]
        if self.style is Style.PARTNER_FIRST:
            travels.reverse()
        for each in early:
            self._remove(each)
        if len(travels) == 2:
            self._castle(travels[0], travels[1])
        elif travels:
            self._travel(travels[0], first, exchanges.pop(travels[0].target, None))
        elif self.rng.random() < 0.3 and aside and self._shooter() is not None:
            self.hands.touch(self._name(self._shooter() or 0))
        for cell, exchange in exchanges.items():
            self._exchange(cell, exchange)
        for entry in self.effect.entries:
            if self.style is UncommonStyle.WRONG_FIRST:
                self.trays.drop_another(entry.piece, entry.holder, self._name(entry.cell))
            self.trays.lift_new(entry.piece, entry.holder)
            self._interrupt()
            self.hands.place(self._name(entry.cell))
        for each in late:
            self._remove(each)
        for turn in self.effect.turns:
            if self.rng.random() < 0.3:
                self.hands.touch(self._name(turn.cell))

    def _travel(self, travel: Travel, victims: list[Removal], exchange: Exchange | None) -> None:
        origin, target = self._name(travel.origin), self._name(travel.target)
        mover_first = self.style in (Style.MOVER_FIRST, Style.BOTH_IN_HAND, Style.SWEPT) or (
            self.style is not Style.PLAIN and self.rng.random() < 0.5
        )
        if self.style is UncommonStyle.PUSHED_OUT and victims:
            self._push_out(origin, target, victims)
            if exchange is not None:
                self._exchange(travel.target, exchange)
            return
        slid = self.style in (Style.SLID, UncommonStyle.SLID_SLOWLY)
        path = self._path(travel) if slid or self.style is Style.RESTED else []
        in_hand = exchange is not None and self.style is not Style.EXCHANGED_ON_BOARD and self.rng.random() < 0.6
        if not mover_first:
            for victim in victims:
                self._remove(victim)
        if slid and path:
            self._slide([origin, *path, target], victims if mover_first else [])
        else:
            self.hands.lift(origin)
            self._interrupt()
            for rest in path:
                self.hands.place(rest)
                self.hands.pause(100, 1500)
                self.hands.lift(rest)
            if mover_first:
                for victim in victims:
                    self._sweep(victim) if self.style is Style.SWEPT else self._remove(victim, at_once=False)
            if exchange is not None and in_hand:
                self._swap_in_hand(exchange)
            self.hands.place(target)
        if exchange is not None and not (in_hand and path == []):
            self.hands.pause(50, 900)
            self._exchange(travel.target, exchange)
        self._tidy(victims if mover_first else [])

    def _slide(self, cells: list[str], victims: list[Removal]) -> None:
        """Drags the piece along; two neighbouring sensors may both feel it for a moment."""
        for here, there in itertools.pairwise(cells):
            for victim in victims:
                if self._name(victim.cell) == there:
                    self._remove(victim, at_once=False)
            near = abs(ord(here[0]) - ord(there[0])) <= 1 and abs(int(here[1:]) - int(there[1:])) <= 1
            steps = (self.hands.place, self.hands.lift) if near and self.rng.random() < 0.6 else None
            before = self.hands.t_ms
            if steps:
                self.hands.place(there)
                self.hands.t_ms = before + self.rng.randint(5, 120)
                self.hands.lift(here)
            else:
                self.hands.lift(here)
                self.hands.t_ms = before + self.rng.randint(5, 120)
                self.hands.place(there)
            if self.style is UncommonStyle.SLID_SLOWLY:
                self.hands.pause(700, 1300)

    def _push_out(self, origin: str, target: str, victims: list[Removal]) -> None:
        """Sets the piece on the edge of the target, which feels a magnet all the time, or nearly."""
        self.hands.lift(origin)
        for victim in victims:
            free = [name for name in self._neighbours(victim.cell) if not self.hands.occupied[name]]
            over = self.rng.choice(free) if free and self.rng.random() < 0.5 else None
            if over is not None:
                self.hands.place(over)
            if self.rng.random() < 0.7:
                before = self.hands.t_ms
                self.hands.lift(target)
                self.hands.t_ms = before + self.rng.randint(10, 80)
                self.hands.place(target)
            if over is not None:
                self.hands.lift(over)
        self._tidy(victims)

    def _castle(self, one: Travel, other: Travel) -> None:
        slow = self.style is Style.SLOW
        names = [(self._name(each.origin), self._name(each.target)) for each in (one, other)]
        crossed = names[0][1] == names[1][0] or names[1][1] == names[0][0]
        at_once = self.style is UncommonStyle.BOTH_AT_ONCE
        if self.style is Style.BOTH_IN_HAND or crossed or at_once:
            order = names[:]
            self.rng.shuffle(order)
            for number, (origin, _) in enumerate(order):
                self._together(self.hands.lift, origin, at_once and number == 0)
            self._interrupt()
            self.rng.shuffle(order)
            for number, (_, target) in enumerate(order):
                self._together(self.hands.place, target, at_once and number == 0)
            return
        for number, (each, (origin, target)) in enumerate(zip((one, other), names, strict=True)):
            self.hands.lift(origin)
            self._interrupt()
            if self.style is Style.RESTED:
                for rest in self._path(each):
                    self.hands.place(rest)
                    self.hands.pause(100, 1500)
                    self.hands.lift(rest)
            self.hands.place(target)
            if number == 0 and slow:
                self.hands.pause(800, 4000)

    def _together(self, gesture: Callable[[str], None], site: str, with_next: bool) -> None:
        """Does something, and the next thing in the same moment if wanted."""
        before = self.hands.t_ms
        gesture(site)
        if with_next:
            self.hands.t_ms = before + self.rng.randint(0, 40)

    def _exchange(self, cell: int, exchange: Exchange) -> None:
        """The piece on a cell leaves and another takes its place."""
        name = self._name(cell)
        if self.rng.random() < 0.5:
            self.trays.lift_new(exchange.after, exchange.taken_from)
            self.hands.lift(name)
        else:
            self.hands.lift(name)
            self.trays.lift_new(exchange.after, exchange.taken_from)
        if self.rng.random() < 0.5:
            self.trays.shelve(exchange.before, exchange.given_to, exchange.before.kind)
            self.hands.place(name)
        else:
            self.hands.place(name)
            self.trays.shelve(exchange.before, exchange.given_to, exchange.before.kind)

    def _swap_in_hand(self, exchange: Exchange) -> None:
        if self.rng.random() < 0.5:
            self.trays.shelve(exchange.before, exchange.given_to, exchange.before.kind)
            self.trays.lift_new(exchange.after, exchange.taken_from)
        else:
            self.trays.lift_new(exchange.after, exchange.taken_from)
            self.trays.shelve(exchange.before, exchange.given_to, exchange.before.kind)

    def _remove(self, removal: Removal, at_once: bool = True) -> None:
        self.hands.lift(self._name(removal.cell))
        if at_once:
            self.trays.shelve(removal.piece, removal.holder, removal.kind_held or removal.piece.kind)

    def _sweep(self, removal: Removal) -> None:
        """Pushes the victim over a free neighbouring cell off the board."""
        self.hands.lift(self._name(removal.cell))
        free = [name for name in self._neighbours(removal.cell) if not self.hands.occupied[name]]
        if free and self.rng.random() < 0.5:
            over = self.rng.choice(free)
            self.hands.place(over)
            self.hands.lift(over)

    def _tidy(self, victims: list[Removal]) -> None:
        for victim in victims:
            self.trays.shelve(victim.piece, victim.holder, victim.kind_held or victim.piece.kind)

    def _interrupt(self) -> None:
        """Something happens to a bystander while a piece is in the hand."""
        if self.style is Style.BUMPED:
            self._touch_bystander(lambda piece: piece.side is not self.position.side)
        elif self.style is Style.ADJUSTED_DURING:
            self._touch_bystander(lambda piece: True)

    def _touch_bystander(self, wanted: Callable[[Piece], bool]) -> None:
        names = [
            self._name(cell)
            for cell, piece in self.position.pieces().items()
            if wanted(piece) and cell not in self.used and self.hands.occupied[self._name(cell)]
        ]
        if names:
            self.hands.touch(self.rng.choice(names))

    def _adjust(self, after: bool) -> None:
        pieces = self.position.play_unchecked(self.move).pieces() if after else self.position.pieces()
        names = [self._name(cell) for cell in pieces if cell not in self.used]
        for name in self.rng.sample(names, min(len(names), self.rng.randint(1, 2))):
            self.hands.touch(name)

    def _path(self, travel: Travel) -> list[str]:
        """Free cells on the straight way, or one legal cell to rest on."""
        if self.style is Style.RESTED:
            rests = [
                cell
                for other in self.position.legal_moves()
                for each in self.position.effect(other).travels
                if each.origin == travel.origin
                for cell in [each.target]
                if self.position.piece_at(cell) is None and cell not in self.used
            ]
            return [self._name(self.rng.choice(rests))] if rests else []
        files = self.position.game.board.files
        rank, file = divmod(travel.origin, files)
        rank2, file2 = divmod(travel.target, files)
        steps = max(abs(rank2 - rank), abs(file2 - file))
        if (rank2 - rank) % steps or (file2 - file) % steps:
            return []
        way = [
            (rank + (rank2 - rank) // steps * step) * files + file + (file2 - file) // steps * step
            for step in range(1, steps)
        ]
        board = self.position.game.board
        return (
            []
            if any(cell not in board.cells or self.position.piece_at(cell) for cell in way)
            else [self._name(cell) for cell in way]
        )

    def _neighbours(self, cell: int) -> list[str]:
        board = self.position.game.board
        rank, file = divmod(cell, board.files)
        return [
            board.name(other)
            for other in board.cells
            if max(abs(other // board.files - rank), abs(other % board.files - file)) == 1
        ]

    def _shooter(self) -> int | None:
        """Who takes from a distance and stays; one that goes up in its own explosion is no such piece."""
        origin = getattr(self.move, "origin", None)
        gone = [each.cell for each in self.effect.removals]
        return origin if isinstance(origin, int) and origin not in gone else None

    def _cells_used(self) -> frozenset[int]:
        effect = self.effect
        return frozenset(
            [each.origin for each in effect.travels]
            + [each.target for each in effect.travels]
            + [each.cell for each in effect.removals]
            + [each.cell for each in effect.exchanges]
            + [each.cell for each in effect.entries]
        )

    def _name(self, cell: int) -> str:
        return self.position.game.board.name(cell)
