"""sFhIoDgEi by rulings S1-S13."""

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
    as_side,
    cell_of,
    leaps,
    name,
    other,
    side_of,
)

BOUND = {"A", "I", "R", "B", "N", "V", "T", "D", "L", "H", "S", "G", "+R", "+B", "+D", "+L", "+H", "+S"}
UNBOUND = set("QMCJPZOF")
SYMMETRIC = "AIRBNQMCJPZOF"
# Clockwise, so that neighbours in the ring are the turns of Rhino and Rose.
COMPASS: tuple[Step, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
HORSES: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def binding(cell: Cell) -> str:
    return {(1, 1): "odd", (0, 0): "even"}.get((cell[0] % 2, cell[1] % 2), "")


def twice(steps: Iterable[Step]) -> tuple[Step, ...]:
    return tuple((2 * x, 2 * y) for x, y in steps)


class Sfhiodgei(Referee):
    files = ranks = 17
    pawns = "VDT"

    def holder(self, state: State, cell: Cell) -> str:
        return state.side if binding(cell) == "odd" else "n"

    def frozen(self, state: State, cell: Cell, piece: str) -> bool:
        if piece.upper() not in BOUND - {"T"} or not binding(cell):
            return False
        return not self.has_alibaba(state, side_of(piece), binding(cell))

    def has_alibaba(self, state: State, side: str, bound: str) -> bool:
        return any(piece == as_side("A", side) and binding(cell) == bound for cell, piece in state.pieces.items())

    def path(self, state: State, cell: Cell, steps: Iterable[Step]) -> Iterator[Cell]:
        here = cell
        for step in steps:
            landed = self.step(here, step)
            if landed is None or landed == cell:
                return
            yield landed
            if landed in state.pieces:
                return
            here = landed

    def crooked(self, state: State, cell: Cell, ring: tuple[Step, ...], turns: list[list[int]]) -> list[Cell]:
        """Cells of the paths whose n-th step is the ring's first one turned by so many eighths."""
        paths = [[ring[(first + turn) % 8] for turn in way] for first in range(8) for way in turns]
        return [landed for path in paths for landed in self.path(state, cell, path)]

    def strikes(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        if self.frozen(state, cell, piece):
            return ()
        side = side_of(piece)
        match piece.upper():
            case "K":
                return self.steps(cell, ALL_ROUND)
            case "Q":
                return self.ride(state, cell, ALL_ROUND)
            case "M":
                return [*self.ride(state, cell, ORTHOGONAL), *self.steps(cell, HORSES)]
            case "C":
                return [*self.ride(state, cell, ORTHOGONAL), *self.steps(cell, DIAGONAL)]
            case "J":
                return [*self.ride(state, cell, DIAGONAL), *self.steps(cell, HORSES)]
            case "P":
                return [*self.ride(state, cell, DIAGONAL), *self.steps(cell, ORTHOGONAL)]
            case "Z":
                return self.crooked(state, cell, COMPASS, [[0, 1] * 17, [0, -1] * 17])
            case "O":
                return self.crooked(state, cell, HORSES, [list(range(6)), [-turn for turn in range(6)]])
            case "F":
                return self.steps(cell, DIAGONAL + leaps(3, 0))
            case "A":
                return self.steps(cell, twice(ALL_ROUND))
            case "I":
                return self.ride(state, cell, twice(ALL_ROUND))
            case "R":
                return self.ride(state, cell, twice(ORTHOGONAL))
            case "B":
                return self.ride(state, cell, twice(DIAGONAL))
            case "+R":
                return [*self.ride(state, cell, twice(ORTHOGONAL)), *self.steps(cell, twice(DIAGONAL))]
            case "+B":
                return [*self.ride(state, cell, twice(DIAGONAL)), *self.steps(cell, twice(ORTHOGONAL))]
            case "N":
                return self.steps(cell, leaps(4, 2))
            case "H":
                return self.steps(cell, ((-2, 4), (2, 4)), side)
            case "V":
                return self.steps(cell, ((-2, 2), (2, 2)), side)
            case "T":
                landings = self.steps(cell, ((-2, 2), (2, 2)), side)
                return [landed for landed in landings if self.becomes(state, cell, landed, piece)]
            case "D":
                return self.steps(cell, ((0, 2),), side)
            case "L":
                return self.ride(state, cell, ((0, 2),), side)
            case "S":
                return self.steps(cell, (*twice(DIAGONAL), (0, 2)), side)
            case _:
                return self.steps(cell, (*twice(ORTHOGONAL), (-2, 2), (2, 2)), side)

    def quiet(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        if piece.upper() != "V":
            return self.strikes(state, cell, piece)
        if self.frozen(state, cell, piece):
            return ()
        return self.ride(state, cell, ((0, 2),), side_of(piece), most=2 if self.rank(cell, side_of(piece)) == 4 else 1)

    def becomes(self, state: State, cell: Cell, target: Cell, piece: str) -> list[str]:
        side, kind = side_of(piece), piece.upper()
        start, end = self.rank(cell, side), self.rank(target, side)
        match kind:
            case "V" if end == 16:
                return ["=I", "=R", "=B", "=N"]
            case "T" if end == 16:
                return self.swaps(state, cell, target)
            case "D" | "L" | "S" | "H" if binding(target) and max(start, end) >= 13:
                forced = {"D": (17,), "L": (17,), "H": (15, 17), "S": ()}[kind]
                return [f"=+{kind}"] if end in forced else ["", f"=+{kind}"]
            case "R" | "B" if binding(target) == "odd" and {start, end} & {13, 15, 17}:
                return ["", f"=+{kind}"]
            case _ if kind in UNBOUND and (end, binding(target)) in ((16, "even"), (17, "odd")):
                lying = sum(held["A"] for held in self.after_taking(state, cell, target).values())
                if lying and not self.has_alibaba(state, side, binding(target)):
                    return ["", "=A"]
        return [""]

    def after_taking(self, state: State, cell: Cell, target: Cell) -> dict[str, dict[str, int]]:
        """The reserves with what a piece's move takes already in them."""
        assert state.hands is not None
        side = side_of(state.pieces[cell])
        hands = {holder: held.copy() for holder, held in state.hands.items()}
        for victim in (target, self.castled_victim(state, cell, target)):
            piece = victim and state.pieces.get(victim)
            if victim and piece and side_of(piece) != side:
                hands[side if binding(victim) == "odd" else "n"][piece.upper().lstrip("+")] += 1
        return hands

    def castled_victim(self, state: State, cell: Cell, target: Cell) -> Cell | None:
        """The cell of an Alibaba that castled just now and is taken by the move too."""
        if "+" not in state.ep or binding(cell) != "even" or state.pieces[cell].upper() not in BOUND:
            return None
        entries, victim = state.ep.split(">")
        start, partner = map(cell_of, entries.split("+"))
        return cell_of(victim) if target == start or (target == partner and partner in state.pieces) else None

    def swaps(self, state: State, cell: Cell, target: Cell) -> list[str]:
        hands = self.after_taking(state, cell, target)
        return [f"={kind}@{holder}" for holder in "wbn" for kind in SYMMETRIC if hands[holder][kind]]

    def travel(self, state: State, cell: Cell, target: Cell, suffix: str = "") -> Try:
        move = super().travel(state, cell, target, suffix)
        after, kind, side = move.after, state.pieces[cell].upper(), state.side
        assert after.hands is not None
        castled = self.castled_victim(state, cell, target)
        if castled:
            self.take(after, castled)
            move = replace(move, resets=True)
        if suffix and kind == "T":
            wanted, holder = suffix[1:].split("@")
            after.hands[holder] += {wanted: -1}
            after.hands[holder]["T"] += 1
            after.hands[holder] = +after.hands[holder]
        elif suffix == "=A":
            holder = next(holder for holder in ("n", other(side), side) if after.hands[holder]["A"])
            after.hands[holder]["A"] -= 1
            after.hands[other(side)][kind] += 1
        if kind == "V" and abs(target[1] - cell[1]) == 4:
            move = replace(move, ep=name((cell[0], (cell[1] + target[1]) // 2)))
        return move

    def others(self, state: State) -> Iterator[Try]:
        for cell, piece in state.own():
            if piece.upper() == "V" and "+" not in state.ep:
                yield from self.passing(state, cell, self.strikes(state, cell, piece))
        yield from self.drops(state)
        yield from self.castlings(state)

    def drops(self, state: State) -> Iterator[Try]:
        assert state.hands is not None
        for kind, count in state.hands[state.side].items():
            for cell in ((file, rank) for file in range(1, 18, 2) for rank in range(1, 18, 2)):
                if count and cell not in state.pieces and self.may_drop(state, kind, cell):
                    after = state.copy()
                    assert after.hands is not None
                    after.hands[state.side][kind] -= 1
                    after.pieces[cell] = as_side(kind, state.side)
                    yield Try(f"{kind}@{name(cell)}", after)

    def may_drop(self, state: State, kind: str, cell: Cell) -> bool:
        rank = self.rank(cell, state.side)
        if (kind in "DLTVH" and rank == 17) or (kind == "H" and rank == 15):
            return False
        file = [state.pieces.get((cell[0], height)) for height in range(1, 18)]
        return kind != "D" or as_side("D", state.side) not in file

    def castlings(self, state: State) -> Iterator[Try]:
        rank = 2 if state.side == "w" else 16
        for partner in state.partners:
            if side_of(state.pieces[partner]) != state.side:
                continue
            left = partner[0] < 9
            if state.pieces[partner].upper() == "R":
                king, king_to, partner_to = 10, 6 if left else 14, 8 if left else 12
                low, high = sorted((king, partner[0]))
                if not any((file, rank) in state.pieces for file in range(low + 2, high, 2)):
                    move = self.castle(state, (king, rank), (king_to, rank), partner, (partner_to, rank))
                    field = f"{name((king, rank))}+{name((partner_to, rank))}>{name((king_to, rank))}"
                    yield replace(move, ep=field)
            else:
                king, king_to, partner_to = 9, 5 if left else 13, 6 if left else 12
                low, high = sorted((king, partner[0]))
                empty = not any((file, rank) in state.pieces for file in range(low + 1, high))
                if empty and self.safe_way(state, (king, rank), (king_to, rank)):
                    yield self.castle(state, (king, rank), (king_to, rank), partner, (partner_to, rank))

    def entitled(self, state: State, cell: Cell) -> bool:
        side = "w" if cell[1] == 2 else "b"
        partner, king, king_cell = ("R", "A", 10) if cell[0] in (2, 16) else ("C", "K", 9)
        both = state.pieces.get(cell), state.pieces.get((king_cell, cell[1]))
        return both == (as_side(partner, side), as_side(king, side))
