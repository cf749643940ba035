"""What the page's threads may do: ask the loop and wait for its answer, move the hands, read records."""

import queue
from collections.abc import Callable, Mapping

from fairyrules.errors import FairyRulesError
from reedboard.app.board_test import BoardTest
from reedboard.app.game_boards import VirtualGameBoard
from reedboard.app.game_clock import now_ms
from reedboard.app.loop import Event
from reedboard.app.page_hands import PageHands
from reedboard.app.requests import (
    Answerable,
    AnswerGiven,
    ClockWanted,
    CoachWanted,
    EndAgreed,
    EndUndone,
    HandsMoved,
    HintWanted,
    NewGameWanted,
    ProposalMade,
    ReplyGiven,
    ResumeWanted,
    SelfTestWanted,
    TourWanted,
)
from reedboard.archive import game_lookup
from reedboard.archive.correct import correct
from reedboard.archive.database import Archive
from reedboard.archive.last_played import unfinished
from reedboard.errors import ReedboardError, in_one_line
from reedboard.game import tour
from reedboard.game.seat import seat_of
from reedboard.game.status import Parts
from reedboard.game.terms import TermsError, parse_terms
from reedboard.opponent import LEVELS, OpponentError, Roster
from reedboard.opponent.levels import level
from reedboard.virtual.faults import FAULTS

RESUME_S = 60.0
"""How long it waits for a game to be taken up again: every reading of its journal is thought over anew."""
UNFINISHED = 500
"""So many unfinished games are offered, newest first: more than anybody looks through, few enough for a page."""
PATIENCE_S = 60.0
"""How long a page waits for the loop: it answers within a tick, but for a new game on a virtual board of another shape,
whose process may take 20 s to start on a busy machine, and its pieces 13 s to stand."""


class RunningGameApi:
    """Stands between the page and the loop; see `reedboard.web.app.GameApi`."""

    def __init__(
        self,
        events: "queue.Queue[Event]",
        archive: Archive,
        record: Callable[[], int],
        board: VirtualGameBoard | None,
        health: Callable[[], Parts],
        board_health: Callable[[], Parts],
        roster: Roster | None = None,
        selftest: BoardTest | None = None,
    ) -> None:
        self._selftest = selftest
        self._roster = roster or Roster()
        self._events = events
        self._archive = archive
        self._record = record
        self._board = board
        self.health = health
        """Whether the program is well."""
        self.board = board_health
        """How the board under the game does."""
        self._hands = None if board is None else PageHands(board)

    def hand(self, action: str, what: str) -> None:
        """Does what `reedboard.app.page_hands` can do with the pieces of the virtual board."""
        if self._hands is None:
            raise ReedboardError("This is a real board: move its pieces by hand.")
        if self._selftest is not None and self._selftest.view().state == "running":
            raise ReedboardError("The self-test has the hands: wait for its end, or end it on the board’s own page.")
        self._hands.do(action, what)
        self._events.put(HandsMoved())

    def inject_fault(self, fault: str) -> None:
        """Orders a named fault of the virtual board."""
        if self._board is None:
            raise ReedboardError("Faults are for the virtual board; a real one has its own.")
        self._board.inject_fault(fault)

    def faults(self) -> list[str]:
        """The faults a virtual board can have, as people write them; none for a real one."""
        return [] if self._board is None else [f"{name}:{form}" if form else name for name, (form, _) in FAULTS.items()]

    def answer(self, move: str, ply: int) -> str:
        """Names the move an open question is about."""
        return self._ask(AnswerGiven(move, ply))

    def new_game(self, game: str, fen: str | None, terms: Mapping[str, str] | None) -> str:
        """Begins another game; without terms by those of the game before."""
        agreed = None if terms is None else parse_terms(**terms)
        try:
            known = game_lookup.known(game)
        except FairyRulesError as error:
            raise TermsError("game", in_one_line(error)) from None
        try:
            start = known.position(fen) if fen else known.start()
        except FairyRulesError as error:
            raise TermsError("fen", in_one_line(error)) from None
        for side in ("white", "black") if agreed else ():
            seat = seat_of(getattr(agreed, side))
            try:
                if seat is not None and seat.level is not None:
                    level(str(seat.level))
                if seat is not None and seat.engine:
                    self._roster.prove(seat.engine, start)
            except OpponentError as error:
                raise TermsError(side, str(error)) from None
        return self._ask(NewGameWanted(game, fen, agreed))

    def clock(self, act: str, side: str, ms: int) -> str:
        """Presses the chess clock, holds it, lets it go, adds to it."""
        return self._ask(ClockWanted(act, side, ms))

    def propose(self, side: str, what: str, value: int) -> str:
        """Puts a proposal to the other side."""
        return self._ask(ProposalMade(side, what, value))

    def reply(self, number: int, accepted: bool) -> str:
        """Replies to the proposal of this number."""
        return self._ask(ReplyGiven(number, accepted))

    def correct(self, record: int, result: str) -> None:
        """Corrects the result of a recorded game; that of the one on the board is ended and taken back there."""
        if record == self._record():
            raise ReedboardError(f"Game {record} is on the board: its result is settled on the board's own page.")
        correct(self._archive, record, result)

    def now_ms(self) -> int:
        """The host's own clock, by which a chess clock's face is to be read."""
        return now_ms()

    def tour(self, number: int) -> str:
        """Shows a step of the tour of the game in play on the board; -1 ends it."""
        game = game_lookup.known(self._archive.record(self._record()).game)
        return self._ask(TourWanted(game.id, None if number < 0 else tour.step(game, number)))

    def selftest(self, act: str, place: str) -> str:
        """Begins or ends the self-test of the board, or tells it what was seen."""
        if act in ("begin", "stop"):
            return self._ask(SelfTestWanted(act == "begin"))
        if act not in ("saw", "nothing") or (act == "saw") != bool(place):
            raise ReedboardError(f"Expected begin, stop, nothing, or saw with a place; found {act!r} {place!r}.")
        if self._selftest is not None:
            self._selftest.say(place)
        return ""

    def hint(self) -> str:
        """Has the best moves looked for."""
        return self._ask(HintWanted())

    def coach(self, on: bool) -> str:
        """Has the coach watch, or not."""
        return self._ask(CoachWanted(on))

    def end(self, result: str) -> str:
        """Ends the game by agreement or resignation."""
        return self._ask(EndAgreed(result))

    def undo_end(self) -> str:
        """Takes back that the players ended the game."""
        return self._ask(EndUndone())

    def unfinished(self) -> list[Parts]:
        """The games that can be taken up again, newest first, without the one being played."""
        playing = self._record()
        found = [record for record in unfinished(self._archive) if record.id != playing]
        return [
            {
                "id": record.id,
                "game": _name(record.game),
                "white": record.tags.get("White", ""),
                "black": record.tags.get("Black", ""),
                "begun": record.begun,
                "plies": record.plies,
            }
            for record in found[:UNFINISHED]
        ]

    def resume(self, record: int) -> str:
        """Takes an unfinished game up again."""
        return self._ask(ResumeWanted(record), RESUME_S)

    def _ask(self, request: Answerable, patience_s: float = PATIENCE_S) -> str:
        self._events.put(request)
        try:
            return request.done.result(timeout=patience_s)
        except TimeoutError:
            raise ReedboardError("The game does not answer; look at the terminal it was started from.") from None

    def levels(self) -> list[Parts]:
        """The levels at which the program plays, weakest first: `number` and `words` each."""
        return [{"number": each.number, "words": each.words} for each in LEVELS]

    def engines(self) -> list[str]:
        """The names of the engines that are installed, or were named when the program was started."""
        return self._roster.offered()

    def games(self) -> list[Parts]:
        """Every game there is, by name, with its sub-variants."""
        found: list[Parts] = []
        for game in game_lookup.every():
            found.append({"id": game.id, "name": game.name})
            chosen = [option.name for option in game.options if not option.name.endswith("=")]
            found += [{"id": f"{game.id}/{name}", "name": f"{game.name} · {name}"} for name in chosen]
        return found


def _name(game: str) -> str:
    """The name of a game of the records, which may be known no longer."""
    try:
        return game_lookup.known(game).name
    except FairyRulesError:
        return game
