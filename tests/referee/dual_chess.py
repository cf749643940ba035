"""Dual Chess by rulings D1-D7."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.table import (
    ALL_ROUND,
    DIAGONAL,
    ORTHOGONAL,
    Cell,
    Referee,
    State,
    Try,
    as_side,
    cell_of,
    leaps,
    name,
    side_of,
)

CORNERS = {"a1": "j2", "a8": "j7", "h1": "o2", "h8": "o7"}
PAIRED = {cell_of(one): cell_of(two) for one, two in (CORNERS | {b: a for a, b in CORNERS.items()}).items()}


class DualChess(Referee):
    files, ranks = 15, 8
    around = 16
    holes = frozenset({(9, rank) for rank in range(1, 9)} | {(file, rank) for file in range(10, 16) for rank in (1, 8)})
    pawns = "PZO"

    def strikes(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        side = side_of(piece)
        match piece.upper():
            case "K" | "G":
                return self.steps(cell, ALL_ROUND)
            case "W":
                return self.steps(cell, ORTHOGONAL)
            case "F":
                return self.steps(cell, DIAGONAL)
            case "N":
                return self.steps(cell, leaps(2, 1))
            case "L":
                return self.steps(cell, leaps(3, 1))
            case "Q":
                return self.ride(state, cell, ALL_ROUND)
            case "R":
                return self.ride(state, cell, ORTHOGONAL)
            case "B":
                return self.ride(state, cell, DIAGONAL)
            case "M":
                return [*self.ride(state, cell, ORTHOGONAL), *self.steps(cell, leaps(2, 1))]
            case "C":
                return [*self.ride(state, cell, DIAGONAL), *self.steps(cell, leaps(2, 1))]
            case "P":
                return self.steps(cell, ((-1, 1), (1, 1)), side)
            case "Z":
                return self.steps(cell, ((0, 1),), side)
            case _:
                return ()

    def quiet(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        side = side_of(piece)
        match piece.upper():
            case "P":
                doubles = self.rank(cell, side) == 2 and cell[0] <= 8
                return self.ride(state, cell, ((0, 1),), side, most=2 if doubles else 1)
            case "Z":
                return self.steps(cell, ((-1, 1), (1, 1)), side)
            case "B" if cell in PAIRED:
                return [*self.strikes(state, cell, piece), PAIRED[cell]]
        return self.strikes(state, cell, piece)

    def becomes(self, state: State, cell: Cell, target: Cell, piece: str) -> list[str]:
        end = self.rank(target, side_of(piece))
        if (piece.upper() == "P" and end == 8) or (piece.upper() == "Z" and end == 7 and target[0] >= 10):
            return ["=R", "=B", "=N", "=O"]
        if piece.upper() == "G":
            return ["=W" if target[0] == cell[0] or target[1] == cell[1] else "=F"]
        return [""]

    def travel(self, state: State, cell: Cell, target: Cell, suffix: str = "") -> Try:
        move = super().travel(state, cell, target, suffix)
        match state.pieces[cell].upper():
            case "P" if abs(target[1] - cell[1]) == 2:
                return replace(move, ep=name((cell[0], (cell[1] + target[1]) // 2)))
            case "G":
                mine, theirs = ("W", "F") if suffix == "=W" else ("F", "W")
                turned = False
                for at, piece in list(move.after.pieces.items()):
                    if piece.upper() == "G":
                        own = side_of(piece) == state.side
                        move.after.pieces[at] = as_side(mine if own else theirs, side_of(piece))
                        turned |= not own
                return replace(move, turn=mine if turned else "")
        return move

    def others(self, state: State) -> Iterator[Try]:
        for cell, piece in state.own():
            match piece.upper():
                case "O":
                    yield from self.camel_pawn(state, cell)
                case "P":
                    yield from self.passing(state, cell, self.strikes(state, cell, piece))
                case "K":
                    yield from self.castlings(state, cell)
        if "turn" in state.extra:
            into = state.extra["turn"]
            after = state.copy()
            before = "F" if into == "W" else "W"
            for cell, piece in state.own():
                if piece.upper() == before:
                    after.pieces[cell] = as_side(into, state.side)
            yield Try(f"turn={into}", after)

    def camel_pawn(self, state: State, cell: Cell) -> Iterator[Try]:
        after = state.copy()
        after.pieces[cell] = as_side("L", state.side)
        yield Try(f"{name(cell)}=L", after, True)
        for victim, piece in state.pieces.items():
            if piece.upper() in "MC" and side_of(piece) != state.side:
                after = state.copy()
                del after.pieces[cell]
                after.pieces[victim] = as_side("L", side_of(piece))
                yield Try(f"{name(cell)}~{name(victim)}", after, True)

    def castlings(self, state: State, king: Cell) -> Iterator[Try]:
        for partner in state.partners:
            low, high = sorted((king[0], partner[0]))
            if side_of(state.pieces[partner]) != state.side or any(
                (file, king[1]) in state.pieces for file in range(low + 1, high)
            ):
                continue
            king_file, partner_file = (3, 4) if partner[0] == 1 else (7, 6)
            if self.safe_way(state, king, (king_file, king[1])):
                yield self.castle(state, king, (king_file, king[1]), partner, (partner_file, king[1]))

    def entitled(self, state: State, cell: Cell) -> bool:
        rook, king = ("R", "K") if cell[1] == 1 else ("r", "k")
        return state.pieces.get(cell) == rook and state.pieces.get((5, cell[1])) == king

    def settle(self, state: State, move: Try) -> State:
        after = super().settle(state, move)
        after.extra = {"turn": move.turn} if move.turn else {}
        return after
