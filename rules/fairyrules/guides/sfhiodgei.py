"""sFhIoDgEi in words."""

from fairyrules.equipment import tiles
from fairyrules.guide import Guide, Ruling, Topic, Zone

ODD = " ".join(f"{file}{rank}" for file in "acegikmoq" for rank in range(1, 18, 2))
EVEN = " ".join(f"{file}{rank}" for file in "bdfhjlnp" for rank in range(2, 17, 2))

GUIDE = Guide(
    summary=(
        "Two games in one net of seventeen by seventeen cells. On the cells where both rank and file are odd stands a "
        "Shogi army whose every step is doubled to two cells, on those where both are even a chess army, doubled "
        "likewise. Between them move unbound pieces that belong to neither, among them the only King. A player may "
        "play the one game, the other, or both at once."
    ),
    source="Invented by Charles Gilman; published on the Chess Variant Pages in 2007.",
    pieces={
        "K": "One step in any direction. Only this piece can be checked and mated.",
        "Q": "Any distance straight or diagonally.",
        "M": "Rook and Knight together.",
        "C": "Any distance along a rank or file, or one step diagonally.",
        "J": "Bishop and Knight together.",
        "P": "Any distance diagonally, or one step along a rank or file.",
        "Z": (
            "Steps that alternate between straight and diagonal, turning half a right angle this way and "
            "back in turn, so that it advances in a narrow zigzag through empty cells as far as it likes."
        ),
        "O": "Up to six Knight leaps round a circle, all turns to one side, through empty landing cells.",
        "F": "One step diagonally, or a leap of three cells along a rank or file.",
        "A": "Leaps exactly two cells in any of the eight directions.",
        "I": "Any number of Alibaba leaps in one direction, through empty landing cells.",
        "R": "Any number of two-cell leaps along a rank or file, through empty landing cells.",
        "B": "Any number of two-cell diagonal leaps, through empty landing cells.",
        "N": "Leaps four cells one way and two to the side.",
        "V": "Leaps two cells straight forward to move, two diagonally forward to capture.",
        "T": "Leaps two cells diagonally forward.",
        "D": "Leaps two cells straight forward.",
        "L": "Any number of two-cell leaps straight forward, through empty landing cells.",
        "H": "Leaps four cells forward and two to the side.",
        "S": "Leaps two cells diagonally, or straight forward.",
        "G": "Leaps two cells along a rank or file, or diagonally forward.",
        "+R": "Dabbarider and Alibaba together.",
        "+B": "Elephrider and Alibaba together.",
        "+D": "A promoted Dabchick moves as a Goldthief.",
        "+L": "A promoted Dabchrider moves as a Goldthief.",
        "+H": "A promoted Calf moves as a Goldthief.",
        "+S": "A promoted Silverthief moves as a Goldthief.",
    },
    topics=(
        Topic(
            "Bound pieces and their Alibabas",
            (
                "A piece whose every move keeps it on odd ranks and odd files is oddbound, one kept on even ranks and "
                "even files evenbound. Each side has an Alibaba of either binding. A side without its Alibaba of a "
                "binding may not move any piece so bound, and those pieces attack nothing.",
                "An unbound piece other than the King that ends a move on an even-even cell of its player's rank 16, "
                "or an odd-odd cell of rank 17, may be replaced there by a missing Alibaba out of a reserve; the "
                "replaced piece goes to the opponent's reserve.",
            ),
        ),
        Topic(
            "Three reserves",
            (
                "A piece taken on an odd-odd cell goes to the taker's reserve; a piece taken anywhere else goes to a "
                "neutral one. Instead of a move a player may put a piece of the own reserve on any empty odd-odd cell, "
                "unpromoted. Shogi's two limits hold: no second unpromoted Dabchick of one's own on a file, and no "
                "piece where it could never move again.",
            ),
        ),
        Topic(
            "Promotion",
            (
                "A Vanguard reaching its player's rank 16 becomes an Alibarider, Dabbarider, Elephrider or Charolais.",
                "Dabchick, Dabchrider, Calf and Silverthief moving to, from or within ranks 13 to 17 may promote; the "
                "Dabchick and Dabchrider must on rank 17, the Calf on ranks 15 and 17. An oddbound Dabbarider or "
                "Elephrider may promote by a move to, from or within ranks 13, 15 and 17.",
                "A Tusk reaching rank 16 must change places with a symmetric piece out of any of the three reserves.",
            ),
        ),
        Topic(
            "Double step and en passant",
            (
                "A Vanguard on rank 4 may go four cells forward if the cells two and four ahead are empty. At once an "
                "enemy Vanguard may take it as if it had gone two.",
            ),
        ),
        Topic(
            "Castling, twice over",
            (
                "The unmoved King and an unmoved Chatelaine with nothing between: the King goes to e2 or m2, the "
                "Chatelaine to f2 or l2, and no cell of the King's path may be attacked.",
                "The unmoved evenbound Alibaba and an unmoved evenbound Dabbarider with the even cells between them "
                "empty: the Alibaba goes to f2 or n2, the Dabbarider to h2 or l2. If the very next move takes that "
                "Dabbarider with an evenbound piece, or brings an evenbound piece to the cell the Alibaba left, the "
                "Alibaba is taken too.",
            ),
        ),
        Topic(
            "The end of a game",
            ("Check, mate and stalemate concern the King alone. The third repetition is a draw.",),
        ),
    ),
    rulings=(
        Ruling(
            "S1",
            "The diagram of the array is lost. The text fixes the bound armies, the ranks of Vanguards and Tusks, the "
            "cells of the unbound pieces, the King, Chatelaines and Primates. We chose the order of the other unbound "
            "pairs and the five files of the Tusks, turned Black's Shogi army about, and mirrored the rest.",
            reading=True,
        ),
        Ruling(
            "S2", "Bound leapers pass over whatever stands between; the riders among them need empty landing cells."
        ),
        Ruling(
            "S3",
            "The Double Rhino may begin with a straight or a diagonal step and has sixteen paths, the Rose as many; no "
            "path passes its own start.",
            reading=True,
        ),
        Ruling(
            "S4",
            "Tusks are never frozen, even where a drop has made one oddbound. A bound kind that came to stand on an "
            "even rank and odd file has neither binding. Drops remain allowed while a binding is frozen.",
            reading=True,
        ),
        Ruling("S5", "A Vanguard's double leap needs only the two landing cells empty."),
        Ruling(
            "S6",
            "Whether a piece is evenbound is judged before it moves. A Vanguard reaches the Alibaba's cell only by its "
            "straight step, since that cell is empty.",
            reading=True,
        ),
        Ruling("S7", "A Vanguard's promotion on rank 16 is forced."),
        Ruling("S8", "Promotion in the Shogi army follows Shogi, with ranks 13 to 17 as its zone."),
        Ruling(
            "S9",
            "A piece taken by the rule against Alibaba castling goes to the reserve of the cell it stood on.",
            reading=True,
        ),
        Ruling("S10", "Shogi's two limits on drops hold, and a drop may give mate.", reading=True),
        Ruling(
            "S11",
            "Symmetric pieces for a Tusk are A, I, R, B, N, Q, M, C, J, P, Z, O and F. With none in any reserve the "
            "Tusk may not move there. A piece the same move takes counts as available.",
            reading=True,
        ),
        Ruling(
            "S12",
            "The Alibaba is fetched from the neutral reserve first, then the enemy's, then one's own. A drop does not "
            "fetch one.",
            reading=True,
        ),
        Ruling("S13", "Only the King is royal."),
        Ruling("G2", "The third repetition is a draw; moves without a capture are not counted.", reading=True),
    ),
    zones=(
        Zone("Odd-odd cells: the Shogi army, and where pieces are dropped", ODD),
        Zone("Even-even cells: the chess army", EVEN),
        Zone("Where White's Shogi pieces promote", "a13-q17"),
        Zone("Where White's Vanguards promote and Tusks are swapped", "a16-q16"),
    ),
    equipment=tiles(
        {
            "K": 1, "Q": 2, "M": 2, "C": 2, "J": 2, "P": 2, "Z": 2, "O": 2, "F": 2, "A": 2, "I": 1, "R": 3, "B": 3,
            "N": 2, "V": 8, "T": 5, "D": 9, "L": 2, "H": 2, "S": 2, "G": 2,
        },
        backs=("+R", "+B", "+D", "+L", "+H", "+S"),
    ),
    equipment_note=(
        "Twenty-one kinds, and pieces that change sides, are beyond chessmen: use lettered tiles, pointed like Shogi's "
        "so that they show whose they are by their direction, with the promoted letter on the back of R, B, D, L, H "
        "and S. A magnet sits in each. Promoting a Vanguard takes a tile from the neutral reserve, or a spare one."
    ),
)  # fmt: skip
