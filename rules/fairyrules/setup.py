"""A set-up: pieces and state as somebody wrote or put them, which the rules may or may not allow."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fairyrules import fen, special
from fairyrules.board import Cell
from fairyrules.en_passant import Passed
from fairyrules.errors import IllegalPositionError, NotationError
from fairyrules.pieces import Piece, Side
from fairyrules.position import Position

if TYPE_CHECKING:
    from fairyrules.game import Game

_NAMES = {Side.WHITE: "White", Side.BLACK: "Black"}


@dataclass(frozen=True, slots=True)
class Setup:
    """What a FEN says. `position()` gives the position, or says why the rules refuse it (ruling G7)."""

    game: "Game"
    pieces: Mapping[Cell, Piece]
    side: Side
    rights: tuple[Cell, ...] = ()
    passed: Passed | None = None
    reserves: tuple[dict[str, int], ...] | None = None
    extras: tuple[object, ...] = ()
    halfmove: int = 0
    fullmove: int = 1
    places: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """At which character of the FEN each field began, for messages."""

    def fen(self) -> str:
        """The set-up as text, legal or not."""
        rules = self.game.rules
        fields = [
            fen.write_placement(rules.board, dict(self.pieces)) + fen.write_reserves(rules.sheet, self.reserves),
            self.side.letter,
            fen.write_rights(rules, self.rights),
            "-" if self.passed is None else fen.write_passed(rules.board, self.passed),
            str(self.halfmove),
            str(self.fullmove),
            *fen.write_extras(rules.extras, self.extras),
        ]
        return " ".join(filter(None, fields))

    def put(self, cell: str, piece: Piece | str | None) -> "Setup":
        """The same with a piece on the cell of this name, as FEN writes it ("N", "n"); None takes away what is there.

        >>> import fairyrules
        >>> setup = fairyrules.game("chess").setup("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
        >>> setup.put("d4", "Q").put("e8", None).put("h8", "k").fen()
        '7k/8/8/8/3Q4/8/8/4K3 w - - 0 1'

        Raises:
            NotationError: no cell has this name, or the game has no such piece.
        """
        rules = self.game.rules
        at = rules.board.cell(cell)
        if isinstance(piece, str):
            found = rules.codes.by_fen.get(piece)
            if found is None:
                known = " ".join(rules.codes.by_fen)
                raise NotationError(f"“{piece}” is no piece of {rules.sheet.name}; expected one of {known}.")
            piece = found
        left = {other: piece for other, piece in self.pieces.items() if other != at}
        return replace(self, pieces=left if piece is None else left | {at: piece}, places={})

    def with_turn(self, side: Side) -> "Setup":
        """The same with this side to move."""
        return replace(self, side=side, places={})

    def faults(self) -> tuple[str, ...]:
        """Everything the rules have against it, each with its place in the FEN; nothing if it is a position."""
        return tuple(self._faults(self._made()))

    def position(self) -> Position:
        """The position.

        Raises:
            IllegalPositionError: the rules do not allow it; the message gives the first reason.
        """
        position = self._made()
        for fault in self._faults(position):
            raise IllegalPositionError(fault)
        return position

    def _made(self) -> Position:
        codes = self._codes()
        return Position.make(
            self.game,
            codes,
            self.side,
            self.game.rules.castlings.in_order(self.rights, codes),
            self.passed,
            self.reserves,
            self.extras,
            self.halfmove,
            self.fullmove,
        )

    def _place(self, name: str) -> str:
        return f"FEN, character {self.places[name]}: " if name in self.places else ""

    def _faults(self, position: Position) -> Iterator[str]:
        name = self.game.board.name
        fault = next(self._king_faults(position), None)
        if fault is not None:
            yield fault
            return
        yield from self._right_faults(position.codes)
        yield from self._passed_faults()
        waiting = self.side.other
        if not special.may_stand(position):
            royals = position.royals(waiting)
            attacked = [cell for cell in royals if position.is_attacked(cell, self.side)]
            if attacked:
                yield (
                    f"{self._place('side')}{_NAMES[waiting]}'s King on {name(attacked[0])} is attacked though "
                    f"{_NAMES[self.side]} is to move; expected the side not to move to stand safe."
                )
            elif position.in_check():
                yield f"{self._place('side')}{_NAMES[self.side]} is in check; {self.game.name} expects that nobody is."
            else:
                yield (
                    f"{self._place('placement')}the Kings on {name(position.kings[0])} and {name(position.kings[1])} "
                    f"face each other; expected a piece between."
                )
        for extra in self.game.rules.extras:
            reason = extra.check(position) if extra.check else ""
            if reason:
                yield f"{self._place(extra.name)}{reason}"

    def _king_faults(self, position: Position) -> Iterator[str]:
        """A side has not as many royal pieces, those in its hand counted, as the game gives it."""
        codes = self.game.rules.codes
        for side in Side:
            cells = position.royals(side)
            held = sum(self.reserves[side].get(kind, 0) for kind in codes.royals) if self.reserves else 0
            found, given = len(cells) + held, codes.royals_given[side]
            may_burst = self.game.sheet.bursts is not None and found == 0
            if may_burst or (found == given if codes.one_royal[side] else min(given, 1) <= found):
                continue
            at = f" ({' '.join(map(self.game.board.name, cells))})" if cells else ""
            yield (
                f"{self._place('placement')}{_NAMES[side]} has {found} Kings{at}, "
                f"expected {'one' if given == 1 else given}."
            )

    def _codes(self) -> list[int]:
        return self.game.rules.codes.placed(self.pieces, self.game.board.size)

    def _right_faults(self, codes: list[int]) -> Iterator[str]:
        for cell in self.rights:
            if not any(family.entitles(codes, cell) for side in self.game.rules.castlings.families for family in side):
                yield (
                    f"{self._place('castling')}nothing on {self.game.board.name(cell)} can still castle; "
                    f"expected an unmoved partner there and its King in place."
                )

    def _passed_faults(self) -> Iterator[str]:
        passed = self.passed
        if passed is None:
            return
        if not (self._castling_passed(passed) if passed.taken_by is not None else self._step_passed(passed)):
            name = self.game.board.name(passed.victim)
            yield f"{self._place('ep')}nothing on {name} can just have passed; expected the piece a capture would take."

    def _castling_passed(self, passed: Passed) -> bool:
        """Whether pieces stand as after a castling that can be taken in passing."""
        codes = self._codes()
        start, partner = passed.targets
        for family in self.game.rules.castlings.families[self.side.other]:
            plans = [family.plan(start, home) for cells, _ in family.wings for home in cells]
            if (
                start in family.home
                and not codes[start]
                and codes[passed.victim] == family.king_code
                and codes[partner] == family.partner_code
                and (passed.victim, partner) in [(plan.move.target, plan.move.partner_target) for plan in plans if plan]
            ):
                return True
        return False

    def _step_passed(self, passed: Passed) -> bool:
        """Whether pieces stand as after a long step over the target."""
        codes = self._codes()
        rules = self.game.rules
        return any(
            codes[passed.victim] == rules.codes.code(passing.kind, self.side.other)
            and not codes[passed.targets[0]]
            and not codes[start]
            for passing in self.game.sheet.passing
            for start in self.game.board.cells
            if (passed.targets[0], passed.victim) in rules.passings.long_steps(passing, start, self.side is Side.WHITE)
        )
