"""A game of a club evening from its first reading to its last, with what was truly played."""

from dataclasses import replace
from random import Random

from fairyrules import Game, Position
from fairyrules.effect import HOLDERS
from fairyrules.moves import Move
from fairyrules.pieces import Piece, Side
from reedboard.bench.evening.between import HAPPENINGS
from reedboard.bench.evening.handling import Handling
from reedboard.bench.evening.hands import Hands, side_of
from reedboard.bench.evening.happens import happens_in
from reedboard.bench.evening.overlap import merged
from reedboard.bench.evening.people import Odd, Person
from reedboard.bench.evening.set_up import set_up
from reedboard.bench.evening.tabletop import Act, ImpossibleError, Tabletop
from reedboard.bench.evening.unfinished import Remaining, Unfinished
from reedboard.bench.simulated_game import SimulatedGame, full_trays
from reedboard.bench.table import SoFar
from reedboard.board.events import Press, Reading
from reedboard.game.trace import TraceHeader

EARLY = (Odd.BEGINS_EARLY, Odd.OVERTAKES)
"""What needs a move made just before."""

SELDOM = frozenset(
    {
        *(Odd.VICTIM_FORGOTTEN, Odd.ROOK_FORGOTTEN, Odd.CASTLES_SHORT, Odd.EXCHANGE_FORGOTTEN, Odd.BORROWS),
        *(Odd.WRONG_KIND_FIRST, Odd.TOUCHES_SHOOTER),
    }
)
"""What only few moves allow, so it happens whenever it can at an odd ply, and at some of the others."""
SEIZED = 0.3
"""Share of the other plies at which it may."""


def play(
    game: Game, people: tuple[Person, Person], rng: Random, trays: bool, plies: int, fen: str | None = None
) -> SimulatedGame:
    """A seeded game of at most so many plies between White's and Black's player."""
    return Sitting(game, people, rng, trays, fen).played(plies)


class Sitting:
    """A game going on: the table, the truth, and what was sensed."""

    def __init__(
        self, game: Game, people: tuple[Person, Person], rng: Random, trays: bool, fen: str | None = None
    ) -> None:
        self.game = game
        clock = any(person.clock for person in people)
        self.people = tuple(replace(person, clock=clock) for person in people)
        self.rng = rng
        self.position = game.position(fen) if fen else game.start()
        self.moves: list[Move] = []
        slots = full_trays(self.position, rng) if trays else {}
        self.header = TraceHeader(game.id, fen, trays, slots)
        on = self._cells(self.position)
        holders = {holder: side_of(holder) for holder in HOLDERS}
        on |= {
            slot: Piece(side, slot[2:].rstrip("0123456789"))
            for holder, side in holders.items()
            for slot, full in slots.items()
            if full and slot.startswith(f"{holder}:")
        }
        self.table = Tabletop((*map(game.board.name, game.board.cells), *slots), on)
        self.events: list[Reading | Press] = []
        self.odd: list[tuple[int, Odd]] = []
        """What was odd, and at which event it began."""
        self._tags: list[int | None] = []
        """For each event the number of its move."""
        self._past: list[tuple[Position, dict[str, Piece]]] = []
        """The position before each move, and what should stand on every site then."""
        self._undone: list[SoFar] = []
        self._unfinished: list[Unfinished] = []
        self._last: tuple[Tabletop, list[Act], int] | None = None
        """The table before the move made last, how it was made, and the events before it; none once something else
        happened."""

    def played(self, plies: int) -> SimulatedGame:
        """Plays to the end."""
        while len(self.moves) < plies and self.position.legal_moves():
            person = self.people[self.position.side]
            self._finish([each for each in self._unfinished if each.seen <= len(self.moves)])
            odd = None
            move = self._drawn()
            if self.rng.random() < person.odd_share:
                odd, move = self._odd(person, move)
            elif self.rng.random() < SEIZED:
                fitting = [each for each in person.odd if each in SELDOM and self._happens(each, move)]
                odd = self.rng.choice(fitting) if fitting else None
            if odd is not None:
                self.odd.append((len(self.events), odd))
            if odd is not None and odd in HAPPENINGS:
                self._happen(odd, person)
            elif odd is Odd.TAKES_BACK:
                self._take_back(min(len(self.moves), self.rng.choice((1, 1, 1, 2, 2, 3, 4))))
                continue
            elif odd is Odd.ANALYSES:
                self._analyse(person)
            self._make(move, person, odd)
        self._finish(self._unfinished)
        spans = self._spans()
        return SimulatedGame(
            self.header,
            tuple(self.events),
            tuple(self.moves),
            self.position,
            spans,
            self._unheard(),
            tuple(self._undone),
        )

    # Which move, and what is odd

    def _drawn(self) -> Move:
        """A random move; more than half of the time first a random sort of moves, so that rare sorts are frequent."""
        moves = self.position.legal_moves()
        if self.rng.random() < 0.55:
            sorts: dict[object, list[Move]] = {}
            for move in moves:
                effect = self.position.effect(move)
                parts = (effect.travels, effect.removals, effect.exchanges, effect.entries, effect.turns)
                afar = {each.cell for each in effect.removals} - {each.target for each in effect.travels}
                sorts.setdefault((type(move), bool(afar), *map(len, parts)), []).append(move)
            moves = tuple(self.rng.choice(list(sorts.values())))
        some = self.rng.sample(moves, min(len(moves), 5))
        lasting = (move for move in some if self.position.play_unchecked(move).legal_moves())
        return next(lasting, some[0])  # a game is not to end as soon as chance finds a mate

    def _odd(self, person: Person, move: Move) -> tuple[Odd | None, Move]:
        """Something odd that may happen now, and a move in which it does."""
        legal = self.position.legal_moves()
        for odd in sorted(self.rng.sample(person.odd, len(person.odd)), key=lambda each: each not in SELDOM):
            if odd in EARLY and (self._last is None or self._unfinished):
                continue
            if odd is Odd.TAKES_BACK and not self.moves:
                continue
            if odd is Odd.FIDDLES_IN_TRAY and not any(":" in site for site in self.table.on):
                continue
            if self._happens(odd, move):
                return odd, move
            if fitting := [each for each in legal if self._happens(odd, each)]:
                return odd, self.rng.choice(fitting)
        return None, move

    def _happens(self, odd: Odd, move: Move) -> bool:
        return happens_in(odd, self.position, move, self.header.trays)

    # What happens

    def _make(self, move: Move, person: Person, odd: Odd | None) -> None:
        self._finish([each for each in self._unfinished if self._in_the_way(each, move)])
        try:
            handling = self._handled(move, person, odd)
        except ImpossibleError:
            self._finish(self._unfinished)
            handling = self._handled(move, person, odd)
        acts = handling.hands.acts
        before, events = self.table.copy(), len(self.events)
        together = None
        if odd in EARLY and self._last is not None and not self._unfinished:
            together = merged(self._last[0], self._last[1], acts, odd is Odd.OVERTAKES, self.rng)
        slots = {site: piece for site, piece in self.table.on.items() if ":" in site}
        self._past.append((self.position, self._cells(self.position) | slots))
        self.moves.append(move)
        self.position = self.position.play_unchecked(move)
        self._unfinished += handling.left
        if together is None or self._last is None:
            self._do(acts)
            self._last = before, acts, events
        else:
            self.table, _, events = self._last
            del self.events[events:], self._tags[events:]
            self._do(together)
            self._last = None
        self._check()

    def _handled(self, move: Move, person: Person, odd: Odd | None) -> Handling:
        hands = self._hands(person, len(self.moves))
        hands.think()
        handling = Handling(hands, self.position, move, person, odd)
        handling.perform()
        return handling

    def _in_the_way(self, each: Unfinished, move: Move) -> bool:
        """Whether what is left is seen as the move is made: a piece not on its slot, while a tray is looked through."""
        effect = self.position.effect(move)
        astray = isinstance(each, Remaining) and (not each.site or ":" in each.site)
        return astray and bool(effect.entries or effect.exchanges)

    def _happen(self, odd: Odd, person: Person) -> None:
        self._finish(self._unfinished)
        hands = self._hands(person, None)
        if self.rng.random() < 0.25:
            hands.hand = hands.side.other
        hands.think(0.4)
        left = HAPPENINGS[odd](hands, self.position, person.clock)
        self._do(hands.acts)
        self._unfinished += [replace(each, seen=each.seen + len(self.moves)) for each in left]
        self._check()

    def _analyse(self, person: Person) -> None:
        """Tries some moves for both sides, and takes them back."""
        first = len(self.moves)
        for _ in range(self.rng.randint(1, 4)):
            if self.position.legal_moves():
                self._make(self._drawn(), replace(person, clock=False), None)
        self._take_back(len(self.moves) - first)

    def _take_back(self, count: int) -> None:
        """Takes so many moves back: one after the other, or all pieces in any order."""
        self._finish(self._unfinished)
        if not count:
            return
        self._undone.append(SoFar(tuple(self.moves), self._spans()))
        left = len(self.moves) - count
        hands = self._hands(self.people[self.position.side], None)
        hands.think(0.6)
        if self.rng.random() < 0.6:
            for _, on in reversed(self._past[left:]):
                set_up(hands, self.game, on)
        else:
            set_up(hands, self.game, self._past[left][1])
        self._do(hands.acts)
        self.position = self._past[left][0]
        del self.moves[left:], self._past[left:]
        self._tags = [None if tag is not None and tag >= left else tag for tag in self._tags]
        self._check()

    def _finish(self, some: list[Unfinished]) -> None:
        """Puts right what stands wrong; it belongs to the move that left it so."""
        for each in tuple(some):
            side = each.piece.side.other if isinstance(each, Remaining) else self.rng.choice(tuple(Side))
            hands = Hands(self.table, side, self.rng, self.people[side].pace, each.ply)
            hands.think(0.3)
            each.finish(hands)
            self._unfinished.remove(each)
            self._do(hands.acts)
            self._check()

    # Books

    def _hands(self, person: Person, ply: int | None) -> Hands:
        return Hands(self.table, self.position.side, self.rng, person.pace, ply)

    def _do(self, acts: list[Act]) -> None:
        for act in acts:
            event = self.table.do(act)
            if event is not None:
                self.events.append(event)
                self._tags.append(act.ply)
        self._last = None

    def _cells(self, position: Position) -> dict[str, Piece]:
        return {self.game.board.name(cell): piece for cell, piece in position.pieces().items()}

    def _check(self) -> None:
        """That the board shows the position, but for what is known to stand wrong."""
        wanted = self._cells(self.position)
        for each in self._unfinished:
            each.alter(wanted)
        found = {site: piece for site, piece in self.table.on.items() if ":" not in site}
        assert found == wanted, f"{found.items() ^ wanted.items()} after {self.moves[-1:]}"

    def _spans(self) -> tuple[tuple[int, int], ...]:
        """For each move its first event and the one after its last."""
        found: dict[int, tuple[int, int]] = {}
        for index, tag in enumerate(self._tags):
            if tag is not None:
                first, _ = found.get(tag, (index, index))
                found[tag] = first, index + 1
        return tuple(found[number] for number in range(len(self.moves)))

    def _unheard(self) -> frozenset[int]:
        """The moves whose captured piece was pushed out, so that its cell was never felt empty."""
        lifted = {
            (tag, event.site)
            for tag, event in zip(self._tags, self.events, strict=True)
            if isinstance(event, Reading) and not event.on
        }
        found = set()
        for number, (move, (position, _)) in enumerate(zip(self.moves, self._past, strict=True)):
            effect = position.effect(move)
            taken = {each.cell for each in effect.removals} & {each.target for each in effect.travels}
            if any((number, self.game.board.name(cell)) not in lifted for cell in taken):
                found.add(number)
        return frozenset(found)
