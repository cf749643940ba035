"""The hands in the page: what a tap does to the virtual board's pieces. Every window moves the same pair of hands."""

import threading
from collections.abc import Callable

from fairyrules.pieces import Piece, Side
from reedboard.app.game_boards import VirtualGameBoard
from reedboard.errors import ReedboardError
from reedboard.game.virtual_pieces import BESIDE, HandError, HandState


class PageHands:
    """Does what a page asks of the hands, one thing after the other.

    Raises (every action): ReedboardError with a sentence that says why not.
    """

    def __init__(self, table: VirtualGameBoard) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._actions: dict[str, Callable[[str], None]] = {
            "tap": self.tap,
            "lift": self._lift,
            "place": self._place,
            "press": self._table.press,
            "choose": self._choose,
            "lay_aside": self._lay_aside,
            "lay_in": self._lay_in,
            "take_out": self._take_out,
            "put_back": self._put_back,
        }

    def do(self, action: str, what: str) -> None:
        """Does an action by name to a site ("e2"), a kind of slot ("w:P"), a piece ("w:P") or a side ("w")."""
        act = self._actions.get(action)
        if act is None:
            raise HandError(f"Hands cannot {action!r}; they can {', '.join(self._actions)}.")
        with self._lock:
            act(what)

    @property
    def _state(self) -> HandState:
        return self._table.pieces

    def tap(self, site: str) -> None:
        """Lifts what stands on a site, or places there what the hand holds."""
        if site in self._state.on:
            self._table.lift(site)
        else:
            self._place(site)

    def _lift(self, site: str) -> None:
        self._table.lift(site)

    def _place(self, site: str) -> None:
        piece = self._state.next_on(site)
        if piece is None:
            raise HandError(f"Nothing is in the hand to be placed on {site}: tap a piece first.")
        self._table.place(site, piece)

    def _choose(self, piece: str) -> None:
        self._table.change(lambda state: state.choose(_piece(piece)))

    def _lay_aside(self, piece: str) -> None:
        self._table.change(lambda state: state.laid_aside(_piece(piece)))

    def _lay_in(self, kind: str) -> None:
        """Lays the piece placed next, or the last that fits, into a free slot of a kind."""
        state = self._state
        fitting = [held.piece for held in state.held if kind in state.trays(held.piece)]
        if not fitting:
            raise HandError(f"Nothing in the hand fits into a free slot of {_tray(kind)}.")
        self._table.place(state.free_slots(kind)[0], fitting[-1])

    def _take_out(self, kind: str) -> None:
        """Takes a piece out of the slots of a kind, or one in reserve that lies beside the board."""
        state = self._state
        if slots := state.full_slots(kind):
            self._table.lift(slots[-1])
        elif state.position.reserve(kind[:1]) if kind[:1] in ("w", "b", "n") else False:
            self._table.change(lambda state: state.drawn(kind))
        else:
            raise HandError(f"No such piece lies in {_tray(kind)}.")

    def _put_back(self, _: str) -> None:
        """Puts the piece placed next back where it came from."""
        state = self._state
        if not state.held:
            return
        last = state.held[-1]
        if last.origin == BESIDE:
            self._table.change(lambda state: state.laid_aside(last.piece))
        elif last.origin in state.on:
            raise HandError(f"{last.origin} is taken by now: place the {state.name(last.piece)} elsewhere.")
        else:
            self._table.place(last.origin, last.piece)


def _piece(text: str) -> Piece:
    side, _, kind = text.partition(":")
    if side not in ("w", "b") or not kind:
        raise ReedboardError(f"Expected a piece such as w:P, found {text[:80]!r}.")
    return Piece(Side.BLACK if side == "b" else Side.WHITE, kind)


def _tray(kind: str) -> str:
    return {"w": "White's tray", "b": "Black's tray"}.get(kind[:1], "the neutral tray")
