"""The part of a position the engine works on: what stands where, who moves, what else decides what may be played."""

from collections.abc import Hashable, Mapping
from typing import Any, Final

from fairyrules import generate, play, special
from fairyrules.board import NOWHERE, Board, Cell
from fairyrules.effect import Effect
from fairyrules.en_passant import Passed
from fairyrules.ending import Outcome
from fairyrules.lines import attacked, uncovered
from fairyrules.mask import Mask, mask_of
from fairyrules.moves import Move, MoveBook, Travel
from fairyrules.pieces import Piece, Side
from fairyrules.rules import Rules
from fairyrules.sheet import Kind, Phase

Pieces = dict[Cell, int]
Past = tuple[int, Side, bool, Any]
"""An earlier position of the game, as far as repetition needs it: key, whose turn, whether in check, what was before.

Check is only kept where perpetual check matters. The last is a Past or None (mypyc takes no recursive alias).
"""
SIDES: Final = (Side.WHITE, Side.BLACK)
UNKNOWN_PLACEMENT: Final = -1
_UNKNOWN: Final[Phase] = object()
_NO_PHASES: Final[list[Phase]] = [None, None]


class State:
    """A position but for its notation and the making of the next one, which are `Position`'s.

    The lists and dicts in here are shared between positions; nobody changes them. To a sheet's functions it is a
    `View`.
    """

    __slots__ = (
        "_game",
        "_legal",
        "_mask",
        "_phases",
        "_placement",
        "_tally",
        "codes",
        "extras",
        "fullmove",
        "halfmove",
        "key",
        "kings",
        "meant",
        "passed",
        "past",
        "pieces_by_side",
        "reserves",
        "rights",
        "rules",
        "side",
        "turn",
    )
    _game: Any
    """Whose it is; `Position.game` says more of it.

    Said there once more as an attribute, the compiled build would count it twice when it looks for what nobody holds
    any more, and games that are still held would be cleared.
    """
    rules: Rules
    codes: list[int]
    """By cell, the piece's code, 0 for none."""
    pieces_by_side: tuple[Pieces, ...]
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
        game: object,
        rules: Rules,
        codes: list[int],
        pieces_by_side: tuple[Pieces, ...],
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
        self._game = game
        self.rules = rules
        self.codes = codes
        self.pieces_by_side = pieces_by_side
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
        self._placement = UNKNOWN_PLACEMENT
        self._mask: Mask | None = None
        self._tally: list[int] | None = None
        self.meant: tuple[str, Cell, list[Move]] | None = None
        """What a letter and a target may mean, as looked up last: a move that is read is often written at once."""
        self._phases: list[Phase] = _NO_PHASES if rules.ask_phase is None else [_UNKNOWN, _UNKNOWN]

    # What a sheet's functions ask, too (`View`)

    @property
    def board(self) -> Board:
        """The geometry."""
        return self.rules.board

    @property
    def book(self) -> MoveBook:
        """Makes moves."""
        return self.rules.book

    def piece_at(self, cell: Cell | str) -> Piece | None:
        """The piece on the cell, which may be told by its name.

        Raises:
            NotationError: no cell has this name.
        """
        return self.rules.codes.pieces[self.codes[cell if isinstance(cell, int) else self.rules.board.cell(cell)]]

    def pieces(self) -> dict[Cell, Piece]:
        """All pieces by cell, ascending."""
        pieces = self.rules.codes.pieces
        return {cell: piece for cell, code in enumerate(self.codes) if (piece := pieces[code]) is not None}

    def count(self, side: int, kind: str) -> int:
        """How many of the kind the side has on the board."""
        return self.tally()[self.rules.codes.code(kind, side)]

    def given(self, side: int, kind: str) -> int:
        """How many of the kind the array gave the side."""
        return self.rules.codes.given[self.rules.codes.code(kind, side)]

    def cells(self, side: int, kind: str) -> list[Cell]:
        """Where the side's pieces of the kind stand, ascending."""
        wanted = self.rules.codes.code(kind, side)
        return sorted([cell for cell, code in self.pieces_by_side[side].items() if code == wanted])

    def king(self, side: Side) -> Cell:
        """Where the side's one royal piece stands; NOWHERE if it has none on the board, or several."""
        return self.kings[side]

    def royals(self, side: int) -> list[Cell]:
        """Where the side's royal pieces stand, ascending."""
        if self.kings[side] != NOWHERE:
            return [self.kings[side]]
        royal = self.rules.codes.royal_codes
        return sorted([cell for cell, code in self.pieces_by_side[side].items() if royal[code]])

    def pieces_of(self, side: int) -> dict[Cell, int]:
        """The codes of the side's pieces by cell; nobody changes them."""
        return self.pieces_by_side[side]

    def name_of(self, kind: str) -> str:
        """What a kind is called."""
        return self.rules.codes.by_letter[kind].name

    def rank(self, cell: Cell, side: int = 0) -> int:
        """The cell's rank as the side counts: its own back rank is 1."""
        rank = cell // self.rules.board.files
        return self.rules.board.ranks - rank if side else rank + 1

    def has_on_rank(self, side: int, kind: str, rank: int) -> bool:
        """Whether a piece of the side's kind stands on the rank, counted as the side counts."""
        board = self.rules.board
        first = board.files * (board.ranks - rank if side else rank - 1)
        return self.rules.codes.code(kind, side) in self.codes[first : first + board.files]

    def has_on_file(self, side: int, kind: str, cell: Cell) -> bool:
        """Whether a piece of the side's kind stands on the cell's file."""
        files = self.rules.board.files
        return self.rules.codes.code(kind, side) in self.codes[cell % files :: files]

    def reserve(self, holder: str) -> dict[str, int]:
        """The kinds and counts held by "w", "b" or "n" (neutral); nothing in a game without reserves."""
        return {} if self.reserves is None else dict(sorted(self.reserves["wbn".index(holder)].items()))

    def extra(self, name: str) -> object:
        """The value of one of the sheet's extras."""
        return self.extras[self.rules.extra_places[name]]

    def effect(self, move: Move) -> Effect:
        """What the move does to the physical pieces."""
        return play.effect(self, move)

    def leaves_no_answer(self, move: Move) -> bool:
        """Whether the opponent would have no legal move after it."""
        return not self.play_unchecked(move).legal_moves()

    def peek(self, move: Move) -> "State":
        """The position after a legal move."""
        return self.play_unchecked(move)

    def ended(self) -> Outcome | None:
        """How an ending of the sheet's own has ended the game, if one has; no move is legal then."""
        return special.ended(self) if self.rules.special else None

    def moves_if_open(self) -> list[Move]:
        """The moves that are legal if no ending of the sheet's own is reached."""
        return special.moves_if_open(self)

    # What everybody asks

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of pieces by letter."""
        return self.rules.codes.by_letter

    @property
    def occupancy(self) -> int:
        """The occupied cells as bits; bit 0 is cell 0, a1."""
        return self.cells_of(0) | self.cells_of(1)

    def cells_of(self, side: int) -> int:
        """The cells of the side's pieces as bits."""
        size = self.rules.board.size
        return self.placement() >> size if side else self.placement() & (1 << size) - 1

    def placement(self) -> int:
        """White's cells as bits, and above them Black's: bit `board.size` is Black's cell 0."""
        if self._placement == UNKNOWN_PLACEMENT:
            size = self.rules.board.size
            bits = 0
            for side, pieces in enumerate(self.pieces_by_side):
                for cell in pieces:
                    bits |= 1 << cell + side * size
            self._placement = bits
        return self._placement

    def tally(self) -> list[int]:
        """How many pieces of each code stand on the board; nobody changes it."""
        tally = self._tally
        if tally is None:
            tally = [0] * self.rules.codes.count
            for pieces in self.pieces_by_side:
                for code in pieces.values():
                    tally[code] += 1
            self._tally = tally
        return tally

    def mask(self) -> Mask:
        """The same, to be compared with others."""
        mask = self._mask
        if mask is None:
            mask = self._mask = mask_of(self.placement())
        return mask

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
        """Whether a royal piece of the side to move is attacked; bare facing is not check (ruling G1)."""
        if self.rules.special:
            return special.in_check(self)
        return self.is_attacked(self.kings[self.side], self.side.other)

    def is_attacked(self, cell: Cell | str, by: Side) -> bool:
        """Whether a piece of the side could take on the cell, whatever stands there."""
        if not isinstance(cell, int):
            cell = self.rules.board.cell(cell)
        return self.rules.lines.attacks(by, self.phase(by)).hit(cell, self.codes, self.pieces_by_side[by])

    def gives_check(self, move: Move) -> bool:
        """Whether the move, legal here, would attack the opponent's King, which nothing attacks yet."""
        rules = self.rules
        passed = self.passed
        if (
            rules.side_effects
            or rules.special
            or type(move) is not Travel
            or move.becomes is not None
            or (passed is not None and move.target in passed.targets)
        ):
            return self.play_unchecked(move).in_check()
        codes = self.codes.copy()
        code = codes[move.origin]
        codes[move.origin] = 0
        codes[move.target] = code
        lines = rules.lines.attacks(self.turn, None)
        into = lines.into(self.kings[1 - self.turn])
        if not (into.hops or into.rare):
            return uncovered(codes, into, move.origin, move.target)
        return attacked(codes, into, [*lines.standing(self.pieces_by_side[self.turn]), move.target])

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, always in the same order for equal positions."""
        if self._legal is None:
            self._legal = tuple(generate.legal_moves(self))
        return self._legal

    def is_legal(self, move: Move) -> bool:
        """Whether the move is legal here."""
        if self._legal is None and type(move) is Travel and move.origin in self.pieces_by_side[self.turn]:
            return move in generate.legal_moves_to(self, [move.origin], move.target)
        return move in self.legal_moves()

    def legal_moves_between(self, left: int, entered: int, drops: bool = True) -> list[Move]:
        """The legal moves, in their order, without those whose piece begins outside `left` or ends outside `entered`.

        A drop begins nowhere on the board: `drops` says whether it is asked for.

        Both are cells as bits. Castlings are among them if either piece starts in `left`; captures that burst are,
        wherever they happen, since what bursts ends nowhere; captures in passing and by rifle, changes in place and
        whatever else is no plain travel or drop may be.
        """
        return generate.legal_moves(self, left, entered, drops)

    def may_have_more_moves(self) -> bool:
        """Whether there may be moves that no other field of the sheet says (`Sheet.more_moves`)."""
        rules = self.rules
        if rules.more_moves is None:
            return False
        if not rules.more_needs:
            return True
        tally = self.tally()
        for code in rules.more_codes[self.turn]:
            if tally[code]:
                return True
        for place in rules.more_extras:  # noqa: SIM110  # compiled, it is quicker than a list for any()
            if self.extras[place] is not None:
                return True
        return False

    def more_moves(self) -> list[Move]:
        """Those; whether they leave the King safe is not looked at."""
        ask = self.rules.more_moves
        return [] if ask is None else list(ask(self))

    def effect_key(self, move: Move) -> Hashable:
        """What decides the effect of a common move, but for the kind that travels; None for a rarer move."""
        return play.effect_key(self, move)

    def play_unchecked(self, move: Move) -> "State":
        """The position after a move that is legal here, which nobody checks."""
        raise NotImplementedError
