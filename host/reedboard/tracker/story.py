"""A story: one explanation of all that was felt, and what physically is the case if it is true."""

from collections.abc import Iterator
from typing import NamedTuple

from reedboard.tracker.costs import (
    ADJUSTED,
    AGAIN,
    ASTRAY,
    BESIDE,
    BORROWED,
    CROSSED,
    HALFWAY,
    HANDFUL,
    LONG_AGO,
    LOST,
    OUT_OF_TURN,
    OVERTAKEN,
    REST,
    RETURNED,
    SECOND,
    STRAY,
    TWICE,
    UNTAKEN,
    WRONG_SLOT,
)
from reedboard.tracker.footprint import last_made
from reedboard.tracker.line import Line, PieceCodes
from reedboard.tracker.sites import Sites, members

UNKNOWN = -1
"""A piece of whom nobody knows where it came from: it slid off a neighbour not missed yet, or lay beside the board."""
SLOT = 1 << 16
"""A piece taken off a slot is this plus the slot."""
UPSET = 6
"""So many pieces off the board at once are no move: castling in both hands, a bump and an eager opponent make five."""
LATELY = 9
"""All but one of them were lifted within so many readings: what is lost track of in play is no board upset."""
SLIDE_MS = 400
"""How long a sliding piece may hold two neighbouring sensors: half a second is a rest, not a slide."""
HALFWAY_MS = 1000
"""How long it may at most rest between them."""
BOUNCE_MS = 50
"""How far two sensors apart may swap the order of what they report: a few scans of a bouncing reed."""
PASSING_MS = 130
"""A cell that a sliding piece holds for less is passed, not rested on."""
KEPT = 4
"""So many pieces that left the board last are remembered: they may still come to their slots, or back."""
SOON = 2
"""So many plies after it left the board a piece is set on its slot without that being odd."""
LIES = LOST, TWICE, AGAIN
"""What the first lie of a sensor costs, its second, and each after that."""
NOBODY: tuple[int, int, int] = (-1, -10, -1)


class Moment(NamedTuple):
    """What all stories have in common of one reading, or of a look at the board between two."""

    raw: int
    """Sites whose sensors say occupied; what is occupied in a story is this but for its lies."""
    number: int
    """Readings so far, this one included."""
    t_ms: int
    sites: Sites
    codes: PieceCodes


class Story:
    """One explanation. Sets of sites are bits; pieces are codes, `UNKNOWN`, or `SLOT` plus the slot they came from."""

    __slots__ = (
        "answer",
        "back",
        "beside",
        "cost",
        "crossed",
        "diff",
        "first",
        "guess",
        "hand",
        "left",
        "lied",
        "lies",
        "line",
        "off",
        "overdue",
        "owed",
        "pair",
        "pushed",
        "rest_at",
        "rests",
        "sick",
        "since",
        "spoilt",
        "stray",
        "touched",
        "upset",
    )

    def __init__(self, line: Line) -> None:
        self.line = line
        """The moves made so far."""
        self.cost = 0
        self.off: dict[int, int] = {}
        """By cell, the piece that stands there instead of the line's; 0 for none."""
        self.diff = 0
        """The cells of `off`."""
        self.hand: tuple[int, ...] = ()
        """The pieces that were lifted and neither put down nor taken, in that order."""
        self.left: dict[int, int] = {}
        """The cells on which a piece was left where no rule puts it, and what was counted for it."""
        self.beside: tuple[tuple[int, int], ...] = ()
        """The pieces that left the board last, and the ply at which each did."""
        self.touched = 0
        """Cells lifted from since the line's last move was made."""
        self.overdue = 0
        """Cells that were empty while a move was made which has nothing to do with them."""
        self.owed = 0
        """Slots that were filled, since the line's last move, by something of which nobody knows what it was."""
        self.spoilt = 0
        """Slots on which a piece of another kind lies."""
        self.first: dict[int, int] = {}
        """By cell of `off`, the number of the reading that emptied it first."""
        self.rest_at = -1
        """The number of the reading by which the mover left a cell where it rested."""
        self.rests = 0
        self.stray = NOBODY
        """The cell an `UNKNOWN` piece came to last, the number of that reading, and its time."""
        self.since = (-1, -1, -1, -1)
        """The site of the last reading, whether it filled it, when, and how long after the one before."""
        self.lies = 0
        """Sites whose sensors say what is not so."""
        self.sick = 0
        """Sites whose sensors are believed to fail."""
        self.pair = 0
        """Two sites whose sensors may be swapped some time; 0: none."""
        self.crossed = 0
        """The same once they are: each speaks for the other, so both lie where one site is occupied and one is not."""
        self.lied: dict[int, tuple[int, int]] = {}
        """By site, how often its sensor lied or said nothing, and at which ply first."""
        self.back = -1
        """The ply that was gone back to last."""
        self.pushed = 0
        """How many captures were made of which nobody felt the victim leave."""
        self.upset = False
        """The board was upset and is being set up again."""
        self.guess = 0
        """The ply that rests on readings that never came; 0: none."""
        self.answer: str | None = None

    def copy(self) -> "Story":
        """The same, to be changed by the one who asked for it."""
        other = Story.__new__(Story)
        other.line = self.line
        other.cost = self.cost
        other.off = self.off
        other.diff = self.diff
        other.hand = self.hand
        other.left = self.left
        other.beside = self.beside
        other.touched = self.touched
        other.overdue = self.overdue
        other.owed = self.owed
        other.first = self.first
        other.rest_at = self.rest_at
        other.rests = self.rests
        other.stray = self.stray
        other.since = self.since
        other.spoilt = self.spoilt
        other.lies = self.lies
        other.sick = self.sick
        other.pair = self.pair
        other.pushed = self.pushed
        other.back = self.back
        other.crossed = self.crossed
        other.lied = self.lied
        other.upset = self.upset
        other.guess = self.guess
        other.answer = self.answer
        return other

    def afresh(self, line: Line) -> "Story":
        """Another line's beginning, with all pieces as it has them: what is known of sensors and habits stays."""
        one = Story(line)
        one.cost, one.guess = self.cost, self.guess
        one.sick, one.lied, one.lies = self.sick, self.lied, self.lies
        one.pair, one.crossed, one.pushed, one.spoilt = self.pair, self.crossed, self.pushed, self.spoilt
        return one

    @property
    def key(self) -> object:
        """Equal where two stories say the same of what is the case."""
        if not self.diff and not self.hand:
            return self.line.path, self.lies, self.sick, self.crossed, self.owed
        off, hand = frozenset(self.off.items()), frozenset(self.hand)
        return self.line.path, off, hand, self.lies, self.sick, self.crossed, self.owed

    @property
    def held(self) -> list[int]:
        """The slots from which pieces are in hands."""
        return [piece - SLOT for piece in self.hand if piece >= SLOT]

    def contradicted(self, site: int) -> None:
        """Charges a lie of a sensor's, or a gesture that it said nothing of: the second costs little, it is sick."""
        count, ply = self.lied.get(site, (0, self.line.ply))
        self.cost += LIES[min(count, 2)]
        self.lied = {**self.lied, site: (count + 1, ply)}

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

    def cross(self) -> None:
        """Takes the pair for swapped from now on: rarer than a lost reading, as a piece left on a wrong cell is."""
        if not self.crossed:
            self.crossed = self.pair
            self.cost += LOST + ASTRAY
            swapped = {site: (2, self.line.ply) for site in members(self.pair)}
            self.lied = {**self.lied, **swapped}

    def rather_swapped(self, raw: int, named: int) -> Iterator["Story"]:
        """The story in which two sensors that were named, one each way, are swapped: likelier than both failing."""
        lies = self.lies
        if not self.crossed and not lies & ~named and lies.bit_count() == 2 and (raw & lies).bit_count() == 1:
            one = self.copy()
            one.pair = lies
            one.sick &= ~lies
            one.cost -= sum(_counted(self.lied.get(site, (0, 0))[0]) for site in members(lies))
            one.cross()
            yield one

    def absolved(self) -> "Story":
        """The same without doubt in a sensor that lied once and says what is so: it has lost a reading."""
        well = [site for site, (count, _) in self.lied.items() if count < 2 and not self.lies >> site & 1]
        if not any(self.sick >> site & 1 for site in well):
            return self
        one = self.copy()
        for site in well:
            one.sick &= ~(1 << site)
        return one

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

    @property
    def astray(self) -> int:
        """What it costs to leave the pieces where no rule puts them, as far as that is not counted yet."""
        return sum(self._leaving().values())

    def _leaving(self) -> dict[int, int]:
        """The same by cell."""
        costs: dict[int, int] = {}
        turn = self.line.position.turn
        own = any(0 < piece < SLOT and piece & 1 != turn for piece in self.off.values())
        swept = False  # one accident leaves several pieces, of either side's: the first counts, others little
        for cell, piece in self.off.items():
            if piece < 0:  # while it might have been a reply begun little was counted
                home, counted = self.line.pieces[cell], self.left.get(cell, 0)
                full = (
                    UNTAKEN if home and home not in self.hand else UNTAKEN - STRAY
                )  # what stood there left for nothing
                if counted < full:
                    costs[cell] = full - counted
            elif not piece:
                continue
            elif cell in self.left:
                if self.left[cell] == OVERTAKEN:  # it was counted as the reply, and is none
                    costs[cell] = ASTRAY - OVERTAKEN
            elif piece >= SLOT:
                costs[cell] = ASTRAY
            elif piece & 1 != turn:
                costs[cell] = OUT_OF_TURN if swept else ASTRAY
                swept = True
            else:  # with one of the mover's it is the reply to that, or was swept aside with it
                costs[cell] = 0 if own or swept else ASTRAY - OUT_OF_TURN
                swept = True
        return costs

    @property
    def astir(self) -> bool:
        """Whether a piece is in a hand, or out of place and not left where it stands while play went on."""
        if self.hand:
            return True
        elsewhere = [self.off[cell] for cell, cost in self.left.items() if cost > ASTRAY]
        for cell, piece in self.off.items():
            if cell in self.left:
                continue
            if piece or self.line.pieces[cell] not in elsewhere:
                return True
            elsewhere.remove(self.line.pieces[cell])
        return False

    def leave(self) -> None:
        """Counts that pieces are left where they stand."""
        left = self._leaving()
        self.cost += sum(left.values())
        self.left = self.left | {cell: cost + self.left.get(cell, 0) for cell, cost in left.items()}

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


def _counted(lies: int) -> int:
    """What so many lies of a sensor cost."""
    return sum(LIES[:lies]) + LIES[-1] * max(0, lies - len(LIES))


def lifted(story: Story, site: int, now: Moment) -> list[Story]:
    """The stories in which the piece on an occupied site was lifted."""
    sites, t_ms, number = now.sites, now.t_ms, now.number
    found: list[Story] = []
    stray, came, came_ms = story.stray
    if site >= sites.size:
        one = story.copy()
        one.hand = (*one.hand, SLOT + site)
        one.spoilt &= ~(1 << site)
        found.append(one)
        if came == number - 1 and t_ms - came_ms <= BOUNCE_MS and story.off.get(stray) == UNKNOWN:
            found.append(story.copy())
            found[-1].place(stray, SLOT + site)
            found[-1].stray = NOBODY
        return found
    late_ms = t_ms - came_ms
    at_once = came == number - 1 and late_ms <= HALFWAY_MS and story.off.get(stray) == UNKNOWN
    if at_once and sites.near[stray] >> site & 1:
        found.append(_slid(story, site, stray, now))
        if late_ms > SLIDE_MS:
            found[-1].cost += HALFWAY
    one = story.copy()
    one.cost += _unexplained(story, number)
    piece = one.at(site)
    if site not in one.first:
        one.first = {**one.first, site: number}
    if story.line.pieces[site] != piece:
        _left_rest(one, site, piece, now)
    one.place(site, 0)
    if piece == UNKNOWN:
        one.stray = NOBODY
    if len(one.hand) >= 2 and not one.upset:
        one.cost += HANDFUL * (len(one.hand) - 1)
    one.hand = (*one.hand, piece)
    one.touched |= 1 << site
    if len(one.hand) >= UPSET and not one.upset:
        lately = [cell for cell, first in one.first.items() if first > number - LATELY and one.off.get(cell) == 0]
        one.upset = len(lately) >= UPSET - 1
    found.append(one)
    return found


def _left_rest(one: Story, site: int, piece: int, now: Moment) -> None:
    t_ms, number = now.t_ms, now.number
    last, on, since_ms, _ = one.since
    passed = last == site and on == 1 and t_ms - since_ms < PASSING_MS
    if not passed and one.rests < 2 and not one.upset:
        one.rests += 1
        one.cost += REST
    if 0 < piece < SLOT and (piece & 1) == (1 if one.line.position.turn == 0 else 0):
        one.rest_at = number


def _slid(story: Story, site: int, stray: int, now: Moment) -> Story:
    """The piece on `site` is the one that was felt on the neighbouring cell just before."""
    number = now.number
    one = story.copy()
    piece = one.at(site)
    if site not in one.first:
        one.first = {**one.first, site: number - 1}
    if story.line.pieces[site] != piece:
        _left_rest(one, site, piece, now)
    one.place(site, 0)
    one.place(stray, piece)
    one.stray = NOBODY
    one.touched |= 1 << site
    return one


def put(story: Story, site: int, now: Moment) -> list[Story]:
    """The stories in which a piece was put on a free site: each that may be in a hand, or one from elsewhere."""
    occ, sites, codes, t_ms, number = now.raw ^ story.lies, now.sites, now.codes, now.t_ms, now.number
    if site >= sites.size:
        return _shelved(story, site, sites, codes)
    home = story.line.pieces[site]
    if story.upset:
        return [_set_up(story, site, home)]
    late = _unexplained(story, number)
    if late:
        story = story.copy()
        story.cost += late
    found: list[Story] = []
    for piece in dict.fromkeys(story.hand):
        if piece == home:
            one = _put(story, site, piece, sites, codes)
            one.cost += _put_back(story, piece, sites)
            found.append(one)
            if UNKNOWN in one.hand:  # the piece of which nobody knew where it came from was the one that is missing
                found.append(one.copy())
                found[-1].hand = tuple(each for each in one.hand if each != UNKNOWN)
        else:
            found.append(_put(story, site, piece, sites, codes))
    returned = _taken_here(story, site)
    if returned and returned not in story.hand:
        one = story.copy()
        one.beside = without(one.beside, returned)
        one.place(site, returned)
        one.cost += RETURNED + (ADJUSTED if story.hand else 0)
        found.append(one)
    elsewhere = story.sick or sites.groups or sites.game.has_reserves  # it may come from a cell that says nothing
    if not story.hand or elsewhere or sites.near[site] & occ:
        one = story.copy()
        one.place(site, UNKNOWN)
        one.stray = (site, number, t_ms)
        found.append(one)
    return found


def _put(story: Story, site: int, piece: int, sites: Sites, codes: PieceCodes) -> Story:
    one = story.copy()
    one.let_go(piece)
    home = one.line.pieces[site]
    if piece == home:
        one.cost -= max(0, one.left.get(site, 0) - CROSSED)  # it was only adjusted, whenever it was lifted
        one.first = {cell: at for cell, at in one.first.items() if cell != site}
    elif one.left:
        stand = one.line.pieces  # it was not
        one.left = {cell: cost for cell, cost in one.left.items() if one.off.get(cell) != 0 or stand[cell] != piece}
    if piece >= SLOT and home and not one.at(site) and _returns(piece - SLOT, home, sites, codes):
        # The piece that stood there counted as this one, and is exchanged for it late; or had been taken.
        if home in one.hand:
            one.let_go(home)
            one.beside = (*one.beside, (home, one.line.ply))[-KEPT:]
        one.cost += ADJUSTED
        piece = home
    one.place(site, piece)
    if piece >= SLOT:
        if belongs(_taken_lately(one.line, site), piece - SLOT, sites, codes):
            one.cost += RETURNED
        elif sites.group_of(piece - SLOT)[0] == one.line.position.side.other.letter:
            one.cost += OUT_OF_TURN
    elif one.line.pieces[site] != piece and piece != UNKNOWN:
        if piece & 1 == one.line.position.turn:
            one.cost += OUT_OF_TURN
        elif any(0 < other < SLOT for other in story.off.values()):
            one.cost += SECOND
    return one


def _unexplained(story: Story, number: int) -> int:
    """What it costs that a piece from nowhere neither slid there from a neighbouring cell nor was dropped."""
    cell, came, _ = story.stray
    if came != number - 1 or story.off.get(cell) != UNKNOWN:
        return 0
    return BESIDE if story.hand else STRAY


def _taken_here(story: Story, site: int) -> int:
    """The piece that was taken on a cell lately, lies beside the board, and may come back there; 0: none."""
    piece = _taken_lately(story.line, site)
    return piece if any(piece == each for each, _ in story.beside) else 0


def _taken_lately(line: Line, site: int) -> int:
    """What stood on a cell before it was last changed, a few plies ago at most; 0: nothing."""
    for _ in range(KEPT):
        if line.before is None:
            return 0
        if line.changed >> site & 1:
            return line.before.pieces[site]
        line = line.before
    return 0


def _set_up(story: Story, site: int, home: int) -> Story:
    """A piece put back where it belongs, or, for all anybody knows, another where none does."""
    one = story.copy()
    piece = home if home and home in one.hand else UNKNOWN
    if piece in one.hand:
        one.let_go(piece)
    one.place(site, home if home else piece)
    if not one.diff:
        one.upset = False
        one.hand = ()
        one.first = {}
        one.touched = 0
    return one


def _shelved(story: Story, slot: int, sites: Sites, codes: PieceCodes) -> list[Story]:
    """The stories in which a piece was set on a slot: its own, or any other."""
    best: list[Story] = []
    least = UNTAKEN
    options = [(piece, True, 0) for piece in dict.fromkeys(story.hand)]
    latest = dict(story.beside)
    options += [(piece, False, LONG_AGO if story.line.ply - ply > SOON else 0) for piece, ply in latest.items()]
    for piece, in_hand, late in options:
        if piece >= SLOT:
            cost = ADJUSTED if fellow(piece - SLOT, slot, sites) else WRONG_SLOT
        elif piece == UNKNOWN:
            cost = UNTAKEN
        else:
            own = belongs(piece, slot, sites, codes) or belongs(
                _left_standing(story.line, piece, sites), slot, sites, codes
            )
            cost = 0 if own else WRONG_SLOT
        spoilt = cost >= WRONG_SLOT
        cost += late
        if cost > least:
            continue
        if cost < least:
            best, least = [], cost
        one = story.copy()
        if in_hand:
            one.let_go(piece)
        else:
            one.beside = without(one.beside, piece)
        one.cost += cost
        one.spoilt |= spoilt << slot
        best.append(one)
    if least:
        one = story.copy()
        one.cost += UNTAKEN
        one.owed |= 1 << slot
        best.append(one)
    return best


def without(beside: tuple[tuple[int, int], ...], piece: int) -> tuple[tuple[int, int], ...]:
    """Those beside the board but for the one of this kind that left it last."""
    for place in range(len(beside) - 1, -1, -1):
        if beside[place][0] == piece:
            return (*beside[:place], *beside[place + 1 :])
    return beside


def _left_standing(line: Line, piece: int, sites: Sites) -> int:
    """The piece that was perhaps left standing where it should have been exchanged for one like this; 0: none."""
    for _ in range(KEPT):
        if line.before is None:
            return 0
        for each in last_made(line, sites).news:
            if each.piece == piece:
                return each.before
        line = line.before
    return 0


def _put_back(story: Story, piece: int, sites: Sites) -> int:
    """What it costs that a piece is put back where it stands though another out of a slot is in a hand.

    One that may have to be exchanged is rather exchanged now, by one out of its side's tray or borrowed from the other.
    """
    held = story.held
    if not held or not _left_standing(story.line, piece, sites):
        return ADJUSTED
    side = "w" if piece & 1 else "b"
    return ASTRAY if any(sites.group_of(slot)[0] == side for slot in held) else ASTRAY - BORROWED


def fellow(slot: int, other: int, sites: Sites) -> bool:
    """Whether two slots hold the same kind for the same holder."""
    return any(group >> slot & 1 and group >> other & 1 for group in sites.groups.values())


def counts_as(slot: int, piece: int, sites: Sites, codes: PieceCodes) -> bool:
    """Whether a slot holds the kind of a piece, for its side."""
    holder, kind = sites.group_of(slot)
    return holder == ("w" if piece & 1 else "b") and kind == codes.letters[piece].lstrip("+")


def _returns(slot: int, piece: int, sites: Sites, codes: PieceCodes) -> bool:
    """Whether what came out of a slot may be the piece that belongs to a cell."""
    return counts_as(slot, piece, sites, codes) or belongs(piece, slot, sites, codes)


def belongs(piece: int, slot: int, sites: Sites, codes: PieceCodes) -> bool:
    """Whether a piece is of a slot's kind and lies there once taken: with its side, as a reserve with the other."""
    if not piece:
        return False
    holder, kind = sites.group_of(slot)
    if codes.letters[piece].lstrip("+") != kind.lstrip("+"):
        return False
    return (holder == ("w" if piece & 1 else "b")) != sites.game.has_reserves
