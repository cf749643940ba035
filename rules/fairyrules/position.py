"""A position of a game: immutable, legal, and with the keys of the positions before it."""

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from fairyrules import fen, generate, keys, machine, outcome, play, san, sanreader
from fairyrules.board import NOWHERE, Cell
from fairyrules.effect import Effect
from fairyrules.moves import Move, Travel
from fairyrules.outcome import Outcome, Past
from fairyrules.passing import Passed
from fairyrules.pieces import Piece, Side
from fairyrules.rules import Rules
from fairyrules.sheet import Phase

if TYPE_CHECKING:
    from fairyrules.game import Game

Men = dict[Cell, int]
_UNKNOWN: Final[Phase] = object()
_NO_PHASES: Final[list[Phase]] = [None, None]
SIDES: Final = (Side.WHITE, Side.BLACK)


class Position:
    """What stands where, who moves, and what else decides what may be played.

    Two positions are equal, and hash alike, when placement, side, castling, en passant, reserves and extras are
    (ruling G2).
    The lists and dicts in here are shared between positions; nobody changes them.

    >>> import fairyrules
    >>> position = fairyrules.game("chess").start()
    >>> position.play(position.parse("e2e4")).fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
    """

    __slots__ = (
        "_legal",
        "_phases",
        "codes",
        "extras",
        "fullmove",
        "halfmove",
        "key",
        "kings",
        "men",
        "passed",
        "past",
        "reserves",
        "rights",
        "rules",
        "side",
        "turn",
    )
    rules: Rules
    codes: list[int]
    """By cell, the piece's code, 0 for none."""
    men: tuple[Men, ...]
    """By side, its pieces' codes by cell."""
    kings: tuple[Cell, ...]
    side: Side
    """Whose turn it is."""
    turn: int
    """The same as a plain number, for the tables."""
    rights: tuple[Cell, ...]
    """The cells of the partners that may still castle."""
    passed: Passed | None
    """What may be taken in passing."""
    reserves: tuple[dict[str, int], ...] | None
    """White's, Black's, neutral; None in a game without."""
    extras: tuple[object, ...]
    """By the sheet's extras, their values."""
    halfmove: int
    fullmove: int
    key: int
    """60 bits that differ where positions differ, but for bad luck."""
    past: Past | None

    def __init__(
        self,
        rules: Rules,
        codes: list[int],
        men: tuple[Men, ...],
        kings: tuple[Cell, ...],
        turn: int,
        rights: tuple[Cell, ...],
        passed: Passed | None,
        reserves: tuple[dict[str, int], ...] | None,
        extras: tuple[object, ...],
        halfmove: int,
        fullmove: int,
        key: int,
        past: Past | None,
    ) -> None:
        self.rules = rules
        self.codes = codes
        self.men = men
        self.kings = kings
        self.turn = turn
        self.side = SIDES[turn]
        self.rights = rights
        self.passed = passed
        self.reserves = reserves
        self.extras = extras
        self.halfmove = halfmove
        self.fullmove = fullmove
        self.key = key
        self.past = past
        self._legal: tuple[Move, ...] | None = None
        self._phases: list[Phase] = _NO_PHASES if rules.ask_phase is None else [_UNKNOWN, _UNKNOWN]

    @classmethod
    def make(
        cls,
        rules: Rules,
        codes: list[int],
        side: Side,
        rights: tuple[Cell, ...],
        passed: Passed | None,
        reserves: tuple[dict[str, int], ...] | None,
        extras: tuple[object, ...],
        halfmove: int,
        fullmove: int,
    ) -> "Position":
        """A position without a past from what a `Setup` holds, which answers for it."""
        men: tuple[Men, ...] = ({}, {})
        for cell, code in enumerate(codes):
            if code:
                men[(code & 1) ^ 1][cell] = code
        kings = (_king_of(men[0], rules.code(rules.royal, 0)), _king_of(men[1], rules.code(rules.royal, 1)))
        self = cls(rules, codes, men, kings, int(side), rights, passed, reserves, extras, halfmove, fullmove, 0, None)
        self.key = keys.whole(self)
        return self

    # What everybody asks

    @property
    def game(self) -> "Game":
        """The game it is a position of."""
        return self.rules.game

    def piece_at(self, cell: Cell) -> Piece | None:
        """The piece on the cell."""
        return self.rules.pieces[self.codes[cell]]

    def pieces(self) -> dict[Cell, Piece]:
        """All pieces by cell, ascending."""
        pieces = self.rules.pieces
        return {cell: piece for cell, code in enumerate(self.codes) if (piece := pieces[code]) is not None}

    @property
    def occupancy(self) -> int:
        """The occupied cells as bits; bit 0 is cell 0, a1."""
        return self.cells_of(0) | self.cells_of(1)

    def cells_of(self, side: int) -> int:
        """The cells of the side's pieces as bits."""
        bits = 0
        for cell in self.men[side]:
            bits |= 1 << cell
        return bits

    def cells_with(self, side: int, letter: str) -> list[Cell]:
        """Where the side's pieces of one kind stand, ascending."""
        wanted = self.rules.code(letter, side)
        return sorted([cell for cell, code in self.men[side].items() if code == wanted])

    def reserve(self, holder: str) -> dict[str, int]:
        """The kinds and counts held by "w", "b" or "n" (neutral); nothing in a game without reserves."""
        return {} if self.reserves is None else dict(sorted(self.reserves["wbn".index(holder)].items()))

    def king(self, side: Side) -> Cell:
        """Where the side's King stands."""
        return self.kings[side]

    def phase(self, side: int) -> Phase:
        """What besides the placement decides how the side's pieces move (`Sheet.phase`)."""
        ask = self.rules.ask_phase
        if ask is None:
            return None
        phase = self._phases[side]
        if phase is _UNKNOWN:
            phase = self._phases[side] = ask(self, Side(side))
        return phase

    def in_check(self) -> bool:
        """Whether the King of the side to move is attacked; bare facing is not check (ruling G1)."""
        return self.is_attacked(self.kings[self.side], self.side.other)

    def is_attacked(self, cell: Cell, by: Side) -> bool:
        """Whether a piece of the side could take on the cell, whatever stands there."""
        return self.rules.attacks(by, self.phase(by)).hit(cell, self.codes, self.men[by])

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, always in the same order for equal positions."""
        if self._legal is None:
            self._legal = tuple(generate.legal_moves(self))
        return self._legal

    def legal_moves_between(self, left: int, entered: int) -> list[Move]:
        """The legal moves, in their order, without those whose piece begins outside `left` or ends outside `entered`.

        Both are cells as bits. Castlings, captures in passing and by rifle, changes in place and whatever else is no
        plain travel or drop may be among them wherever they happen.
        """
        return generate.legal_moves(self, left, entered)

    def parse(self, text: str) -> Move:
        """The legal move of a machine form.

        Raises:
            NotationError: no move is written so.
            AmbiguousMoveError: it fits several; the message names them.
            IllegalMoveError: well written, but not legal here.
        """
        return machine.parse(self, text)

    def san(self, move: Move) -> str:
        """The legal move as people write it: `Nf3`, `exd5`, `e8=Q+`, `V:d5`, `D@e5`, `O-O`; see `fairyrules.san`."""
        return san.write(self, move)

    def parse_san(self, text: str) -> Move:
        """The legal move that people mean by a text; the machine form is read too.

        Raises:
            NotationError: the text is no move at all.
            AmbiguousMoveError: it fits several; the message names them.
            IllegalMoveError: it fits none; the message says why.
        """
        return sanreader.parse(self, text)

    def effect(self, move: Move) -> Effect:
        """What the move does to the physical pieces."""
        return play.effect(self, move)

    def effect_key(self, move: Move) -> Hashable:
        """What decides the effect of a common move, but for the kind that travels; None for a rarer move."""
        return play.effect_key(self, move)

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None; a third repetition ends it, a claim of fifty moves does not."""
        return outcome.outcome(self)

    def may_claim_draw(self) -> str:
        """Why the side to move may claim a draw, or nothing."""
        return outcome.may_claim_draw(self)

    def fen(self) -> str:
        """The position as text, with `[hand|neutral]` and extras where the game has them."""
        return fen.write(self)

    # Playing

    def play(self, move: Move) -> "Position":
        """The position after a legal move.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        if move not in self.legal_moves():
            raise machine.refusal(self, str(move))
        return self.play_unchecked(move)

    def play_unchecked(self, move: Move) -> "Position":
        """The position after a move that is legal here, which nobody checks."""
        passed = self.passed
        if type(move) is not Travel or move.becomes is not None:
            return play.apply(self, move)
        if passed is not None and move.target in passed.targets and play.takes_in_passing(self, move):
            return play.apply(self, move)
        rules = self.rules
        origin, target = move.origin, move.target
        side = self.turn
        codes = self.codes.copy()
        code, taken = codes[origin], codes[target]
        codes[origin] = 0
        codes[target] = code
        own = self.men[side].copy()
        del own[origin]
        own[target] = code
        other = self.men[1 - side]
        reserves = self.reserves
        own_keys = rules.keys[code]
        key = self.key ^ rules.side_key ^ own_keys[origin] ^ own_keys[target]
        if taken:
            other = other.copy()
            del other[target]
            key ^= rules.keys[taken][target]
            if reserves is not None:
                reserves = play.kept(self, target)
                key ^= keys.of_words(rules, self.reserves, self.extras) ^ keys.of_words(rules, reserves, self.extras)
        kings = self.kings
        if kings[side] == origin:
            kings = (kings[0], target) if side else (target, kings[1])
        rights = self.rights
        if rights and (origin in rules.castling_watch or target in rules.castling_watch):
            rights = rules.rights_after(rights, codes, code, origin, target)
            key ^= rules.rights_key(self.rights) ^ rules.rights_key(rights)
        if passed is not None:
            key ^= rules.passed_key(passed)
            passed = None
        if code in rules.passing_codes:
            passed = rules.long_step(code, origin, target)
            if passed is not None:
                key ^= rules.passed_key(passed)
        extras = self.extras
        if extras:
            declared = rules.sheet.extras
            extras = tuple(
                [extra.after(value, self, move, None) for extra, value in zip(declared, extras, strict=True)]
            )
            if extras != self.extras:
                key ^= keys.of_words(rules, self.reserves, self.extras) ^ keys.of_words(rules, self.reserves, extras)
        resets = taken != 0 or rules.pawn[code]
        return Position(
            rules,
            codes,
            (other, own) if side else (own, other),
            kings,
            1 - side,
            rights,
            passed,
            reserves,
            extras,
            0 if resets else self.halfmove + 1,
            self.fullmove + side,
            key,
            None if taken and rules.taken_for_good else self._as_past(),
        )

    def successor(
        self,
        codes: list[int],
        men: tuple[Men, ...],
        kings: tuple[Cell, ...],
        rights: tuple[Cell, ...],
        passed: Passed | None,
        reserves: tuple[dict[str, int], ...] | None,
        extras: tuple[object, ...],
        captures: bool,
        resets: bool,
    ) -> "Position":
        """The next position from its parts; `resets` puts the halfmove clock to 0."""
        following = Position(
            self.rules,
            codes,
            men,
            kings,
            1 - self.turn,
            rights,
            passed,
            reserves,
            extras,
            0 if resets else self.halfmove + 1,
            self.fullmove + self.turn,
            0,
            None if captures and self.rules.taken_for_good else self._as_past(),
        )
        following.key = keys.after(self, following)
        return following

    def _as_past(self) -> Past:
        """What later positions need to know of this one.

        Nothing before a capture can come again where what is taken stays off the board, so those forget. A Pawn's move
        may be undone: Soldiers step to and fro.
        """
        check = self.rules.perpetual_check_loses and self.in_check()
        return (self.key, self.side, check, self.past)

    # Being the same

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.key == other.key
            and self.rules is other.rules
            and self.codes == other.codes
            and self.side is other.side
            and (self.rights, self.passed, self.reserves, self.extras)
            == (other.rights, other.passed, other.reserves, other.extras)
        )

    def __hash__(self) -> int:
        return self.key

    def __repr__(self) -> str:
        return f"<{self.rules.sheet.name}: {self.fen()}>"


def _king_of(men: Men, royal: int) -> Cell:
    return next((cell for cell, code in men.items() if code == royal), NOWHERE)
