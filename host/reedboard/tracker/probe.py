"""Plies gone through again with sensors in doubt, and which sensors those are.

A sensor that says the same twice has lost a reading between; when, the board tells. Two are likely swapped if a pause
shows one legal move with them; two felt one after the other may be, and so may one that was felt and the one cell that
a move lacks. Plies played beside a piece that stood wrong are gone through again as if it had stood right from the
first, once it is put right.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise, zip_longest
from typing import Final, NamedTuple

from reedboard.board.events import Answer, Event, Press, Reading, Tick
from reedboard.tracker.beam import NEAR
from reedboard.tracker.belief import Belief, Quiet
from reedboard.tracker.costs import TAKEBACK
from reedboard.tracker.footprint import moves_of
from reedboard.tracker.line import AT_ONCE
from reedboard.tracker.sites import Sites, members
from reedboard.tracker.story import Story
from reedboard.tracker.verdict import disagreement

SINCE_MS: Final = Quiet.DOUBTED
"""Silence before second thoughts: a question comes first."""
SUSPECTS: Final = 32
"""Sites or pairs suspected at each depth."""
LATELY: Final = 40
"""The last readings, of whose sensors any one may be at fault, and among which a piece was set wrong."""
SOON: Final = 6
"""The first, of which two that are swapped are: they tell so at the first move of either."""
LOST: Final = 3
"""Rests of a replay at which nothing speaks for what is in doubt, since the last that did, before it is given up."""

Happened = Reading | Press | Answer
Replay = Callable[[Belief, Event], Belief]
Doubted = tuple[int, int]
"""After which reading what is in doubt began to be, and its sites as bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """What was held when board and game agreed after a ply, and what happened since, as far as the next."""

    since: Belief
    events: tuple[Happened, ...] = ()


class Mending(NamedTuple):
    """What was felt later than it should have been: a piece lifted, and put where it belongs."""

    at: Reading
    """By this one the piece came to a wrong cell; or with it all else of a move was done."""
    wrong: bool
    late: tuple[Reading, Reading]

    def as_if_right(self, events: Iterable[Happened]) -> Iterator[Happened]:
        """What would have been felt had it been set there at once."""
        lifted, right = self.late
        for event in events:
            if event is self.at:
                if self.wrong:
                    yield replace(event, site=right.site)
                else:
                    yield event
                    yield from (replace(each, t_ms=event.t_ms) for each in self.late)
            elif event is not lifted and event is not right:
                yield event


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """Sensors in doubt, and the plies since a checkpoint gone through again with them."""

    sites: int
    """One site, or two that may be swapped, as bits; or those of a piece that was put right."""
    since: Belief
    """The checkpoint."""
    sure: bool = False
    """The sensor said the same twice, so one of its readings since it spoke before was lost."""
    mending: Mending | None = None
    """No sensor is in doubt: play went on beside a piece that was put right since."""
    replay: Belief | None = None
    """How far they were gone through, and the next event."""
    next: int = 0
    lost: int = 0
    """At how many rests nothing spoke for what is in doubt, since one did."""

    @property
    def doubted(self) -> Doubted:
        """What is in doubt since when."""
        return self.since.number, self.sites

    @property
    def mended_ms(self) -> int:
        """When the piece was put right; 0: none was."""
        return self.mending.late[-1].t_ms if self.mending else 0


class Step(NamedTuple):
    """What came of one event of a probe."""

    probe: Probe | None
    """The probe one event further; None if it is done."""
    work: int
    """How many stories were weighed."""
    found: Sequence[Story] = ()
    vain: bool = False
    """It explains nothing."""


def repeating(belief: Belief, past: Sequence[Checkpoint], event: Happened) -> tuple[Probe, ...]:
    """The sensors still to be looked into; with this event's, if it said the same twice."""
    known = tuple(each for each in belief.probes if any(one.since is each.since for one in past))
    if not isinstance(event, Reading):
        return known
    site = belief.sites.find(event.site)
    if bool(belief.raw >> site & 1) != event.on or belief.bounces(site):
        return known
    spoke = (each for each in reversed(past) if site in _felt([each]))
    return (*known, Probe(1 << site, next(spoke, past[0]).since, sure=True))


def put_right(belief: Belief, past: Sequence[Checkpoint], event: Happened) -> Iterator[Probe]:
    """The plies since a piece was set on a wrong cell, if this event puts it right after play went on without it.

    The cell where it stands now was free all the time, or it cannot have stood there from the first. The board was not
    as at the checkpoint once it stood on the other, so it was not just adjusted; and no ply was understood then, or it
    would have been the last that is known since the checkpoint, or a reply, done with the move before it. It was set
    there lately: where a whole position is set up, each piece may seem to have been put right.
    """
    sites = belief.sites
    felt = [(one, each) for each in past[-AT_ONCE:] for one in each.events if isinstance(one, Reading)]
    if not isinstance(event, Reading) or not event.on or not felt or felt[-1][0].on:
        return
    lifted, _ = felt.pop()
    for number, (wrong, known) in enumerate(reversed(felt)):
        if wrong.site == event.site:
            return  # not free all the time
        if wrong.site == lifted.site and wrong.on:
            play_went_on = number > 0 and wrong is not known.events[-1] and not _understood_as_reply(past, known, wrong)
            lately = belief.number - known.since.number <= LATELY
            if play_went_on and lately and _raw_at(known, wrong) != known.since.raw:
                cells = 1 << sites.find(wrong.site) | 1 << sites.find(event.site)
                yield Probe(cells, known.since, mending=Mending(wrong, wrong=True, late=(lifted, event)))
            return


def put_late(belief: Belief, past: Sequence[Checkpoint], event: Happened) -> Iterator[Probe]:
    """The plies since a move was begun whose rest this event is, play having gone on without: the Rook of castling."""
    sites, known = belief.sites, past[-1]
    felt = [each for each in known.events if isinstance(each, Reading)]
    if not isinstance(event, Reading) or not event.on or len(felt) < 2 or felt[-1].on:
        return
    lifted = felt.pop()
    late, touched = _bits_of(sites, (lifted, event)), _bits_of(sites, felt)
    if late & touched or late & ~sites.cells:
        return
    for each in moves_of(known.since.stories[0].line).touching(late, late | touched, late | touched, drops=False):
        if not late & ~each.cells and not each.cells & ~(late | touched) and each.cells & touched:
            at = next(one for one in reversed(felt) if each.cells >> sites.find(one.site) & 1)
            if at is not felt[-1]:
                yield Probe(late, known.since, mending=Mending(at, wrong=False, late=(lifted, event)))
            return


def _understood_as_reply(past: Sequence[Checkpoint], known: Checkpoint, wrong: Reading) -> bool:
    """Whether what was set there was understood before another piece was lifted: with the move that it replies to."""
    sites, after = known.since.sites, past.index(known) + 1
    cell = sites.find(wrong.site)
    since = known.events[known.events.index(wrong) + 1 :]
    if after == len(past) or cell >= sites.size or any(isinstance(one, Reading) and not one.on for one in since):
        return False
    return past[after].since.shown.pieces[cell] != known.since.shown.pieces[cell]


class Suspects(Enum):
    """What is in doubt in one round of second thoughts."""

    SHOWN = auto()
    """Two sensors that, swapped, show one legal move."""
    ONE = auto()
    """One sensor."""
    PAIR = auto()
    """Two that may be swapped for all that was felt."""


def suspected(belief: Belief, past: Sequence[Checkpoint], back: int, kind: Suspects, tried: bool) -> list[Probe]:
    """The probes of the last so many plies, likeliest first: with one sensor in doubt, or two that may be swapped.

    Those not tried yet, or those that were, and explained nothing. No pair where two are known for swapped.
    """
    if kind is not Suspects.ONE and past[-back].since.stories[0].pair:
        return []
    match kind:
        case Suspects.SHOWN:
            found = _showing(past, back)
        case Suspects.ONE:
            found = _suspects(belief, past, back)
        case Suspects.PAIR:
            found = _pairs(belief, past, back)
    probes = [Probe(each, past[-back].since) for each in found]
    return [each for each in probes if (each.doubted in belief.tried) is tried][:SUSPECTS]


def advanced(belief: Belief, past: Sequence[Checkpoint], probe: Probe, replayed: Replay) -> Step:
    """Goes one event further, or through the silence before it."""
    first = next(number for number, each in enumerate(past) if each.since is probe.since)
    events = [event for each in past[first:] for event in each.events]
    if probe.mending is not None:
        events = list(probe.mending.as_if_right(events))
    world = probe.replay or (doubting(probe.since, probe.sites) if probe.mending is None else probe.since)
    before = world.work
    over = probe.next == len(events)
    rest = replayed(world, Tick(belief.t_ms + SINCE_MS if over else events[probe.next].t_ms))
    if rest is not world:
        lost = probe.lost
        if rest.quiet >= Quiet.ASKED:
            if any(_speaks_for(probe, each) for each in rest.agreeing):
                lost = 0
            elif disagreement(rest) is not None:
                lost += 1
        if lost >= LOST and not probe.sure:
            return Step(None, rest.work - before, vain=True)
        return Step(replace(probe, replay=rest, lost=lost), rest.work - before)
    if not over:
        event, asked = events[probe.next], len(world.stories)
        world = replayed(world, event)
        # An answer is looked for in each of them, and in the twins of its line.
        work = world.work - before + (asked if isinstance(event, Answer) else 0) + 1
        if probe.mending is not None:
            work *= 2  # with no sensor in doubt stories are fewer, and each takes longer
        return Step(replace(probe, replay=world, next=probe.next + 1), work)
    known = len(belief.faults) + 1
    found = [
        absolute(each, world)
        for each in (world.stories if probe.sure else world.agreeing)
        if probe.sure
        or probe.mending
        or (0 < len(each.lied) <= known + bool(each.crossed) and bool(each.crossed) == bool(each.pair))
    ]
    if probe.mending is not None:
        for each in found:
            each.cost += TAKEBACK  # as for whatever stood wrong and is put right
    # With hands in the middle of a move it may explain the board once that is done.
    return Step(None, 1, found, vain=not found and disagreement(world) is not None)


def _speaks_for(probe: Probe, story: Story) -> bool:
    """Whether a story that explains the board needs none but the sensors in doubt, and those known to fail before.

    That another one lost a reading just then would explain as much without this probe.
    """
    if probe.mending is not None:
        return True
    known = probe.since.stories[0].lied
    others = any(not probe.sites >> site & 1 and site not in known for site in story.lied)
    return not others and (bool(story.lied) or not story.guessed)


def absolute(story: Story, world: Belief) -> Story:
    """A story of a replay as one of the game: its cost counted from the game's start, a lone lie a guess for now."""
    one = story.copy()
    one.cost += world.spent
    one.sick = sum(1 << site for site in story.lied) & ~story.crossed
    if not one.guess and len(one.lied) == 1:
        ((count, ply),) = one.lied.values()
        one.guess = ply + 1 if count == 1 else 0
    return one


def doubting(since: Belief, doubted: int) -> Belief:
    """The belief with one more sensor in doubt, or with two that may be swapped."""
    stories: list[Story] = []
    for each in since.stories:
        one = each.copy()
        if doubted & (doubted - 1):
            if not one.pair:
                one.suspect(doubted)
        else:
            one.sick |= doubted
        stories.append(one)
    return replace(since, stories=tuple(stories))


def _suspects(belief: Belief, past: Sequence[Checkpoint], back: int) -> list[int]:
    """The sensors whose fault may explain the board, as bits, likeliest first."""
    sites, since = belief.sites, past[-back].since.stories[0]
    wrong = (belief.raw ^ belief.shown.occupancy) & sites.cells
    came = wrong & belief.raw
    for event in [event for each in past[-back:] for event in each.events][:SOON]:
        if isinstance(event, Reading) and event.on:
            came |= 1 << sites.index[event.site]
    found = [*_lost_lifts(since, came), *members(wrong)]
    found += reversed(_felt(past[-back:])[-LATELY:])
    for story in belief.stories[:NEAR]:
        if story.diff and not story.upset:
            found += _near_misses(story, story.diff)
    found += _near_misses(since, _bits(_felt(past[-back:][:1])))
    return [1 << site for site in dict.fromkeys(found) if site < sites.size and not since.sick >> site & 1]


def _pairs(belief: Belief, past: Sequence[Checkpoint], back: int) -> list[int]:
    """Pairs of sites whose sensors may be swapped: one was felt, the other would have made a move of the rest."""
    story, sites = past[-back].since.stories[0], belief.sites
    felt = [site for site in _felt(past[-back:])[:SOON] if site < sites.size]
    found = list(pairwise(felt))
    for site in felt:
        others = _bits(felt) & ~(1 << site)
        found += [(site, missing) for missing in _near_misses(story, others)]
    return list(dict.fromkeys(1 << one | 1 << other for one, other in found if one != other))


def _showing(past: Sequence[Checkpoint], back: int) -> list[int]:
    """Pairs that, swapped, make a pause show one legal move, of which each cell was touched; side by side first."""
    since = past[-back].since
    line, sites, raw, touched = since.stories[0].line, since.sites, since.raw, 0
    felt = [event for each in past[-back:] for event in each.events if isinstance(event, Reading)]
    found: list[int] = []
    for event, then in zip_longest(felt[:SOON], felt[1 : SOON + 1]):
        bit = 1 << sites.find(event.site)
        raw, touched = raw | bit if event.on else raw & ~bit, touched | bit
        if then is not None and then.t_ms - event.t_ms < Quiet.SETTLED:
            continue
        for each in moves_of(line).footprints:
            pair = (raw ^ line.occupancy ^ each.emptied ^ each.filled) & sites.cells
            if pair.bit_count() == 2 and (pair & raw).bit_count() == 1:
                seen = touched ^ pair if (touched & pair).bit_count() == 1 else touched
                if not each.cells & ~seen:
                    found.append(pair)
    return sorted(dict.fromkeys(found), key=lambda pair: _distance(pair, sites.game.board.files))[:SOON]


def _distance(pair: int, files: int) -> int:
    """How many King's steps two cells are apart: what is wired wrong is rather beside each other."""
    one, other = members(pair)
    return max(abs(one // files - other // files), abs(one % files - other % files))


def _felt(past: Sequence[Checkpoint]) -> list[int]:
    """The sites that changed in these plies, in order."""
    return [each.since.sites.index[event.site] for each in past for event in each.events if isinstance(event, Reading)]


def _raw_at(known: Checkpoint, last: Reading) -> int:
    """What the sensors said after a reading since the checkpoint."""
    raw = known.since.raw
    for event in known.events:
        if isinstance(event, Reading):
            site = 1 << known.since.sites.find(event.site)
            raw = raw | site if event.on else raw & ~site
        if event is last:
            break
    return raw


def _bits_of(sites: Sites, felt: Iterable[Reading]) -> int:
    return _bits(sites.find(each.site) for each in felt)


def _bits(found: Iterable[int]) -> int:
    return sum(1 << site for site in set(found))


def _lost_lifts(story: Story, came: int) -> Iterator[int]:
    """The cells from which pieces may have come, unheard, to where some came of which nobody knows whence."""
    for each in moves_of(story.line).footprints:
        if each.emptied and not each.emptied & (each.emptied - 1) and each.entered and not each.entered & ~came:
            yield each.emptied.bit_length() - 1


def _near_misses(story: Story, touched: int) -> Iterator[int]:
    """The cells that alone were not touched of a move that otherwise was."""
    for each in moves_of(story.line).footprints:
        missing = each.cells & ~touched
        if missing and not missing & (missing - 1) and each.cells & touched:
            yield missing.bit_length() - 1
