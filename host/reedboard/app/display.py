"""What is shown of the game, by lights and on the page; what has not changed is neither made nor sent again."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from reedboard.app.contracts import GameBoard, Lamps
from reedboard.app.machine import Machine
from reedboard.app.play import Play
from reedboard.app.unwatched import Unwatched
from reedboard.board.profile import Placement
from reedboard.board.wire import Glow
from reedboard.game import lights
from reedboard.game.led_frame import led_frame
from reedboard.game.lights import Light
from reedboard.game.status import Connection, Status
from reedboard.game.tour import TourStep
from reedboard.game.view import Scene, status
from reedboard.tracker import Belief

Listener = Callable[[Status], None]


class Picture(NamedTuple):
    """How things stood at a moment, as they are shown once they are on the disk."""

    scene: Scene
    guided: bool
    """Whether the machine leads hands, so that what stands wrong is no trouble."""
    away: Unwatched | None
    handled: bool
    """Whether the pieces are being handled, so that nothing is asked of what nobody watched."""


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
        self._drawn: Picture | None = None
        """What the status shown last was made from: made anew it would be the same."""
        self._shown: Status | None = None

    def forget_lights(self) -> None:
        """Nothing is known of what the board shows: another one answers, or somebody else lit it."""
        self._glows = None

    def answer(self, play: Play, tour: TourStep | None) -> None:
        """Lights what answers hands, be it written yet or not; what the program itself says waits for `show`.

        Args:
            tour: shown by the lights instead of the game.
        """
        lit = self._lights(play, tour)
        if tour is not None or lit == self._felt(play):
            self._glow(play.placement, lit)

    def look(self, play: Play, connection: Connection, notices: tuple[str, ...], tour: TourStep | None) -> Picture:
        """How things stand."""
        scene = Scene(
            record=play.record,
            placement=play.placement,
            belief=play.belief,
            move_list=play.move_list,
            occupied=play.occupied,
            lights=self._lights(play, tour),
            connection=connection,
            ended=play.ended,
            offer=play.offer,
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
        return Picture(scene, self._machine.guides(play), play.unwatched, play.handled)

    def show(self, picture: Picture, *, lit: bool) -> None:
        """Shows how things stood; `lit`: by lights, too, as they stand so still."""
        if lit:
            self._glow(picture.scene.placement, picture.scene.lights)
        if picture != self._drawn:
            self._drawn = picture
            self._tell(picture)

    def _felt(self, play: Play) -> Mapping[str, Light]:
        """What is lit because of what hands did."""
        if self._lit is None or self._lit[0] is not play.belief:
            self._lit = play.belief, lights.policy(play.belief)
        return {} if play.offer or play.unwatched else self._lit[1]

    def _lights(self, play: Play, tour: TourStep | None) -> Mapping[str, Light]:
        return self._machine.lights(play, self._felt(play)) if tour is None else tour.lights

    def _glow(self, placement: Placement, lit: Mapping[str, Light]) -> None:
        glowing = led_frame(placement, lit)
        if glowing != self._glows:
            self._lamps.show(glowing)
            self._glows = glowing

    def _tell(self, picture: Picture) -> None:
        scene, guided, away, handled = picture
        now = status(scene)
        if guided:
            now = replace(now, trouble=None)
        if away is not None:
            asked = None if handled else away.question(len(scene.move_list.entries) + 1)
            now = replace(now, question=asked, trouble=None, offer=None)
        if now != self._shown:
            self._shown = now
            for listener in self._listeners:
                listener(now)
