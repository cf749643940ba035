"""docs/ADD-A-GAME.md: its blocks are the example file, and the example is a game."""

import re
from pathlib import Path

from fairyrules import toml

DOCS = Path(__file__).parents[2] / "docs"


def page_blocks() -> str:
    page = (DOCS / "ADD-A-GAME.md").read_text()
    return "\n".join(re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))


def values(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_page_says_the_example_file_line_by_line() -> None:
    assert values(page_blocks()) == values((DOCS / "games" / "pond-chess.toml").read_text())


def test_example_written_from_the_page_alone_is_a_game() -> None:
    game = toml.read(page_blocks(), "pond-chess.toml")
    assert (game.name, len(game.start().legal_moves())) == ("Pond Chess", 15)


def test_page_names_every_key_a_sheet_may_have() -> None:
    page = (DOCS / "ADD-A-GAME.md").read_text()
    of_a_kind = (
        "moves", "royal", "pawn", "zone", "home", "rifle", "leaps", "places", "shuns", "held", "text", "equipment",
        "drops", "most_a_file", "one_a_file", "drop_mates",
    )  # fmt: skip
    of_tables = (
        "files", "ranks", "holes", "around", "turned", "forced", "leaving", "only_lost", "safe", "stride", "advance",
        "taken_at", "taken_by", "sideways", "captured", "start", "first", "gates", "spared", "cells", "black_cells",
        "answered", "count", "most", "others", "answer", "wins", "board", "pieces", "otherwise", "values",
        "second_tenths", *toml.endings.TYPES,
    )  # fmt: skip
    for key in (*toml.sheet.KEYS, *of_a_kind, *of_tables):
        assert re.search(rf"\b{key}\b", page), key
