"""FEN read into a `Setup`; every error says at which character it was found.

A FEN is ASCII, and a number in it has no leading zeros: so each position has few ways to be written, and none that
looks like another.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fairyrules import fen
from fairyrules.board import Cell
from fairyrules.effect import HOLDERS
from fairyrules.en_passant import Passed
from fairyrules.errors import NotationError
from fairyrules.pieces import Piece, Side
from fairyrules.rules import Rules
from fairyrules.setup import Setup

if TYPE_CHECKING:
    from fairyrules.game import Game

_FIELDS = ("placement", "side", "castling", "ep", "halfmove", "fullmove")
_TOKEN = re.compile(r"[0-9]+|\+?[A-Za-z]|\*")
_WORD = re.compile(r"\S+")
_CELL = re.compile(r"[a-z][0-9]+")
MOST_DIGITS = 9
"""More than any game has moves or any board cells."""


def read(game: "Game", text: str) -> Setup:
    """The set-up a FEN describes; whether the rules allow it is another question (`Setup.position`).

    Raises:
        NotationError: it cannot be read; the message names the character (from 1) and what was expected there.
    """
    rules = game.rules
    if not text.isascii():
        at = next(place for place, character in enumerate(text) if not character.isascii())
        raise _error(at + 1, text[at], "letters, digits and signs of ASCII only")
    words = [(match[0], match.start() + 1) for match in _WORD.finditer(text)]
    if len(words) < len(_FIELDS):
        missing = ", ".join(_FIELDS[len(words) :])
        raise NotationError(f"FEN ends at character {len(text)}: expected {' '.join(_FIELDS)}; missing: {missing}.")
    places = {name: place for name, (_, place) in zip(_FIELDS, words, strict=False)}
    (placement, at), (side, side_at) = words[:2]
    board_text, bracket, reserve_text = placement.partition("[")
    pieces = _placement(rules, board_text, at)
    reserves = _reserves(rules, bracket + reserve_text, at + len(board_text))
    if side not in ("w", "b"):
        raise _error(side_at, side, "w or b for the side to move")
    to_move = Side("wb".index(side))
    rights = _rights(rules, *words[2])
    passed = _passed(rules, to_move, *words[3])
    halfmove = _number(*words[4], least=0)
    fullmove = _number(*words[5], least=1)
    extras = _extras(rules, words[6:], len(text))
    places |= {word.partition("=")[0]: place for word, place in words[6:]}
    return Setup(game, pieces, to_move, rights, passed, reserves, extras, halfmove, fullmove, places)


def placement_only(rules: Rules, text: str) -> dict[Cell, Piece]:
    """The pieces of a placement without reserves: a sheet's array."""
    return _placement(rules, text, 1)


def _error(place: int, found: str, expected: str) -> NotationError:
    return NotationError(f"FEN, character {place}: found “{found}”, expected {expected}.")


def _placement(rules: Rules, text: str, at: int) -> dict[Cell, Piece]:
    board = rules.board
    ranks = text.split("/")
    pieces = _well_placed(rules, ranks)
    if pieces is not None:
        return pieces
    if len(ranks) != board.ranks:
        raise NotationError(f"FEN, character {at}: found {len(ranks)} ranks, expected {board.ranks}.")
    pieces = {}
    for index, rank in enumerate(ranks):
        first = (board.ranks - 1 - index) * board.files
        file = 0
        for token, place in _tokens(rank, at):
            cell = first + file
            if token.isdigit():
                if token[0] == "0" or len(token) > MOST_DIGITS:
                    raise _error(place, token, "a number of empty cells from 1 on, without leading zeros")
                for empty in range(cell, min(cell + int(token), first + board.files)):
                    if empty in board.holes:
                        raise _error(place, token, f"“*” at column {empty - first + 1}, where there is no cell")
                file += int(token)
            else:
                _one(rules, pieces, token, place, cell, file)
                file += 1
            if file > board.files:
                raise NotationError(
                    f"FEN, character {place}: with “{token}” rank {board.ranks - index} has more than the "
                    f"{board.files} cells expected."
                )
        if file != board.files:
            raise NotationError(
                f"FEN, character {at + len(rank)}: rank {board.ranks - index} “{rank}” has {file} cells, "
                f"expected {board.files}."
            )
        at += len(rank) + 1
    return pieces


def _well_placed(rules: Rules, ranks: list[str]) -> dict[Cell, Piece] | None:
    """The pieces of ranks on which everything is as it should be; None for any others, which are read with care."""
    board = rules.board
    by_fen = rules.codes.by_fen
    pieces: dict[Cell, Piece] = {}
    holes = 0
    if len(ranks) != board.ranks:
        return None
    end = board.size
    for rank in ranks:
        cell = end - board.files
        tokens = _TOKEN.findall(rank)
        for token in tokens:
            if token in by_fen:
                pieces[cell] = by_fen[token]
                cell += 1
            elif token == "*" and cell in board.holes:
                holes += 1
                cell += 1
            elif token[0] in "123456789" and len(token) <= MOST_DIGITS:
                cell += int(token)
            else:
                return None
        if cell != end or "".join(tokens) != rank:
            return None
        end -= board.files
    return pieces if holes == len(board.holes) else None


def _tokens(rank: str, at: int) -> Iterator[tuple[str, int]]:
    place = 0
    while place < len(rank):
        match = _TOKEN.match(rank, place)
        if not match:
            raise _error(at + place, rank[place], "a piece letter, a number of empty cells or “/”")
        yield match[0], at + place
        place = match.end()


def _one(rules: Rules, pieces: dict[Cell, Piece], token: str, place: int, cell: Cell, file: int) -> None:
    """A piece or a hole in one cell."""
    if file >= rules.board.files:
        return
    hole = cell in rules.board.holes
    if token == "*" or hole:
        if token != "*" or not hole:
            raise _error(
                place, token, "“*”, for there is no cell here" if hole else "a cell, for there is no hole here"
            )
        return
    letter = token.upper()
    if not rules.codes.has(letter):
        known = " ".join(kind.letter for kind in rules.codes.kinds)
        raise _error(place, token, f"a piece of {rules.sheet.name}: {known}, in lower case for Black")
    pieces[cell] = Piece(Side.WHITE if token == letter else Side.BLACK, letter)


def _reserves(rules: Rules, text: str, at: int) -> tuple[dict[str, int], ...] | None:
    declared = rules.sheet.reserves
    if declared is None:
        if text:
            raise _error(at, text, f"a space, for {rules.sheet.name} has no reserves")
        return None
    form = "[hand|neutral]" if declared.neutral else "[hand]"
    match = re.fullmatch(r"\[([^\]|]*)(\|([^\]|]*))?\]", text)
    if not match or bool(match[2]) != declared.neutral:
        raise _error(at, text, f"reserves as {form}")
    return held(rules, match[1], match[3] or "", at + 1)


def held(rules: Rules, hands: str, nobodys: str = "", at: int = 1) -> tuple[dict[str, int], ...]:
    """Reserves: White's and Black's in letters of either case, and what is nobody's."""
    reserves: tuple[dict[str, int], ...] = ({}, {}, {})
    for part, start in ((hands, at), (nobodys, at + 1 + len(hands))):
        for offset, letter in enumerate(part):
            neutral = start > at
            kind = letter.upper()
            if not rules.codes.has(kind) or (neutral and letter != kind) or not may_hold(rules, kind):
                raise _error(start + offset, letter, f"the letter of a kind of {rules.sheet.name} that can be held")
            holder = "n" if neutral else "w" if letter == kind else "b"
            reserve = reserves[HOLDERS.index(holder)]
            reserve[kind] = reserve.get(kind, 0) + 1
    return reserves


def may_hold(rules: Rules, kind: str) -> bool:
    """Whether a piece of the kind can be in a reserve: a royal one only if it begins there."""
    reserves = rules.sheet.reserves
    return kind not in rules.codes.royals or (reserves is not None and kind in reserves.start)


def _rights(rules: Rules, text: str, at: int) -> tuple[Cell, ...]:
    if text == "-":
        return ()
    letters = fen.right_letters(rules)
    if letters:
        for offset, letter in enumerate(text):
            if letter not in letters or letter in text[:offset]:
                raise _error(at + offset, letter, f"castling rights out of {''.join(letters)}, each once, or “-”")
        return tuple(letters[letter] for letter in letters if letter in text)
    if not rules.sheet.castlings:
        raise _error(at, text, f"“-”, for {rules.sheet.name} has no castling")
    cells: list[Cell] = []
    place = 0
    while place < len(text):
        match = _CELL.match(text, place)
        if not match:
            raise _error(at + place, text[place:], "the cells of pieces that may castle, as a1j1, or “-”")
        cell = _cell(rules, match[0], at + place)
        if cell in cells:
            raise _error(at + place, match[0], "each cell once")
        cells.append(cell)
        place = match.end()
    return tuple(cells)


def _cell(rules: Rules, name: str, at: int) -> Cell:
    try:
        return rules.board.cell(name)
    except NotationError as error:
        raise NotationError(f"FEN, character {at}: {error}") from None


def _passed(rules: Rules, to_move: Side, text: str, at: int) -> Passed | None:
    if text == "-":
        return None
    match = re.fullmatch(r"([a-z][0-9]+)(?:(?:\+([a-z][0-9]+))?>([a-z][0-9]+))?", text)
    if not match:
        raise _error(at, text, "“-” or the cell a capture in passing would land on")
    target = _cell(rules, match[1], at)
    if match[2]:
        families = rules.castlings.families[to_move.other]
        family = next((f.castling for f in families if f.castling.taken_by is not None), None)
        if family is None:
            raise _error(at, text, "one cell, for castling cannot be taken in passing here")
        partner = _cell(rules, match[2], at + match.start(2))
        victim = _cell(rules, match[3], at + match.start(3))
        return Passed((target, partner), victim, family.taken_by)
    if not rules.sheet.passing:
        raise _error(at, text, f"“-”, for {rules.sheet.name} has no capture in passing")
    named = _cell(rules, match[3], at + match.start(3)) if match[3] else None
    for passing in rules.sheet.passing:
        kind = rules.codes.kind_of(rules.codes.code(passing.kind, to_move.other))
        for start in rules.movement.home(kind, to_move.other):
            for passed, victim in rules.passings.long_steps(passing, start, to_move is Side.WHITE):
                ahead = rules.board.file_of(passed) == rules.board.file_of(victim)
                if passed == target and (ahead if named is None else named == victim and not ahead):
                    return Passed((target,), victim)
    raise _error(
        at, text, f"a cell that a long step of {'White' if to_move.other is Side.WHITE else 'Black'} can have passed"
    )


def _number(text: str, at: int, least: int) -> int:
    leading = len(text) > 1 and text[0] == "0"
    if not text.isdigit() or leading or len(text) > MOST_DIGITS or int(text) < least:
        raise _error(at, text, f"a whole number from {least} on, without leading zeros, at most {MOST_DIGITS} digits")
    return int(text)


def _extras(rules: Rules, words: list[tuple[str, int]], end: int) -> tuple[object, ...]:
    found: dict[str, object] = {}
    known = {extra.name: extra for extra in rules.extras}
    for word, at in words:
        name, equals, value = word.partition("=")
        if not equals or name not in known or name in found:
            expected = " or ".join(f"“{name}=…”" for name in known if name not in found) or "the end"
            raise _error(at, word, expected)
        try:
            found[name] = known[name].read(value)
        except ValueError as error:
            raise _error(at + len(name) + 1, value, str(error)) from None
    for name, extra in known.items():
        if name not in found and extra.absent is None and extra.start is not None:
            raise NotationError(f"FEN ends at character {end}: expected “{name}=…”.")
    return tuple(found.get(name, extra.absent) for name, extra in known.items())
