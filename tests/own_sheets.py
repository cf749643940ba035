"""Sheets of one's own that several tests read."""

from pathlib import Path

POND_CHESS = (Path(__file__).parents[1] / "docs" / "games" / "pond-chess.toml").read_text(encoding="utf-8")

ROOKS = """
name = "Rooks"
array = ["r..k", "....", "....", "R..K"]
[board]
files = 4
ranks = 4
[kinds.K]
name = "King"
moves = "K"
royal = true
[kinds.R]
name = "Rook"
moves = "R"
"""

POCKET_ROOKS = (
    ROOKS
    + """drops = "a1-d2"
one_a_file = true
[reserves]
drops = "a1-d4"
"""
)
