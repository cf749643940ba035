"""AtTENdance Chess in words."""

from fairyrules.equipment import Chessman, large, small
from fairyrules.guide import Guide, Ruling, Topic, Zone

GUIDE = Guide(
    summary=(
        "Everything counts to ten: ten by ten cells, ten kinds of piece, and almost every piece reaches ten cells from "
        "the middle of an empty board. The Rooks and Bishops are short-sighted, two Vampires hop diagonally and bite "
        "sideways, and each King may leap as a Knight twice in the game."
    ),
    source="Invented by Erez Schatz for the tenth anniversary of the Chess Variant Pages.",
    pieces={
        "K": (
            "One step in any direction. Twice in the game it may leap as a Knight instead, also to capture or out of "
            "check."
        ),
        "C": (
            "One step in any direction but straight back; leaps two cells diagonally forward, and two cells "
            "straight back."
        ),
        "R": "One or two cells along a rank or file, without leaping; or one step diagonally forward.",
        "W": "Leaps three cells one way and one to the side; or one step diagonally forward.",
        "B": "One or two cells diagonally, without leaping; or one step sideways.",
        "M": "Leaps exactly two cells in any of the eight directions; or one step diagonally forward.",
        "V": (
            "Moves diagonally by hopping over exactly one piece of either side to any empty cell beyond, all "
            "other cells passed being empty. It never captures where it lands: it takes one enemy orthogonally beside "
            "it, either without moving or right after a hop."
        ),
        "P": "As in chess: one step forward, two from its array rank, captures diagonally forward, also en passant.",
        "F": "One step diagonally.",
        "S": "One step along a rank or file.",
    },
    topics=(
        Topic(
            "The Kings' leaps",
            (
                "Each side has two Knight leaps of its King for the whole game. As long as one is left it attacks like "
                "any other move, so the Kings must keep a Knight's leap apart until both are spent.",
            ),
        ),
        Topic(
            "Promotion",
            (
                "On the ninth rank a Pawn may become the piece whose file it has reached, if its side has lost one: "
                "Rook on a and j, Wizzar on b and i, Bishop on c and h, BattleMech on d and g, the Centurion on the "
                "file where its own stood.",
                "On the tenth rank it must become something: any kind but King, Vampire and Pawn, as long as the side "
                "then has no more than two of that kind, or one Centurion. If nothing is free the Pawn may not go "
                "there.",
            ),
        ),
        Topic(
            "Castling",
            (
                "King and Rook unmoved and nothing between: the King goes to the Bishop's file, c or h, and the Rook "
                "to the BattleMech's, d or g. The King may not be attacked before, on the way or after.",
            ),
        ),
        Topic(
            "The end of a game",
            (
                "As in chess: checkmate wins; stalemate and the third repetition are draws, fifty moves without a "
                "capture or Pawn move may be claimed as one.",
            ),
        ),
    ),
    rulings=(
        Ruling(
            "A1",
            "Rook and Bishop ride at most two cells and are stopped by anything in between. Forward is always the "
            "owner's forward.",
        ),
        Ruling(
            "A2",
            "The King's leaps may capture, and count as attacks while any are left: a King may not end its move a "
            "Knight's leap from an enemy King that still has one.",
            reading=True,
        ),
        Ruling(
            "A3",
            "The piece the Vampire hops over may be of either side and at any distance. One bite a move, in place or "
            "after landing, and the Vampire attacks every cell where it could bite so.",
            reading=True,
        ),
        Ruling("A4", "The double step is made from the third rank, where the Pawns start, and may be met en passant."),
        Ruling(
            "A5",
            "Promotion on the ninth rank is optional. On the King's file there is nothing to become there, and the "
            "Centurion's file is the own one: e for White, f for Black.",
            reading=True,
        ),
        Ruling(
            "A6",
            "The limits of two of a kind count what stands on the board, not what was ever captured. A Pawn that could "
            "become nothing attacks nothing on that rank.",
            reading=True,
        ),
        Ruling("A7", "Castling is as in chess but for the cells where King and Rook come to stand."),
        Ruling(
            "G2",
            "The source leaves draws to orthodox chess: a third repetition ends the game, fifty moves may be claimed.",
            reading=True,
        ),
    ),
    zones=(
        Zone("Where a White Pawn may become the piece of its file", "a9-e9 g9-j9"),
        Zone("Where a White Pawn must promote", "a10-j10"),
    ),
    equipment={
        "K": large(Chessman.KING, 1),
        "C": large(Chessman.QUEEN, 1),
        "R": large(Chessman.ROOK, 2),
        "B": large(Chessman.BISHOP, 2),
        "W": large(Chessman.KNIGHT, 2),
        "M": small(Chessman.KNIGHT, 2),
        "V": small(Chessman.BISHOP, 2),
        "S": small(Chessman.ROOK, 2),
        "F": large(Chessman.PAWN, 2),
        "P": small(Chessman.PAWN, 6),
    },
    equipment_note=(
        "Our choice; two ordinary sets suffice, since no side ever has more than two of a kind. King, Rook and Bishop "
        "are the large pieces of their names and the Centurion, single like a Queen, the large Queen. The leapers are "
        "Knights: the far-leaping Wizzar large, the BattleMech small. The Vampire goes diagonally, so it is a small "
        "Bishop; the Soldier steps straight, so it is a small Rook; the Ferz steps as a Pawn captures, so it is a "
        "large Pawn."
    ),
)
