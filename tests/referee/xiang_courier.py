"""Xiang Courier by rulings X1-X6."""

from collections.abc import Iterable

from referee.table import ALL_ROUND, DIAGONAL, ORTHOGONAL, Cell, Referee, State, leaps, side_of


class XiangCourier(Referee):
    files, ranks = 12, 10
    facing = ALL_ROUND

    def quiet(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        if piece.upper() == "C":
            return self.ride(state, cell, ORTHOGONAL)
        return self.strikes(state, cell, piece)

    def strikes(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        side = side_of(piece)
        match piece.upper():
            case "R":
                return self.ride(state, cell, ORTHOGONAL)
            case "C":
                return [landed for landed in self.over(state, cell, ORTHOGONAL) if landed in state.pieces]
            case "N":
                return self.on_foot(state, cell, leaps(2, 1))
            case "E":
                landings = self.on_foot(state, cell, leaps(2, 2))
                return [landed for landed in landings if self.rank(landed, side) <= 5]
            case "B":
                return [
                    landed
                    for landed in self.ride(state, cell, DIAGONAL)
                    if (cell[1] <= 5) == (landed[1] <= 5) or not {cell[1], landed[1]} & {5, 6}
                ]
            case "P":
                beyond = self.rank(cell, side) > 5
                return self.steps(cell, [(0, 1), (-1, 0), (1, 0)] if beyond else [(0, 1)], side)
            case letter:
                steps = {"K": ALL_ROUND, "W": ORTHOGONAL, "F": DIAGONAL}[letter]
                landings = self.steps(cell, steps)
                return [landed for landed in landings if 5 <= landed[0] <= 8 and self.rank(landed, side) <= 4]

    def on_foot(self, state: State, cell: Cell, steps: Iterable[Cell]) -> Iterable[Cell]:
        """Two-part moves: the first cell must exist and be empty."""
        for x, y in steps:
            first = self.step(cell, (int(x / 2), int(y / 2)))
            landed = self.step(cell, (x, y))
            if first and first not in state.pieces and landed:
                yield landed
