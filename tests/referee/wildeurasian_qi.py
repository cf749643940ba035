"""Wildeurasian Qi by rulings W1-W8, with its sub-variants."""

from collections.abc import Iterable, Iterator

from referee.table import ALL_ROUND, DIAGONAL, ORTHOGONAL, Cell, Referee, State, Step, Try, leaps, side_of

ARRAY = {"R": 2, "B": 2, "N": 2, "M": 2, "C": 2, "A": 2, "Q": 1, "T": 1, "G": 1}
FORWARD_DIAGONAL: tuple[Step, ...] = ((-1, 1), (1, 1))
INTERMEDIATE: dict[str, tuple[tuple[Step, ...], tuple[Step, ...]]] = {
    "wazir": (ORTHOGONAL, ORTHOGONAL),
    "steward": (ORTHOGONAL, DIAGONAL),
    "gold": (ORTHOGONAL + FORWARD_DIAGONAL,) * 2,
    "silver": ((*DIAGONAL, (0, 1)),) * 2,
}


class WildeurasianQi(Referee):
    files = ranks = 10
    facing: tuple[Step, ...] = ((0, 1), (0, -1), *DIAGONAL)

    def __init__(self, *options: str) -> None:
        self.korean = "korean" in options
        self.full_front = "full-front" in options
        self.castles = "no-castling" not in options
        self.intermediate = next((option for option in options if option in INTERMEDIATE), "wazir")

    def strikes(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        side, kind = side_of(piece), piece.upper()
        match kind:
            case "P":
                landings = self.steps(cell, FORWARD_DIAGONAL, side)
                return [landed for landed in landings if self.becomes(state, cell, landed, piece)]
            case "W":
                return self.steps(cell, INTERMEDIATE[self.intermediate][1], side)
            case "R":
                return self.ride(state, cell, ORTHOGONAL)
            case "B":
                return self.ride(state, cell, DIAGONAL)
            case "N":
                return self.steps(cell, leaps(2, 1))
            case "M":
                return self.steps(cell, leaps(3, 1))
            case "C" | "A" | "T":
                landings = (landed for landed in self.over(state, cell, self.lines(kind)) if landed in state.pieces)
            case "G":
                landings = self.steps(cell, leaps(2, 1) + leaps(3, 1))
            case "K":
                landings = self.steps(cell, ALL_ROUND)
            case _:
                landings = self.ride(state, cell, ALL_ROUND)
        return self.this_side(landings, side, kind)

    def quiet(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        side, kind = side_of(piece), piece.upper()
        match kind:
            case "P":
                return self.steps(cell, ((0, 1),), side)
            case "W":
                return self.steps(cell, INTERMEDIATE[self.intermediate][0], side)
            case "C" | "A" | "T":
                way = self.over if self.korean else self.ride
                return self.this_side(way(state, cell, self.lines(kind)), side, kind)
        return self.strikes(state, cell, piece)

    def lines(self, kind: str) -> tuple[Step, ...]:
        return {"C": ORTHOGONAL, "A": DIAGONAL, "T": ALL_ROUND}[kind]

    def this_side(self, landings: Iterable[Cell], side: str, kind: str) -> Iterable[Cell]:
        """The landings the River leaves to the kind."""
        return [landed for landed in landings if kind not in "KQTG" or self.rank(landed, side) <= 5]

    def becomes(self, state: State, cell: Cell, target: Cell, piece: str) -> list[str]:
        side, end = side_of(piece), self.rank(target, side_of(piece))
        if piece.upper() == "P" and end > 5:
            return [] if self.full_front and state.count("W", side) >= 8 else ["=W"]
        if piece.upper() == "W" and end in (1, 10):
            kinds = "RBNMCA" if end == 10 else "RBNMCAQTG"
            return ["", *(f"={kind}" for kind in kinds if state.count(kind, side) < ARRAY[kind])]
        return [""]

    def others(self, state: State) -> Iterator[Try]:
        king = self.king(state, state.side)
        for partner in state.partners if self.castles else ():
            low, high = sorted((king[0], partner[0]))
            if side_of(state.pieces[partner]) != state.side or partner[1] != king[1]:
                continue
            if any((file, king[1]) in state.pieces for file in range(low + 1, high)):
                continue
            king_file, partner_file = (3, 4) if partner[0] < 5 else (8, 7)
            if self.safe_way(state, king, (king_file, king[1])):
                yield self.castle(state, king, (king_file, king[1]), partner, (partner_file, king[1]))

    def travel(self, state: State, cell: Cell, target: Cell, suffix: str = "") -> Try:
        move = super().travel(state, cell, target, suffix)
        # A Rook keeps its right while it stays in its corner; `entitled` sees to where it stands.
        if cell in state.partners and state.pieces[cell].upper() == "R" and abs(target[0] - cell[0]) <= 1:
            move.after.partners.add(target)
        return move

    def entitled(self, state: State, cell: Cell) -> bool:
        piece = state.pieces.get(cell, ".")
        if piece.upper() != "R":
            return False
        side = side_of(piece)
        king = self.king(state, side)
        near = self.rank(king, side) <= 2 and king[0] in (5, 6)
        return near and self.rank(cell, side) <= 2 and cell[0] in (1, 2, 9, 10)
