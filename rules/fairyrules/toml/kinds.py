"""The kinds of a TOML sheet: `[kinds.X]`, with their words, their chessmen and their limits as drops."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fairyrules import betza
from fairyrules.board import Board
from fairyrules.equipment import Chessman, Equipment, Set
from fairyrules.errors import SheetError
from fairyrules.sheet import Kind
from fairyrules.toml.ground import zone
from fairyrules.toml.table import Table


@dataclass(frozen=True, slots=True)
class KindEntry:
    """`[kinds.X]`: a kind, what people are told about it, and its chessman."""

    kind: Kind
    text: str
    chessman: str

    @classmethod
    def read(cls, letter: str, table: Table, board: Board) -> "KindEntry":
        """One kind's table; the key is its letter."""
        if not re.fullmatch(r"\+?[A-Z]", letter):
            file = table.where
            raise SheetError(f"{file}: kinds.{letter}: expected a capital letter, or + and one, as in [kinds.K].")
        kind = Kind(
            letter=letter,
            name=table.text("name"),
            moves=table.checked("moves", table.text("moves"), betza.read, "Betza's movement notation"),
            zone=zone(table, "zone", board),
            home=zone(table, "home", board),
            leaps=tuple(read_pair(table, pair, board) for pair in table.texts("leaps", ())),
            rifle=table.checked("rifle", table.text("rifle", ""), betza.read_shots, "Betza's movement notation"),
            royal=table.flag("royal", False),
            pawn=table.flag("pawn", False),
            places=tuple(read_place(place, board) for place in table.tables("places")),
            shuns=" ".join(table.texts("shuns", ())),
            held=table.text("held", letter.removeprefix("+") if letter.startswith("+") else ""),
            drops=zone(table, "drops", board),
            most_a_file=table.number("most_a_file", int(table.flag("one_a_file", False))),
            drop_mates=table.flag("drop_mates", True),
        )
        entry = cls(
            kind=kind,
            text=table.text("text", ""),
            chessman=table.checked(
                "equipment", table.text("equipment", ""), read_chessman, "a chessman as in large Rook, or tile"
            ),
        )
        table.close()
        return entry


def read_place(table: Table, board: Board) -> tuple[str, str]:
    """One of `[[kinds.X.places]]`: cells, moves."""
    moves = table.checked("moves", table.text("moves"), betza.read, "Betza's movement notation")
    place = (zone(table, "cells", board), moves)
    if not place[0]:
        raise table.complaint("cells", "the cells between which it may go so, as in d1 e2 f3")
    table.close()
    return place


def read_pair(table: Table, pair: str, board: Board) -> tuple[str, str]:
    """Two cells of `leaps`."""
    first, _, second = table.checked("leaps", pair, board.zone, "pairs of cells, as in a1 h8").partition(" ")
    if not second or " " in second:
        raise table.complaint("leaps", "pairs of cells, as in a1 h8")
    return first, second


def read_chessman(text: str) -> tuple[Set, Chessman] | None:
    """ "large Rook", "small Pawn", "tile"; None for no say.

    Raises:
        SheetError: any other text.
    """
    if not text:
        return None
    if text == "tile":
        return Set.TILES, Chessman.TILE
    size, _, chessman = text.partition(" ")
    try:
        return Set(size), Chessman(chessman.capitalize())
    except ValueError:
        raise SheetError(f"found {text!r}") from None


def equipment(kinds: tuple[KindEntry, ...], array: str) -> Mapping[str, Equipment]:
    """What stands for what: as many chessmen as White's array has of the kind, a tile where the file says nothing."""
    found = {}
    for entry in kinds:
        kind = entry.kind.letter
        size, chessman = read_chessman(entry.chessman) or (Set.TILES, Chessman.TILE)
        count = len(re.findall(rf"(?<!\+){re.escape(kind)}", array))
        found[kind] = Equipment(size, chessman, count, face=kind if size is Set.TILES else "")
    return found
