"""Sheets of one's own that several tests read."""

from pathlib import Path

POND_CHESS = (Path(__file__).parents[1] / "docs" / "games" / "pond-chess.toml").read_text(encoding="utf-8")


def small_sheet(name: str, *ranks: str, kind: str) -> str:
    """A sheet with Kings and one more kind, whose table is `kind`; the ranks from the last on."""
    return f"""
name = "{name}"
array = [{", ".join(f'"{rank}"' for rank in ranks)}]
[board]
files = {len(ranks[0])}
ranks = {len(ranks)}
[kinds.K]
name = "King"
moves = "K"
royal = true
{kind}"""


ROOK = """[kinds.R]
name = "Rook"
moves = "R"
"""
ROOKS = small_sheet("Rooks", "r..k", "....", "....", "R..K", kind=ROOK)

POCKET_ROOKS = (
    ROOKS
    + """drops = "a1-d2"
one_a_file = true
[reserves]
drops = "a1-d4"
"""
)
