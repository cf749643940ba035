"""Reads moves as people write them, generously, and says why a move cannot be played."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairyrules import follow, machine_moves
from fairyrules.board import Cell
from fairyrules.errors import AmbiguousMoveError, FairyRulesError, IllegalMoveError, NotationError
from fairyrules.moves import Move, Travel
from fairyrules.san import parts, stems

if TYPE_CHECKING:
    from fairyrules.state import State


def parse(position: "State", text: str) -> Move:
    """The legal move that the text means.

    Check and mate signs, "!" and "?", "e.p." and a missing "x" do not matter; zeros may stand for the letters of
    castling, and an origin may be told in more detail than needed. The machine form is read too.

    Raises:
        NotationError: the text is no move at all.
        IllegalMoveError: no legal move is written so.
        AmbiguousMoveError: several are, which the message lists.
    """
    bare = re.sub(r"(?:[+#!?]|e\.p\.|\s)+$", "", text.strip())
    castling = CASTLING.fullmatch(bare)
    if castling:
        bare = bare.replace("0", "O").replace("o", "O")
    exact = stems(position, position.legal_moves())
    for move, stem in exact.items():
        if stem == bare:
            return move
    for move in exact:
        if str(move) == bare:
            return move
    if castling:
        raise IllegalMoveError(f"“{text}” is illegal: {position.side.name.title()} cannot castle so now.")
    return only(position, text, Loose.read(bare, text))


CASTLING = re.compile(r"[A-Z]?[0Oo](-[0Oo]){1,2}")
LOOSE = re.compile(r"(\+?[A-Z])?([a-z])?(\d+)?[x:-]?([a-z]\d+)(?:[=/]?\(?(\+?[A-Za-z](?:@[wbn])?)\)?)?")


@dataclass(frozen=True, slots=True)
class Loose:
    """What a text says about a move that is not written in the one exact way; what it does not say is empty."""

    kind: str
    file: str
    rank: str
    target: str
    change: str
    """As `Written.change`: "=Q", "=Q@n"."""

    @classmethod
    def read(cls, bare: str, text: str) -> "Loose":
        """The text's parts."""
        match = LOOSE.fullmatch(bare)
        if match is None:
            raise NotationError(
                f"“{text}” is no move; expected one as in Nf3, exd5, e8=Q or O-O, or two cells as in g1f3."
            )
        kind, file, rank, target, becomes = (group or "" for group in match.groups())
        becomes, _, holder = becomes.partition("@")
        change = (f"={becomes.upper()}" if becomes else "") + (f"@{holder}" if holder else "")
        return cls(kind, file, rank, target, change)

    @property
    def origin(self) -> str:
        """The cell it comes from, if told in full."""
        return self.file + self.rank if self.file and self.rank else ""

    def fits(self, position: "State", move: Move) -> bool:
        """Whether a move agrees with everything wanted."""
        if not isinstance(move, Travel):
            return False
        written = parts(position, move)
        name = position.board.name
        origin = name(move.origin)
        if self.target != name(move.target) or (self.change and self.change != written.change):
            return False
        if (self.file and self.file != origin[0]) or (self.rank and self.rank != origin[1:]):
            return False
        if self.origin and not self.kind:
            return True
        # A Pawn's capture cannot be told without its file: "d5" never means "exd5".
        told = self.kind or self.file or not written.goal.startswith("x")
        return self.kind == written.kind and bool(told)


def only(position: "State", text: str, wanted: Loose) -> Move:
    """The one legal move that fits."""
    candidates = [move for move in position.legal_moves() if wanted.fits(position, move)]
    match candidates:
        case [move]:
            return move
        case []:
            raise refusal(position, text, wanted)
        case _:
            exact = stems(position, position.legal_moves())
            names = tuple(exact[move] for move in candidates)
            raise AmbiguousMoveError(f"“{text}” fits several moves: {', '.join(names)}; write the one you mean.", names)


def refusal(position: "State", text: str, wanted: Loose) -> FairyRulesError:
    """Why no legal move is written so."""
    board, known_kinds = position.board, position.kinds
    side = position.side.name.title()
    try:
        target = board.cell(wanted.target)
    except NotationError as error:
        return error
    if wanted.origin:
        return machine_moves.refusal(position, wanted.origin + wanted.target + wanted.change)
    kinds = [kind for kind in known_kinds.values() if kind.letter == (wanted.kind or pawn(position))]
    if not kinds:
        known = ", ".join(f"{kind.letter} {kind.name}" for kind in known_kinds.values())
        name = position.rules.sheet.name
        return NotationError(f"“{text}”: {name} has no piece {wanted.kind or 'without a letter'}; it has {known}.")
    kind = kinds[0]
    cells = position.cells(position.side, kind.letter)
    if not cells:
        return IllegalMoveError(f"“{text}” is illegal: {side} has no {kind.name} on the board.")
    there = position.piece_at(target)
    if there is not None and there.side is position.side:
        own = known_kinds[there.kind].name
        return IllegalMoveError(f"“{text}” is illegal: {side}'s own {own} stands on {wanted.target}.")
    if not (wanted.kind or wanted.file) and there is not None:
        return IllegalMoveError(f"“{text}” is illegal: a {kind.name} that captures names its file, as in exd5.")
    exposing = [cell for cell in cells if exposes(position, cell, target)]
    if exposing:
        stands = f"the {kind.name} on {board.name(exposing[0])}"
        return IllegalMoveError(f"“{text}” is illegal: {stands} would leave {side}'s King attacked or facing.")
    return IllegalMoveError(f"“{text}” is illegal: no {kind.name} of {side} can go to {wanted.target}.")


def pawn(position: "State") -> str:
    """The kind that is written without a letter."""
    return next((kind.letter for kind in position.kinds.values() if kind.name == "Pawn"), "")


def exposes(position: "State", cell: Cell, target: Cell) -> bool:
    """Whether the piece could go there if its King did not mind."""
    return any(isinstance(move, Travel) and move.target == target for move in follow.ways_of(position, cell))
