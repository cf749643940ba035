"""What the referees of the five games share: pieces in a dictionary, FEN, and judging by trying.

A referee is written from the rules' text alone, and nothing here comes from the engine: every move is made on a copy
of the state, then every enemy piece is asked whether it reaches the King. A cell is (file, rank), both from 1; a piece
is its FEN letter, upper case White.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

Cell = tuple[int, int]
Step = tuple[int, int]

ORTHOGONAL: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ALL_ROUND = ORTHOGONAL + DIAGONAL


def leaps(far: int, near: int) -> tuple[Step, ...]:
    return tuple((a * i, b * j) for a, b in ((far, near), (near, far)) for i in (1, -1) for j in (1, -1))


def name(cell: Cell) -> str:
    return f"{'abcdefghijklmnopq'[cell[0] - 1]}{cell[1]}"


def cell_of(text: str) -> Cell:
    return ord(text[0]) - 96, int(text[1:])


def side_of(piece: str) -> str:
    return "w" if piece[-1].isupper() else "b"


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def as_side(kind: str, side: str) -> str:
    return kind.upper() if side == "w" else kind.lower()


@dataclass
class State:
    pieces: dict[Cell, str]
    side: str
    partners: set[Cell]
    """The cells of partners that may still castle."""
    ep: str
    halfmove: int
    fullmove: int
    hands: dict[str, Counter[str]] | None
    extra: dict[str, str] = field(default_factory=dict)

    def copy(self) -> State:
        hands = self.hands and {holder: Counter(held) for holder, held in self.hands.items()}
        return replace(self, pieces=dict(self.pieces), partners=set(self.partners), hands=hands, extra=dict(self.extra))

    def count(self, kind: str, side: str) -> int:
        return sum(piece == as_side(kind, side) for piece in self.pieces.values())

    def own(self) -> list[tuple[Cell, str]]:
        return [(cell, piece) for cell, piece in self.pieces.items() if side_of(piece) == self.side]


@dataclass(frozen=True)
class Try:
    """A move to be judged: its text, the state after it but for turn, rights and clocks, and what they will need."""

    text: str
    after: State
    resets: bool = False
    ep: str = "-"
    turn: str = ""
    """What the opponent may turn his former Guards into."""


class Referee:
    files: int
    ranks: int
    holes: frozenset[Cell] = frozenset()
    around = 0
    facing: tuple[Step, ...] = ()
    royal = "K"
    pawns = "P"

    # The board

    def at(self, file: int, rank: int) -> Cell | None:
        if self.around:
            file = (file - 1) % self.around + 1
        inside = 1 <= file <= self.files and 1 <= rank <= self.ranks and (file, rank) not in self.holes
        return (file, rank) if inside else None

    def step(self, cell: Cell, step: Step, side: str = "w") -> Cell | None:
        return self.at(cell[0] + step[0], cell[1] + (step[1] if side == "w" else -step[1]))

    def steps(self, cell: Cell, steps: Iterable[Step], side: str = "w") -> Iterator[Cell]:
        for step in steps:
            landed = self.step(cell, step, side)
            if landed:
                yield landed

    def rank(self, cell: Cell, side: str) -> int:
        """The rank as its player counts."""
        return cell[1] if side == "w" else self.ranks + 1 - cell[1]

    def ride(self, state: State, cell: Cell, steps: Iterable[Step], side: str = "w", most: int = 99) -> Iterator[Cell]:
        """Cells reached by repeating a step, up to and with the first piece in the way."""
        for step in steps:
            here, left = self.step(cell, step, side), most
            while here and here != cell and left:
                yield here
                if here in state.pieces:
                    break
                here, left = self.step(here, step, side), left - 1

    def over(self, state: State, cell: Cell, steps: Iterable[Step]) -> Iterator[Cell]:
        """Cells behind exactly one piece, up to and with the next."""
        for step in steps:
            here = self.step(cell, step)
            while here and here not in state.pieces:
                here = self.step(here, step)
            here = here and self.step(here, step)
            while here:
                yield here
                if here in state.pieces:
                    break
                here = self.step(here, step)

    # FEN

    def read(self, fen: str) -> State:
        placement, side, castling, ep, halfmove, fullmove, *extra = fen.split()
        placement, bracket, held = placement.partition("[")
        hands = None
        if bracket:
            own, _, neutral = held.rstrip("]").partition("|")
            hands = {
                "w": Counter(letter for letter in own if letter.isupper()),
                "b": Counter(letter.upper() for letter in own if letter.islower()),
                "n": Counter(neutral),
            }
        pieces = {}
        for index, row in enumerate(placement.split("/")):
            file = 1
            for word in re.findall(r"\d+|\+?[a-zA-Z]|\*", row):
                if word.isdigit():
                    file += int(word)
                    continue
                if word != "*":
                    pieces[file, self.ranks - index] = word
                file += 1
        partners = set() if castling == "-" else {cell_of(text) for text in re.findall(r"[a-z]\d+", castling)}
        fields = dict(text.split("=") for text in extra)
        return State(pieces, side, partners, ep, int(halfmove), int(fullmove), hands, fields)

    def write(self, state: State) -> str:
        rows = []
        for rank in range(self.ranks, 0, -1):
            row, run = "", 0
            for file in range(1, self.files + 1):
                piece = "*" if self.at(file, rank) is None else state.pieces.get((file, rank))
                if piece is None:
                    run += 1
                    continue
                row += (str(run) if run else "") + piece
                run = 0
            rows.append(row + (str(run) if run else ""))
        placement = "/".join(rows)
        if state.hands is not None:
            white, black, neutral = ("".join(sorted(state.hands[holder].elements())) for holder in "wbn")
            placement += f"[{white}{black.lower()}|{neutral}]"
        castling = "".join(
            name(cell) for side in "wb" for cell in sorted(state.partners) if side_of(state.pieces[cell]) == side
        )
        extra = [f"{key}={value}" for key, value in state.extra.items()]
        return " ".join(
            [placement, state.side, castling or "-", state.ep, str(state.halfmove), str(state.fullmove), *extra]
        )

    # To be told by each game

    def quiet(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        """Cells the piece may go to if they are empty."""
        raise NotImplementedError

    def strikes(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        """Cells where the piece could take an enemy."""
        raise NotImplementedError

    def captures(self, state: State, cell: Cell, piece: str) -> Iterable[Cell]:
        """Cells where it takes by going there."""
        return self.strikes(state, cell, piece)

    def becomes(self, state: State, cell: Cell, target: Cell, piece: str) -> list[str]:
        """The suffixes of a move: "" for none, "=Q" for a change."""
        return [""]

    def others(self, state: State) -> Iterator[Try]:
        """Moves that are no travels."""
        return iter(())

    def entitled(self, state: State, cell: Cell) -> bool:
        """Whether the partner on the cell still could castle as the pieces stand."""
        return False

    # Moves

    def travel(self, state: State, cell: Cell, target: Cell, suffix: str = "") -> Try:
        """A piece goes from cell to cell, takes what is there, and may become another kind."""
        after = state.copy()
        piece = after.pieces.pop(cell)
        takes = target in after.pieces
        if takes:
            self.take(after, target)
        after.pieces[target] = as_side(suffix[1:].split("@")[0], state.side) if suffix else piece
        after.partners -= {cell, target}
        return Try(name(cell) + name(target) + suffix, after, takes or piece.upper() in self.pawns)

    def passing(self, state: State, cell: Cell, strikes: Iterable[Cell]) -> Iterator[Try]:
        """A Pawn that strikes the cell another has passed takes it there."""
        if state.ep != "-" and cell_of(state.ep) in strikes:
            passed = cell_of(state.ep)
            move = self.travel(state, cell, passed)
            self.take(move.after, (passed[0], cell[1]))
            yield move

    def take(self, state: State, cell: Cell) -> None:
        """The piece on the cell leaves the board, taken by the side to move."""
        piece = state.pieces.pop(cell)
        state.partners.discard(cell)
        if state.hands is not None:
            state.hands[self.holder(state, cell)][piece.upper().lstrip("+")] += 1

    def holder(self, state: State, cell: Cell) -> str:
        return state.side

    def travels(self, state: State) -> Iterator[Try]:
        for cell, piece in state.own():
            for target in set(self.quiet(state, cell, piece)):
                if target not in state.pieces:
                    for suffix in self.becomes(state, cell, target, piece):
                        yield self.travel(state, cell, target, suffix)
            for target in set(self.captures(state, cell, piece)):
                if target in state.pieces and side_of(state.pieces[target]) != state.side:
                    for suffix in self.becomes(state, cell, target, piece):
                        yield self.travel(state, cell, target, suffix)

    def tries(self, state: State) -> Iterator[Try]:
        yield from self.travels(state)
        yield from self.others(state)

    def castle(self, state: State, king: Cell, king_to: Cell, partner: Cell, partner_to: Cell) -> Try:
        after = state.copy()
        one, two = after.pieces.pop(king), after.pieces.pop(partner)
        after.pieces[king_to], after.pieces[partner_to] = one, two
        after.partners -= {king, partner}
        return Try(name(king) + name(king_to), after)

    # Judging

    def king(self, state: State, side: str) -> Cell:
        (cell,) = [cell for cell, piece in state.pieces.items() if piece == as_side(self.royal, side)]
        return cell

    def attacked(self, state: State, cell: Cell, by: str) -> bool:
        pieces = [(at, piece) for at, piece in state.pieces.items() if side_of(piece) == by]
        return any(cell in self.strikes(state, at, piece) for at, piece in pieces)

    def kings_face(self, state: State) -> bool:
        white, black = self.king(state, "w"), self.king(state, "b")
        return any(black in self.ride(state, white, [step]) for step in self.facing)

    def in_check(self, state: State) -> bool:
        return self.attacked(state, self.king(state, state.side), other(state.side))

    def safe(self, state: State, side: str) -> bool:
        return not self.attacked(state, self.king(state, side), other(side)) and not self.kings_face(state)

    def safe_way(self, state: State, king: Cell, king_to: Cell) -> bool:
        """Whether the King is safe on every cell of its castling, tried there with its start cell empty."""
        step = 1 if king_to[0] > king[0] else -1
        for file in range(king[0], king_to[0] + step, step):
            tried = state.copy()
            tried.pieces[file, king[1]] = tried.pieces.pop(king)
            if not self.safe(tried, state.side):
                return False
        return True

    def settle(self, state: State, move: Try) -> State:
        """The state after a move with turn, rights, clocks brought up to date."""
        after = move.after
        after.ep = move.ep
        after.partners = {cell for cell in after.partners if self.entitled(after, cell)}
        after.side = other(state.side)
        after.halfmove = 0 if move.resets else state.halfmove + 1
        after.fullmove = state.fullmove + (state.side == "b")
        return after

    def legal(self, fen: str) -> dict[str, str]:
        """The legal moves and the FEN after each."""
        state = self.read(fen)
        found: dict[str, str] = {}
        for move in self.tries(state):
            if self.safe(move.after, state.side):
                after = self.write(self.settle(state, move))
                assert found.get(move.text, after) == after, f"{move.text} means two things"
                found[move.text] = after
        return found

    def perft(self, fen: str, depth: int) -> int:
        moves = self.legal(fen)
        return len(moves) if depth == 1 else sum(self.perft(after, depth - 1) for after in moves.values())
