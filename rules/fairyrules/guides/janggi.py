"""Janggi in words."""

from fairyrules.equipment import tiles
from fairyrules.guide import Guide, Ruling, Topic, Zone

GUIDE = Guide(
    summary=(
        "The chess of Korea: Cannons that always hop, Elephants that reach far, palaces with diagonals, and a game "
        "that may be ended by counting."
    ),
    source="The traditional game of Korea.",
    pieces={
        "K": "One step along the lines of its palace, diagonals too. It may never be left attacked.",
        "A": "One step along the lines of its palace.",
        "B": "One step straight and two diagonally outward; nothing may stand on the way.",
        "N": "One step straight and one diagonally outward; nothing may stand on the way.",
        "R": "Any distance along a rank or file, or along a palace's diagonals.",
        "C": (
            "Moves and captures only over exactly one piece, along a rank or file, or from corner to corner of a "
            "palace; never over a Cannon, and never capturing one."
        ),
        "P": "One step forward or sideways, in the far palace also diagonally forward along the lines.",
    },
    topics=(
        Topic("Passing", ("A side may pass instead of a move, unless it is in check.",)),
        Topic(
            "Facing Generals",
            (
                "When the Generals face each other along a file with nothing between, the side to move has to break "
                "it or to pass. It may pass even in check; the game is over then.",
            ),
        ),
        Topic(
            "The end of a game",
            (
                "Mate wins. When both sides have passed in turn, or one has passed while the Generals face each other, "
                "the pieces are counted: Chariot 13, Cannon 7, Horse 5, Elephant 3, Guard 3, Soldier 2, and 1.5 for "
                "Black, who moves second. The third repetition is a draw.",
            ),
        ),
    ),
    rulings=(
        Ruling("G2", "The third repetition of a position is a draw; who gives check is not asked.", reading=True),
        Ruling("J1", "Horses and Elephants stand as in Xiangqi; players may agree on another order.", reading=True),
    ),
    zones=(
        Zone("White's palace", "d1-f3"),
        Zone("The diagonals of both palaces", "d1 f1 e2 d3 f3 d8 f8 e9 d10 f10"),
    ),
    equipment=tiles({"K": 1, "A": 2, "B": 2, "N": 2, "R": 2, "C": 2, "P": 5}),
    equipment_note="A Janggi set with a magnet in each piece, or lettered tiles.",
)
