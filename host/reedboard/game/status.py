"""What the page and `status` show of a running game: a tree of plain values that serialises to JSON.

Sites are named ("e2", "w:R1"); sides are "w" and "b"; times are milliseconds of the game's clock. The top-level
fields are the parts that travel to the page: whoever follows gets all of them once, then only those that changed.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

SideLetter = str
"""\"w\" or \"b\"."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Whether the board is there, in a word for the page's colour and a sentence for people."""

    state: Literal["searching", "connected", "lost"]
    text: str
    port: str
    board: str


@dataclass(frozen=True, slots=True)
class GameView:
    """The game played: its record's number, its id and name, the position it began from, the players by name, and
    whether it is rated: without hints and coach."""

    record: int
    id: str
    name: str
    fen: str
    white: str = ""
    black: str = ""
    rated: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """The drawing that does not change during a game.

    `lines` are the game's geography: (from file, from rank, to file, to rank, "river" or "zone"), grid corners counted
    from the lower left corner of a1. `pattern` "bound" tells even from odd cells as well as light from dark.
    """

    files: int
    ranks: int
    cells: tuple[str, ...]
    slots: tuple[str, ...]
    lines: tuple[tuple[int, int, int, int, str], ...] = ()
    pattern: Literal["checker", "bound"] = "checker"


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece as people see it. `shape` is a chessman's name or "tile"; `badge` the kind's letter where needed.

    `state` is "lifted" (it belongs there but its site is empty) or "loose" (its site is occupied, the game knows of no
    piece there) or "standing".
    """

    side: SideLetter
    kind: str
    name: str
    shape: str
    size: Literal["large", "small", "tile"]
    badge: str = ""
    state: Literal["standing", "lifted", "loose"] = "standing"


@dataclass(frozen=True, slots=True)
class LightView:
    """An LED: what it says, its colour "#rrggbb", and how it behaves in time (as the wire's patterns)."""

    role: str
    colour: str
    pattern: Literal["steady", "blink", "fast", "pulse"] = "steady"


@dataclass(frozen=True, slots=True)
class HeldView:
    """Pieces of one kind in a reserve."""

    piece: PieceView
    count: int


@dataclass(frozen=True, slots=True)
class HeldPieceView:
    """A piece in a hand, and the kinds of slots ("w:P") it may be laid in."""

    piece: PieceView
    trays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandsView:
    """The hands above a virtual board: what they hold, the piece placed next first; what lies beside the board; and
    the sites that a piece really stands on, whatever their sensors say."""

    held: tuple[HeldPieceView, ...]
    aside: tuple[HeldView, ...]
    sites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose move it is, in a sentence, and the cell of a King in check."""

    side: SideLetter
    text: str
    check: str | None = None


@dataclass(frozen=True, slots=True)
class PlyView:
    """A move of the list; `number` is the full move's, `state` how sure it is."""

    ply: int
    number: int
    side: SideLetter
    san: str
    move: str
    t_ms: int
    state: Literal["provisional", "asked", "settled"]
    clock_ms: int | None = None
    """What the side's clock showed after it; None without a clock, or while it still has to be pressed."""
    hinted: bool = False
    """Whether a hint was looked at before it."""
    adjourned: bool = False
    """Whether the game was left for another time after it."""


@dataclass(frozen=True, slots=True)
class SideClockView:
    """A side's clock: what it shows at the moment its clock is from, and how that goes on while it runs.

    First `delay_ms` pass, then `left_ms`; at 0, as often as `periods` says, it shows `period_ms` anew. `byoyomi`: it is
    in such a period already. `flagged`: its time ran out.
    """

    left_ms: int
    delay_ms: int
    periods: int
    period_ms: int
    byoyomi: bool
    flagged: bool


@dataclass(frozen=True, slots=True)
class ClockView:
    """The game's clock: as it was at `since_ms` of the host's own clock (`/api/v1/now`), and whose runs from there.

    `words` is the time control as people say it; `stop` what ends a side's time, `flag` what its running out means.
    """

    words: str
    control: str
    stop: Literal["move", "press"]
    flag: Literal["tell", "lose"]
    begun: bool
    held: bool
    running: SideLetter | None
    since_ms: int
    sides: Mapping[SideLetter, SideClockView]


@dataclass(frozen=True, slots=True)
class ProposalView:
    """What a side proposes, in a sentence; `number` tells it from others, for the reply."""

    number: int
    side: SideLetter
    what: Literal["draw", "undo", "time"]
    text: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question: the move's machine form and how people read it."""

    move: str
    text: str
    piece: PieceView | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Which of several moves was played."""

    ply: int
    text: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One hand movement that brings board and game together."""

    text: str
    piece: PieceView | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """Board and game disagree: sites to fill, sites to clear, and the same in words."""

    text: str
    fill: tuple[str, ...]
    clear: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class MachineView:
    """A side that the program plays: what it says, and what hands have still to do for its move, first one first.

    `san` is the move that waits to be carried out, "" where none does.
    """

    side: SideLetter
    text: str
    thinking: bool = False
    san: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class AdviceLine:
    """A move somebody may make: its value for them ("+0.35", "#3"), and the moves expected, it first."""

    san: str
    value: str
    line: str


@dataclass(frozen=True, slots=True)
class AdviceView:
    """What somebody asked for: the best moves, best first; none as long as they are looked for."""

    text: str
    lines: tuple[AdviceLine, ...] = ()


@dataclass(frozen=True, slots=True)
class CoachView:
    """What the coach says of the last move, "" where it lost nothing much: how much, and what was better.

    `side` made it; the game can be put back to after `ply` moves, which is before it.
    """

    text: str = ""
    side: SideLetter = "w"
    ply: int = 0
    better: AdviceLine | None = None


@dataclass(frozen=True, slots=True)
class TourPart:
    """One of the few parts of a tour, the first is 0, and which of its own steps is shown; `onward`: the step after
    the last of them, where there is one."""

    number: int
    count: int
    title: str
    step: int
    steps: int
    onward: int | None


@dataclass(frozen=True, slots=True)
class TourView:
    """A step of the game's tour, the first is 0: what is said, and what the board shows instead of the game."""

    number: int
    count: int
    title: str
    text: str
    pieces: Mapping[str, PieceView]
    part: TourPart


@dataclass(frozen=True, slots=True)
class SensorView:
    """A sensor the tracker no longer believes, and why."""

    site: str
    fault: str
    text: str


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """How the game ended. `agreed`: by the players' word, which they may take back."""

    result: str
    reason: str
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A game the pieces are put up for: from its array, or again from the position the last one began from."""

    game: str
    fen: str | None = None


@dataclass(frozen=True, slots=True)
class Status:
    """Everything there is to see of a running game.

    `hint` is what a move begun still lacks; `unseen` the legal moves no sensor need feel, to be told by a tap; `claim`
    why the side to move may claim a draw. `hands`: the page may lift and place, since the board is virtual; None for a
    real one.
    """

    connection: Connection
    game: GameView
    layout: Layout
    turn: TurnView
    pieces: Mapping[str, PieceView] = field(default_factory=dict)
    occupied: tuple[str, ...] = ()
    reserves: Mapping[str, tuple[HeldView, ...]] = field(default_factory=dict)
    lights: Mapping[str, LightView] = field(default_factory=dict)
    moves: tuple[PlyView, ...] = ()
    last: tuple[str, ...] = ()
    question: Question | None = None
    hint: str = ""
    unseen: tuple[Choice, ...] = ()
    trouble: Trouble | None = None
    machine: MachineView | None = None
    advice: AdviceView | None = None
    coach: CoachView | None = None
    sensors: tuple[SensorView, ...] = ()
    outcome: OutcomeView | None = None
    claim: str = ""
    clock: ClockView | None = None
    proposal: ProposalView | None = None
    tour: TourView | None = None
    offer: Offer | None = None
    notices: tuple[str, ...] = ()
    hands: HandsView | None = None


Parts = dict[str, Any]
"""A status as JSON values, a part a key."""


def parts(status: Status) -> Parts:
    """The status as plain JSON values."""
    return asdict(status)


def changed(before: Parts, after: Parts) -> Parts:
    """The parts of `after` that differ from `before`."""
    return {name: part for name, part in after.items() if before.get(name) != part}
