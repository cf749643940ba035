"""How captured pieces leave the board, and where they are left."""

from collections.abc import Sequence

from fairyrules.board import Board
from fairyrules.effect import Removal
from reedboard.bench.evening.hands import Hands, plain
from reedboard.bench.evening.near import empty_near
from reedboard.bench.evening.people import Odd
from reedboard.bench.evening.unfinished import Remaining, Unfinished

REPLIES = (1, 1, 1, 2, 3)
"""After how many replies what stands wrong is seen."""
LEAVE_VICTIM = {Odd.VICTIM_KEPT, Odd.VICTIM_ON_BOARD}
"""With these the captured piece is laid away last."""


class Removing:
    """The captured pieces of one move; what is left to be put right later is added to `left`."""

    def __init__(self, hands: Hands, board: Board, odd: Odd | None, left: list[Unfinished]) -> None:
        self.hands = hands
        self.board = board
        self.odd = odd
        self.left = left

    def remove(self, removals: Sequence[Removal]) -> None:
        """Takes pieces off that are taken from afar."""
        hands = self.hands
        for removal in removals:
            cell = self.board.name(removal.cell)
            if self.odd is Odd.VICTIM_FORGOTTEN:
                self.left.append(Remaining(hands.ply, seen(hands), removal.piece, cell, removal))
                continue
            if hands.acts:
                hands.gesture()
            helped = self.odd is Odd.VICTIM_HELPED_OFF
            hands.hand = hands.side.other if helped else hands.side
            hands.lift(cell, removal.piece)
            hands.gesture()
            self.lay_away(removal)
            hands.hand = hands.side

    def lay_away(self, removal: Removal) -> None:
        """Lays a captured piece where it belongs, or where it does not."""
        hands, piece = self.hands, removal.piece
        match self.odd:
            case Odd.VICTIM_KEPT:
                self.left.append(Remaining(hands.ply, seen(hands), piece, "", removal))
                return
            case Odd.VICTIM_ON_BOARD:
                near = empty_near(hands.table, self.board, removal.cell, reach=3)
                if near:
                    cell = hands.rng.choice(near)
                    hands.put(cell, piece)
                    self.left.append(Remaining(hands.ply, seen(hands), piece, cell, removal))
                    return
            case Odd.VICTIM_ON_WRONG_SLOT:
                kind = removal.kind_held or plain(piece)
                right = f"{removal.holder or piece.side.letter}:{kind}"
                free = (site for site in hands.table.sites - hands.table.on.keys() if ":" in site)
                wrong = sorted(site for site in free if site.rstrip("0123456789") != right)
                if wrong:
                    slot = hands.rng.choice(wrong)
                    hands.put(slot, piece)
                    self.left.append(Remaining(hands.ply, seen(hands), piece, slot, removal))
                    return
            case _:
                pass
        hands.lay_away(piece, removal)


def seen(hands: Hands) -> int:
    """The number of plies played when what these hands leave wrong now is noticed."""
    assert hands.ply is not None
    return hands.ply + 1 + hands.rng.choice(REPLIES)
