"""Wildeurasian Qi, by Charles Gilman.

Two armies of steppers, riders, hoppers and leapers, three aside of each direction and their compound. Compounds stay on
their own side of the River between ranks 5 and 6; Pawns become Wazirs beyond it, and Wazirs that end a move on an end
rank may become what has been lost. The Kings may not see each other along files and diagonals.

Rulings W1-W8. The array is a reading (W1), and so are the sets that stand for Knights and Camels (W2).
"""

from fairyrules.board import Board
from fairyrules.declared import Army, Has, Lost
from fairyrules.errors import SheetError
from fairyrules.sheet import Castling, Kind, Option, Phase, Promotion, Sheet, Wing

OWN_SIDE = "a1-j5"
BEYOND = "a6-j10"
MOST_WAZIRS = 8


SHEET = Sheet(
    name="Wildeurasian Qi",
    board=Board(10, 10),
    kinds=(
        Kind("P", "Pawn", "mfWcfF", pawn=True),
        Kind("W", "Wazir", "W"),
        Kind("K", "King", "K", zone=OWN_SIDE, royal=True),
        Kind("R", "Rook", "R"),
        Kind("B", "Bishop", "B"),
        Kind("Q", "Queen", "Q", zone=OWN_SIDE),
        Kind("C", "Cannon", "mRcpR"),
        Kind("A", "Arrow", "mBcpB"),
        Kind("T", "Tank", "mQcpQ", zone=OWN_SIDE),
        Kind("N", "Knight", "N"),
        Kind("M", "Camel", "C"),
        Kind("G", "Gnu", "NC", zone=OWN_SIDE),
    ),
    array="rnbmgtmbnr/1c1aqka1c1/p1pppppp1p/10/10/10/10/P1PPPPPP1P/1C1AQKA1C1/RNBMGTMBNR",
    promotions=(
        Promotion("P", BEYOND, into=("W",)),
        # What its side has lost (W5); compounds only at home.
        Promotion("W", "a1-j1", into=Lost(tuple("RBNMCAQTG")), forced=False),
        Promotion("W", "a10-j10", into=Lost(tuple("RBNMCA")), forced=False),
    ),
    castlings=(Castling("K", "R", home="e1-f2", wings=(Wing("a1-b2", "c", "d"), Wing("i1-j2", "h", "g"))),),
    facing="fbRB",
)


def crosses_only_below_limit(board: Board, phase: Phase, origin: int, target: int) -> bool:
    """Whether a Pawn may land there: beyond the River only if it can become a Wazir, of which a side has eight."""
    return phase != (True,) or target not in board.zone(BEYOND)


def full_front(sheet: Sheet, _: str) -> Sheet:
    """Two Wazirs fill the gaps of the front rank; more than eight there shall never be."""
    ranks = sheet.array.split("/")
    ranks[2], ranks[-3] = _filled(ranks[2], "w"), _filled(ranks[-3], "W")
    pawn = next(kind for kind in sheet.kinds if kind.letter == "P")
    limited = Kind("P", pawn.name, pawn.moves, lands=crosses_only_below_limit, pawn=True)
    return sheet.with_kinds(limited).derive(array="/".join(ranks), phase=Army((Has("W", count=MOST_WAZIRS),)))


def _filled(front: str, wazir: str) -> str:
    return front[0] + wazir + front[2:-2] + wazir + front[-1]


def no_castling(sheet: Sheet, _: str) -> Sheet:
    """Kings and Rooks move as ever, but not together."""
    return sheet.derive(castlings=())


def korean(sheet: Sheet, _: str) -> Sheet:
    """Cannon, Arrow and Tank need the hurdle for every move; the front rank starts as Wazirs."""
    return sheet.with_kinds(
        Kind("C", "Cannon", "pR"), Kind("A", "Arrow", "pB"), Kind("T", "Tank", "pQ", zone=OWN_SIDE)
    ).derive(array=sheet.array.replace("p", "w").replace("P", "W"))


def promotee(name: str, moves: str) -> Option:
    """Another intermediate promotee in the Wazir's place, which keeps the Wazir's letter."""
    change = lambda sheet, _: sheet.with_kinds(Kind("W", name, moves))  # noqa: E731  # said once, where it is used
    return Option(name.lower().split()[0], change, f"{name} instead of Wazir.", group="intermediate promotee")


def own_array(sheet: Sheet, value: str) -> Sheet:
    """White's first two ranks in FEN letters; Black's mirror them."""
    ranks = value.split(",")
    letters = "".join(letter for letter in value if letter.isalpha())
    plain = set(value) <= set("RNBMGTCAQK,0123456789")
    pieces = sorted("RNBMGTMBNRCAQKAC")
    if not plain or len(ranks) != 2 or sorted(letters) != pieces or any(_width(rank) != 10 for rank in ranks):
        raise SheetError(
            f"found “{value}”; expected two ranks of ten cells with the same 16 pieces, as RNBMGTMBNR,1C1AQKA1C1."
        )
    middle = sheet.array.split("/")[2:-2]
    black = [rank.lower() for rank in ranks]
    return sheet.derive(array="/".join([*black, *middle, ranks[1], ranks[0]]))


def _width(rank: str) -> int:
    pieces = rank.replace("10", "")
    return 10 * rank.count("10") + sum(int(sign) if sign.isdigit() else 1 for sign in pieces)


OPTIONS = (
    Option("full-front", full_front, "Wazirs on b and i fill the front rank; a ninth Wazir may not be made."),
    Option("no-castling", no_castling, "No castling."),
    Option("korean", korean, "Cannon, Arrow and Tank always need a hurdle; Wazirs instead of Pawns from the start."),
    promotee("Steward", "mWcF"),
    promotee("Gold general", "WfF"),
    promotee("Silver general", "FfW"),
    Option("array=", own_array, "White's first two ranks, as array=RNBMGTMBNR,1C1AQKA1C1; Black's mirror them."),
)
