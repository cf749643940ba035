"""What pieces are worth, read off the sheet: how far they move on boards of several fillings, and what they become.

Nobody types a value in. A piece's worth on a cell is how much it could do from there, averaged over boards on which
each cell is filled by chance; the draws come from `keys.scramble`, so the same sheet always has the same values.
"""

import zlib
from typing import TYPE_CHECKING, Final

from fairyrules import follow
from fairyrules.board import Board, Cell
from fairyrules.ending import Checks, Extinction, Goal
from fairyrules.keys import scramble
from fairyrules.moves import Move, Rifle, Travel
from fairyrules.reach import Way
from fairyrules.search.ground import distances, edge_distance, lone, middle_distance, middle_walk, ways_by_cell
from fairyrules.search.tuned import Shift, Tuning

if TYPE_CHECKING:
    from fairyrules.position import Position
    from fairyrules.state import State

FILLINGS: Final = (12, 20, 28, 36, 45, 55) * 4
"""Percent of the cells that are occupied, half of them by enemies: from a bare endgame to a full array, four times."""
QUIET: Final = 62
"""What a cell to move to is worth: with it the Pawn of chess, which has about one, is worth about a hundred."""
TAKE: Final = 110
"""What an enemy that can be taken is worth; more, since it threatens."""
BOUND: Final = 85
"""Percent that remain of a piece's worth if it can reach next to nothing of the board; all of it if everything."""
PLACE: Final = 30
"""Percent of what a cell adds to the average that counts as worth of standing there."""
MOST_FOR_PLACE: Final = 35
"""No place is worth more than this."""
PROMOTION: Final = (0, 42, 20, 10, 5, 3, 2, 1)
"""Percent of what a promotion brings that count so many moves before it; from chess, where a Pawn one step before the
last rank is worth two to three."""
IN_HAND: Final = 105
"""Percent of a piece's worth on the board while it is in the own reserve: it may come down anywhere."""
CHECK_GIVEN: Final = 180
"""What a check is worth where a number of them wins, times the share already given."""
GOAL: Final = (0, 300, 150, 80, 45, 25, 12, 6)
"""What it is worth to be so many moves from a cell that wins."""
TEMPO: Final = 10
"""What it is worth to be on move."""
EXPOSED_RANK: Final = 12
"""What the royal piece loses by each rank it goes forward while the enemy has all pieces."""
EXPOSED_FILE: Final = 6
"""What it loses by each file from the edge, at most three."""
ACTIVE: Final = 7
"""What it loses by each step from the middle of the board once the enemy has none."""
PRESSED_FROM: Final = 200
"""From such a lead on, who is ahead is asked to make something of it: to exchange, and to go where the King is."""
PRESSED_SPAN: Final = 200
"""And all the more up to so much above it, from where on all of these count in full."""
EXCHANGED: Final = 6
"""What they gain by each piece that is missing in the weaker army."""
CLOSE: Final = 6
"""What each of their pieces gains by each step it stands nearer to the King than half a board away, times the share
of its army that is missing."""
CORNERED: Final = 12
"""What they gain by each straight step of the King from the middle of the board, so most in a corner, times that share.
"""


class Values:
    """The values of one game, found once.

    `tuning` is added to them if it was made for them.
    """

    def __init__(self, start: "Position", tuning: Tuning | None = None) -> None:
        rules = start.rules
        sheet = rules.sheet
        board = rules.board
        codes = rules.codes
        self.sign = -1 if any([isinstance(each, Extinction) and each.wins for each in sheet.endings]) else 1
        """-1 where who has lost all pieces has won."""
        self.worth: list[int] = [0] * codes.count
        """By code, what the piece is worth wherever it stands; not negative. 0 for royal pieces."""
        self.cells: list[list[int]] = [[0] * board.size for _ in range(codes.count)]
        """By code, by cell: what the piece adds for White there; negative for Black's."""
        self.shelter: list[list[int]] = [[0] * board.size, [0] * board.size]
        """By side, by cell: what a royal piece's place is worth to it while the enemy has all pieces."""
        self.roaming: list[list[int]] = [[0] * board.size, [0] * board.size]
        """The same once the enemy has none left."""
        self.full = [max(1, len(start.pieces_by_side[side])) for side in (0, 1)]
        """By side, with how many pieces it begins."""
        self._checks = [each.count for each in sheet.endings if isinstance(each, Checks)]
        self._plain = rules.around is None
        self._files = board.files
        self.longest = max(board.files, board.ranks)
        """Steps of a King from edge to edge, and one more."""
        self.cornered = [CORNERED * middle_walk(board, cell) for cell in range(board.size)]
        """By cell, what it is worth that a King who is pressed stands there, once its army is gone."""
        fillings = _Fillings(start)
        for kind in sorted(codes.by_letter):
            self._find(start, fillings, kind)
        for kind in sorted(codes.by_letter):
            self._promote(start, kind)
        self.derived = zlib.crc32(repr((self.worth, self.cells)).encode())
        """Tells derived values from others."""
        self.tuned = tuning is not None and tuning.derived == self.derived
        """Whether the tuning was added."""
        if tuning is not None and self.tuned:
            for kind, shift in tuning.kinds.items():
                self._shift(start, kind, shift)
        self.hand: dict[str, int] = {
            letter: IN_HAND * self.worth[codes.code(letter, 0)] // 100 for letter in codes.by_letter
        }
        """By kind, what it is worth in the own reserve."""
        self._royals(start)
        self._goals(start)
        for code in range(1, codes.count):
            worth = -self.sign if code & 1 == 0 else self.sign
            place = 1 if code & 1 else -1
            base = self.worth[code]
            self.cells[code] = [worth * base + place * here for here in self.cells[code]]

    # Used by the search at every position

    def total(self, position: "State") -> int:
        """What stands on the board and is in the reserves, for White."""
        score = 0
        for pieces in position.pieces_by_side:
            for cell, code in pieces.items():
                score += self.cells[code][cell]
        return score + self.hands(position) if position.reserves is not None else score

    def hands(self, position: "State") -> int:
        """What the reserves are worth, for White."""
        reserves = position.reserves
        if reserves is None:
            return 0
        score = 0
        for kind, count in reserves[0].items():
            score += self.hand[kind] * count
        for kind, count in reserves[1].items():
            score -= self.hand[kind] * count
        return score * self.sign

    def after(self, before: "State", move: Move, after: "State", total: int) -> int:
        """The total after a move, from the one before it."""
        if type(move) is not Travel or move.becomes is not None or not self._plain:
            return self.total(after)
        passed = before.passed
        if passed is not None and move.target in passed.targets:
            return self.total(after)
        code = before.codes[move.origin]
        place = self.cells[code]
        total += place[move.target] - place[move.origin]
        taken = before.codes[move.target]
        if taken:
            total -= self.cells[taken][move.target]
            if after.reserves is not before.reserves:
                total += self.hands(after) - self.hands(before)
        return total

    def judged(self, position: "State", total: int) -> int:
        """The position's value for the side to move, from its total."""
        for side in (0, 1):
            king = position.kings[side]
            if king >= 0:
                full = self.full[1 - side]
                left = min(full, len(position.pieces_by_side[1 - side]))
                safe = (self.shelter[side][king] * left + self.roaming[side][king] * (full - left)) // full
                total += -safe if side else safe
        weak = 1 if total > 0 else 0
        lead = abs(total) - PRESSED_FROM
        if lead > 0 and position.kings[weak] >= 0 and self.sign > 0:
            pressed = self._pressed(position, weak) * min(lead, PRESSED_SPAN) // PRESSED_SPAN
            total += pressed if weak else -pressed
        if self._checks:
            given = position.extra("checks")
            assert isinstance(given, tuple)
            for side in (0, 1):
                earned = CHECK_GIVEN * int(given[side]) * int(given[side])
                total += -earned if side else earned
        return TEMPO + (-total if position.turn else total)

    def _pressed(self, position: "State", weak: int) -> int:
        """What it is worth to who is ahead that the weaker army is gone, where its King is, and where they are."""
        full = self.full[weak]
        gone = max(0, full - len(position.pieces_by_side[weak]))
        king = position.kings[weak]
        files = self._files
        rank, file = divmod(king, files)
        near = 0
        chasers = position.pieces_by_side[1 - weak]
        for cell in chasers:
            near -= max(abs(cell // files - rank), abs(cell % files - file))
        near += len(chasers) * (self.longest // 2)
        return (self.cornered[king] + CLOSE * near) * gone // full + EXCHANGED * gone

    # Found once

    def _find(self, start: "Position", fillings: "_Fillings", letter: str) -> None:
        """What the kind is worth by how it moves."""
        rules = start.rules
        board = rules.board
        code = rules.codes.code(letter, 0)
        homes = start.cells(0, letter) or [
            # On a board whose holes lie to one side alone, a cell may have no counterpart.
            board.mirror(cell)
            for cell in start.cells(1, letter)
            if board.mirror(cell) not in board.holes
        ]
        steps = ways_by_cell(start, code)
        held = rules.sheet.reserves is not None
        stands = distances(start, code, steps, homes) if homes and not held else {cell: 0 for cell in board.cells}
        by_cell = {cell: _mobility(start, fillings, code, steps[cell], cell) for cell in stands}
        average = sum(by_cell.values()) // len(by_cell)
        share = BOUND + (100 - BOUND) * len(by_cell) // len(board.cells)
        royal = rules.codes.royal_codes[code]
        for side in (0, 1):
            mine = code + side
            self.worth[mine] = 0 if royal else average * share // 100
            if royal:
                continue
            for cell, free in by_cell.items():
                here = (free - average) * PLACE // 100
                where = board.mirror(cell) if side else cell
                self.cells[mine][where] = max(-MOST_FOR_PLACE, min(MOST_FOR_PLACE, here))

    def _promote(self, start: "Position", letter: str) -> None:
        """What a kind gains by coming nearer to where it changes."""
        rules = start.rules
        code = rules.codes.code(letter, 0)
        if rules.codes.royal_codes[code]:
            return
        steps = ways_by_cell(start, code)
        last: list[Cell] = []
        gain = 0
        others = [worth for other, worth in enumerate(self.worth) if worth and other & 1]
        for cell in rules.board.cells:
            for move in lone(start, code, steps[cell], cell):
                promotion = rules.movement.promotion(code, cell, move.target)
                if promotion is None:
                    continue
                last.append(cell)
                if callable(promotion.into):
                    # What there is to choose depends on the game; half of what the kinds are worth on average.
                    best = sum(others) // (2 * len(others))
                else:
                    best = max([self.worth[rules.codes.code(kind, 0)] for kind in promotion.into])
                gain = max(gain, best - self.worth[code])
                break
        if not last or gain <= 0:
            return
        for cell, moves in distances(start, code, steps, last, backward=True).items():
            share = PROMOTION[min(moves + 1, len(PROMOTION) - 1)]
            for side in (0, 1):
                self.cells[code + side][rules.board.mirror(cell) if side else cell] += gain * share // 100

    def _shift(self, start: "Position", letter: str, shift: Shift) -> None:
        """What tuning adds to a kind."""
        board = start.rules.board
        code = start.rules.codes.code(letter, 0)
        for side in (0, 1):
            if self.worth[code + side]:
                self.worth[code + side] = max(1, self.worth[code + side] + shift.worth)
            here = self.cells[code + side]
            for cell in board.cells:
                ahead, inward, across = outlook(board, cell, side)
                here[cell] += shift.forward * ahead // max(1, board.ranks - 1)
                here[cell] += shift.middle * inward // max(1, self.longest // 2)
                here[cell] += shift.aside * across // max(1, board.files - 1)

    def _royals(self, start: "Position") -> None:
        """Where a royal piece is out of harm's way, and where it is of use."""
        board = start.rules.board
        for side in (0, 1):
            for cell in board.cells:
                forward = board.rank_of(cell, side == 1) - 1
                inward = min(3, edge_distance(board, cell))
                self.shelter[side][cell] = -EXPOSED_RANK * forward - EXPOSED_FILE * inward
                self.roaming[side][cell] = -ACTIVE * middle_distance(board, cell)

    def _goals(self, start: "Position") -> None:
        """What it is worth to come nearer to a cell that wins."""
        rules = start.rules
        board = rules.board
        for ending in rules.sheet.endings:
            if not isinstance(ending, Goal):
                continue
            for letter in ending.kinds.split():
                code = rules.codes.code(letter, 0)
                near = distances(
                    start, code, ways_by_cell(start, code), sorted(board.zone(ending.cells)), backward=True
                )
                for cell, moves in near.items():
                    worth = GOAL[min(moves + 1, len(GOAL) - 1)]
                    where = cell if ending.black_cells else board.mirror(cell)
                    for side, place in ((0, cell), (1, where)):
                        self.shelter[side][place] = worth
                        self.roaming[side][place] = worth


def outlook(board: Board, cell: Cell, side: int) -> tuple[int, int, int]:
    """(ranks from the side's first, steps of a King from the edge towards the middle, files from the side's first)."""
    ahead = board.rank_of(cell, side == 1) - 1
    inward = max(board.files, board.ranks) // 2 - middle_distance(board, cell)
    return ahead, inward, board.file_of(board.mirror(cell) if side else cell)


class _Fillings:
    """Boards filled by chance, drawn by how cells lie to a piece: cells differ by the board's edges, not by luck."""

    def __init__(self, start: "Position") -> None:
        board = start.rules.board
        shunned = {letter for kind in start.rules.codes.kinds for letter in kind.shuns.split()}
        hurdle = next(kind.letter for kind in start.rules.codes.kinds if kind.letter not in shunned)
        codes = (start.rules.codes.code(hurdle, 0), start.rules.codes.code(hurdle, 1))
        self._board = board
        self._planes: list[list[list[int]]] = []
        for number, percent in enumerate(FILLINGS):
            plane: list[list[int]] = []
            for up in range(2 * board.ranks - 1):
                drawn = [scramble((number * 200 + up) * 200 + right) for right in range(2 * board.files - 1)]
                plane.append([codes[each >> 20 & 1] if each % 100 < percent else 0 for each in drawn])
            self._planes.append(plane)

    def around(self, code: int, cell: Cell) -> list[list[int]]:
        """The boards with the piece on the cell."""
        board = self._board
        first = board.files - 1 - board.file_of(cell)
        lowest = board.ranks - board.rank_of(cell)
        found: list[list[int]] = []
        for plane in self._planes:
            filled: list[int] = []
            for row in plane[lowest : lowest + board.ranks]:
                filled += row[first : first + board.files]
            filled[cell] = code
            found.append(filled)
        return found


def _mobility(start: "State", fillings: _Fillings, code: int, ways: tuple[Way, ...], cell: Cell) -> int:
    """What the piece could do from the cell, averaged over the fillings, in hundredths of a Pawn or so."""
    total = 0
    for filled in fillings.around(code, cell):
        for move in follow.follow(ways, start, filled, (code & 1) ^ 1):
            taking = type(move) is Rifle or (type(move) is Travel and filled[move.target] != 0)
            total += TAKE if taking else QUIET
    return total // len(FILLINGS)
