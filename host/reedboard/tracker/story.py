"""A story: one explanation of all that was felt, and what physically is the case if it is true."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, final

from reedboard.tracker.costs import (
    AGAIN,
    ASTRAY,
    EAGER,
    EAGER_AGAIN,
    LOST,
    OVERTAKEN,
    OVERTAKEN_AGAIN,
    TAKEBACK,
    TAKEBACK_AGAIN,
    TWICE,
)
from reedboard.tracker.line import Line
from reedboard.tracker.sites import Sites, members

UNKNOWN: Final = -1
"""A piece of whom nobody knows where it came from: it slid off a neighbour not missed yet, or lay beside the board."""
SLOT: Final = 1 << 16
"""A piece taken off a slot is this plus the slot."""
KEPT: Final = 12
"""So many pieces that left the board last are remembered: they may come to their slots, all in one go, or back."""
PATIENCE: Final = 4
"""Plies played on from a guess, or while a lie stands, after which it is believed: nobody will mend the board.
So many are looked back, too, for what stood on a cell before, or should have been exchanged there."""
LIES: Final = LOST, TWICE, AGAIN
"""What the first lie of a sensor costs, its second, and each after that."""
NOBODY: Final[tuple[int, int, int]] = (-1, -10, -1)


@final
@dataclass(eq=False, slots=True)
class Moment:
    """What all stories have in common of one reading, or of a look at the board between two."""

    raw: int
    """Sites whose sensors say occupied; what is occupied in a story is this but for its lies."""
    number: int
    """Readings so far, this one included."""
    t_ms: int
    sites: Sites
    answered: int = 0
    """The plies, as bits, of which somebody said what was played."""
    twins: bool = True
    """Whether lines that feel like a story's are looked at as well."""

    @property
    def alone(self) -> "Moment":
        """The same, with a story's own line looked at alone."""
        return Moment(self.raw, self.number, self.t_ms, self.sites, self.answered, twins=False)


@final
@dataclass(eq=False, slots=True)
class Story:
    """One explanation. Sets of sites are bits; pieces are codes, `UNKNOWN`, or `SLOT` plus the slot they came from."""

    line: Line
    """The moves made so far."""
    cost: int = 0
    off: dict[int, int] = field(default_factory=dict)
    """By cell, the piece that stands there instead of the line's; 0 for none."""
    diff: int = 0
    """The cells of `off`."""
    hand: tuple[int, ...] = ()
    """The pieces that were lifted and neither put down nor taken, in that order."""
    left: dict[int, int] = field(default_factory=dict)
    """The cells on which a piece was left where no rule puts it, and what was counted for it."""
    amends: int = 0
    """What was counted for pieces that were left so and lifted again, until they stand right: see `amend`."""
    midair: tuple[int, ...] = ()
    """The pieces in hands while the last that was left so was put there: of the same accident, wherever they go."""
    beside: tuple[tuple[int, int], ...] = ()
    """The pieces that left the board last, and the ply at which each did."""
    touched: int = 0
    """Cells lifted from since the line's last move was made."""
    early: int = 0
    """Cells lifted from before their turn; if the piece is put back it was only touched."""
    overdue: int = 0
    """Cells that were empty while a move was made which has nothing to do with them."""
    owed: int = 0
    """Slots that were filled, since the line's last move, by something of which nobody knows what it was."""
    spoilt: int = 0
    """Slots on which a piece of another kind lies."""
    shelf: dict[int, int] = field(default_factory=dict)
    """By slot, the piece of the board that was set there since the line's last move: taken off again it is that one."""
    first: dict[int, int] = field(default_factory=dict)
    """By cell of `off`, the number of the reading that emptied it first."""
    rest_at: int = -1
    """The number of the reading by which the mover left a cell where it rested."""
    rests: int = 0
    stray: tuple[int, int, int] = NOBODY
    """The cell an `UNKNOWN` piece came to last, the number of that reading, and its time."""
    since: tuple[int, int, int, int] = (-1, -1, -1, -1)
    """The site of the last reading, whether it filled it, when, and how long after the one before."""
    lies: int = 0
    """Sites whose sensors say what is not so."""
    sick: int = 0
    """Sites whose sensors are believed to fail."""
    pair: int = 0
    """Two sites whose sensors may be swapped some time; 0: none."""
    crossed: int = 0
    """The same once they are: each speaks for the other, so both lie where one site is occupied and one is not."""
    lied: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By site, how often its sensor lied or said nothing, and at which ply first."""
    back: int = -1
    """The ply that was gone back to last."""
    pushed: int = 0
    """How many captures were made of which nobody felt the victim leave."""
    upset: bool = False
    """The board was upset and is being set up again."""
    undoing: bool = False
    """The same, as moves are being taken back in one act: only cells that they changed are touched."""
    eager: int = 0
    """How many pieces were lifted before their turn, and not put back."""
    undone: int = 0
    """How often moves were taken back."""
    guess: int = 0
    """The ply that rests on readings that never came; 0: none."""
    sure: int = 0
    """The plies, as bits, in which a piece of a known kind came to the board."""
    answer: str | None = None

    def copy(self) -> "Story":
        """The same, to be changed by the one who asked for it."""
        # Through `__init__` it takes more than twice as long, and a slow reading copies seventy.
        one = Story.__new__(Story)
        one.line, one.cost, one.off = self.line, self.cost, self.off
        one.diff, one.hand, one.left = self.diff, self.hand, self.left
        one.amends, one.beside, one.touched = self.amends, self.beside, self.touched
        one.early, one.overdue, one.owed = self.early, self.overdue, self.owed
        one.spoilt, one.first, one.rest_at = self.spoilt, self.first, self.rest_at
        one.rests, one.stray, one.since = self.rests, self.stray, self.since
        one.lies, one.sick, one.pair = self.lies, self.sick, self.pair
        one.crossed, one.lied, one.back = self.crossed, self.lied, self.back
        one.pushed, one.upset, one.guess = self.pushed, self.upset, self.guess
        one.sure, one.answer, one.eager = self.sure, self.answer, self.eager
        one.midair, one.undoing, one.undone = self.midair, self.undoing, self.undone
        one.shelf = self.shelf
        return one

    def afresh(self, line: Line) -> "Story":
        """Another line's beginning, with all pieces as it has them: what is known of sensors and habits stays."""
        one = Story(line)
        one.cost, one.guess = self.cost, self.guess
        one.sick, one.lied, one.lies = self.sick, self.lied, self.lies
        one.pair, one.crossed, one.pushed, one.spoilt = self.pair, self.crossed, self.pushed, self.spoilt
        one.sure = self.sure & (2 << line.ply) - 1
        one.eager, one.undone = self.eager, self.undone
        return one

    def on(self, line: Line) -> "Story":
        """The same with a line that feels like its own: a piece out of place is what stands there in that one."""
        one = self.copy()
        one.line = line
        kinds = {self.line.pieces[cell]: line.pieces[cell] for cell in members(self.diff)}
        one.hand = tuple(kinds.get(piece, piece) for piece in self.hand)
        one.off = {cell: kinds.get(piece, piece) for cell, piece in self.off.items()}
        return one

    @property
    def guessed(self) -> bool:
        """Whether a move that was not felt is still open to question."""
        return bool(self.guess) and self.line.ply < self.guess + PATIENCE

    @property
    def held(self) -> list[int]:
        """The slots from which pieces are in hands."""
        return [piece - SLOT for piece in self.hand if piece >= SLOT]

    @property
    def moving(self) -> bool:
        """Whether a piece of the mover's is in a hand, or one out of a slot, whoever took it."""
        turn = self.line.position.turn
        return any(piece >= SLOT or (piece > 0 and piece & 1 != turn) for piece in self.hand)

    def contradicted(self, site: int) -> None:
        """Charges a lie of a sensor's, or a gesture that it said nothing of: the second costs little, it is sick."""
        count, ply = self.lied.get(site, (0, self.line.ply))
        self.cost += LIES[min(count, 2)]
        self.lied = {**self.lied, site: (count + 1, ply)}

    def begun_early(self, cells: int) -> None:
        """Charges that a piece was lifted before its turn; on one of these cells (bits) it would be put back."""
        self.cost += EAGER_AGAIN if self.eager else EAGER
        self.eager += 1
        self.early |= cells

    @property
    def overtaking(self) -> int:
        """What it costs that a reply is done before the move it replies to, beside `OUT_OF_TURN`."""
        return OVERTAKEN_AGAIN if self.eager > 1 else OVERTAKEN

    @property
    def taking_back(self) -> int:
        """What it costs that moves are taken back."""
        return TAKEBACK_AGAIN if self.undone else TAKEBACK

    def only_touched(self, cell: int) -> None:
        """Gives back what was charged for a piece lifted here before its turn: it was no reply begun."""
        if self.early >> cell & 1:
            self.early &= ~(1 << cell)
            self.eager -= 1
            self.cost -= EAGER_AGAIN if self.eager else EAGER

    def heard_at(self, site: int, before: int) -> "list[tuple[Story, int]]":
        """The stories in which a change of a sensor that may be swapped speaks for a site; `before`: what they said.

        While both sites are alike a swap shows at the next change of either; else by a change of both at once, which
        is a lie of each.
        """
        pair, bit = self.pair, 1 << site
        if not pair & bit:
            return [(self, site)]
        other = (pair ^ bit).bit_length() - 1
        found = [] if self.crossed else [(self, site)]
        if self.crossed or (before ^ self.lies) & pair in (0, pair):
            one = self.copy()
            one.lies ^= pair
            one.cross()
            found.append((one, other))
        return found

    def suspect(self, pair: int) -> None:
        """Charges that two sensors are swapped some time: rarer than a lost reading, as a piece on a wrong cell is."""
        self.pair = pair
        self.cost += LOST + ASTRAY

    def cross(self) -> None:
        """Takes the pair for swapped from now on."""
        if not self.crossed:
            self.crossed = self.pair
            swapped = {site: (2, self.line.ply) for site in members(self.pair)}
            self.lied = {**self.lied, **swapped}

    def rather_swapped(self, raw: int, failed: int) -> Iterator["Story"]:
        """The story in which two sensors that were named, one dead, one stuck, are swapped: likelier than both failing.

        `failed`: those named so; of one that was named for chattering no lie was counted.
        """
        lies = self.lies
        if not self.crossed and not lies & ~failed and lies.bit_count() == 2 and (raw & lies).bit_count() == 1:
            one = self.copy()
            one.suspect(lies)
            one.sick &= ~lies
            counts = [self.lied.get(site, (0, 0))[0] for site in members(lies)]
            one.cost -= sum(LIES[min(number, 2)] for count in counts for number in range(count))
            one.cross()
            yield one

    def silenced(self) -> Iterator["Story"]:
        """The stories in which a sensor fell silent under its piece, which was never lifted though it seemed so."""
        for cell, piece in self.off.items():
            if not piece and self.overdue >> cell & 1:
                one = self.copy()
                one.place(cell, one.line.pieces[cell])
                if one.line.pieces[cell] in one.hand:
                    one.let_go(one.line.pieces[cell])
                one.said_nothing(1 << cell)
                yield one

    def said_nothing(self, sites: int) -> None:
        """The sensors of these sites said nothing of what is the case there by now."""
        self.lies ^= sites
        self.sick |= sites
        for site in members(sites):
            self.contradicted(site)

    def left_unheard(self, cell: int) -> None:
        """The piece on a cell left it, of which its sensor said nothing."""
        self.place(cell, 0)
        self.said_nothing(1 << cell)

    def let_go(self, piece: int) -> None:
        """Takes a piece out of the hands."""
        hand = list(self.hand)
        hand.remove(piece)
        self.hand = tuple(hand)

    def at(self, cell: int) -> int:
        """The piece on a cell; 0 for none."""
        piece = self.off.get(cell)
        return self.line.pieces[cell] if piece is None else piece

    def place(self, cell: int, piece: int) -> None:
        """Has a piece stand on a cell from now on, or none (0)."""
        off = self.off = self.off.copy()
        if cell in self.left:
            self.left = {each: cost for each, cost in self.left.items() if each != cell}
        if self.line.pieces[cell] == piece:
            off.pop(cell, None)
            self.diff &= ~(1 << cell)
        else:
            off[cell] = piece
            self.diff |= 1 << cell
