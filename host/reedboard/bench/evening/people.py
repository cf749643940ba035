"""The eighteen people of the club: how each handles pieces, and what is odd about it now and then."""

from dataclasses import dataclass
from enum import Enum

from reedboard.bench.evening.hands import BLITZ, ORDINARY, SLOW, Pace


class Capture(Enum):
    """In which order a piece is taken by one that comes to stand there."""

    VICTIM_FIRST = "the captured piece leaves the board, then the other is lifted"
    VICTIM_HELD = "the captured piece is lifted first, and laid away when all is done"
    MOVER_FIRST = "the capturing piece is in the hand when the other is lifted"
    BOTH_HANDS = "both are lifted as good as at once"


class Castle(Enum):
    """In which order two pieces castle."""

    KING_FIRST = "the King goes, then the Rook"
    ROOK_FIRST = "the Rook goes, then the King"
    BOTH_HANDS = "both in the air, then both put down"


class Promote(Enum):
    """How one piece takes another's place."""

    SWAPPED = "the Pawn is put down, then exchanged"
    READY = "the new piece is in the other hand before the Pawn goes"
    DIRECT = "the Pawn is laid away, the new piece put on the last rank"


class Odd(Enum):
    """What somebody does that is not just a move made well; the sentence says it of a table."""

    # While a move is made
    HOVERS = "lifts another piece first, and puts it back"
    HESITATES = "lifts the piece, puts it back, thinks, and lifts it again"
    TRIES_A_CELL = "puts the piece on a wrong cell, and corrects it at once"
    HOLDS_LONG = "rests with the piece in the hand"
    SLIDES = "slides the piece over the cells between"
    PUSHES_OUT = "pushes the captured piece out with the one that takes it"
    BUMPS = "bumps a neighbour while putting a piece down"
    DROPS_ON_THE_WAY = "lets the piece down on its way for a moment"
    VICTIM_ON_BOARD = "lays the captured piece on a free cell, and removes it later"
    VICTIM_ON_WRONG_SLOT = "lays the captured piece on a slot of another kind, and mends it later"
    VICTIM_KEPT = "keeps the captured piece in the hand until after the reply"
    VICTIM_FORGOTTEN = "leaves a piece taken at a distance on the board until after the reply"
    VICTIM_HELPED_OFF = "the opponent lifts the captured piece off for the one who takes it"
    ASTRAY = "leaves the piece on a wrong cell; it is seen only after a reply or more"
    ROOK_FORGOTTEN = "castles with the King, and with the Rook only after the reply"
    CASTLES_SHORT = "puts the King a cell short when castling, and corrects it"
    EXCHANGE_FORGOTTEN = "leaves the Pawn on the last rank until after the reply"
    BORROWS = "promotes to a piece borrowed from the other's tray"
    WRONG_KIND_FIRST = "takes a piece of the wrong kind for a drop or a promotion, and puts it back"
    TOUCHES_SHOOTER = "touches the piece that takes from afar"
    # Between moves
    ADJUSTS = "puts a piece straight"
    ADJUSTS_MANY = "puts several pieces straight, of both sides"
    LIFTS_THEIRS = "takes a piece of the opponent's up, looks at it, and puts it back"
    FIDDLES_IN_TRAY = "lifts pieces out of a tray, and puts them back"
    SHOWS_A_PLAN = "walks a piece over some cells, and puts it back"
    ILLEGAL = "makes an illegal move, which is noticed and taken back"
    TAKES_BACK = "takes one to four moves back"
    ANALYSES = "tries some moves, and takes them all back"
    KNOCKS_OVER = "knocks several pieces over, and sets them up again"
    ADJOURNS = "all pieces leave the board, and are set up again"
    RESTS = "leaves the board alone for long"
    # Before the other is done
    BEGINS_EARLY = "begins the reply before the move is done"
    OVERTAKES = "has the reply done while the other still holds the piece that moves"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the board: an ordinary player, but for something odd at some plies."""

    name: str
    odd: tuple[Odd, ...]
    """What happens at their odd plies, the frequent more than once."""
    pace: Pace = ORDINARY
    captures: tuple[Capture, ...] = tuple(Capture)
    """Named twice, twice as often; so with the next two."""
    castles: tuple[Castle, ...] = (Castle.KING_FIRST, Castle.KING_FIRST, Castle.BOTH_HANDS)
    promotes: tuple[Promote, ...] = (Promote.SWAPPED, Promote.SWAPPED, Promote.DIRECT)
    slides: float = 0.05
    """Share of the moves along a line whose piece never leaves the board's surface."""
    odd_share: float = 0.1
    """Share of the plies with something odd."""
    clock: bool = False
    """Whether a clock is pressed at their table."""


PEOPLE = (
    Person(
        "tidy",
        (Odd.ADJUSTS, Odd.ADJUSTS, Odd.ADJUSTS_MANY, Odd.FIDDLES_IN_TRAY, Odd.HOVERS),
        captures=(Capture.VICTIM_FIRST, Capture.VICTIM_FIRST, Capture.MOVER_FIRST),
        clock=True,
    ),
    Person(
        "blitz player",
        (Odd.BEGINS_EARLY, Odd.BEGINS_EARLY, Odd.PUSHES_OUT, Odd.TRIES_A_CELL, Odd.ILLEGAL, Odd.BUMPS),
        pace=BLITZ,
        captures=(Capture.MOVER_FIRST, Capture.MOVER_FIRST, Capture.BOTH_HANDS),
        odd_share=0.125,
        clock=True,
    ),
    Person(
        "child",
        (Odd.TRIES_A_CELL, Odd.HOVERS, Odd.ILLEGAL, Odd.LIFTS_THEIRS, Odd.WRONG_KIND_FIRST, Odd.DROPS_ON_THE_WAY),
        captures=(Capture.VICTIM_HELD, Capture.MOVER_FIRST, Capture.VICTIM_FIRST),
        slides=0.2,
        odd_share=0.125,
    ),
    Person("analyst", (Odd.ANALYSES, Odd.ANALYSES, Odd.TAKES_BACK, Odd.SHOWS_A_PLAN), odd_share=0.09),
    Person(
        "toucher",
        (Odd.HOVERS, Odd.HESITATES, Odd.ADJUSTS, Odd.LIFTS_THEIRS, Odd.FIDDLES_IN_TRAY, Odd.TOUCHES_SHOOTER),
        odd_share=0.125,
    ),
    Person("drinker", (Odd.KNOCKS_OVER, Odd.KNOCKS_OVER, Odd.BUMPS, Odd.HOLDS_LONG), odd_share=0.085),
    Person(
        "litterer",
        (Odd.VICTIM_ON_BOARD, Odd.VICTIM_ON_WRONG_SLOT, Odd.VICTIM_KEPT, Odd.VICTIM_ON_BOARD, Odd.ADJUSTS),
        captures=(Capture.VICTIM_HELD, Capture.MOVER_FIRST),
        odd_share=0.125,
    ),
    Person(
        "old-timer",
        (Odd.SLIDES, Odd.HESITATES, Odd.TOUCHES_SHOOTER, Odd.PUSHES_OUT, Odd.CASTLES_SHORT, Odd.HOLDS_LONG),
        pace=SLOW,
        castles=(Castle.KING_FIRST,),
        slides=0.6,
    ),
    Person(
        "tired",
        (Odd.VICTIM_FORGOTTEN, Odd.ROOK_FORGOTTEN, Odd.EXCHANGE_FORGOTTEN, Odd.VICTIM_KEPT, Odd.RESTS, Odd.ASTRAY),
        pace=SLOW,
        odd_share=0.11,
    ),
    Person("dreamer", (Odd.ASTRAY, Odd.HOLDS_LONG, Odd.RESTS, Odd.TRIES_A_CELL), pace=SLOW, odd_share=0.085),
    Person("regretful", (Odd.TAKES_BACK, Odd.TAKES_BACK, Odd.HESITATES, Odd.TRIES_A_CELL), odd_share=0.09),
    Person(
        "helper",
        (Odd.VICTIM_HELPED_OFF, Odd.VICTIM_HELPED_OFF, Odd.ADJUSTS_MANY, Odd.LIFTS_THEIRS, Odd.BEGINS_EARLY),
        odd_share=0.125,
    ),
    Person(
        "two-handed",
        (Odd.VICTIM_KEPT, Odd.PUSHES_OUT, Odd.BEGINS_EARLY, Odd.BORROWS),
        captures=(Capture.BOTH_HANDS,),
        castles=(Castle.BOTH_HANDS,),
        promotes=(Promote.READY,),
    ),
    Person(
        "hasty",
        (Odd.BEGINS_EARLY, Odd.BEGINS_EARLY, Odd.OVERTAKES, Odd.TRIES_A_CELL),
        pace=Pace((200, 900), (20, 200), (300, 6000)),
        odd_share=0.12,
        clock=True,
    ),
    Person(
        "beginner",
        (Odd.ILLEGAL, Odd.ILLEGAL, Odd.WRONG_KIND_FIRST, Odd.CASTLES_SHORT, Odd.TAKES_BACK, Odd.TRIES_A_CELL),
        castles=(Castle.ROOK_FIRST, Castle.KING_FIRST),
        promotes=(Promote.SWAPPED,),
        odd_share=0.11,
    ),
    Person("smoker", (Odd.ADJOURNS, Odd.RESTS, Odd.RESTS, Odd.ADJUSTS), odd_share=0.085),
    Person(
        "shaky",
        (Odd.BUMPS, Odd.BUMPS, Odd.DROPS_ON_THE_WAY, Odd.KNOCKS_OVER, Odd.ADJUSTS),
        captures=(Capture.VICTIM_FIRST, Capture.MOVER_FIRST),
        odd_share=0.125,
    ),
    Person("storyteller", (Odd.SHOWS_A_PLAN, Odd.SHOWS_A_PLAN, Odd.HOVERS, Odd.FIDDLES_IN_TRAY, Odd.BORROWS)),
)
BY_NAME = {person.name: person for person in PEOPLE}
