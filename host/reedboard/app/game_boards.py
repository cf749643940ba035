"""The board under the game: a real one behind a port, or the virtual one with its hands."""

import contextlib
import random
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fairyrules import Game, Position
from fairyrules.pieces import Piece
from reedboard.app.board_process import BoardProcess
from reedboard.assets import boards
from reedboard.board.firmware_config import board_file
from reedboard.board.profile import BoardProfile, Placement, parse, place, smallest, synthetic_text
from reedboard.errors import ReedboardError
from reedboard.game.virtual_pieces import HandState
from reedboard.supervised import Fell
from reedboard.virtual import faults
from reedboard.virtual.remote_hands import HandsError, RemoteHands

PATIENCE_S = 5.0
"""How long hands wait for a virtual board that is starting again."""
FELT_S = 0.25
"""How long what hands did may take to be felt, understood and told: until then they know better than the game."""
SEEN_S = 1.0
"""How long they look for what they did: the board tells what it sees 33 times a second."""


class RealGameBoard:
    """A board with people at it."""

    def __init__(self, port: str, profile: BoardProfile) -> None:
        self.port = port
        self.profile = profile

    @property
    def name(self) -> str:
        """The board's name."""
        return self.profile.name

    def lay(self, game: Game) -> Placement:
        """The game laid on the board.

        Raises: ProfileError when it does not fit.
        """
        return place(self.profile, game)

    def set_up(self, pieces: HandState) -> bool:
        """People do that; the game guides them."""
        return False

    def set_up_again(self) -> bool:
        """People do that, too."""
        return False

    def follow(self, position: Position, missing: frozenset[str], agreed: bool) -> None:
        """What people hold, only they know."""


class VirtualGameBoard:
    """The virtual board and the hands above it.

    Args:
        game: the first game to be played on it; the board is the smallest shipped one it fits on, or made for it.
        folder: keeps a folder for each shape of board.
        faults_text: named faults the board has, as `reedboard.virtual.faults` reads them.
        fell: told in a sentence when the board's process died and was started again.
        own: the board to be played on, an id or a geometry file; every game must fit on it.

    Raises: FaultError when this board cannot have such a fault; a board of another shape goes without.
    """

    def __init__(
        self,
        game: Game,
        folder: Path,
        faults_text: tuple[str, ...] = (),
        fell: Fell = lambda words: None,
        own: str | None = None,
    ) -> None:
        self._folder = folder
        self._own = own
        self._lock = threading.Lock()
        self.news = threading.Condition()
        """Notified whenever the board tells something."""
        self._open: RemoteHands | None = None
        self._on: Mapping[str, str] = {}
        self.magnets: frozenset[str] = frozenset()
        """The board's sites that hold a piece, as last told."""
        self.leds: Mapping[str, str] = {}
        """The board's sites whose LED is lit, and its colour "rrggbb", as last told."""
        self.pieces = HandState(game.start(), frozenset())
        """Where every piece is, as the hands know. Replaced under the lock alone."""
        self._changing = threading.Lock()
        self._told = False
        """Whether the board that runs now has said what stands on it."""
        self._acted_s = 0.0
        self.profile, source = self._suited(game)
        self._faults = tuple(filter(None, map(faults.order, faults_text)))
        for order in self._faults:
            order.make(self.profile, random.Random(0), 0)
        self.process = BoardProcess(source, self._flash(self.profile), self._fault_options(self.profile), fell)

    @property
    def port(self) -> str:
        """Where the board's serial line is."""
        return self.process.serial

    @property
    def name(self) -> str:
        """The board's name."""
        return f"Virtual board, {self.profile.name}"

    def _flash(self, profile: BoardProfile) -> Path:
        """The board's flash, with today's configuration on it: a home that was used may hold one of another shape."""
        folder = self._folder / profile.id
        _keep(folder / "board.cfg", board_file(profile))
        return folder

    def _suited(self, game: Game) -> tuple[BoardProfile, str]:
        if self._own is not None:
            return boards.load(self._own), self._own
        shipped = [boards.load(board) for board in boards.shipped()]
        profile = smallest(shipped, game)
        if profile is not None:
            return profile, profile.id
        text = synthetic_text(game)
        made = parse(text, game.id)
        path = self._folder / f"{made.id}.toml"
        _keep(path, text)
        return made, str(path)

    def _fault_options(self, profile: BoardProfile) -> tuple[str, ...]:
        """The faults that a board of this shape can have, as its process takes them."""
        options: list[str] = []
        for order in self._faults:
            with contextlib.suppress(faults.FaultError):
                order.make(profile, random.Random(0), 0)
                options += ("--fault", str(order))
        return tuple(options)

    def lay(self, game: Game) -> Placement:
        """The game laid on a board of the right shape.

        Raises: ReedboardError when there can be none; then all is as before.
        """
        profile, source = self._suited(game)
        if profile != self.profile:
            flash = self._flash(profile)
            with self._lock:
                self._drop()
                self.process.become(source, flash, self._fault_options(profile))
                self.magnets, self.leds = frozenset(), {}  # the board before's
            self.profile = profile
        placement = place(self.profile, game)
        self._on = {name: site.name for name, site in placement.sites.items()}
        return placement

    # Hands ---------------------------------------------------------------------------------------------------------

    def set_up(self, pieces: HandState) -> bool:
        """Puts the pieces where they belong in a game begun or taken up again."""
        self._set(frozenset(pieces.on))
        self.change(lambda _: pieces)
        return True

    def set_up_again(self) -> bool:
        """Puts the pieces back where they were."""
        self._set(frozenset(self.pieces.on))
        return True

    def found(self) -> frozenset[str]:
        """The sites of the game on which something stands, as the board says when it is asked first."""
        self._with_hands(lambda hands: None, lambda: self._told)
        return frozenset(site for site, under in self._on.items() if under in self.magnets)

    def take_over(self, pieces: HandState) -> None:
        """Knows the pieces that stand on the board, and touches none."""
        self.change(lambda _: pieces)

    def put(self, sites: frozenset[str]) -> None:
        """Puts pieces on exactly these sites of the game, all at once."""
        self._set(sites)
        self.change(lambda state: state.arranged(sites))

    def _set(self, sites: frozenset[str]) -> None:
        under = frozenset(self._on[site] for site in sites)
        self._with_hands(lambda hands: hands.set(under), lambda: self.magnets == under)

    def lift(self, site: str) -> None:
        """Lifts what stands on a site of the game.

        Raises: ReedboardError when nothing does.
        """
        under = self._under(site)
        if under in self.magnets:
            self._with_hands(lambda hands: hands.lift(under), lambda: under not in self.magnets)
        elif site not in self.pieces.on:  # else it was lifted after all, when the board seemed not to answer
            raise ReedboardError(f"Nothing stands on {site} to lift.")
        self.change(lambda state: state.lifted(site))

    def place(self, site: str, piece: Piece | None = None) -> None:
        """Places a piece on a site of the game; without one, what is placed there next, from the box if need be.

        Raises: ReedboardError when something stands there.
        """
        under = self._under(site)
        if under not in self.magnets:
            self._with_hands(lambda hands: hands.place(under), lambda: under in self.magnets)
        elif site in self.pieces.on:  # else it was placed after all, when the board seemed not to answer
            raise ReedboardError(f"{site} is taken already.")
        self.change(lambda state: state.placed(site, piece))

    def press(self, side: str) -> None:
        """Presses the clock of "w" or "b"."""
        self._with_hands(lambda hands: hands.press(side))

    def change(self, how: Callable[[HandState], HandState]) -> None:
        """Replaces what the hands know."""
        with self._changing:
            self.pieces = how(self.pieces)

    def follow(self, position: Position, missing: frozenset[str], agreed: bool) -> HandState:
        """What the hands know once they have looked at the game: its position, the cells it asks to fill, and whether
        nothing about its moves is open."""
        felt = time.monotonic() - self._acted_s > FELT_S
        self.change(lambda state: state.following(position, missing, agreed and felt))
        return self.pieces

    def _under(self, site: str) -> str:
        under = self._on.get(site)
        if under is None:
            raise ReedboardError(f"The game has no cell or slot {site!r}.")
        return under

    def inject_fault(self, text: str) -> None:
        """Orders a named fault, sites by the board's own names; "none" ends them all.

        Raises: FaultError when there is no such fault, or this board cannot have it.
        """
        order = faults.order(text)
        if order is not None:
            order.make(self.profile, random.Random(0), 0)
        self._with_hands(lambda hands: hands.fault(text))

    @property
    def sites(self) -> Mapping[str, str]:
        """The game's site -> the board's."""
        return self._on

    def _with_hands(self, act: Callable[[RemoteHands], None], done: Callable[[], bool] = lambda: True) -> None:
        """Acts until it is seen to be done: a board that died in between is told again when it is back."""
        deadline = time.monotonic() + PATIENCE_S
        with self._lock:
            while True:
                try:
                    if self._open is None:
                        self._open = RemoteHands(self.process.hands_port, self.process.hands_token, self._seen)
                    self._acted_s = time.monotonic()
                    act(self._open)
                    with self.news:
                        if self.news.wait_for(done, timeout=SEEN_S):
                            return
                    reason = "it does not do what the hands do"
                except HandsError as error:
                    reason = str(error)
                self._drop()
                if time.monotonic() > deadline:
                    raise ReedboardError(f"The virtual board does not answer: {reason}.")
                time.sleep(0.1)

    def _seen(self, told: dict[str, Any]) -> None:
        with self.news:
            if "magnets" in told:
                self._told = True
                self.magnets = frozenset(told["magnets"])
            if "leds" in told:
                self.leds = told["leds"]
            self.news.notify_all()

    def _drop(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None
            self._told = False

    def close(self) -> None:
        """Takes the hands away and ends the board."""
        with self._lock:
            self._drop()
        self.process.close()


def _keep(path: Path, text: str) -> None:
    """Writes a file of a virtual board. Raises: ReedboardError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReedboardError(f"Cannot keep the virtual board in {path}: {error.strerror or error}.") from None
