"""What a rule sheet is made of: a game as data, written once from White's side.

Cells, zones and ranks are White's; for Black the engine turns the board over (`Board.mirror`). What no data can say is
a pure function given in the field made for it; each field says what it is asked, with what, and when. A function sees
the position through a `View`.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fairyrules.board import Board, Cell
from fairyrules.effect import Effect, Holder
from fairyrules.ending import Ending
from fairyrules.moves import Move, Travel
from fairyrules.pieces import Side
from fairyrules.view import View

Phase = Hashable
"""What decides how a side's pieces move, besides where they stand: leaps left, an army frozen (see `Sheet.phase`)."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece."""

    letter: str
    """Upper case, with "+" before it for a promoted kind."""
    name: str
    moves: str | Callable[[Phase], str] = ""
    """Betza's notation; a function of the side's phase where movement changes in play."""
    zone: str = ""
    """Where it may land (and so attack), as `Board.zone` reads it; empty for anywhere."""
    lands: Callable[[Board, Phase, Cell, Cell], bool] | None = None
    """Whether it may land: (board, its side's phase, origin, target), cells as its own player counts them."""
    threatens: Callable[[Board, Phase, Cell, Cell], bool] | None = None
    """Whether it could take where it may land, if that is not always so; asked like `lands`, for attacks only."""
    home: str = ""
    """From where its `i` moves are allowed."""
    leaps: tuple[tuple[str, str], ...] = ()
    """Pairs of cells it may go between, both ways, without capture, whatever lies between: (("a1", "j2"), ...)."""
    rifle: str = ""
    """Betza for where it takes without going there, standing still or after a quiet move of its own."""
    places: tuple[tuple[str, str], ...] = ()
    """More movement between cells of some places, as on the lines drawn in a palace: (cells, Betza), ..."""
    shuns: str = ""
    """Letters of the kinds its hops neither pass over nor take, separated by spaces."""
    royal: bool = False
    """It may not be left attacked; of several royal pieces of a side none may."""
    pawn: bool = False
    """Its moves reset the halfmove clock."""
    held: str = ""
    """The kind it counts as in a reserve, if not itself ("R" for "+R")."""
    drops: str = ""
    """Where it may be dropped, if not on all of `Reserves.drop_cells`."""
    most_a_file: int = 0
    """How many of it a side may have on a file by dropping; 0 for any number."""
    drop_mates: bool = True
    """Whether it may be dropped so that it gives check and leaves no answer."""


@dataclass(frozen=True, slots=True)
class Promotion:
    """A change of kind on arrival.

    Of several for one kind the first that applies counts.
    """

    kinds: str
    """Letters of the kinds it is for, separated by spaces."""
    zone: str
    """Where the move must end."""
    into: tuple[str, ...] | Callable[[View, Travel], Iterable[str | tuple[str, Holder]]]
    """The kinds to choose from; or a function of the position before the move and the plain move.

    A pair names the reserve the new piece comes from, where the machine form has to name it (`Q@n`).
    """
    forced: bool = True
    """Forced: with nothing to become, the piece may not go there. Else the plain move is listed too."""
    leaving: bool = False
    """Whether a move that starts in the zone counts as well."""
    turns: bool = False
    """The same physical piece stays and counts as the new kind."""
    holders: Callable[[View, Travel], tuple[Holder | None, Holder | None]] | None = None
    """(given to, taken from): between which reserves the old and new piece are exchanged; None for no reserve."""


@dataclass(frozen=True, slots=True)
class Wing:
    """Where one partner of a castling family stands and where both go."""

    partner_home: str
    """The cells the partner must never have left, one for an unmoved piece."""
    target_file: str
    partner_file: str


@dataclass(frozen=True, slots=True)
class Castling:
    """A family of castlings: one king-like kind and its partners. Both stand on one rank and move along it."""

    kind: str
    partner: str
    home: str
    """The cells the king-like piece must never have left."""
    wings: tuple[Wing, ...]
    black_home: str = ""
    """The same for Black, in an array that is no mirror image."""
    safe: bool = True
    """Not out of, through or into attack (ruling G5)."""
    stride: int = 1
    """2: only every second cell between must be empty."""
    taken_by: Callable[[View, Cell], bool] | None = None
    """If given, the king-like piece may be taken in passing: by a piece of this cell that enters the start or the
    partner's target with the very next move."""


@dataclass(frozen=True, slots=True)
class Passing:
    """A long step after which the piece may be taken as if it had made a shorter one."""

    kind: str
    advance: int
    """Ranks gone forward by the long step."""
    taken_at: int
    """Ranks forward of the start where the taker lands."""
    taken_by: str
    sideways: int = 0
    """Files gone to either side by the long step, as many ranks and files at each part of it: 2 for e2g4."""
    zone: str = ""
    """Where the taker may land, if not everywhere."""


@dataclass(frozen=True, slots=True)
class Burst:
    """Every capture explodes: the taker goes with what it takes, and so does what stands around."""

    around: str = "K"
    """Betza, as plain leaps, for the cells the burst reaches from the cell of the capture."""
    spared: str = ""
    """Letters of the kinds that only a capture itself removes, separated by spaces."""


@dataclass(frozen=True, slots=True)
class Extra:
    """A part of the state that only some games have, declared once: FEN, equality, hash, repetition follow from it."""

    name: str
    """`name=value` in the FEN."""
    start: Hashable
    read: Callable[[str], Hashable]
    """The value of the FEN text. Raises ValueError saying what was expected."""
    write: Callable[[Any], str]
    """The FEN text; an empty one leaves the field out."""
    after: Callable[[Any, View, Move, Effect | None], Hashable]
    """The value after a move: (value, position before, move, its effect; None for a plain travel without promotion)."""
    check: Callable[[View], str] | None = None
    """Why the position cannot have its value, or nothing (ruling G7)."""
    absent: Hashable = None
    """The value when the FEN leaves the field out; None: it may not, unless `write` leaves None out."""
    settled: Callable[[Any, View, View], Hashable] | None = None
    """The value once the move is made, for what only the new position tells:
    (value, position before, position after)."""

    def written(self, value: object) -> str:
        """`name=value`, or nothing."""
        written = "" if value is None else self.write(value)
        return f"{self.name}={written}" if written else ""


@dataclass(frozen=True, slots=True)
class Reserves:
    """Pieces off the board that come onto it: captured ones that are kept, or some held from the start."""

    captured: Callable[[View, Cell], Holder] | None = None
    """Whose reserve a piece taken on the cell goes to, asked before the move; None: it is gone."""
    neutral: bool = False
    """Whether there is a third reserve that is nobody's."""
    drop_cells: str = ""
    """Where pieces of the own reserve may be put; empty for nowhere."""
    start: str = ""
    """What is held at the start, as FEN writes it: "HEhe"."""
    first: bool = False
    """Whether a side puts up all it holds before any piece of its own moves."""
    gates: str = ""
    """Cells on which a piece of the reserve may enter, as a part of the move by which the first piece leaves them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole game."""

    name: str
    board: Board
    kinds: tuple[Kind, ...]
    array: str
    """The placement at the start, as FEN writes it, without reserves."""
    promotions: tuple[Promotion, ...] = ()
    castlings: tuple[Castling, ...] = ()
    castling_letters: Mapping[str, str] = field(default_factory=dict)
    """For games that write rights as KQkq: White's letter -> White's partner cell, in the order written."""
    passing: tuple[Passing, ...] = ()
    reserves: Reserves | None = None
    extras: tuple[Extra, ...] = ()
    facing: str = ""
    """Betza for the lines on which the Kings may not see each other."""
    stalemate_loses: bool = False
    stalemate_wins: bool = False
    """Whether who has no legal move, and is not in check, has won."""
    endings: tuple[Ending, ...] = ()
    """What else ends a game: the first of them that is reached; no move is legal then."""
    must_capture: bool = False
    """Whether a side that can capture has to."""
    may_pass: bool = False
    """Whether a side may leave everything where it is, unless that leaves it in check."""
    checks_forbidden: bool = False
    """Whether no move may give check."""
    bursts: Burst | None = None
    perpetual_check_loses: bool = False
    fifty_moves: bool = True
    """Whether fifty full moves without capture or pawn-kind move may be claimed as a draw."""
    phase: Callable[[View, Side], Phase] | None = None
    """The phase of a side's army; kept for each position.

    What the opponent takes, changes the kind of or drops may change it; a drop by its kind alone, wherever it lands.
    No other move of the opponent's may.
    """
    phase_at_worst: Callable[[Phase], Phase] | None = None
    """The phase in which a side has all attacks that it has in this phase or could be given by the opponent's move.

    None: nobody knows, so each move that changes more than where a piece stands is played and looked at. With an
    `aftermath` it also says that a travel's gives the opponent no attacks the travel alone would not.
    """
    more_moves: Callable[[View], Iterable[Move]] | None = None
    """Moves no other field says; their legality is tested by the engine."""
    more_moves_need: str = ""
    """Without which there are none: kinds the side has a piece of and extras that say something (are not None).

    One of them is enough. "" if they have to be asked for in every position, which costs most of a list's time.
    """
    aftermath: Callable[[View, Move, Effect], Effect] | None = None
    """What else a move does to the pieces, added to its effect. Not asked for a plain travel without promotion."""
    start_fen: str = ""
    """The whole FEN where the engine cannot tell it from the array."""
    summary: str = ""

    def derive(self, **changes: Any) -> "Sheet":  # noqa: ANN401  # each field has its own type
        """The same game but for the named fields."""
        return replace(self, **changes)

    def with_kinds(self, *kinds: Kind) -> "Sheet":
        """The same game with some kinds replaced (by letter) or added."""
        new = {kind.letter: kind for kind in self.kinds} | {kind.letter: kind for kind in kinds}
        return replace(self, kinds=tuple(new.values()))


@dataclass(frozen=True, slots=True)
class Option:
    """A sub-variant: what it changes in the sheet. A name that ends in "=" takes a value."""

    name: str
    change: Callable[[Sheet, str], Sheet]
    """(sheet, value or nothing) -> the changed sheet. Raises SheetError for a value that cannot be."""
    summary: str
    group: str = ""
    """Of the options of one group at most one may be chosen."""
