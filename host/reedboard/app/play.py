"""One game in play: whatever happens goes to the journal, then to the tracker, then to the record."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from fairyrules import Position
from fairyrules.pieces import Side
from reedboard import tracker
from reedboard.app.game_clock import GameClock
from reedboard.app.unwatched import TOUCH_MS, Unwatched, played_meanwhile, telling_nothing
from reedboard.archive import game_lookup, last_played
from reedboard.archive.database import DamagedError, Kept, Record
from reedboard.archive.game_writer import Keeper
from reedboard.board import occupancy
from reedboard.board.events import Answer, Event, Press, Reading, Tick
from reedboard.board.profile import Placement
from reedboard.errors import ReedboardError
from reedboard.game import trace, unwatched_moves
from reedboard.game.chess_clock import Standing
from reedboard.game.game_state import GameState
from reedboard.game.inference import Complain, usable_events
from reedboard.game.mating_material import can_win
from reedboard.game.move_list import MoveList
from reedboard.game.status import ClockView, Offer, OutcomeView, PlyView
from reedboard.game.table_events import Adjourned, ClockAlive, ClockHeld, Flag, MoveAnnounced, Proposed, TableEvent
from reedboard.game.terms import NO_TERMS, Terms
from reedboard.game.view import ply_views
from reedboard.game.view.table import clock as view_of_clock
from reedboard.game.virtual_pieces import HandState

RESUME_PAUSE_MS = 1000
"""What the game's clock skips when a game is resumed: the board was quiet at least for so long."""

ALIVE_MS = 5000
"""What a power cut may take back of the time that a side has thought, in its favour."""
QUIET_MS = 5000
"""Longer than any silence the tracker waits for (its longest is 3 s)."""


ADJOURNED = "adjourned"
"""Why a game has ended without a result: the players go on another time."""
STILL_MS = 700
"""How long the board is left alone before it is thought over again what was played meanwhile."""


class Play:
    """A game with its record. One thread owns it.

    `occupied` is what the sensors say; it begins as the header says, and the first snapshot tells the difference.
    """

    def __init__(
        self, keeper: Keeper, record: int, placement: Placement, start: Position, terms: Terms = NO_TERMS
    ) -> None:
        self._keeper = keeper
        self.record = record
        self.placement = placement
        self._site_of_bit = placement.site_of_bit
        self._state = GameState.begin(start, placement.trays, placement.slots, terms.clock)
        self.occupied = occupancy.expected(start, placement.slots)
        self.clock = GameClock()
        self._heard_ms = 0
        self._told_ms = 0
        """When something was written last that the board did not say."""
        self.terms = terms
        """Who plays, and by which clock."""
        self._header = _header(placement, start, terms)
        self._standing: tuple[tuple[object, ...], Standing | None] | None = None
        self._views: tuple[tuple[object, ...], tuple[PlyView, ...]] | None = None
        """The moves as the record keeps them, and what they were made from."""
        self._lines: list[str] = []
        self._left = self.occupied
        """What the sensors said when the players ended the game."""
        self.unwatched: Unwatched | None = None
        """What may have been played while nobody watched the board, until somebody says what was."""
        self._watched = True
        self._lost = False
        """Whether the board is away and may still tell what it felt meanwhile, with the times of it."""
        self._look_ms = 0
        self._touched: list[Reading] = []
        """What was felt since the board was looked at again, until it is known what was played before."""
        self._fresh = False
        """Whether nothing has been heard of the board yet, in a new game."""

    @classmethod
    def begin(
        cls,
        keeper: Keeper,
        placement: Placement,
        start: Position,
        tags: Mapping[str, str] | None = None,
        terms: Terms = NO_TERMS,
    ) -> "Play":
        """A new game with a new record.

        Raises: ArchiveError when the record cannot be written.
        """
        placement = placement.stocked(start)
        fen = None if start == start.game.start() else start.fen()
        header, told = _header(placement, start, terms), {**(tags or {}), **terms.tags()}
        record = keeper.begin(start.game.id, fen, header, placement.profile.id, told)
        play = cls(keeper, record, placement, start, terms)
        play._fresh = True
        last_played.note(keeper.archive, record)
        return play

    @classmethod
    def resume(
        cls, keeper: Keeper, placement: Placement, record: Record, complain: Complain = lambda words: None
    ) -> "Play":
        """A recorded game as it stood after the last line of its journal that can be used.

        Args:
            complain: told in one sentence of what cannot.

        Raises: FairyRulesError or ReedboardError when the record is of a game that is no longer known, or
            has no journal.
        """
        game = game_lookup.known(record.game)
        start = game.position(record.fen) if record.fen else game.start()
        header = trace.parse_header(record.header)
        slots = {slot: header.slots.get(slot, False) for slot in placement.slots}
        if record.plies and not record.lines:
            raise ReedboardError(f"Game {record.id} has no journal (it was imported); it cannot be gone on with.")
        terms = Terms.of(record.tags, header.clock)
        play = cls(keeper, record.id, replace(placement, slots=slots), start, terms)
        play._header = record.header
        last_ms = 0
        journal = keeper.archive.usable_journal(record.id, complain)
        for event in usable_events(journal, play.belief, complain):
            play._lines.append(trace.format_line(event))
            play._follow(event)
            last_ms = event.t_ms
        play.clock = GameClock(last_ms)
        play.hold()
        play.clock = GameClock(last_ms + RESUME_PAUSE_MS)
        if len(journal) < record.lines:
            play._agree_with_the_record(record)
        play._watched = False
        keeper.goes_on(play._kept(), None)  # as today's tracker reads the journal
        last_played.note(keeper.archive, record.id)
        return play

    def _agree_with_the_record(self, record: Record) -> None:
        """A journal with holes must not make another game of moves that were recorded."""
        try:
            recorded = [move.move for move in self._keeper.archive.moves(record.id)]
        except DamagedError:
            return
        if recorded != [str(move) for move in self.move_list.moves]:
            raise ReedboardError(
                f"Game {record.id} cannot be gone on with: its journal is damaged, and what is left of it tells other"
                " moves than were recorded. It stays as it is."
            )

    @property
    def quiet(self) -> bool:
        """Whether the silence since the last event is so long that it says nothing more."""
        return self.clock.last_ms - self._heard_ms > QUIET_MS and not self.handled

    @property
    def handled(self) -> bool:
        """Whether pieces are being moved while it is asked what was played: the board is looked at again soon."""
        return self.unwatched is not None and bool(self._touched)

    @property
    def belief(self) -> tracker.Belief:
        """What the tracker believes."""
        return self._state.belief

    @property
    def move_list(self) -> MoveList:
        """The moves told so far."""
        return self._state.move_list

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.move_list.position

    @property
    def ended(self) -> OutcomeView | None:
        """How the game ended; None while it goes on."""
        return self._state.ended

    @property
    def first_ply(self) -> int:
        """How many moves were made before the tracker began, since the game was put back."""
        return self._state.first_ply

    @property
    def before_back(self) -> Position | None:
        """Where the game was put back from, while the pieces do not stand as it goes on."""
        return self._state.before_back

    @property
    def touched_ms(self) -> Mapping[str, int]:
        """When each site was last felt."""
        return self._state.touched_ms

    def felt_at(self, t_ms: int) -> frozenset[str]:
        """What was felt at a moment of the game: what has changed since is as it was before."""
        since = {site: next((on for ms, on in seen if ms > t_ms), None) for site, seen in self._state.changes.items()}
        arrived = {site for site, on in since.items() if on is True}
        return (self.occupied - arrived) | {site for site, on in since.items() if on is False}

    @property
    def hinted(self) -> frozenset[int]:
        """After how many moves somebody looked at a hint."""
        return self._state.hinted

    @property
    def adjourned(self) -> frozenset[int]:
        """After how many moves the players left the game for another time."""
        return self._state.adjourned

    @property
    def announced(self) -> Iterator[tuple[int, MoveAnnounced]]:
        """What players without hands announced in this game as it stands, the last one first, with the ply it is."""
        moves = self.move_list.moves
        for before, event in self._state.announced:
            if moves[: len(before)] == before:
                yield len(before), event

    @property
    def proposal(self) -> Proposed | None:
        """What one side proposed and the other has not replied to."""
        return self._state.proposal

    @property
    def standing(self) -> Standing | None:
        """How the chess clock stands; None without one."""
        state, known = self._state, self._standing
        since = (state.move_list, state.marks, state.ended)
        if known is None or any(one is not other for one, other in zip(known[0], since, strict=True)):
            self._standing = known = since, state.clock()
        return known[1]

    @property
    def clock_view(self) -> ClockView | None:
        """The chess clock's face; None without one."""
        if self.standing is None or self.terms.clock is None:
            return None
        return view_of_clock(self.terms.clock, self.standing, self.clock.last_ms, self.clock.origin_ms)

    @property
    def until_flag_s(self) -> float:
        """How long until a flag falls; infinite where none will."""
        flag_ms = None if self.standing is None else self.standing.flag_ms
        return math.inf if flag_ms is None else max(0, flag_ms - self.clock.last_ms) / 1000

    @property
    def offer(self) -> Offer | None:
        """The game that the pieces have been put up for after play; None while there is play in them."""
        moved = self._state.closed or self.belief.mismatch is not None
        if not (self.move_list.entries and moved):
            return None
        start = self.move_list.start
        if self._stand_as_in(start.game.start()):
            return Offer(start.game.id)
        return Offer(start.game.id, start.fen()) if self._stand_as_in(start) else None

    def _stand_as_in(self, position: Position) -> bool:
        wrong = self.occupied ^ occupancy.expected(position, {})
        return not any(site in wrong for site in self.placement.cells if site not in self.belief.suspects)

    @property
    def missing(self) -> frozenset[str]:
        """The cells that people are asked to fill."""
        return frozenset(self.belief.mismatch[0]) if self.belief.mismatch else frozenset()

    @property
    def agreed(self) -> bool:
        """Whether nothing about the moves is open, and the board stands as they say."""
        settled = all(entry.state == "settled" for entry in self.move_list.entries)
        whole = self.belief.mismatch is None and self.unwatched is None
        return settled and whole and not self._state.closed

    def pieces(self, sites: frozenset[str]) -> HandState:
        """Where the game's pieces are while something stands on exactly these sites."""
        return HandState.found(self.move_list.start, self.position, self.placement.slots, sites)

    # What happens --------------------------------------------------------------------------------------------------

    def seen(self, link_ms: int, bits: int) -> None:
        """The whole occupancy, after a greeting or a loss."""
        now = occupancy.occupied(self.placement, bits)
        if self._fresh:
            self._find_trays(now)
        self._take(now, self.clock.at(link_ms))

    def lost(self) -> None:
        """Nobody watches the board from now on.

        The tracker hears no silence until it is known what the board felt meanwhile.
        """
        self._watched = False
        self._lost = True

    def restored(self) -> None:
        """The board has told everything that it felt meanwhile."""
        self._watched = True
        self._lost = False

    def _take(self, now: frozenset[str], t_ms: int) -> None:
        """Takes what stands on the board: as felt just now, or as played while nobody watched, which is asked."""
        if self._lost:  # what was felt meanwhile is forgotten: nothing more will be known of that time
            self._lost = False
            self._follow(Tick(t_ms))
        self.unwatched, before = None, self.unwatched
        self._touched = []
        if before is not None:
            self.occupied = before.felt
        if not self._watched or before is not None:
            self._watched = True
            known = bool(self._lines) and not self._state.closed
            lines = played_meanwhile(self._state, self.placement, self.occupied, now, t_ms) if known else None
            if lines is not None:
                self.unwatched = Unwatched(self.move_list, lines, self.occupied, now)
                self.occupied = now
                return
        for reading in occupancy.differences(self.placement, t_ms, self.occupied, now):
            self._hear(reading)

    def say_what_was_played(self, line: unwatched_moves.Line) -> None:
        """Somebody knows what was played while nobody watched: its readings are made good, then what was felt since."""
        assert self.unwatched is not None
        stood, self.occupied, self.unwatched = self.unwatched.stood, self.unwatched.felt, None
        t_ms = self._stand_again(self.position, self.clock.now())
        if line.back:
            t_ms = self._stand_again(self.move_list.entries[-line.back].before, t_ms + TOUCH_MS)
            t_ms += QUIET_MS
            self._follow(Tick(t_ms))
        from_trays = [site for site in self.placement.slots if site in self.occupied - stood]
        for ply, move in enumerate(line.moves, len(self.move_list.entries)):
            effect = self.position.effect(move)
            taken, from_trays = (from_trays, []) if effect.entries or effect.exchanges else ([], from_trays)
            touches = [*((site, False) for site in taken), *unwatched_moves.touches(self.position, move, self.occupied)]
            for site, on in touches:
                t_ms += TOUCH_MS
                self._hear(Reading(t_ms, site, on))
            t_ms += QUIET_MS
            self._follow(Tick(t_ms))
            if [entry.move for entry in self.move_list.entries[ply:]] != [move]:
                self._hear(Answer(t_ms, str(move)))
            if [entry.move for entry in self.move_list.entries[ply:]] != [move]:
                break  # what is left stands on the board for everybody to see, and the tracker says what is wrong
        for reading in telling_nothing(self._state, self.placement, self.occupied, stood, t_ms):
            self._hear(reading)
            t_ms = reading.t_ms
        touched, self._touched = self._touched, []
        for reading in touched:
            at_ms = t_ms + TOUCH_MS + reading.t_ms - touched[0].t_ms
            self._hear(replace(reading, t_ms=at_ms))
        self.clock = GameClock(at_ms if touched else t_ms)

    def _stand_again(self, position: Position, t_ms: int) -> int:
        """Readings that put every piece where it stands in a position; gives when the last was felt."""
        own, stand = frozenset(self.placement.cells), occupancy.expected(position, {})
        lifted = [(site, False) for site in sorted(self.occupied & own - stand)]
        for site, on in (*lifted, *((site, True) for site in sorted(stand - self.occupied))):
            self._hear(Reading(t_ms, site, on))
            t_ms += TOUCH_MS
        return t_ms

    def _find_trays(self, now: frozenset[str]) -> None:
        """Takes the trays as they are found before the first event: a piece that never lay there was not taken out."""
        slots = {slot: slot in now for slot in self.placement.slots}
        if slots != self.placement.slots:
            start = self.move_list.start
            self.placement = replace(self.placement, slots=slots)
            self._state = GameState.begin(start, self.placement.trays, slots, self.terms.clock)
            self.occupied = occupancy.expected(start, slots)
            self._header = _header(self.placement, start, self.terms)
        self._fresh = False

    def changed(self, link_ms: int, bit: int, on: bool) -> None:
        """One sensor; one that the game does not use says nothing."""
        site = self._site_of_bit.get(bit)
        if site is None or (site in self.occupied) == on:
            return
        if self.unwatched is not None:
            self._touched.append(Reading(self.clock.at(link_ms), site, on))
            self.occupied = occupancy.after(self.occupied, self._touched[-1:])
            self._look_ms = self._touched[-1].t_ms + STILL_MS
        else:
            self._hear(Reading(self.clock.at(link_ms), site, on))

    def pressed(self, link_ms: int, side: Side) -> None:
        """A clock button."""
        self._hear(Press(self.clock.at(link_ms), side))

    def answered(self, move: str) -> None:
        """Somebody named a move."""
        self._hear(Answer(self.clock.now(), move))

    def look_ahead(self) -> None:
        """Makes ready what the next reading will ask for; for a moment at which nothing happens."""
        tracker.look_ahead(self.belief)

    def tick(self) -> None:
        """Time passes."""
        if self._lost:
            self.clock.run()
            return
        self._follow(Tick(self.clock.tick()))
        self._watch_the_clock()
        if self.unwatched is None:
            return
        rested = self._look_ms and self.clock.last_ms >= self._look_ms
        if (
            rested or self.unwatched.move_list.position != self.position
        ):  # with time the tracker may think otherwise, too
            self._look_ms = 0
            self._take(self.occupied, self.clock.last_ms)

    def agree(self, result: str, reason: str) -> None:
        """The players end the game, or adjourn it ("*"); what the sensors say from now on is not part of it."""
        self._left = self.occupied
        t_ms = self.clock.now()
        self.hold()
        if result == "*":
            self.say(Adjourned(t_ms))
        self._state = self._state.agreed(result, reason, t_ms)

    def reopen(self) -> None:
        """The players take that back: the game goes on from how the board stands now.

        After an adjournment that is compared with how the pieces stood, as after any time in which nobody watched.

        Raises: ReedboardError when they had not ended it.
        """
        if self.ended is None or not self.ended.agreed:
            raise ReedboardError("Only a result that the players agreed on can be taken back.")
        adjourned = self.ended.result == "*"
        now, self.occupied = self.occupied, self._left
        self._state = self._state.reopened()
        if adjourned:
            self.clock = GameClock(max(self._heard_ms, self._told_ms) + RESUME_PAUSE_MS)  # nobody thought meanwhile
            self.lost()
            self._take(now, self.clock.now())
            return
        for reading in occupancy.differences(self.placement, self.clock.now(), self.occupied, now):
            self._hear(reading)

    def say(self, event: TableEvent) -> None:
        """Something happens at the table beside the board."""
        if not self._state.closed:
            self._lines.append(trace.format_line(event))
            self._told_ms = event.t_ms
            self._state = self._state.after(event)

    def hold(self) -> None:
        """Stops the chess clock where one goes; the next move or press, or somebody's word, lets it go again."""
        if self.standing is not None and self.standing.running is not None:
            self.say(ClockHeld(self.clock.tick()))

    def still_going(self) -> None:
        """Notes that the chess clock goes, so that this much of its time is known whatever comes."""
        if self.standing is not None and self.standing.running is not None:
            self.say(ClockAlive(self.clock.tick()))

    def _watch_the_clock(self) -> None:
        standing, setting = self.standing, self.terms.clock
        if standing is None or setting is None or standing.running is None:
            return
        fallen = standing.flag_ms is not None and standing.flag_ms <= self.clock.last_ms
        if fallen and setting.flag is Flag.LOSE and self._watched and self.unwatched is None:
            loser = standing.running
            result, name = ("0-1", "White") if loser is Side.WHITE else ("1-0", "Black")
            if can_win(self.position, loser.other):
                self.agree(result, f"{name}'s time is over")
            else:
                self.agree("1/2-1/2", f"{name}'s time is over, and nothing is left to mate with")
        elif self.clock.last_ms - max(self._told_ms, self._heard_ms) > ALIVE_MS:
            self.still_going()

    def _hear(self, event: Reading | Press | Answer) -> None:
        self._fresh = False
        if not self._state.closed:
            self._lines.append(trace.format_line(event))
            self._heard_ms = event.t_ms
        self._follow(event)

    def _follow(self, event: Event | TableEvent) -> None:
        if isinstance(event, Reading):
            self.occupied = occupancy.after(self.occupied, [event])
        self._state = self._state.after(event)

    # The record ----------------------------------------------------------------------------------------------------

    def keep(self, wait_s: float | None = None) -> str:
        """Has everything written that happened; gives what people are told where it cannot be, "" where it can.

        Returns when it is on the disk, or the disk is in trouble; after `wait_s` in any case.
        """
        return "" if self._keeper.keep(self._kept(), wait_s) else self.unsaved

    @property
    def unsaved(self) -> str:
        """What is not on the disk and why, in a sentence; "" when all is."""
        since = self._keeper.unsaved_from
        if since is None:
            return ""
        ply, moment_s = since
        missing = f"from ply {ply} on" if ply <= len(self.move_list.entries) else "but no move is missing yet"
        moment = datetime.fromtimestamp(moment_s).astimezone().strftime("%H:%M:%S")
        return (
            f"The records cannot be written since {moment}, {missing}: {self._keeper.trouble}."
            " Play goes on; all of it is written as soon as that is mended."
        )

    def _kept(self) -> Kept:
        result, reason = (self.ended.result, self.ended.reason) if self.ended else ("*", "")
        since = (self.move_list, self.standing, self.hinted, self.adjourned)
        known = self._views
        if known is None or any(one is not other for one, other in zip(known[0], since, strict=True)):
            self._views = known = since, ply_views(*since)
        return Kept(self.record, self._header, self._lines, len(self._lines), known[1], result, reason)


def _header(placement: Placement, start: Position, terms: Terms) -> str:
    """The first line of the journal of a game that begins so."""
    fen = None if start == start.game.start() else start.fen()
    return trace.format_header(trace.TraceHeader(start.game.id, fen, placement.trays, placement.slots, terms.clock))
