"""What the program itself does in a game: it plays a side by people's hands, replies to them, and helps who asks.

The loop's thread alone calls it; the thinking is another's (`thinker.py`).
"""

from collections.abc import Callable, Mapping
from contextlib import suppress

from fairyrules.moves import Move
from fairyrules.pieces import Side
from fairyrules.search import Line
from reedboard.app import agreeing
from reedboard.app.coach import Coach
from reedboard.app.play import Play
from reedboard.app.requests import ReplyGiven
from reedboard.app.thinker import Purpose, Question, Thought
from reedboard.board import occupancy
from reedboard.errors import ReedboardError
from reedboard.game import lights, prospects
from reedboard.game.announced import Announced, announce, apart
from reedboard.game.guidance import RepairStep
from reedboard.game.lifted_twice import LiftedTwice
from reedboard.game.lights import Light
from reedboard.game.seat import OURS, Seat, seat_of
from reedboard.game.status import AdviceView, MachineView
from reedboard.game.table_events import HintTaken, MoveAnnounced, Proposal, Proposed, PutBack, Replied
from reedboard.game.view import shown_moves
from reedboard.game.view.table import NAMES
from reedboard.opponent import LEVELS, Limit
from reedboard.opponent.levels import level

MOVE_S = 3.0
"""The longest a move is thought about: who plays over a board waits no longer for the lights than for a person."""
SHARE = 40
"""With a clock, a move takes no more than this part of the time left: so many moves are played from any middle game."""
HINT_S = 2.0
"""How long is thought for a hint; as `reedboard hint` does."""
HINTS = 3
"""So many moves are shown."""
Ask = Callable[[Question | None], None]


class Machine:
    """The program at the table, in one game after another.

    Args:
        ask: has a position thought about, or nothing any more; the answer comes to `thought`.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._record = 0
        self.coach = Coach(lambda play, side: self._seat(play, side) is None)
        self._forget()

    def _forget(self) -> None:
        self._question: Question | None = None
        self._announced: Announced | None = None
        self._said: dict[int, Announced] = {}
        """Every move announced in this game, by how many were made before it."""
        self._offered_ply = -prospects.PAUSE_PLIES
        """After how many moves it offered a draw last."""
        self._ended_it = False
        """Whether it gave this game up or claimed a draw once: where people take that back, they want it played."""
        self._told_tracker: set[tuple[int, tuple[Move, ...], int]] = set()
        self._refused = ""
        """Which other move was carried out instead of the announced one."""
        self._advice: tuple[tuple[Move, ...], tuple[Line, ...]] | None = None
        self._wants_advice: tuple[Move, ...] | None = None
        self._touched = LiftedTwice()
        self.coach.forget()
        self.failure = ""
        """Why there is no answer yet, in a sentence."""

    # What happens --------------------------------------------------------------------------------------------------

    def thought(self, thought: Thought, play: Play) -> None:
        """An answer came; one to an older question says nothing any more."""
        if thought.question != self._question:
            return
        self.failure = thought.failure
        if not thought.lines:
            return
        moves, line = thought.question.moves, thought.lines[0]
        if thought.question.purpose is Purpose.COACH:
            self.coach.thought(thought)
            return
        if thought.question.purpose is Purpose.HINT:
            self._advice, self._wants_advice = (moves, thought.lines), None
            play.say(HintTaken(play.clock.now(), len(moves)))
            return
        if moves != play.move_list.moves:
            return  # a move came about meanwhile
        if not self._ends(play, line.score):
            self._announce(play, line)

    def _announce(self, play: Play, line: Line) -> None:
        """Says which move it plays; and with it, where nothing happens any more, offers a draw."""
        belief, moves, now_ms = play.belief, play.move_list.moves, play.clock.now()
        play.say(MoveAnnounced(now_ms, len(moves), str(line.move), line.score))
        announced = announce(moves, play.position, line.move, belief.sites, belief.raw, now_ms)
        self._announced = self._said[len(moves)] = announced
        self._told_tracker.clear()
        waited = len(moves) - self._offered_ply >= prospects.PAUSE_PLIES
        even = prospects.nothing_happens(len(moves), self._scores(play, play.position.side))
        if even and waited and play.proposal is None:
            self._offered_ply = len(moves)
            play.say(Proposed(now_ms, play.position.side, Proposal.DRAW))

    def _ends(self, play: Play, score: int) -> bool:
        """Claims a draw where that is not worse, gives up a lost game where it was asked to; says whether it did."""
        side = play.position.side
        seat, claim = self._seat(play, side), play.position.may_claim_draw()
        if self._ended_it or seat is None:
            return False
        if claim and score <= 0:
            play.agree("1/2-1/2", f"draw claimed: {claim}")
        elif seat.resigns and prospects.gives_up((score, *self._scores(play, side))):
            play.agree(f"{int(side is Side.BLACK)}-{int(side is Side.WHITE)}", f"{NAMES[side]} resigns")
        else:
            return False
        self._ended_it = True
        return True

    def _scores(self, play: Play, side: Side) -> tuple[int, ...]:
        """What a player without hands thought of its moves in this game as it stands, the latest first."""
        found: dict[int, int] = {}
        for ply, event in play.announced:
            if self._mover(play, ply) is side:
                found.setdefault(ply, event.score)
        return tuple(found.values())

    def _take_up(self, play: Play) -> None:
        """A game goes on: what was announced in it stays announced, and is lit again."""
        belief, entries = play.belief, play.move_list.entries
        for ply, event in play.announced:
            before = entries[ply].before if ply < len(entries) else play.position
            legal = {str(move): move for move in before.legal_moves()}
            if ply in self._said or event.move not in legal or self._seat(play, before.side) is None:
                continue
            index = belief.sites.index
            raw = sum(1 << index[site] for site in play.felt_at(event.t_ms) if site in index)
            moves = play.move_list.moves[:ply]
            self._said[ply] = announce(moves, before, legal[event.move], belief.sites, raw, event.t_ms)
        self._announced = self._said.get(len(entries))

    def hint(self, play: Play) -> None:
        """Somebody asks for the best moves of the position.

        Raises: ReedboardError where it is nobody's who needs help.
        """
        if play.ended is not None or play.position.outcome() is not None:
            raise ReedboardError("The game is over: there is no move to show.")
        if play.terms.rated:
            raise ReedboardError("This is a rated game: there are no hints in it.")
        if (seat := self._seat(play, play.position.side)) is not None:
            raise ReedboardError(f"It is {seat.short}'s move; a hint is for yours.")
        if not _clear(play) or play.belief.mismatch is not None:
            raise ReedboardError("First the board has to be clear: answer what is asked, put right what is lit.")
        self._wants_advice = play.move_list.moves

    def felt(self, play: Play, t_ms: int, bit: int, on: bool) -> None:
        """A sensor changed: one's own piece lifted and put back twice asks for a hint."""
        site = play.placement.site_of_bit.get(bit, "")
        self._touched = self._touched.after(t_ms, site, on)
        if self._touched.done and site in play.placement.cells:
            piece = play.position.piece_at(play.position.board.cell(site))
            if piece is not None and piece.side is play.position.side:
                self.asked_by_hand(play)

    def asked_by_hand(self, play: Play) -> bool:
        """A gesture or a long press asks for a hint: whether there is one to be had. Else nobody is bothered."""
        with suppress(ReedboardError):
            self.hint(play)
            return True
        return False

    def consider(self, play: Play) -> None:
        """Once everything that happened has been taken: does what is the program's to do."""
        if play.record != self._record:
            self._forget()
            self._record = play.record
            self._take_up(play)
        moves = play.move_list.moves
        if self._announced is not None and not self._announced.fits(moves):
            self._announced, self._refused = None, ""
        if self._announced is not None and play.ended is None:
            self._judge(play, self._announced)
        self._answer(play)
        self._reply(play)
        self.coach.consider(play)
        self._think(play)

    def _judge(self, play: Play, announced: Announced) -> None:
        """Whether what was carried out is the announced move: where nothing seen tells, it is said to be."""
        entries, ply = play.move_list.entries, len(announced.moves)
        made = entries[ply] if ply < len(entries) else None
        if made is None:
            # With every step done, what the tracker cannot make a move of is this one: begun wrong, then put right.
            done = not announced.rest(play.occupied, play.touched_ms)
            if done and (play.belief.mismatch is not None or not announced.steps):
                self._say(play, announced)
            elif play.belief.mismatch is None:
                self._refused = ""
            return
        if made.move == announced.move and made.state != "asked":
            self._refused = ""
            if made.state == "provisional" and not announced.rest(play.occupied, play.touched_ms):
                self._say(play, announced)  # whatever else it may have been taken for
            return
        stand = occupancy.expected(announced.before.play(announced.move), {})
        if len(entries) == ply + 1 and (made.state == "asked" or stand == occupancy.expected(made.after, {})):
            self._say(play, announced)
            entries = play.move_list.entries
            if ply < len(entries) and entries[ply].move == announced.move:
                return
        if made.state == "asked":
            return
        if self._only_lifted(play, announced):
            # A capture where nobody moves is done by lifting its victim, and so is this one's first step.
            play.say(PutBack(play.clock.now(), ply))
            return
        who = self._who(play, announced.before.side)
        self._refused = f"{announced.before.san(made.move)} was played, but {who} plays {announced.san}."
        if made.state == "settled" or len(entries) > ply + 1:
            play.say(PutBack(play.clock.now(), ply))

    @staticmethod
    def _only_lifted(play: Play, announced: Announced) -> bool:
        """Whether all that was done yet is to lift what the announced move lifts too."""
        stood, stand = occupancy.expected(announced.before, {}), play.occupied & frozenset(play.placement.cells)
        return stand < stood and stood - stand <= {site for step in announced.steps for site in step.origins}

    def _answer(self, play: Play) -> None:
        """People are not asked which of its own moves it was, however late that comes into doubt."""
        asking = play.belief.asking
        said = None if asking is None else self._said.get(asking.ply + play.first_ply - 1)
        if asking is not None and said is not None and said.move in asking.moves and said.fits(play.move_list.moves):
            self._say(play, said)

    def _say(self, play: Play, announced: Announced) -> None:
        """Tells the tracker which move it was, once after each touch of the board."""
        now = len(announced.moves), play.move_list.moves, max(play.touched_ms.values(), default=0)
        if now not in self._told_tracker:
            self._told_tracker.add(now)
            play.answered(str(announced.move))

    def _reply(self, play: Play) -> None:
        """What is proposed to the program: it agrees to more time and moves taken back always, to a draw at times."""
        proposal = play.proposal
        if proposal is None or self._seat(play, proposal.side.other) is None:
            return
        now_ms = play.clock.now()
        if proposal.what is Proposal.UNDO and self._mover(play, proposal.value) is not proposal.side and proposal.value:
            # Its own move alone would be made again at once: with it goes the one before.
            play.say(Replied(now_ms, accepted=True))
            play.say(PutBack(now_ms, proposal.value - 1))
            return
        scores = self._scores(play, proposal.side.other)
        accepted = proposal.what is not Proposal.DRAW or prospects.takes_draw(len(play.move_list.entries), scores)
        agreeing.reply(play, ReplyGiven(proposal.t_ms, accepted))

    def _think(self, play: Play) -> None:
        self._question = self._wanted(play)
        self._ask(self._question)

    def _wanted(self, play: Play) -> Question | None:
        """What is to be thought about; None where there is nothing."""
        moves, position = play.move_list.moves, play.position
        if play.ended is not None or not _clear(play) or position.outcome() is not None:
            return None
        seat = self._seat(play, position.side)
        if seat is not None:
            if self._announced is not None and self._announced.moves == moves:
                return None
            if self.coach.judges(play):
                return self.coach.wanted(play)
            held_to = None if seat.level is None else level(str(seat.level))
            return Question(play.record, moves, position, self._limit(play), Purpose.MOVE, held_to, engine=seat.engine)
        if self._wants_advice == moves:
            return Question(play.record, moves, position, Limit(seconds=HINT_S), Purpose.HINT, count=HINTS)
        return self.coach.wanted(play)

    def _limit(self, play: Play) -> Limit:
        if self._question is not None and self._question.moves == play.move_list.moves:
            return self._question.limit  # thinking already
        standing = play.standing
        left_s = MOVE_S if standing is None else standing.of(play.position.side).left_ms / 1000 / SHARE
        return Limit(seconds=max(0.1, min(MOVE_S, left_s)))

    # What is shown -------------------------------------------------------------------------------------------------

    def lights(self, play: Play, lit: Mapping[str, Light]) -> Mapping[str, Light]:
        """The lights of the board with the program's own among them, or instead of them."""
        if play.unwatched is not None or play.offer is not None or play.belief.asking is not None:
            return lit
        rest = self._rest(play)
        if rest and (play.belief.mismatch is None or self.guides(play)):
            return lights.steps(rest)
        if rest or play.belief.mismatch is not None:
            return lit
        lit = {**lit, **self.coach.lights(play), **self._ending_lights(play)}
        advice = self._advised(play)
        return lit if advice is None else {**lit, **lights.hint(advice.steps)}

    def _ending_lights(self, play: Play) -> Mapping[str, Light]:
        """Where a player without hands offers a draw, or the game ended by anybody's word: the royal pieces."""
        if all(self._seat(play, side) is None for side in Side):
            return {}
        proposal, ended = play.proposal, play.ended
        if ended is not None and ended.agreed:
            lost = {"1-0": (Side.BLACK,), "0-1": (Side.WHITE,), "1/2-1/2": tuple(Side)}.get(ended.result, ())
            return lights.given_up(self._royals(play, lost))
        if proposal is not None and proposal.what is Proposal.DRAW and self._seat(play, proposal.side) is not None:
            return lights.draw_offered(self._royals(play, tuple(Side)))
        return {}

    @staticmethod
    def _royals(play: Play, sides: tuple[Side, ...]) -> tuple[str, ...]:
        position = play.position
        return tuple(position.board.name(cell) for side in sides for cell in position.royals(side))

    def guides(self, play: Play) -> bool:
        """Whether what is wrong on the board is only that the program's move is under way."""
        wrong = {site for sites in play.belief.mismatch or () for site in sites}
        pending = self._pending(play)
        return bool(wrong) and not self._refused and pending is not None and wrong <= pending.sites

    def view(self, play: Play) -> MachineView | None:
        """What the program says about its own move; None where people play both sides."""
        side = next((side for side in Side if self._seat(play, side) is not None), None)
        if side is None:
            return None
        thinking = self._question is not None and self._question.purpose is Purpose.MOVE
        pending = self._pending(play)
        who = self._who(play, play.position.side if pending is None else pending.before.side)
        return shown_moves.machine(side, who, thinking, pending, self._rest(play), self._refused)

    def advice(self, play: Play) -> AdviceView | None:
        """The best moves, where somebody asked for them; None where nobody did."""
        if self._wants_advice == play.move_list.moves:
            return AdviceView("Looking for good moves…")
        if self._advice is None or self._advice[0] != play.move_list.moves:
            return None
        return shown_moves.advice(play.position, self._advice[1])

    def _rest(self, play: Play) -> tuple[RepairStep, ...]:
        """What hands have still to do for the program's move; first another one is put back."""
        announced = self._announced
        if announced is None or play.ended is not None:
            return ()
        if self._refused and play.belief.mismatch is not None:
            return ()  # what is wrong is told as it always is
        if self._refused:
            stood = occupancy.expected(announced.before, {})
            return apart(announced.before, stood, play.occupied & frozenset(play.placement.cells))
        return announced.rest(play.occupied, play.touched_ms) if self._pending(play) else ()

    def _pending(self, play: Play) -> Announced | None:
        """The move that waits for hands."""
        announced = self._announced
        waits = announced is not None and announced.moves == play.move_list.moves and play.ended is None
        return announced if waits or self._refused else None

    def _advised(self, play: Play) -> Announced | None:
        """The best move, as if it were to be carried out."""
        if self._advice is None or self._advice[0] != play.move_list.moves or play.ended is not None:
            return None
        moves, lines = self._advice
        return announce(moves, play.position, lines[0].move, play.belief.sites, play.belief.raw, 0)

    # Who plays -----------------------------------------------------------------------------------------------------

    def _seat(self, play: Play, side: Side) -> Seat | None:
        """Who plays a side without hands; None where a person does."""
        seat = seat_of(play.terms.white if side is Side.WHITE else play.terms.black)
        if seat is None or seat.level is None:
            return seat
        return seat if any(each.number == seat.level for each in LEVELS) else None

    def _who(self, play: Play, side: Side) -> str:
        """What whoever plays a side is called in a sentence."""
        seat = self._seat(play, side)
        return OURS if seat is None else seat.short

    def _mover(self, play: Play, ply: int) -> Side:
        """Who is to move after so many moves."""
        entries = play.move_list.entries
        return entries[ply].before.side if ply < len(entries) else play.position.side


def _clear(play: Play) -> bool:
    """Whether the moves so far are known."""
    return play.unwatched is None and play.belief.asking is None
