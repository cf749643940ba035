"""A move is one of a few small shapes, each with only its own fields; `str(move)` is the machine form.

The shapes are made by a game's `MoveBook`, which knows the cells' names and keeps what it made.
"""

from dataclasses import dataclass, field, fields

from fairyrules.board import Board, Cell
from fairyrules.effect import Holder


class _Written:
    __slots__ = ()
    text: str

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, ...]:
        # Compiled, a frozen dataclass can neither be pickled nor copied by itself.
        return type(self), tuple([getattr(self, each.name) for each in fields(self)])  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Travel(_Written):
    """A piece goes from cell to cell, taking what stands there: `e3e4`, `e5e6=W`, `c14e16=Q@n`."""

    origin: Cell
    target: Cell
    becomes: str | None
    """The kind it changes into on arrival, by choice or not."""
    holder: Holder | None
    """Whose reserve the new piece comes out of, where the choice has to be named."""
    text: str = field(compare=False, repr=False)

    def __hash__(self) -> int:
        # Asked for at every move that may change a kind; a dataclass's own, of a tuple, takes three times as long.
        return self.origin << 10 | self.target


@dataclass(frozen=True, slots=True)
class Drop(_Written):
    """A piece comes out of the mover's own reserve: `D@e5`."""

    kind: str
    target: Cell
    text: str = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Castling(_Written):
    """A king-like piece and its partner move together; written as the king-like piece's own travel: `f2h2`.

    Where that could be an ordinary move of the same piece, it is written as if it went to its partner: `f1h1`.
    """

    origin: Cell
    target: Cell
    partner_origin: Cell
    partner_target: Cell
    text: str = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rifle(_Written):
    """A piece takes another without going there, `d4xd5`, perhaps after a move of its own, `d4f6xf7`."""

    origin: Cell
    target: Cell
    """Where the piece stands when it takes; the origin itself if it did not move."""
    victim: Cell
    text: str = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Change(_Written):
    """A piece becomes another kind where it stands: `a8=L`."""

    cell: Cell
    becomes: str
    text: str = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sacrifice(_Written):
    """A piece leaves the board to change an enemy piece into another kind: `a8~l7`."""

    cell: Cell
    victim: Cell
    becomes: str
    """The kind the victim changes into; not written."""
    text: str = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TurnAll(_Written):
    """Pieces the last move changed are all turned into another kind, as a whole move: `turn=W`."""

    becomes: str
    text: str = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Gating(_Written):
    """A move from a first-rank cell nothing has left yet, and a piece of the reserve that enters there: `b1c3/H`.

    With a castling the cell is written too, for there are two: `e1g1/Hh1`.
    """

    move: Travel | Castling
    kind: str
    cell: Cell
    text: str = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Pass(_Written):
    """Nothing is moved: `pass` where the game allows it, `--` as a null move (`NULL`)."""

    text: str = field(default="pass", compare=False, repr=False)


NULL = Pass("--")
"""The turn handed over in analysis, in games that let nobody pass; never among the legal moves."""
NULL_TEXTS = frozenset({"--", "Z0", "0000", "@@@@"})
"""How other programs write it. Source: python-chess, ChessBase, UCI."""


Move = Travel | Drop | Castling | Rifle | Change | Sacrifice | TurnAll | Gating | Pass


class MoveBook:
    """Makes the moves of one board, the common ones only once, so that real moves cost no more than numbers."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._travels: dict[int, Travel] = {}
        self._promotions: dict[tuple[Cell, Cell, str, Holder | None], Travel] = {}
        self._drops: dict[tuple[str, Cell], Drop] = {}
        self._rifles: dict[tuple[Cell, Cell, Cell], Rifle] = {}

    def travel(self, origin: Cell, target: Cell) -> Travel:
        """The plain move from cell to cell."""
        key = origin * self._board.size + target
        move = self._travels.get(key)
        if move is None:
            text = self._board.name(origin) + self._board.name(target)
            move = self._travels[key] = Travel(origin, target, None, None, text)
        return move

    def promotion(self, origin: Cell, target: Cell, becomes: str, holder: Holder | None = None) -> Travel:
        """The same with a change of kind on arrival."""
        key = (origin, target, becomes, holder)
        move = self._promotions.get(key)
        if move is None:
            text = f"{self._board.name(origin)}{self._board.name(target)}={becomes}" + (f"@{holder}" if holder else "")
            move = self._promotions[key] = Travel(origin, target, becomes, holder, text)
        return move

    def drop(self, kind: str, target: Cell) -> Drop:
        """A piece of the kind out of the mover's reserve."""
        key = (kind, target)
        move = self._drops.get(key)
        if move is None:
            move = self._drops[key] = Drop(kind, target, f"{kind}@{self._board.name(target)}")
        return move

    def rifle(self, origin: Cell, target: Cell, victim: Cell) -> Rifle:
        """Taking from a distance, after moving unless origin and target are one."""
        key = (origin, target, victim)
        move = self._rifles.get(key)
        if move is None:
            moved = "" if origin == target else self._board.name(target)
            text = f"{self._board.name(origin)}{moved}x{self._board.name(victim)}"
            move = self._rifles[key] = Rifle(origin, target, victim, text)
        return move

    # The rest are so few that nobody asks for one twice.

    def castling(
        self, origin: Cell, target: Cell, partner_origin: Cell, partner_target: Cell, written: Cell
    ) -> Castling:
        """The king-like piece's travel and its partner's; `written` is the cell its text ends with."""
        text = self._board.name(origin) + self._board.name(written)
        return Castling(origin, target, partner_origin, partner_target, text)

    def change(self, cell: Cell, becomes: str) -> Change:
        """A change in place."""
        return Change(cell, becomes, f"{self._board.name(cell)}={becomes}")

    def sacrifice(self, cell: Cell, victim: Cell, becomes: str) -> Sacrifice:
        """A piece given up to change an enemy one."""
        return Sacrifice(cell, victim, becomes, f"{self._board.name(cell)}~{self._board.name(victim)}")

    def gating(self, move: Travel | Castling, kind: str, cell: Cell) -> Gating:
        """The move, and a piece of the kind that enters on a cell the move leaves."""
        where = self._board.name(cell) if isinstance(move, Castling) else ""
        return Gating(move, kind, cell, f"{move.text}/{kind}{where}")

    def turn_all(self, becomes: str) -> TurnAll:
        """All that was so made turned at once."""
        return TurnAll(becomes, f"turn={becomes}")
