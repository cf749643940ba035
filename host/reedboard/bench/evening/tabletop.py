"""Where every piece at one board is, and what the sensors say when hands move it.

A sensor is closed exactly while a piece stands upright on its site. What hands cannot do is refused, so the truth that
a tracker is judged by is never one that no table could show.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from fairyrules.pieces import Piece, Side
from reedboard.board.events import Press, Reading


class ImpossibleError(Exception):
    """Hands cannot do this: the piece is not there, or the site is taken."""


class Verb(Enum):
    """What a hand does at one moment."""

    LIFT = "lift"
    """From a site into the hand."""
    PUT = "put"
    """From the hand onto an empty site."""
    PUSH_IN = "push in"
    """From the hand onto a cell whose piece is pushed out into the other hand: the sensor stays closed."""
    TOPPLE = "topple"
    """A piece falls over; it lies where no sensor feels it, which is as good as beside the board."""
    ASIDE = "aside"
    """From the hand to beside the board."""
    FETCH = "fetch"
    """From beside the board into the hand; the club's box stands there, so there is always one more."""
    CALL = "call"
    """A piece is turned over, or borrowed for another: from now on it counts as `after`."""
    PRESS = "press"
    """The clock."""


FELT = frozenset({Verb.LIFT, Verb.PUT, Verb.TOPPLE})
"""What changes a sensor."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a hand does, and when."""

    t_ms: int
    verb: Verb
    hand: Side
    """Whose hand it is."""
    site: str = ""
    piece: Piece | None = None
    after: Piece | None = None
    ply: int | None = None
    """Number of the move it belongs to, from 0; None for what is none."""


class Tabletop:
    """The pieces on sites, in hands, and beside the board."""

    def __init__(self, sites: Iterable[str], on: Mapping[str, Piece]) -> None:
        self.sites = frozenset(sites)
        self.on = dict(on)
        self.held: dict[Side, list[Piece]] = {Side.WHITE: [], Side.BLACK: []}
        self.beside: list[Piece] = []
        self.t_ms = 0

    def copy(self) -> "Tabletop":
        """The same table, for hands to try something on."""
        made = Tabletop(self.sites, self.on)
        made.held = {side: list(pieces) for side, pieces in self.held.items()}
        made.beside = list(self.beside)
        made.t_ms = self.t_ms
        return made

    def free(self, site: str) -> bool:
        """Whether it is there and nothing stands on it."""
        return site in self.sites and site not in self.on

    def do(self, act: Act) -> Reading | Press | None:
        """Lets a hand act, and gives what is sensed of it.

        Raises: ImpossibleError, after which the table is as it was.
        """
        if act.t_ms < self.t_ms:
            raise ImpossibleError(f"{act} comes before {self.t_ms} ms")
        found = self._done(act)
        self.t_ms = act.t_ms
        return found

    def _done(self, act: Act) -> Reading | Press | None:
        site, hand = act.site, self.held[act.hand]
        match act.verb:
            case Verb.LIFT | Verb.TOPPLE:
                piece = self.on.get(site)
                if piece is None or act.piece not in (None, piece):
                    raise ImpossibleError(f"{act}: {piece} stands there")
                del self.on[site]
                (hand if act.verb is Verb.LIFT else self.beside).append(piece)
                return Reading(act.t_ms, site, False)
            case Verb.PUT:
                if not self.free(site):
                    raise ImpossibleError(f"{act}: the site is taken, or there is none")
                self.on[site] = self._out_of(hand, act)
                return Reading(act.t_ms, site, True)
            case Verb.PUSH_IN:
                victim = self.on.get(site)
                if victim is None:
                    raise ImpossibleError(f"{act}: nothing stands there to be pushed out")
                self.on[site] = self._out_of(hand, act)
                hand.append(victim)
            case Verb.ASIDE:
                self.beside.append(self._out_of(hand, act))
            case Verb.FETCH:
                assert act.piece is not None
                if act.piece in self.beside:
                    self.beside.remove(act.piece)
                hand.append(act.piece)
            case Verb.CALL:
                assert act.after is not None
                if not site:
                    self._out_of(hand, act)
                    hand.append(act.after)
                elif self.on.get(site) != act.piece:
                    raise ImpossibleError(f"{act}: {self.on.get(site)} stands there")
                else:
                    self.on[site] = act.after
            case Verb.PRESS:
                return Press(act.t_ms, act.hand)
        return None

    @staticmethod
    def _out_of(hand: list[Piece], act: Act) -> Piece:
        if act.piece is None or act.piece not in hand:
            raise ImpossibleError(f"{act}: the hand holds {', '.join(map(str, hand)) or 'nothing'}")
        hand.remove(act.piece)
        return act.piece
