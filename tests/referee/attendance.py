"""AtTENdance Chess by rulings A1-A7."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.table import (
    ALL_ROUND,
    DIAGONAL,
    ORTHOGONAL,
    Cell,
    Referee,
    State,
    Step,
    Try,
    leaps,
    name,
    side_of,
)

FORWARD_DIAGONAL: tuple[Step, ...] = ((-1, 1), (1, 1))
BACK_RANK = {1: "R", 2: "W", 3: "B", 4: "M", 7: "M", 8: "B", 9: "W", 10: "R"}
MOST = {"C": 1, "R": 2, "W": 2, "B": 2, "M": 2, "F": 2, "S": 2}


class Attendance(Referee):
    files = ranks = 10

    def strikes(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        side = side_of(piece)
        match piece.upper():
            case "K":
                return self.steps(cell, ALL_ROUND + (leaps(2, 1) if self.leaps_left(state, side) else ()))
            case "C":
                steps = [step for step in ALL_ROUND if step != (0, -1)]
                return self.steps(cell, [*steps, (-2, 2), (2, 2), (0, -2)], side)
            case "R":
                forward = self.steps(cell, FORWARD_DIAGONAL, side)
                return [*self.ride(state, cell, ORTHOGONAL, most=2), *forward]
            case "W":
                return self.steps(cell, leaps(3, 1) + FORWARD_DIAGONAL, side)
            case "B":
                return [*self.ride(state, cell, DIAGONAL, most=2), *self.steps(cell, ((-1, 0), (1, 0)))]
            case "M":
                return self.steps(cell, leaps(2, 0) + leaps(2, 2) + FORWARD_DIAGONAL, side)
            case "V":
                stands = [cell, *(landed for landed in self.over(state, cell, DIAGONAL) if landed not in state.pieces)]
                return [victim for stand in stands for victim in self.steps(stand, ORTHOGONAL)]
            case "P":
                landings = self.steps(cell, FORWARD_DIAGONAL, side)
                return [landing for landing in landings if self.becomes(state, cell, landing, piece)]
            case "F":
                return self.steps(cell, DIAGONAL)
            case _:
                return self.steps(cell, ORTHOGONAL)

    def quiet(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        if piece.upper() == "V":
            return self.over(state, cell, DIAGONAL)
        if piece.upper() == "P":
            reach = 2 if self.rank(cell, side_of(piece)) == 3 else 1
            return self.ride(state, cell, [(0, 1)], side_of(piece), most=reach)
        return self.strikes(state, cell, piece)

    def becomes(self, state: State, cell: Cell, target: Cell, piece: str) -> list[str]:
        side = side_of(piece)
        if piece.upper() != "P" or self.rank(target, side) < 9:
            return [""]
        free = [kind for kind, most in MOST.items() if state.count(kind, side) < most]
        if self.rank(target, side) == 10:
            return [f"={kind}" for kind in free]
        kind = BACK_RANK.get(target[0]) or ("C" if target[0] == (5 if side == "w" else 6) else "K")
        return ["", f"={kind}"] if kind in free else [""]

    def leaps_left(self, state: State, side: str) -> int:
        return int(state.extra["leaps"].split("/")["wb".index(side)])

    def captures(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        return () if piece.upper() == "V" else self.strikes(state, cell, piece)

    def travel(self, state: State, cell: Cell, target: Cell, suffix: str = "") -> Try:
        move = super().travel(state, cell, target, suffix)
        aside, ahead = abs(target[0] - cell[0]), abs(target[1] - cell[1])
        match state.pieces[cell].upper():
            case "P" if ahead == 2:
                return replace(move, ep=name((cell[0], (cell[1] + target[1]) // 2)))
            case "K" if {aside, ahead} == {1, 2}:
                left = {side: self.leaps_left(state, side) - (side == state.side) for side in "wb"}
                move.after.extra["leaps"] = f"{left['w']}/{left['b']}"
        return move

    def others(self, state: State) -> Iterator[Try]:
        for cell, piece in state.own():
            match piece.upper():
                case "V":
                    yield from self.rifles(state, cell)
                case "P":
                    yield from self.passing(state, cell, self.steps(cell, FORWARD_DIAGONAL, state.side))
                case "K":
                    yield from self.castlings(state, cell)

    def rifles(self, state: State, cell: Cell) -> Iterator[Try]:
        stands = {cell, *(landed for landed in self.over(state, cell, DIAGONAL) if landed not in state.pieces)}
        for stand in stands:
            for victim in self.steps(stand, ORTHOGONAL):
                if victim in state.pieces and side_of(state.pieces[victim]) != state.side:
                    after = state.copy()
                    after.pieces[stand] = after.pieces.pop(cell)
                    self.take(after, victim)
                    yield Try(f"{name(cell)}{'' if stand == cell else name(stand)}x{name(victim)}", after, True)

    def castlings(self, state: State, king: Cell) -> Iterator[Try]:
        for partner in state.partners:
            if side_of(state.pieces[partner]) != state.side:
                continue
            low, high = sorted((king[0], partner[0]))
            if any((file, king[1]) in state.pieces for file in range(low + 1, high)):
                continue
            king_file, partner_file = (3, 4) if partner[0] == 1 else (8, 7)
            if self.safe_way(state, king, (king_file, king[1])):
                yield self.castle(state, king, (king_file, king[1]), partner, (partner_file, king[1]))

    def entitled(self, state: State, cell: Cell) -> bool:
        rook, king_file, king = ("R", 6, "K") if cell[1] == 1 else ("r", 5, "k")
        return state.pieces.get(cell) == rook and state.pieces.get((king_file, cell[1])) == king
