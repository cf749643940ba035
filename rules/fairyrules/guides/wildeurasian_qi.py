"""Wildeurasian Qi in words."""

from fairyrules.equipment import Chessman, large, small
from fairyrules.guide import Guide, Option, Ruling, Topic, Zone

GUIDE = Guide(
    summary=(
        "Chess, Chinese chess and the Wildebeest family on ten by ten cells: long-range pieces, pieces that must hop "
        "over a screen and pieces that leap come in threes, two simple ones and their compound. A River crosses the "
        "middle. The compounds and the King must stay on their own bank, and Pawns that cross become Wazirs."
    ),
    source="Invented by Charles Gilman for the tenth anniversary of the Chess Variant Pages.",
    pieces={
        "P": "One step straight forward, or one step diagonally forward to capture. Across the River it is a Wazir.",
        "W": "One step along a rank or file, forward, sideways or back.",
        "K": "One step in any direction, never across the River, and never face to face with the other King.",
        "R": "Any distance along a rank or file.",
        "B": "Any distance diagonally.",
        "Q": "Rook and Bishop together, on its own side of the River.",
        "C": "Moves as a Rook, but captures only by passing over exactly one piece of either side on the way.",
        "A": "The Cannon's diagonal cousin: moves as a Bishop, captures over exactly one piece.",
        "T": "Cannon and Arrow together, on its own side of the River.",
        "N": "Leaps two cells one way and one to the side.",
        "M": "Leaps three cells one way and one to the side, so it stays on one colour.",
        "G": "Knight and Camel together, on its own side of the River.",
    },
    topics=(
        Topic(
            "The River",
            (
                "The line between ranks 5 and 6. King, Queen, Tank and Gnu neither cross it nor attack across it; "
                "everything else passes freely.",
            ),
        ),
        Topic(
            "Pawns and Wazirs",
            (
                "A Pawn that lands on the far bank becomes a Wazir in the same move, and stays one even if it goes "
                "home. There is no double step and no capture en passant.",
                "A Wazir whose move ends on an end rank may become a piece that its side has lost: Rook, Bishop, "
                "Knight, Camel, Cannon or Arrow on the enemy's end rank; those or Queen, Tank or Gnu on its own.",
            ),
        ),
        Topic(
            "Facing Kings",
            (
                "The Kings may not stand on one file or one diagonal with nothing between them. A move that would "
                "bring this about is illegal, whoever makes it. It is not check.",
            ),
        ),
        Topic(
            "Castling",
            (
                "Allowed while the King has never left the two middle files of its first two ranks, and the Rook has "
                "never left its own and the next file there. Both must stand on one rank with nothing between. The "
                "King goes to the Bishop file, c or h, and the Rook to the Camel file beside it, d or g. The King may "
                "not leave, pass or enter an attacked cell, or a cell where it would face the other King.",
            ),
        ),
        Topic(
            "The end of a game",
            (
                "Checkmate wins; stalemate and the third repetition are draws, and fifty moves without a capture or a "
                "Pawn move may be claimed as one.",
            ),
        ),
    ),
    rulings=(
        Ruling(
            "W1",
            "The diagram of the array is lost. The array here was rebuilt from the text: it is the only one that fits "
            "every remark the author makes about which piece guards, threatens or blocks which.",
            reading=True,
        ),
        Ruling(
            "W2",
            "Knights are taken from the large set and Camels from the small. The text names the small set for both, "
            "which one set cannot supply.",
            reading=True,
        ),
        Ruling(
            "W3", "The River lies between ranks 5 and 6; King, Queen, Tank and Gnu neither cross nor attack across it."
        ),
        Ruling("W4", "A Pawn landing beyond the River is a Wazir at once, and never a Pawn again."),
        Ruling(
            "W5",
            "A Wazir is promoted by a move that ends on an end rank, also along that rank, and never has to be. What a "
            "side has lost is what its array holds of a kind beyond what stands on the board now.",
            reading=True,
        ),
        Ruling("W6", "Facing on a file or diagonal is forbidden to whoever would bring it about."),
        Ruling(
            "W7",
            "The castling zones are files e and f for the King, a and b or i and j for the Rooks, on the side's own "
            "first two ranks. A Rook won by promotion never castles.",
            reading=True,
        ),
        Ruling("W8", "Cannon, Arrow and Tank need a screen to capture, none to move; the screen is never taken."),
        Ruling(
            "G2",
            "The source leaves draws to orthodox chess: a third repetition ends the game, fifty moves may be claimed.",
            reading=True,
        ),
        Ruling(
            "G4",
            "An attack counts only where the attacker could land: what may not cross the River attacks nothing "
            "beyond it.",
            reading=True,
        ),
    ),
    options={
        "full-front": Option(
            "Wazirs on the b and i files fill the gaps of the front rank. A Pawn may not cross the River while its "
            "side has eight Wazirs."
        ),
        "no-castling": Option("There is no castling."),
        "korean": Option(
            "Cannon, Arrow and Tank need their screen for every move, and the front rank starts as Wazirs.",
            pieces={
                "C": "Moves and captures along a rank or file, only over exactly one piece of either side.",
                "A": "Moves and captures diagonally, only over exactly one piece of either side.",
                "T": "Cannon and Arrow together, on its own side of the River.",
            },
        ),
        "steward": Option(
            "Pawns across the River become Stewards instead of Wazirs (still written W).",
            pieces={"W": "A Steward: one step along a rank or file to move, one step diagonally to capture."},
        ),
        "gold": Option(
            "Pawns across the River become Goldgenerals instead of Wazirs (still written W).",
            pieces={"W": "A Goldgeneral: one step along a rank or file, or diagonally forward."},
        ),
        "silver": Option(
            "Pawns across the River become Silvergenerals instead of Wazirs (still written W).",
            pieces={"W": "A Silvergeneral: one step diagonally, or straight forward."},
        ),
        "array": Option("The sixteen pieces of White's first two ranks stand in the order given; Black mirrors them."),
    },
    river=5,
    zones=(
        Zone("White's bank: White's King, Queen, Tank and Gnu stay here", "a1-j5"),
        Zone("Black's bank: Black's King, Queen, Tank and Gnu stay here", "a6-j10"),
        Zone("Where a White Wazir may regain a Rook, Bishop, Knight, Camel, Cannon or Arrow", "a1-j1 a10-j10"),
        Zone("Where a White Wazir may also regain the Queen, Tank or Gnu", "a1-j1"),
        Zone("Where King and Rooks keep the right to castle", "a1-b2 e1-f2 i1-j2"),
    ),
    equipment={
        "P": small(Chessman.PAWN, 8),
        "W": large(Chessman.PAWN, 8),
        "K": large(Chessman.KING, 1),
        "R": large(Chessman.ROOK, 2),
        "B": large(Chessman.BISHOP, 2),
        "Q": large(Chessman.QUEEN, 1),
        "C": small(Chessman.ROOK, 2),
        "A": small(Chessman.BISHOP, 2),
        "T": small(Chessman.QUEEN, 1),
        "N": large(Chessman.KNIGHT, 2),
        "M": small(Chessman.KNIGHT, 2),
        "G": small(Chessman.KING, 1),
    },
    equipment_note=(
        "Two ordinary sets of different size, every piece of both in use. The small set holds the Pawns and the "
        "hoppers, each in the shape of the piece it moves like. A Pawn across the River is changed for a large Pawn. "
        "The author chose these pieces; that the Knights are the large ones is our reading."
    ),
)
