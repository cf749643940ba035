"""What hands did, counted from the readings of a game and the moves that were really made: pure.

The moves say which piece went where, so every reading has a meaning without a tracker: a piece that comes down on a
cell that is not its target rests there, one that goes back to where it stood was adjusted. Where several pieces are in
hands, the one lifted last is taken to be the one put down. Counts are by the names of the costs in `tracker/costs.py`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from fairyrules import Position
from fairyrules.effect import Effect
from fairyrules.moves import Castling, Move
from fairyrules.pieces import Piece
from reedboard.bench.simulated_game import SimulatedGame
from reedboard.board.events import Press, Reading

PAUSE_MS = 600
"""Hands that rest so long are asked about."""
AT_ONCE_MS = 50
"""Within this two sensors may report out of order."""
HALFWAY_MS = 1000
"""So long a piece may stand between two cells."""

COUNTED = {
    "PLY": ("a handling is a move", "handlings"),
    "REST": ("a piece rests on a free cell and goes on", "plies"),
    "ADJUSTED": ("a piece is lifted and put back", "plies"),
    "CROSSED": ("a piece of the reply is in a hand before the move is done", "plies"),
    "EAGER": ("the same before the move was begun", "plies"),
    "OVERTAKEN": ("the reply is done before the move", "plies"),
    "OUT_OF_TURN": ("a captured piece is set on another cell", "captures"),
    "SECOND": ("two pieces of a side travel", "plies where castling is legal"),
    "HANDFUL": ("more pieces are in hands than mover and victims", "plies"),
    "STRAY": ("a piece comes from nowhere, and no neighbour is missed at once", "plies"),
    "OWN_OFF": ("a bystander of the mover's is in a hand as the move is done", "plies"),
    "ASTRAY": ("a piece stands on a wrong cell while a move is made", "plies"),
    "UNORDERED": ("a sensor apart reports the arrival before the lift", "plies"),
    "HALFWAY": ("a piece is felt on two neighbouring cells for longer", "plies"),
    "BESIDE": ("a new piece comes from beside the board though a slot holds its kind", "new pieces"),
    "BORROWED": ("a new piece comes from another's tray", "new pieces"),
    "UNUSED": ("a piece is taken off a slot that the move does not need", "lifts off slots"),
    "UNTAKEN": ("a slot is filled though nothing left board or slots", "plies"),
    "WRONG_SLOT": ("a captured piece is set on a slot of another kind", "captured pieces set on slots"),
    "TOUCHED": ("a touch of a single cell is the move", "touches"),
    "UNTOUCHED": ("nothing was felt of a move", "plies"),
    "TAKEBACK": ("moves are taken back", "plies"),
    "PAUSE": ("hands rest for 600 ms with the move unfinished", "plies"),
    "UNFELT": ("a captured piece's cell was not felt empty", "captures"),
}
"""What is counted by the name of its cost: what happens, and among how many of what."""
SENSORS = frozenset({"LOST", "TWICE", "AGAIN"})
"""Costs of what sensors do: no hands do it."""


@dataclass(slots=True)
class Counts:
    """How often things happened, by the name of the cost, and of what there were how many."""

    happened: Counter[str] = field(default_factory=Counter)
    among: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.happened + other.happened, self.among + other.among)


def counted(played: SimulatedGame, start: Position) -> Counts:
    """Everything that hands did in a game.

    Args:
        played: the game; of its spans it matters only where they begin and end.
        start: the position it begins from.
    """
    found = Counts()
    played = replace(played, spans=_overlapping(played, start))
    position = start
    board = start.game.board
    stands = {board.name(cell): start.piece_at(cell) is not None for cell in board.cells}
    heard = 0
    for number, (move, span) in enumerate(zip(played.moves, played.spans, strict=True)):
        after = position.play_unchecked(move)
        found.among["handlings"] += 1 + (span[0] > heard)
        _between(found, played.events[heard : span[0]])
        _Ply(found, position, move).count(_own(played, number))
        for event in played.events[heard : span[1]]:
            if isinstance(event, Reading) and ":" not in event.site:
                stands[event.site] = event.on
        heard = max(heard, span[1])
        later = played.spans[number + 1][0] if number + 1 < len(played.spans) else span[1]
        if later >= span[1]:
            wrong = [name for name, on in stands.items() if on != (after.piece_at(board.cell(name)) is not None)]
            filled = sum(stands[name] for name in wrong)
            own = {name for name in wrong if position.piece_at(name) != after.piece_at(name)}
            found.happened["ASTRAY"] += not own and 0 < filled == len(wrong) - filled
        position = after
    for (first, last), (reply, done) in pairwise(played.spans):
        found.happened["CROSSED"] += reply < last
        found.happened["EAGER"] += reply < first
        found.happened["OVERTAKEN"] += done < last
    found.happened["TAKEBACK"] += len(played.undone)
    found.happened["PLY"] += len(played.moves)
    found.among["plies"] += len(played.moves)
    return found


def _overlapping(played: SimulatedGame, start: Position) -> tuple[tuple[int, int], ...]:
    """The spans, with the first reading of a reply in its own where it came just before the move's last."""
    spans = list(played.spans)
    name, position = start.game.board.name, start
    for number, move in enumerate(played.moves[:-1]):
        position = position.play_unchecked(move)
        (first, last), (reply, done) = spans[number : number + 2]
        early = played.events[last - 1] if last > first else None
        if last != reply or reply == done or not isinstance(early, Reading) or early.on:
            continue
        origins = {name(each.origin) for each in position.effect(played.moves[number + 1]).travels}
        again = (each for each in played.events[reply:done] if isinstance(each, Reading) and not each.on)
        if early.site in origins and early.site not in {each.site for each in again}:
            spans[number : number + 2] = [(first, last + 1), (last - 1, done)]
    return tuple(spans)


def _own(played: SimulatedGame, number: int) -> list[Reading]:
    """The readings of a move: where two overlap, the first of them is the reply's lift, the others the move's."""
    first, last = played.spans[number]
    before = played.spans[number - 1][1] if number else first
    after = played.spans[number + 1][0] if number + 1 < len(played.spans) else last
    numbers = [at for at in range(first, last) if (at == first or at >= before) and not (at == after < last)]
    return [event for at in numbers if isinstance(event := played.events[at], Reading)]


def _between(found: Counts, events: Sequence[Reading | Press]) -> None:
    """Counts what happens between two moves: pieces that are lifted and put back on their cells."""
    lifted: set[str] = set()
    for event in events:
        if not isinstance(event, Reading) or ":" in event.site:
            continue
        if not event.on:
            lifted.add(event.site)
        elif event.site in lifted:
            lifted.discard(event.site)
            found.happened["ADJUSTED"] += 1
            found.among["touches"] += 1


class _Ply:
    """One move as it is made: what is in hands, and what of it came down where."""

    def __init__(self, found: Counts, position: Position, move: Move) -> None:
        self._found = found
        self._position = position
        self._name = position.game.board.name
        self._effect: Effect = position.effect(move)
        effect = self._effect
        self._origins = {self._name(each.origin) for each in effect.travels}
        self._victims = {self._name(each.cell) for each in effect.removals}
        self._ends = {
            self._name(cell)
            for cell in [each.target for each in effect.travels]
            + [each.cell for each in effect.exchanges]
            + [each.cell for each in effect.entries]
        }
        self._kinds = {
            *(_slots(each.holder, each.piece, each.kind_held) for each in effect.removals),
            *(_slots(each.given_to, each.before, each.before.kind.lstrip("+")) for each in effect.exchanges),
        }
        """The slots for what leaves the board, by side and kind."""
        self._new = {
            *(_slots(each.taken_from, each.after) for each in effect.exchanges),
            *(_slots(each.holder, each.piece) for each in effect.entries),
        }
        """The slots of what comes onto it."""
        self._hand: list[tuple[str, str]] = []
        """Who is in hands, “mover”, “victim” or “bystander”, and the cell it stood on; the one lifted last is last."""
        self._out: list[str] = []
        """Slots whose piece is in a hand."""
        self._resting: dict[str, str] = {}
        """Who rests on a cell that is not its target."""

    def count(self, readings: Sequence[Reading]) -> None:
        """Counts what the readings of the move say."""
        found, effect = self._found, self._effect
        happened, among = found.happened, found.among
        captures = len({each.cell for each in effect.removals} & {each.target for each in effect.travels})
        among["captures"] += captures
        among["new pieces"] += len(effect.exchanges) + len(effect.entries)
        castles = any(isinstance(each, Castling) for each in self._position.legal_moves())
        among["plies where castling is legal"] += castles
        happened["SECOND"] += len(effect.travels) > 1
        happened["UNTOUCHED"] += not readings
        most = 0
        for number, reading in enumerate(readings):
            next_ = readings[number + 1] if number + 1 < len(readings) else None
            if ":" in reading.site:
                self._slot(reading)
            elif reading.on:
                self._put(reading, next_)
            else:
                self._lift(reading.site)
            most = max(most, len(self._hand))
            if next_ is not None and next_.t_ms - reading.t_ms >= PAUSE_MS:
                happened["PAUSE"] += 1
        happened["HANDFUL"] += most > 1 + len(effect.removals)
        happened["OWN_OFF"] += any(who == "bystander" for who, _ in self._hand)
        felt = {reading.site for reading in readings if not reading.on}
        unfelt = len({self._name(each.target) for each in effect.travels} & self._victims - felt)
        happened["UNFELT"] += unfelt
        lifted = {_group(reading.site) for reading in readings if ":" in reading.site and not reading.on}
        foreign = {kind.partition(":")[2] for kind in self._new - lifted} & {kind.partition(":")[2] for kind in lifted}
        happened["BORROWED"] += len(foreign)
        if not effect.travels and {reading.site for reading in readings} <= self._ends:
            happened["TOUCHED"] += 1
            among["touches"] += 1

    def _lift(self, cell: str) -> None:
        if cell in self._resting:
            who = self._resting.pop(cell)
        elif cell in self._origins:
            who = "mover"
        elif cell in self._victims:
            who = "victim"
        else:
            who = "mover" if cell in self._ends else "bystander"
        self._hand.append((who, cell))

    def _put(self, reading: Reading, next_: Reading | None) -> None:
        happened, cell = self._found.happened, reading.site
        back = next((each for each in self._hand if each == ("bystander", cell)), None)
        movers = [each for each in self._hand if each[0] == "mover"]
        if back is not None:
            self._hand.remove(back)
            happened["ADJUSTED"] += 1
            self._found.among["touches"] += 1
        elif cell in self._ends and (movers or self._out or self._effect.entries or self._effect.exchanges):
            if movers:
                self._hand.remove(movers[-1])
        elif self._hand:
            who, stood = self._hand.pop()
            if stood == cell:
                happened["ADJUSTED"] += 1
                self._found.among["touches"] += 1
            elif cell not in self._ends or who != "mover":
                self._resting[cell] = who
                happened["OUT_OF_TURN" if who == "victim" else "REST"] += 1
        else:
            self._early(reading, next_)

    def _early(self, reading: Reading, next_: Reading | None) -> None:
        """A piece comes from nowhere: dragged over from a neighbour, reported too early, or really so."""
        happened = self._found.happened
        late_ms = next_.t_ms - reading.t_ms if next_ is not None and not next_.on and ":" not in next_.site else None
        if reading.site not in self._ends:
            self._resting[reading.site] = "mover"
            happened["REST"] += 1
        if late_ms is None or late_ms > HALFWAY_MS:
            happened["STRAY"] += 1
        elif late_ms > AT_ONCE_MS * 5:
            happened["HALFWAY"] += 1
        elif next_ is not None and late_ms <= AT_ONCE_MS and not self._neighbours(reading.site, next_.site):
            happened["UNORDERED"] += 1

    def _slot(self, reading: Reading) -> None:
        happened, among = self._found.happened, self._found.among
        if not reading.on:
            self._out.append(reading.site)
            among["lifts off slots"] += 1
            kind = _group(reading.site).partition(":")[2]
            happened["UNUSED"] += kind not in {each.partition(":")[2] for each in self._new}
            return
        if reading.site in self._out:
            self._out.remove(reading.site)
            return
        if not self._kinds:
            happened["UNTAKEN"] += 1
            return
        among["captured pieces set on slots"] += 1
        happened["WRONG_SLOT"] += _group(reading.site) not in self._kinds

    def _neighbours(self, one: str, other: str) -> bool:
        board = self._position.game.board
        (rank, file), (rank2, file2) = (divmod(board.cell(name), board.files) for name in (one, other))
        return max(abs(rank - rank2), abs(file - file2)) == 1


def _slots(holder: str | None, piece: Piece, kind: str | None = None) -> str:
    return f"{holder or piece.side.letter}:{kind or piece.kind}"


def _group(site: str) -> str:
    """Side and kind of a slot ("w:W3" -> "w:W")."""
    return site.rstrip("0123456789")
