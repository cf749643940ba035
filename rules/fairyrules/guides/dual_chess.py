"""Dual Chess in words."""

from fairyrules.equipment import Chessman, small
from fairyrules.guide import Guide, Ruling, Topic, Zone
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = Guide(
    summary=(
        "Chess on its own board, unchanged to the last opening move, and a second, smaller board beside it where "
        "Cardinals, Marshalls and Berolina Pawns wait. The two boards lie on a cylinder, each to the left and to the "
        "right of the other; only leaps, and one odd move of the Bishops, pass from one to the other."
    ),
    source="Invented by Antoine Fourrière; published on the Chess Variant Pages.",
    pieces={
        "K": "One step in any direction.",
        "Q": "Any distance straight or diagonally.",
        "R": "Any distance along a rank or file.",
        "N": "Leaps two cells one way and one to the side, also across the gap between the boards.",
        "B": (
            "Any distance diagonally. From a corner of one board it may change, without capturing, to the paired "
            "corner of the other."
        ),
        "P": "As in chess, but it promotes to Rook, Bishop, Knight or Pawn of Camel.",
        "C": "Bishop and Knight together, without the Bishop's change of corners.",
        "M": "Rook and Knight together.",
        "G": "One step in any direction, and no King. The first move of any Guard ends them all.",
        "W": "Wazir, once a Guard: one step along a rank or file.",
        "F": "Firz, once a Guard: one step diagonally.",
        "Z": (
            "One step diagonally forward to move, one step straight forward to capture; no double step. "
            "It promotes to Rook, Bishop, Knight or Pawn of Camel."
        ),
        "L": "Leaps three cells one way and one to the side, also across the gap.",
        "O": (
            "Pawn of Camel: never moves and attacks nothing. As a move it becomes a Camel where it stands, or leaves "
            "the board to turn any enemy Marshall or Cardinal into an enemy Camel."
        ),
    },
    topics=(
        Topic(
            "The two boards",
            (
                "The main board has files a to h, the smaller one files j to o on ranks 2 to 7. One missing file lies "
                "between h and j and another between o and a. Steps and rides stop at a cell that does not exist; "
                "leaps pass over it.",
            ),
        ),
        Topic(
            "The Guards",
            (
                "When a Guard moves along a rank or file, all Guards of the mover become Wazirs and all of the "
                "opponent's become Firzes; when it moves diagonally, the mover's become Firzes and the opponent's "
                "Wazirs. In the very next move the opponent may turn his own into the other kind, instead of any "
                "other move. After that there are no Guards any more.",
            ),
        ),
        Topic("Castling and en passant", ("As in chess, on the main board.",)),
        Topic(
            "The end of a game",
            (
                "Checkmate wins; stalemate and the third repetition are draws, fifty moves without a capture or a move "
                "of a Pawn, Berolina Pawn or Pawn of Camel may be claimed as one.",
            ),
        ),
    ),
    rulings=(
        Ruling(
            "D1",
            "The cylinder is sixteen files round, and only a hundred of its cells exist. So a Knight leaps between h "
            "and j and between a and o, and a Camel between h and k, g and j, a and n, b and o.",
            reading=True,
        ),
        Ruling(
            "D2",
            "The Bishop's pairs of corners are a1 and j2, a8 and j7, h1 and o2, h8 and o7. A neutral change is one "
            "without capture, so it attacks nothing.",
            reading=True,
        ),
        Ruling(
            "D3",
            "Berolina Pawns promote on the far rank of the smaller board: rank 7 for White, rank 2 for Black.",
            reading=True,
        ),
        Ruling(
            "D4",
            "The direction of the Guard's own move decides for both sides, and all Guards change at once, the one that "
            "moved among them.",
            reading=True,
        ),
        Ruling(
            "D5",
            "Turning one's former Guards is the whole of the next move, concerns all of them, and is lost if not done "
            "at once.",
            reading=True,
        ),
        Ruling(
            "D6",
            "A Pawn of Camel attacks nothing, and its victim may stand anywhere on either board.",
            reading=True,
        ),
        Ruling("D7", "Castling, en passant and draws are those of chess."),
        Ruling(
            "G2",
            "That fifty moves may be claimed as a draw, and that a Pawn of Camel's actions count as moves of a Pawn, "
            "follows from chess; the source does not say it.",
            reading=True,
        ),
    ),
    zones=(
        Zone("Where White's Pawns promote", "a8-h8"),
        Zone("Where White's Berolina Pawns promote", "j7-o7"),
        Zone("The paired corners a Bishop may change between", "a1 j2 a8 j7 h1 o2 h8 o7"),
    ),
    equipment=dict(CHESS.equipment)
    | {
        "C": small(Chessman.BISHOP, 1),
        "M": small(Chessman.QUEEN, 1),
        "G": small(Chessman.ROOK, 2),
        "W": small(Chessman.ROOK, 2, same_as="G"),
        "F": small(Chessman.ROOK, 2, same_as="G"),
        "Z": small(Chessman.PAWN, 6),
        "L": small(Chessman.KNIGHT, 2),
        "O": small(Chessman.KING, 1),
    },
    equipment_note=(
        "Our choice; two ordinary sets suffice for all but rare endings. The large set plays chess, the small one the "
        "rest: the Marshall, strongest there, is its Queen, the Cardinal its Bishop, the Camels its Knights. Guards "
        "are small Rooks and stay the same pieces as Wazirs or Firzes: a side's former Guards are always all of one "
        "kind, and the page shows which. The small King can stand for a Pawn of Camel, which never moves; beyond one "
        "of those or two Camels, take captured pieces."
    ),
)
