"""Shatranj in words."""

from fairyrules.guide import Guide, Ruling, Topic
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = Guide(
    summary="The chess of Baghdad, twelve hundred years old: short counsellors, leaping Elephants, bare Kings.",
    source="The game of the ninth century, as al-Adli and as-Suli wrote of it.",
    pieces={
        "K": "One step in any direction. It may never be left attacked.",
        "Q": "One step diagonally.",
        "B": "Leaps exactly two cells diagonally.",
        "N": "Leaps two cells one way and one to the side, whatever stands between.",
        "R": "Any distance along a rank or a file.",
        "P": "One step straight forward; captures one step diagonally forward; a Counsellor on the far rank.",
    },
    topics=(
        Topic("What there is not", ("There is no double step, no capture in passing and no castling.",)),
        Topic(
            "The end of a game",
            (
                "Mate wins, and so does leaving the other side without a legal move.",
                "A side with nothing but its Shah has lost, unless its very next move takes the last piece of the "
                "other side; then the game goes on as a draw by repetition.",
                "The third repetition of a position is a draw.",
            ),
        ),
    ),
    rulings=(
        *CHESS.rulings,
        Ruling("G3", "Whether two bare Kings draw differed from town to town; here nobody has lost.", reading=True),
    ),
    equipment=dict(CHESS.equipment),
    equipment_note=(
        "One ordinary set: the Queen is the Counsellor, the Bishops are the Elephants. Further Counsellors come from "
        "the small set."
    ),
)
