"""What stands where no rule puts it: what is counted for that, and what given back once it is put right."""

from typing import Final

from reedboard.tracker.costs import ADJUSTED, ASTRAY, OUT_OF_TURN, PAUSE, STRAY, TAKEBACK, UNTAKEN
from reedboard.tracker.story import SLOT, Story

SWEPT: Final = ASTRAY - OUT_OF_TURN
"""What is counted for a piece of the side not to move that was left where no rule puts it, beside `OUT_OF_TURN`."""
DEAREST: Final = max(ASTRAY, UNTAKEN)
"""More is counted for no piece that is left."""


def astray(story: Story) -> int:
    """What it costs to leave the pieces where no rule puts them, as far as that is not counted yet."""
    costs = _leaving(story)
    return sum(more for _, more in costs.values()) - _paid_before(story, costs)


def _leaving(story: Story, cells: int = ~0) -> dict[int, tuple[int, int]]:
    """By cell, what it costs altogether, and how much of that is not counted yet.

    As if only these cells were out of place: a move under way explains the others.
    """
    costs: dict[int, tuple[int, int]] = {}
    if all(not piece or story.left.get(cell, 0) >= DEAREST for cell, piece in story.off.items()):
        return costs
    off = {cell: piece for cell, piece in story.off.items() if cells >> cell & 1}
    turn, home = story.line.position.turn, story.line.pieces
    standing = [piece for piece in off.values() if piece > 0]
    # What the mover set there, or took from there again and has not put right yet, looked like a move to reply to.
    lately = [*standing, *(story.hand if story.amends >= ASTRAY else ())]
    own = any(0 < piece < SLOT and piece & 1 != turn for piece in lately)
    # One accident, until hands rest with none of its pieces in them, leaves several, of either side's: the first
    # counts, others little.
    swept = False
    excused, answered = left_wrong(story), replied_to(story)
    # Set down while the mover's piece is in a hand, a new one may be the reply's, where one was done so before.
    early = story.eager and story.moving
    for cell, piece in off.items():
        if not piece:
            continue
        counted = paid = story.left.get(cell, 0)
        for_nothing = piece < 0 and home[cell] and home[cell] not in story.hand  # what stood there left
        if early and (piece < 0 or piece >= SLOT) and not for_nothing:
            full = OUT_OF_TURN + story.overtaking
            paid = max(paid, OUT_OF_TURN - ADJUSTED if piece > 0 else 0)
        elif piece < 0:
            full = UNTAKEN if for_nothing else UNTAKEN - STRAY
        elif piece >= SLOT or home[cell] in standing:  # two pieces that changed places did so in a hand
            full = ASTRAY
        elif was_taken(story, cell):
            full = OUT_OF_TURN
        elif piece & 1 != turn:
            full = OUT_OF_TURN if swept or answered or piece in story.midair else ASTRAY
            swept |= cell not in story.left
        else:  # with one of the mover's it is the reply to that, or was swept aside with it while hands are full
            full = 0 if own or swept else OUT_OF_TURN + story.overtaking if story.moving else SWEPT
            if is_reply(full):
                paid = max(paid, OUT_OF_TURN - ADJUSTED)  # when it was set there; but hands have rested since
            elif is_reply(paid):
                paid -= OUT_OF_TURN
            swept |= cell not in story.left and (not own or bool(story.hand))
        # Little was while it might have been a reply, or while others of the accident stood wrong as well.
        more = counted < full and (piece < 0 or is_reply(counted) or not excused)
        if cell not in story.left or more:
            costs[cell] = full, full - paid
    return costs


def _paid_before(story: Story, costs: dict[int, tuple[int, int]]) -> int:
    """How much of this was counted when the piece was set wrong before, and lifted since: each rest more is a pause."""
    if story.hand or story.upset:
        return 0
    more = sum(more for cell, (_, more) in costs.items() if story.off[cell] > 0 and cell not in story.left)
    return max(0, min(story.amends, more - PAUSE))


def was_taken(story: Story, cell: int) -> bool:
    """Whether the piece on a cell of `off` was taken, none like it being missing, and is laid there for a while.

    Not on a cell that the last plies changed: there moves may be being taken back.
    """
    piece, home = story.off[cell], story.line.pieces
    if not 0 < piece < SLOT or story.line.lately >> cell & 1:
        return False
    return list(story.off.values()).count(piece) > sum(home[each] == piece for each in story.off)


def left_wrong(story: Story) -> bool:
    """Whether a piece was left where no rule puts it, and is no reply."""
    return any(cost >= SWEPT for cost in story.left.values())


def wrong_before(story: Story) -> int:
    """The cells on which pieces stand wrong since a move before, and those from which they are missing."""
    cells = 0
    if story.left:
        missing = [cell for cell, piece in story.off.items() if not piece]
        for cell in story.left:
            piece = story.off[cell]
            came = next((each for each in missing if story.line.pieces[each] == piece), None) if piece else None
            if came is not None:
                missing.remove(came)
                cells |= 1 << cell | 1 << came
    return cells


def set_wrong(story: Story) -> bool:
    """Whether a piece of the mover's was left where no rule puts it: the other side may take that for a move."""
    turn = story.line.position.turn
    return any(
        cost >= ASTRAY and 0 < story.off[cell] < SLOT and story.off[cell] & 1 != turn
        for cell, cost in story.left.items()
    )


def replied_to(story: Story) -> bool:
    """Whether the other side replied to a piece that the mover set wrong: one more is the mover's next move."""
    if not set_wrong(story):
        return False
    turn = story.line.position.turn
    wrong = [story.off[cell] & 1 for cell in story.left if 0 < story.off[cell] < SLOT]
    return wrong.count(1 - turn) == 1 and any(0 < piece < SLOT and piece & 1 == turn for piece in story.off.values())


def astir(story: Story) -> bool:
    """Whether a piece is in a hand, or out of place and not left where it stands while play went on."""
    if story.hand:
        return True
    answered = max(story.amends, *story.left.values(), 0) > ASTRAY  # then so are those left in the same accident
    elsewhere = [story.off[cell] for cell in story.left] if answered else []
    for cell, piece in story.off.items():
        if cell in story.left:
            continue
        if piece or story.line.pieces[cell] not in elsewhere:
            return True
        elsewhere.remove(story.line.pieces[cell])
    return False


def leave(story: Story, cells: int = ~0) -> None:
    """Counts that pieces are left where they stand, on these cells (bits)."""
    left = _leaving(story, cells)
    again = _paid_before(story, left)
    story.cost += sum(more for _, more in left.values()) - again
    if again:
        story.amends = 0  # it was not put right: what is given back once it is, is what is counted where it stands now
    story.midair = story.hand if story.since[1] == 1 else ()  # lifted before the last was put down
    story.left = story.left | {cell: full for cell, (full, _) in left.items()}


def spared(story: Story) -> int:
    """What is not counted any more once what was lifted again is put right: that is a takeback then."""
    return max(0, story.amends - TAKEBACK)


def amend(story: Story) -> None:
    """Counts less for what was left wrong and is put right, be others of the same accident left as they stand."""
    if story.amends and not astir(story):
        story.cost -= spared(story)
        story.amends = 0


def is_reply(counted: int) -> bool:
    """Whether this was counted for a piece that was set elsewhere before its turn, once the move before it was made."""
    return OUT_OF_TURN < counted < SWEPT
