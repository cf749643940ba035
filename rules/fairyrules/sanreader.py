"""Reads moves as people write them, generously, and says why a move cannot be played."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fairyrules import follow, generate, machine_moves, play
from fairyrules.board import NOWHERE, Cell
from fairyrules.errors import AmbiguousMoveError, FairyRulesError, IllegalMoveError, NotationError
from fairyrules.moves import NULL_TEXTS, Castling, Move, Travel
from fairyrules.san import letter, meant, stems

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
    wanted = loosely(text)
    if wanted is not None:
        candidates = could_be(position, wanted)
        if len(candidates) == 1:
            move = candidates[0]
            if type(move) is Travel and wanted.agrees(position, move):
                return move
        if candidates:
            one = chosen(position, FRILLS.sub("", text), candidates, wanted)
            if one is not None:
                return one
    return parse_among_all(position, text, FRILLS.sub("", text.strip()))


def parse_among_all(position: "State", text: str, bare: str) -> Move:
    """The same by a look at every legal move: for rarer moves, and to say why there is none."""
    if bare in NULL_TEXTS:
        return machine_moves.null_move(position)
    drop = DROP.fullmatch(bare)
    if drop is not None:
        for put in generate.legal_drops_on(position, position.board.by_name.get(drop[2], NOWHERE)):
            if put.kind == (drop[1] or pawn(position)):
                return put
    if CASTLING.fullmatch(bare):
        bare = bare.replace("0", "O").replace("o", "O")
        castlings = [move for move in position.legal_moves() if isinstance(move, Castling)]
        move = chosen(position, bare, castlings)
        if move is None:
            raise IllegalMoveError(f"“{text}” is illegal: {position.side.name.title()} cannot castle so now.")
        return move
    wanted = loosely(bare)
    move = chosen(position, bare, position.legal_moves(), wanted)
    if move is not None:
        return move
    if wanted is None:
        raise NotationError(f"“{text}” is no move; expected one as in Nf3, exd5, e8=Q or O-O, or two cells as in g1f3.")
    fitting = [move for move in position.legal_moves() if wanted.fits(position, move)]
    if not fitting:
        raise refusal(position, text, wanted)
    exact = stems(position, position.legal_moves())
    names = tuple(exact[move] for move in fitting)
    raise AmbiguousMoveError(f"“{text}” fits several moves: {', '.join(names)}; write the one you mean.", names)


FRILLS = re.compile(r"(?:[+#!?]|e\.p\.|\s)+$")
CASTLING = re.compile(r"[A-Z]?[0Oo](-[0Oo]){1,2}")
DROP = re.compile(r"(\+?[A-Z])?@([a-z][0-9]+)")
LOOSE = re.compile(
    r"(\+?[A-Z])?([a-z])?([0-9]+)?[x:-]?([a-z][0-9]+)(?:[=/]?\(?(\+?[A-Za-z](?:@[wbn])?)\)?)?"
    + FRILLS.pattern[:-2]
    + "*"
)


class Loose(NamedTuple):
    """What a text says about a move, written exactly or not; what it does not say is empty."""

    kind: str
    file: str
    rank: str
    target: str
    becomes: str
    """The kind, perhaps with the reserve it comes from: "Q", "q", "Q@n"."""

    @property
    def origin(self) -> str:
        """The cell it comes from, if told in full."""
        return self.file + self.rank if self.file and self.rank else ""

    @property
    def change(self) -> str:
        """As the machine form has it: "=Q", "=Q@n"."""
        letter, at, holder = self.becomes.partition("@")
        return f"={letter.upper()}{at}{holder}" if letter else ""

    def agrees(self, position: "State", move: Travel) -> bool:
        """Whether it fits a move of such a piece to the target."""
        kind, file, rank, _, becomes = self
        if file or rank:
            origin = position.board.name(move.origin)
            if (file and file != origin[0]) or (rank and rank != origin[1:]):
                return False
        if not (kind or file) and play.takes(position, move):
            # A Pawn's capture cannot be told without its file: "d5" never means "exd5".
            return False
        if not becomes:
            return True
        letter, _, holder = becomes.partition("@")
        return letter.upper() == move.becomes and (holder or None) == move.holder

    def fits(self, position: "State", move: Move) -> bool:
        """Whether a move agrees with everything wanted."""
        if type(move) is not Travel or self.target != position.board.name(move.target):
            return False
        if (self.kind or not self.origin) and self.kind != letter(position, move.origin):
            return False
        return self.agrees(position, move)


@lru_cache(maxsize=4096)
def loosely(text: str) -> Loose | None:
    """What the text says about a travel; None if it is none. Books repeat themselves, so the last texts are kept."""
    found = LOOSE.fullmatch(text)
    return None if found is None else Loose(*found.groups(""))


def could_be(position: "State", wanted: Loose) -> list[Move]:
    """The legal moves among which the one meant is, if it is a travel: those of one kind, or from one cell, to one."""
    by_name = position.board.by_name
    target = by_name.get(wanted.target, NOWHERE)
    if target == NOWHERE:
        return []
    if wanted.kind or not wanted.origin:
        return meant(position, wanted.kind, target)
    origin = by_name.get(wanted.origin, NOWHERE)
    own = origin in position.pieces_by_side[position.turn]
    return generate.legal_moves_to(position, [origin], target) if own else []


def chosen(position: "State", bare: str, moves: Sequence[Move], wanted: Loose | None = None) -> Move | None:
    """The one of the moves that is written exactly so, or in its machine form so, or alone fits what is wanted."""
    for move, stem in stems(position, moves).items():
        if stem == bare:
            return move
    for move in moves:
        if move.text == bare:
            return move
    if wanted is None:
        return None
    fitting = [move for move in moves if wanted.fits(position, move)]
    return fitting[0] if len(fitting) == 1 else None


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
