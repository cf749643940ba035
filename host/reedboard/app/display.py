"""What is shown of the game, by lights and on the page; what has not changed is neither made nor sent again."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from reedboard.app.contracts import GameBoard, Lamps
from reedboard.app.machine import Machine
from reedboard.app.play import Play
from reedboard.app.unwatched import Unwatched
from reedboard.board.wire import Glow
from reedboard.game import lights
from reedboard.game.led_frame import led_frame
from reedboard.game.lights import Light
from reedboard.game.status import Connection, Status
from reedboard.game.tour import TourStep
from reedboard.game.view import Scene, status
from reedboard.tracker import Belief

Listener = Callable[[Status], None]


class Display:
    """Lights and listeners. It belongs to the loop's thread.

    Args:
        listeners: called with the new status after every change; they must not block.
    """

    def __init__(self, lamps: Lamps, table: GameBoard, machine: Machine, listeners: tuple[Listener, ...]) -> None:
        self._lamps = lamps
        self._table = table
        self._machine = machine
        self._listeners = listeners
        self._glows: tuple[Glow, ...] | None = None
        self._lit: tuple[Belief, Mapping[str, Light]] | None = None
        """What is lit for a belief: it seldom changes while time passes."""
        self._drawn: tuple[Scene, bool, Unwatched | None, bool] | None = None
        """What the status shown last was made from: made anew it would be the same."""
        self._shown: Status | None = None

    def forget_lights(self) -> None:
        """Nothing is known of what the board shows: another one answers, or somebody else lit it."""
        self._glows = None

    def show(
        self, play: Play, connection: Connection, notices: tuple[str, ...], tour: TourStep | None, lit_here: bool
    ) -> None:
        """Shows how things stand.

        Args:
            tour: shown by the lights instead of the game.
            lit_here: whether the board's lights are the game's; the self-test has them otherwise.
        """
        offer, away = play.offer, play.unwatched
        if self._lit is None or self._lit[0] is not play.belief:
            self._lit = play.belief, lights.policy(play.belief)
        lit = self._machine.lights(play, {} if offer or away else self._lit[1]) if tour is None else tour.lights
        glowing = led_frame(play.placement, lit)
        if lit_here and glowing != self._glows:
            self._lamps.show(glowing)
            self._glows = glowing
        scene = Scene(
            record=play.record,
            placement=play.placement,
            belief=play.belief,
            move_list=play.move_list,
            occupied=play.occupied,
            lights=lit,
            connection=connection,
            ended=play.ended,
            offer=offer,
            names=(play.terms.white, play.terms.black),
            first_ply=play.first_ply,
            before_back=play.before_back,
            standing=play.standing,
            clock=play.clock_view,
            proposal=play.proposal,
            machine=self._machine.view(play),
            advice=self._machine.advice(play),
            coach=self._machine.coach.view(play),
            rated=play.terms.rated,
            tour=None if tour is None else tour.view,
            hinted=play.hinted,
            adjourned=play.adjourned,
            notices=(*notices, *filter(None, [self._machine.failure])),
            hands=self._table.follow(play.position, play.missing, play.agreed),
        )
        drawn = scene, self._machine.guides(play), away, play.handled
        if drawn != self._drawn:
            self._drawn = drawn
            self._tell(play, *drawn)

    def _tell(self, play: Play, scene: Scene, guided: bool, away: Unwatched | None, handled: bool) -> None:
        now = status(scene)
        if guided:
            now = replace(now, trouble=None)
        if away is not None:
            asked = None if handled else away.question(len(play.move_list.entries) + 1)
            now = replace(now, question=asked, trouble=None, offer=None)
        if now != self._shown:
            self._shown = now
            for listener in self._listeners:
                listener(now)
