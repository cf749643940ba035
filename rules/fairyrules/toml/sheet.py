"""A game of one's own: a rule sheet in one TOML file, for everything that needs no new code.

`docs/ADD-A-GAME.md` walks through an example. Every complaint names the file, the key, the value and what was
expected. Reading the file from disk is the caller's: this module takes its text.
"""

import re

from fairyrules import betza
from fairyrules.board import Board
from fairyrules.errors import SheetError
from fairyrules.game import Game, games
from fairyrules.guide import Guide, Topic, Zone
from fairyrules.sheet import Sheet
from fairyrules.soundness import faults
from fairyrules.toml.endings import read_burst, read_ending
from fairyrules.toml.ground import read_array, read_board, zone
from fairyrules.toml.kinds import KindEntry, equipment
from fairyrules.toml.parts import read_castling, read_passing, read_promotion, read_reserves
from fairyrules.toml.table import Table, shown

KEYS = (
    "name", "id", "summary", "source", "board", "array", "kinds", "promotions", "castlings", "passing", "reserves",
    "facing", "stalemate_loses", "stalemate_wins", "perpetual_check_loses", "fifty_moves", "endings", "bursts",
    "must_capture", "may_pass", "checks_forbidden", "topics", "zones",
)  # fmt: skip
"""What a sheet may say."""


def read(text: str, file: str) -> Game:
    """The game of a TOML sheet; `file` is its name, for complaints and for the game's id.

    Raises:
        SheetError: for the first thing in the file that cannot be played.
    """
    top = Table.parse(text, file)
    top.only(KEYS)
    name = top.text("name")
    identity = top.text("id", default=re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-"))
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", identity):
        raise top.complaint("id", "small letters, digits and hyphens")
    if identity in games():
        raise top.complaint("id" if top.has("id") else "name", f"an id of its own; {identity} is a game already")
    board = read_board(top.table("board"))
    kinds = tuple(KindEntry.read(letter, table, board) for letter, table in top.table("kinds").named_tables())
    letters = {entry.kind.letter for entry in kinds}
    if not letters:
        raise SheetError(f"{file}: kinds is missing; expected one table a kind, as in [kinds.K].")
    sheet = Sheet(
        name=name,
        board=board,
        kinds=tuple(entry.kind for entry in kinds),
        array=read_array(top, board, letters),
        promotions=tuple(read_promotion(table, board, letters) for table in top.tables("promotions")),
        castlings=tuple(read_castling(table, board, letters) for table in top.tables("castlings")),
        passing=tuple(read_passing(table, board, letters) for table in top.tables("passing")),
        reserves=read_reserves(top.table("reserves"), board, letters) if top.has("reserves") else None,
        facing=top.checked("facing", top.text("facing", ""), betza.read, "Betza's movement notation"),
        stalemate_loses=top.flag("stalemate_loses", False),
        stalemate_wins=top.flag("stalemate_wins", False),
        endings=tuple(read_ending(table, board, letters) for table in top.tables("endings")),
        bursts=read_burst(top.table("bursts"), letters) if top.has("bursts") else None,
        must_capture=top.flag("must_capture", False),
        may_pass=top.flag("may_pass", False),
        checks_forbidden=top.flag("checks_forbidden", False),
        perpetual_check_loses=top.flag("perpetual_check_loses", False),
        fifty_moves=top.flag("fifty_moves", True),
        summary=" ".join(top.text("summary", "").split()),
    )
    guide = Guide(
        summary=sheet.summary,
        source=top.text("source", ""),
        pieces={entry.kind.letter: entry.text for entry in kinds if entry.text},
        topics=tuple(read_topic(table) for table in top.tables("topics")),
        zones=tuple(read_zone(table, board) for table in top.tables("zones")),
        equipment=equipment(kinds, sheet.array),
    )
    for key, value, expected in faults(sheet):
        raise SheetError(f"{file}: {key} = {shown(value)}: expected {expected}.")
    return Game(identity, sheet, guide=guide)


def read_topic(table: Table) -> Topic:
    """One of `[[topics]]`: title, text."""
    topic = Topic(table.text("title"), (" ".join(table.text("text").split()),))
    table.close()
    return topic


def read_zone(table: Table, board: Board) -> Zone:
    """One of `[[zones]]`: name, cells; for the rules page only."""
    drawn = Zone(table.text("name"), zone(table, "cells", board))
    table.close()
    return drawn
