"""What a diagram shows: pieces, and marks that the engine finds by trying every cell."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from fairyrules.betza import Hop
from fairyrules.board import NOWHERE, Board, Cell
from fairyrules.follow import ways_of
from fairyrules.game import Game
from fairyrules.guide import Zone
from fairyrules.moves import Rifle, Travel
from fairyrules.pieces import Piece, Side
from fairyrules.sheet import Kind


class Mark(Enum):
    """What a cell means to the piece of a move diagram."""

    MOVE = "moves here, without capture"
    TAKE = "captures here, and only so"
    BOTH = "moves or captures here"
    SHOT = "captures here without going there"
    HURDLE = "a piece of either side to pass over"
    LEG = "has to be empty on the way"


@dataclass(frozen=True, slots=True)
class Picture:
    """A board with something on it; `tints` are the cells a zone diagram points out."""

    board: Board
    pieces: Mapping[Cell, Piece] = field(default_factory=dict)
    marks: Mapping[Cell, Mark] = field(default_factory=dict)
    tints: frozenset[Cell] = frozenset()
    river: int = 0
    """Ranks below the River; 0 for none."""


def array_picture(game: Game) -> Picture:
    """The game's array."""
    return Picture(game.board, game.start().pieces(), river=game.guide.river)


def zone_picture(game: Game, zone: Zone) -> Picture:
    """The cells of a zone."""
    return Picture(game.board, tints=game.board.zone(zone.cells), river=game.guide.river)


def move_picture(game: Game, letter: str) -> Picture:
    """Where White's piece of the kind goes from a cell that shows it well, with hurdles put up where it needs them."""
    study = Study(game, game.kinds[letter])
    cell = study.telling_cell()
    hurdles = study.hurdles(cell)
    quiet, _ = study.reached(cell, hurdles)
    marks = dict.fromkeys(quiet, Mark.MOVE)
    for enemy in game.board.cells:
        if enemy == cell or enemy in hurdles:
            continue
        landings, shots = study.reached(cell, hurdles, enemy)
        if enemy in landings:
            marks[enemy] = Mark.BOTH if enemy in quiet else Mark.TAKE
        elif enemy in shots and enemy not in quiet:
            marks[enemy] = Mark.SHOT
        elif enemy not in quiet and not hurdles and quiet - landings:
            marks[enemy] = Mark.LEG
    marks |= dict.fromkeys(hurdles, Mark.HURDLE)
    return Picture(game.board, {cell: Piece(Side.WHITE, letter)}, marks, river=game.guide.river)


class Study:
    """One kind of White, alone on the board but for what is put up to try it."""

    def __init__(self, game: Game, kind: Kind) -> None:
        self._game = game
        self._kind = kind
        self._start = game.start()
        codes = game.rules.codes
        self._code = codes.code(kind.letter, Side.WHITE)
        other = next((other for other in codes.kinds if not other.royal), kind)
        self._friend, self._enemy = codes.code(other.letter, Side.WHITE), codes.code(other.letter, Side.BLACK)

    def reached(self, cell: Cell, hurdles: Iterable[Cell], enemy: Cell = NOWHERE) -> tuple[set[Cell], set[Cell]]:
        """(cells it may land on, cells it may take from where it stands)."""
        board = [0] * self._game.board.size
        board[cell] = self._code
        for hurdle in hurdles:
            board[hurdle] = self._friend
        if enemy != NOWHERE:
            board[enemy] = self._enemy
        landings, shots = set(), set()
        for move in ways_of(self._start, cell, board):
            match move:
                case Travel():
                    landings.add(move.target)
                case Rifle(origin, target, victim) if origin == target:
                    shots.add(victim)
        return landings, shots

    def hurdles(self, cell: Cell) -> frozenset[Cell]:
        """A hurdle for each line the kind hops along, two or three cells away if there is room."""
        movement, phase = self._game.rules.movement, self._start.phase(Side.WHITE)
        found = set()
        hops = [pattern for pattern in movement.patterns(self._kind, phase) if pattern.hop is not Hop.NONE]
        for number, pattern in enumerate(hops):
            path = movement.walk(pattern, Side.WHITE, cell)
            for place in (1 + number % 2, 1, 0):
                behind = [target for target in path[place + 1 :] if movement.may_land(self._code, phase, cell, target)]
                if any(movement.fits_place(pattern.within, Side.WHITE, cell, target) for target in behind):
                    found.add(path[place])
                    break
        return frozenset(found)

    def telling_cell(self) -> Cell:
        """Where the kind reaches most parts of the board, then most cells; the nearest such to its home's middle."""
        board = self._game.board
        home = self._home()
        x = sum(map(board.file_of, home)) / len(home)
        y = sum(board.rank_of(cell) for cell in home) / len(home)
        islands = {cell: number for number, island in enumerate(parts(board)) for cell in island}

        def worth(cell: Cell) -> tuple[int, int, float]:
            landings = self.reached(cell, ())[0]
            away = (board.file_of(cell) - x) ** 2 + (board.rank_of(cell) - y) ** 2
            return len({islands[landing] for landing in landings}), len(landings), -away

        return max(sorted(home), key=worth)

    def _home(self) -> frozenset[Cell]:
        """The part of the board where the array has the kind; all cells if it has none, or in several parts."""
        board = self._game.board
        kind = Piece(Side.WHITE, self._kind.letter)
        cells = {cell for cell, piece in self._start.pieces().items() if piece == kind}
        homes = [part for part in parts(board) if part & cells]
        return homes[0] if len(homes) == 1 else frozenset(board.cells)


def parts(board: Board) -> list[frozenset[Cell]]:
    """The parts of the board that single steps along ranks and files hold together."""
    left = set(board.cells)
    found = []
    while left:
        part, edge = set(), [min(left)]
        while edge:
            cell = edge.pop()
            if cell in left:
                left.remove(cell)
                part.add(cell)
                edge += [board.step(cell, step) for step in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        found.append(frozenset(part))
    return found
