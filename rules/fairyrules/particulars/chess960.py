"""The arrays of Chess960, by their numbers."""

ARRAYS = 960
KNIGHTS = [(first, second) for first in range(5) for second in range(first + 1, 5)]


def back_rank(number: int) -> str:
    """White's first rank of an array's number: two Bishops, then Queen and Knights on what is left, then R K R."""
    rank = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    rank[2 * light + 1] = rank[2 * dark] = "B"
    rank[[cell for cell in range(8) if not rank[cell]][queen]] = "Q"
    left = [cell for cell in range(8) if not rank[cell]]
    for place in KNIGHTS[knights]:
        rank[left[place]] = "N"
    for piece in "RKR":
        rank[rank.index("")] = piece
    return "".join(rank)
