"""Tori Shogi in words."""

from fairyrules.equipment import tiles
from fairyrules.guide import Guide, Ruling, Topic, Zone

GUIDE = Guide(
    summary="Shogi with birds on seven by seven cells: quick, crowded, and full of Swallows.",
    source="Toyota Genryu, 1799.",
    pieces={
        "K": "Phoenix: one step in any direction. It may never be left attacked.",
        "F": "One step in any direction but straight back.",
        "C": "One step in any direction but sideways.",
        "P": "Leaps two cells straight forward, or one step diagonally back.",
        "L": "Any distance straight forward or diagonally back to the right, or one step diagonally back to the left.",
        "R": "Any distance straight forward or diagonally back to the left, or one step diagonally back to the right.",
        "S": "One step straight forward, to move and to capture.",
        "+F": (
            "Eagle: any distance diagonally forward or straight back, up to two cells diagonally back, and one step "
            "forward or sideways."
        ),
        "+S": "Goose: leaps two cells diagonally forward or straight back.",
    },
    topics=(
        Topic(
            "Promotion",
            ("A Swallow or Falcon that moves to, from or within the last two ranks is turned over.",),
        ),
        Topic(
            "Drops",
            (
                "A captured piece joins the taker's hand, unpromoted, and may be put on any empty cell instead of a "
                "move. Two Swallows of one's own on a file is the most; a Swallow is not dropped on the last rank, nor "
                "so that it mates at once.",
            ),
        ),
        Topic("The end of a game", ("Mate wins, and so does leaving the other side without a legal move.",)),
    ),
    rulings=(
        Ruling(
            "G2",
            "The third repetition of a position is a draw, where other rules have the side that repeats give way.",
            reading=True,
        ),
    ),
    zones=(Zone("Where White's pieces promote", "a6-g7"),),
    equipment=tiles({"K": 1, "F": 1, "C": 2, "P": 2, "L": 1, "R": 1, "S": 8}, backs=("+F", "+S")),
    equipment_note="Lettered tiles with a magnet in each, pointed so that they show whose they are.",
)
