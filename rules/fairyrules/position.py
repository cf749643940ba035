"""A position of a game: immutable, legal, and with the keys of the positions before it."""

from typing import TYPE_CHECKING

from fairyrules import fen, machine_moves, outcome, play, questions, san, sanreader
from fairyrules.board import Cell
from fairyrules.en_passant import Passed
from fairyrules.moves import Move, Pass, Travel
from fairyrules.outcome import Outcome
from fairyrules.pieces import Piece, Side
from fairyrules.play import Played
from fairyrules.state import UNKNOWN_PLACEMENT, Past, Pieces, State

if TYPE_CHECKING:
    from fairyrules.game import Game


class Position(State):
    """What stands where, who moves, and what else decides what may be played; with its notation, its game, its past.

    Two positions are equal, and hash alike, when placement, side, castling, en passant, reserves and extras are
    (ruling G2).

    >>> import fairyrules
    >>> position = fairyrules.game("chess").start()
    >>> position.play(position.parse("e2e4")).fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
    """

    __slots__ = ()

    @property
    def game(self) -> "Game":
        """The game it is a position of."""
        made: Game = self._game
        return made

    @classmethod
    def make(
        cls,
        game: "Game",
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
        rules = game.rules
        pieces: tuple[Pieces, ...] = ({}, {})
        for cell, code in enumerate(codes):
            if code:
                pieces[(code & 1) ^ 1][cell] = code
        kings = play.kings_of(rules, pieces)
        turn = int(side)
        key = rules.keys.of_pieces(pieces) ^ rules.keys.of_state(turn, rights, passed, reserves, extras)
        return cls(
            game,
            rules,
            codes,
            pieces,
            tuple(kings),
            turn,
            rights,
            passed,
            reserves,
            extras,
            halfmove,
            fullmove,
            key,
            None,
        )

    # Notation and outcome

    def parse(self, text: str) -> Move:
        """The legal move of a machine form.

        Raises:
            NotationError: no move is written so.
            AmbiguousMoveError: it fits several; the message names them.
            IllegalMoveError: well written, but not legal here.
        """
        return machine_moves.parse(self, text)

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

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None; a third repetition ends it, a claim of fifty moves does not."""
        return outcome.outcome(self)

    def is_checkmate(self) -> bool:
        """Whether the side to move is in check and has no legal move."""
        ended = self.outcome()
        return ended is not None and ended.reason == "checkmate"

    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check, whatever that means in the game."""
        ended = self.outcome()
        return ended is not None and ended.reason == "stalemate"

    def cannot_be_won(self) -> bool:
        """Whether by what is left on the board nobody can ever be mated; True only where that is certain."""
        return questions.cannot_be_won(self)

    def attackers(self, side: Side, cell: Cell | str) -> list[str]:
        """The names of the cells from which the side's pieces attack the cell, in board order.

        >>> import fairyrules
        >>> fairyrules.game("chess").start().attackers(Side.WHITE, "f3")
        ['g1', 'e2', 'g2']
        """
        found = questions.attackers(self, side, cell if isinstance(cell, int) else self.board.cell(cell))
        return [self.board.name(origin) for origin in found]

    def checkers(self) -> list[str]:
        """The names of the cells from which the side to move is in check."""
        side = self.side
        return [name for royal in self.royals(side) for name in self.attackers(side.other, royal)]

    def is_pinned(self, cell: Cell | str) -> bool:
        """Whether the piece on the cell guards its King from an attack by standing there."""
        return questions.is_pinned(self, cell if isinstance(cell, int) else self.board.cell(cell))

    def is_capture(self, move: Move) -> bool:
        """Whether the move removes a piece from the board."""
        return bool(self.effect(move).removals)

    def named_pieces(self) -> dict[str, Piece]:
        """All pieces by the names of their cells, in board order."""
        return {self.board.name(cell): piece for cell, piece in self.pieces().items()}

    def may_claim_draw(self) -> str:
        """Why the side to move may claim a draw, or nothing."""
        return outcome.may_claim_draw(self)

    def fen(self) -> str:
        """The position as text, with `[hand|neutral]` and extras where the game has them."""
        return fen.write(self)

    @property
    def placement_key(self) -> int:
        """The part of `key` for the pieces on the board and whose turn it is.

        Positions that differ in castling rights, in what may be taken in passing, in reserves or extras alone have the
        same one. It is the same in every run.
        """
        keys = self.rules.keys
        key = self.key
        if self.rights:
            key ^= keys.of_rights(self.rights)
        if self.passed is not None:
            key ^= keys.of_passed(self.passed)
        if self.extras or self.reserves is not None:
            key ^= keys.of_words(self.reserves, self.extras)
        return key

    # Playing

    def play(self, move: Move) -> "Position":
        """The position after a legal move, or after a null move (`parse("--")`) of a side that is not in check.

        Raises:
            IllegalMoveError: the move is not legal here.
            TypeError: it is a text, which `parse` or `parse_san` makes a move of.
        """
        if isinstance(move, str):
            raise TypeError(f"play takes a move, not a text; write position.play(position.parse({move!r})).")
        if type(move) is Pass:
            move = machine_moves.null_move(self)
        elif not self.is_legal(move):
            raise machine_moves.refusal(self, str(move))
        return self.play_unchecked(move)

    def play_unchecked(self, move: Move) -> "Position":
        """The position after a move that is legal here, which nobody checks."""
        passed = self.passed
        if type(move) is not Travel or move.becomes is not None:
            return self.after(play.outcome_of(self, move))
        rules = self.rules
        origin, target = move.origin, move.target
        if (rules.around is not None and self.codes[target]) or (
            passed is not None and target in passed.targets and play.takes_in_passing(self, move)
        ):
            return self.after(play.outcome_of(self, move))
        side = self.turn
        codes = self.codes.copy()
        code, taken = codes[origin], codes[target]
        codes[origin] = 0
        codes[target] = code
        own = self.pieces_by_side[side].copy()
        del own[origin]
        own[target] = code
        other = self.pieces_by_side[1 - side]
        reserves = self.reserves
        keys = rules.keys
        own_keys = keys.pieces[code]
        key = self.key ^ keys.side ^ own_keys[origin] ^ own_keys[target]
        placement = self._placement
        if placement != UNKNOWN_PLACEMENT:
            bits = rules.bits
            placement ^= bits[side][origin] ^ bits[side][target]
            if taken:
                placement ^= bits[1 - side][target]
        if taken:
            other = other.copy()
            del other[target]
            key ^= keys.pieces[taken][target]
            if reserves is not None:
                reserves = play.kept(self, target)
                key ^= keys.of_change(self.reserves, reserves, self.extras, self.extras)
        kings = self.kings
        if kings[side] == origin:
            kings = (kings[0], target) if side else (target, kings[1])
        rights = self.rights
        if rights and (rules.castlings.watched[origin] or rules.castlings.watched[target]):
            rights = rules.castlings.rights_after(rights, codes, code, origin, target)
            key ^= keys.of_rights(self.rights) ^ keys.of_rights(rights)
        if passed is not None:
            key ^= keys.of_passed(passed)
            passed = None
        if rules.passings.long_stepper[code]:
            passed = rules.passings.long_step(code, origin, target)
            if passed is not None:
                key ^= keys.of_passed(passed)
        extras = self.extras
        if extras:
            declared = rules.extras
            extras = tuple(
                [extra.after(value, self, move, None) for extra, value in zip(declared, extras, strict=True)]
            )
            if extras != self.extras:
                key ^= keys.of_change(reserves, reserves, self.extras, extras)
        resets = taken != 0 or rules.codes.pawn[code]
        made = Position(
            self._game,
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
        made._placement = placement
        if not taken:
            made._tally = self._tally
        if rules.settles:
            self._settle(made)
        return made

    def after(self, played: Played) -> "Position":
        """The next position from its parts."""
        rules = self.rules
        turn = 1 - self.turn
        keys = rules.keys
        key = (
            self.key
            ^ keys.side
            ^ keys.of_change(self.reserves, played.reserves, self.extras, played.extras)
            ^ keys.of_difference(self.pieces_by_side, played.pieces_by_side)
        )
        if self.rights or played.rights:
            key ^= keys.of_rights(self.rights) ^ keys.of_rights(played.rights)
        for passed in (self.passed, played.passed):
            if passed is not None:
                key ^= keys.of_passed(passed)
        made = Position(
            self._game,
            rules,
            played.codes,
            played.pieces_by_side,
            played.kings,
            turn,
            played.rights,
            played.passed,
            played.reserves,
            played.extras,
            0 if played.resets else self.halfmove + 1,
            self.fullmove + self.turn,
            key,
            None if played.captures and rules.taken_for_good else self._as_past(),
        )
        if rules.settles:
            self._settle(made)
        return made

    def _settle(self, made: "Position") -> None:
        """Writes into the next position the extras that only it can tell."""
        before = made.extras
        made.extras = tuple(
            [
                value if extra.settled is None else extra.settled(value, self, made)
                for extra, value in zip(self.rules.extras, before, strict=True)
            ]
        )
        if made.extras != before:
            keys = self.rules.keys
            made.key ^= keys.of_change(made.reserves, made.reserves, before, made.extras)

    def _as_past(self) -> Past:
        """What later positions need to know of this one.

        Nothing before a capture can come again where what is taken stays off the board, so those forget. A Pawn's move
        may be undone: Soldiers step to and fro.
        """
        check = self.rules.perpetual_check_loses and self.in_check()
        return (self.key, self.side, check, self.past)

    # Being the same, copied and kept

    def fresh(self) -> "Position":
        """The same position in lists and dicts of its own, so that whoever writes into it harms nobody else."""
        return Position(
            self._game,
            self.rules,
            self.codes.copy(),
            tuple([pieces.copy() for pieces in self.pieces_by_side]),
            self.kings,
            self.turn,
            self.rights,
            self.passed,
            None if self.reserves is None else tuple([reserve.copy() for reserve in self.reserves]),
            self.extras,
            self.halfmove,
            self.fullmove,
            self.key,
            self.past,
        )

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: object) -> "Position":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle: the game, the FEN, and what repetition needs to know of the positions before."""
        past: list[tuple[int, Side, bool]] = []
        earlier = self.past
        while earlier is not None:
            key, side, check, earlier = earlier
            past.append((key, side, check))
        return restored, (self.game, self.fen(), past)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.key == other.key
            and (self.rules is other.rules or self.game == other.game)
            and self.codes == other.codes
            and self.side is other.side
            and (self.rights, self.passed, self.reserves, self.extras)
            == (other.rights, other.passed, other.reserves, other.extras)
        )

    def __hash__(self) -> int:
        return self.key

    def __repr__(self) -> str:
        return f"<{self.rules.sheet.name}: {self.fen()}>"


def restored(game: "Game", fen: str, past: list[tuple[int, Side, bool]]) -> Position:
    """The position that was pickled."""
    position = game.position(fen)
    for key, side, check in reversed(past):
        position.past = (key, side, check, position.past)
    return position
