"""One move made by hand, in somebody's manner, perhaps with something odd."""

from collections.abc import Sequence

from fairyrules import Position
from fairyrules.board import Cell
from fairyrules.effect import Entry, Exchange, Removal, Travel, Turn
from fairyrules.moves import Move
from fairyrules.pieces import Piece
from reedboard.bench.evening.hands import Hands, plain
from reedboard.bench.evening.near import cells_between, empty_near, near_cells
from reedboard.bench.evening.people import Capture, Castle, Odd, Person, Promote
from reedboard.bench.evening.removing import LEAVE_VICTIM, Removing, seen
from reedboard.bench.evening.tabletop import FELT
from reedboard.bench.evening.unfinished import Astray, Unexchanged, Unfinished

LONG_MS = (5000, 40_000)
"""How long somebody rests with a piece in the hand."""


class Handling:
    """A move on its way.

    Args:
        hands: of the player who makes it; they know the number of the move.
        odd: what happens on top of it, which `happens_in` has to allow.
    """

    def __init__(self, hands: Hands, position: Position, move: Move, person: Person, odd: Odd | None) -> None:
        self.hands = hands
        self.rng = hands.rng
        self.position = position
        self.board = position.game.board
        self.person = person
        self.odd = odd
        self.effect = position.effect(move)
        self.left: list[Unfinished] = []
        """What stands wrong afterwards."""
        self._off = Removing(hands, self.board, odd, self.left)

    def perform(self) -> None:
        """Makes the move.

        Raises: ImpossibleError if something stands wrong that is needed for it.
        """
        effect = self.effect
        if len(effect.travels) == 2:
            self._castle(*effect.travels)
        elif effect.entries:
            self._drop(effect.entries[0])
        elif effect.travels:
            self._travel(effect.travels[0])
        elif effect.exchanges:
            self._change(effect.exchanges[0])
        elif effect.removals:
            self._shoot()
        for turn in effect.turns:
            if turn.cell not in {each.target for each in effect.travels}:
                self._turn_where_it_stands(turn)
        unfelt = not any(act.verb in FELT for act in self.hands.acts)
        if self.person.clock or unfelt:  # nobody could know of a move of which nothing was felt
            self.hands.wait((50, 800))
            self.hands.press(is_all=unfelt)

    # A piece goes somewhere, perhaps taking, perhaps exchanged

    def _travel(self, travel: Travel) -> None:
        hands = self.hands
        origin, target = self.board.name(travel.origin), self.board.name(travel.target)
        self._before(origin)
        victim = next((each for each in self.effect.removals if each.cell == travel.target), None)
        afar = [each for each in self.effect.removals if each.cell != travel.target]
        early = self.rng.random() < 0.25 and self.odd is not Odd.VICTIM_FORGOTTEN
        if early:
            self._off.remove(afar)
        exchange = next((each for each in self.effect.exchanges if each.cell == travel.target), None)
        promote = self.rng.choice(self.person.promotes)
        swaps = exchange is not None and exchange.taken_from is not None and victim is not None
        if swaps and promote is Promote.READY:
            promote = Promote.SWAPPED
        if exchange is not None and promote is Promote.READY:
            self._obtain(exchange)
            hands.quick()
        keep = self._grasp(travel, origin, target, victim)
        if swaps and keep is not None:  # the captured piece may be the very one that is needed
            hands.quick()
            self._off.lay_away(keep)
            keep = None
        if self.odd is Odd.PUSHES_OUT and victim is not None:
            hands.gesture()
            piece = self._turned(travel)
            hands.push_in(target, piece)
            keep = victim
        elif exchange is None:
            self._carry(travel.piece, travel, target)
            self._put_down(self._turned(travel), origin, target)
        else:
            self._carry(travel.piece, travel, target)
            self._promote(exchange, target, promote)
        if keep is not None:
            hands.gesture()
            self._off.lay_away(keep)
        if not early:
            self._off.remove(afar)
        if self.odd is Odd.BUMPS:
            self._bump(target)

    def _grasp(self, travel: Travel, origin: str, target: str, victim: Removal | None) -> Removal | None:
        """Lifts the piece that moves, and what it takes in one order or another.

        Returns: what was taken, while it is still in the hand.
        """
        hands = self.hands
        if victim is None or self.odd is Odd.PUSHES_OUT:
            hands.lift(origin, travel.piece)
            return None
        helped = self.odd is Odd.VICTIM_HELPED_OFF
        order = Capture.VICTIM_FIRST if helped else self.rng.choice(self.person.captures)
        first, second = (origin, travel.piece), (target, victim.piece)
        match order:
            case Capture.VICTIM_FIRST | Capture.VICTIM_HELD:
                if helped:
                    hands.hand = hands.side.other
                hands.lift(*second)
                hands.gesture()
                at_once = order is Capture.VICTIM_FIRST and self.odd not in LEAVE_VICTIM
                if at_once:
                    self._off.lay_away(victim)
                    hands.gesture()
                hands.hand = hands.side
                hands.lift(*first)
                return None if at_once else victim
            case Capture.MOVER_FIRST:
                hands.lift(*first)
                hands.gesture()
                hands.lift(*second)
            case Capture.BOTH_HANDS:
                both = [first, second]
                self.rng.shuffle(both)
                hands.lift(*both[0])
                hands.quick()
                hands.lift(*both[1])
        return victim

    def _carry(self, piece: Piece, travel: Travel, target: str) -> None:
        """The way of a piece held."""
        hands = self.hands
        between = self._between(travel.origin, travel.target)
        hands.gesture()
        match self.odd:
            case Odd.HOLDS_LONG:
                hands.wait(LONG_MS)
            case Odd.TRIES_A_CELL:
                self._rest_on(self._empty_near(travel.target), piece, (250, 2500))
            case Odd.DROPS_ON_THE_WAY:
                free = [cell for cell in between if hands.table.free(cell)]
                self._rest_on(free or self._empty_near(travel.origin), piece, (60, 500))
            case Odd.SLIDES:
                hands.slide(piece, between)
            case _:
                if self.rng.random() < self.person.slides:
                    hands.slide(piece, between)

    def _rest_on(self, cells: Sequence[str], piece: Piece, ms: tuple[int, int]) -> None:
        """Puts a piece held on one of these cells, if there are any, and takes it up again."""
        if cells:
            cell = self.rng.choice(cells)
            self.hands.put(cell, piece)
            self.hands.wait(ms)
            self.hands.lift(cell)
            self.hands.gesture()

    def _put_down(self, piece: Piece, origin: str, target: str) -> None:
        """Puts a piece held where it belongs, or beside that."""
        if self.odd is Odd.ASTRAY:
            legal = self._legal_from(origin)
            away = [cell for cell in self._empty_near(self.board.cell(target)) if cell not in {origin, *legal}]
            if away and self.hands.table.free(target):
                wrong = self.rng.choice(away)
                self.hands.put(wrong, piece)
                self.left.append(Astray(self.hands.ply, seen(self.hands), piece, wrong, target))
                return
        self.hands.put(target, piece)

    def _legal_from(self, origin: str) -> set[str]:
        """Where the rules let a piece go from a cell, or, from none, be dropped: there it would not stand wrong."""
        effects = map(self.position.effect, self.position.legal_moves())
        if not origin:
            return {self.board.name(each.cell) for effect in effects for each in effect.entries}
        travels = (effect.travels[0] for effect in effects if effect.travels)
        return {self.board.name(each.target) for each in travels if self.board.name(each.origin) == origin}

    def _promote(self, exchange: Exchange, target: str, promote: Promote) -> None:
        hands, before = self.hands, exchange.before
        if self.odd is Odd.EXCHANGE_FORGOTTEN and promote is not Promote.READY:
            hands.put(target, before)
            self.left.append(Unexchanged(hands.ply, seen(hands), target, exchange, self._off_books(exchange)))
            return
        if promote is not Promote.DIRECT:
            hands.put(target, before)
            hands.gesture()
            hands.lift(target, before)
        if promote is not Promote.READY:
            hands.gesture()
            hands.give_to(before, exchange.given_to)
            hands.gesture()
            self._obtain(exchange)
        hands.gesture()
        hands.put(target, exchange.after)
        if promote is Promote.READY:
            hands.gesture()
            hands.give_to(before, exchange.given_to)

    # The other shapes

    def _castle(self, king: Travel, rook: Travel) -> None:
        hands, name = self.hands, self.board.name
        order = self.rng.choice(self.person.castles)
        if self.odd in (Odd.ROOK_FORGOTTEN, Odd.CASTLES_SHORT):
            order = Castle.KING_FIRST
        pair = (rook, king) if order is Castle.ROOK_FIRST else (king, rook)
        if order is Castle.BOTH_HANDS:
            for each in self.rng.sample(pair, 2):
                hands.lift(name(each.origin), each.piece)
                hands.quick()
            hands.gesture()
            for each in self.rng.sample(pair, 2):
                hands.put(name(each.target), each.piece)
                hands.quick()
        else:
            for each in pair:
                if each is rook and self.odd is Odd.ROOK_FORGOTTEN:
                    astray = Astray(hands.ply, seen(hands), rook.piece, name(rook.origin), name(rook.target))
                    self.left.append(astray)
                    break
                hands.lift(name(each.origin), each.piece)
                hands.gesture()
                between = self._between(each.origin, each.target)
                if each is king and self.odd is Odd.CASTLES_SHORT and between and hands.table.free(between[-1]):
                    hands.put(between[-1], each.piece)
                    hands.wait((300, 3000))
                    hands.lift(between[-1])
                    hands.gesture()
                hands.put(name(each.target), each.piece)
                hands.gesture()
        self._off.remove(self.effect.removals)

    def _drop(self, entry: Entry) -> None:
        piece, cell = entry.piece, entry.cell
        if self.odd is Odd.WRONG_KIND_FIRST:
            self._take_wrong_kind(piece)
        self.hands.obtain(piece, entry.holder)
        self.hands.gesture()
        if self.odd is Odd.HOLDS_LONG:
            self.hands.wait(LONG_MS)
        if self.odd is Odd.TRIES_A_CELL:
            self._rest_on(self._empty_near(cell), piece, (250, 2500))
        self._put_down(piece, "", self.board.name(cell))
        if self.odd is Odd.BUMPS:
            self._bump(self.board.name(cell))

    def _change(self, exchange: Exchange) -> None:
        """A piece is exchanged where it stands, perhaps for another given up."""
        hands, cell = self.hands, self.board.name(exchange.cell)
        first = self.rng.random() < 0.5
        if first:
            self._off.remove(self.effect.removals)
        ready = self.rng.random() < 0.3
        if ready:
            self._obtain(exchange)
            hands.gesture()
        hands.lift(cell, exchange.before)
        hands.gesture()
        if not ready:
            hands.give_to(exchange.before, exchange.given_to)
            hands.gesture()
            self._obtain(exchange)
            hands.gesture()
        hands.put(cell, exchange.after)
        if ready:
            hands.gesture()
            hands.give_to(exchange.before, exchange.given_to)
        if not first:
            self._off.remove(self.effect.removals)

    def _shoot(self) -> None:
        """A piece takes from where it stands; whose it is, who removes the other may show by touching it."""
        shooters = self._shooters()
        if self.odd is Odd.TOUCHES_SHOOTER and shooters:
            self.hands.nudge(self.rng.choice(shooters), (150, 1500))
            self.hands.gesture()
        self._off.remove(self.effect.removals)

    def _turn_where_it_stands(self, turn: Turn) -> None:
        """Turns a piece over; half of the people lift it for that."""
        cell = self.board.name(turn.cell)
        self.hands.wait((200, 1200))
        if self.rng.random() < 0.5:
            self.hands.lift(cell, turn.before)
            self.hands.gesture()
            self.hands.call(turn.before, turn.after)
            self.hands.put(cell, turn.after)
        else:
            self.hands.call(turn.before, turn.after, cell)

    # Parts of moves

    def _before(self, origin: str) -> None:
        hands = self.hands
        if self.odd is Odd.HESITATES:
            hands.nudge(origin, (300, 4000))
            hands.think(0.5)
        elif self.odd is Odd.HOVERS:
            side = self.position.side
            own = sorted(cell for cell in hands.table.on if self._movable(cell, side) and cell != origin)
            for cell in self.rng.sample(own, min(len(own), self.rng.choice((1, 1, 2)))):
                hands.nudge(cell, (300, 2500))
                hands.gesture()
        elif self.odd is Odd.WRONG_KIND_FIRST and self.effect.exchanges:
            self._take_wrong_kind(self.effect.exchanges[0].after)

    def _movable(self, site: str, side: int) -> bool:
        return ":" not in site and self.hands.table.on[site].side == side

    def _take_wrong_kind(self, right: Piece) -> None:
        hands = self.hands
        slots = [site for site in hands.table.on if ":" in site and plain(hands.table.on[site]) != plain(right)]
        slots = sorted(site for site in slots if site.startswith(right.side.letter))
        if slots:
            hands.nudge(self.rng.choice(slots), (400, 3000))
            hands.gesture()

    def _obtain(self, exchange: Exchange) -> None:
        hands, after = self.hands, exchange.after
        if self.odd is Odd.BORROWS and exchange.taken_from is None:
            other = hands.slots(f"{after.side.other.letter}:{plain(after)}", taken=True)
            if other:
                hands.call(hands.lift(self.rng.choice(other)), after)
                return
        hands.obtain(after, exchange.taken_from, self._off_books(exchange))

    def _off_books(self, exchange: Exchange) -> bool:
        return self.position.reserves is not None and exchange.taken_from is None

    def _turned(self, travel: Travel) -> Piece:
        """The piece held, turned over if that is part of the move."""
        for turn in self.effect.turns:
            if turn.cell == travel.target:
                self.hands.call(travel.piece, turn.after)
                return turn.after
        return travel.piece

    def _bump(self, target: str) -> None:
        near = [cell for cell in near_cells(self.board, self.board.cell(target), 1) if cell in self.hands.table.on]
        if near:
            self.hands.wait((0, 120))
            self.hands.nudge(self.rng.choice(near), (40, 300))

    def _shooters(self) -> list[str]:
        """Own pieces beside what is taken."""
        table, side = self.hands.table, self.position.side
        beside = (cell for each in self.effect.removals for cell in near_cells(self.board, each.cell, 1))
        return sorted(cell for cell in beside if cell in table.on and table.on[cell].side is side)

    def _empty_near(self, cell: Cell) -> list[str]:
        return empty_near(self.hands.table, self.board, cell)

    def _between(self, origin: Cell, target: Cell) -> list[str]:
        return cells_between(self.board, origin, target)
