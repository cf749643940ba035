"""Whether hands may be in the middle of a legal move: what is out of place is its beginning."""

from collections.abc import Iterable
from math import gcd

from reedboard.tracker.belief import Belief
from reedboard.tracker.costs import GIVEN_UP, UNLIKELY
from reedboard.tracker.footprint import Footprint, moves_of
from reedboard.tracker.gesture import belongs
from reedboard.tracker.line import Line
from reedboard.tracker.sites import members
from reedboard.tracker.stands_wrong import astray, wrong_before
from reedboard.tracker.story import SLOT, UNKNOWN, Story


def may_be_told(line: Line, belief: Belief) -> bool:
    """Whether a line goes on from the shown one, or from before a drop whose piece was lifted again."""
    shown = belief.shown
    if line.holds(shown):
        return True
    came = shown.occupancy & ~line.occupancy
    return not came & belief.raw and bool(came) and line.occupancy | came == shown.occupancy and shown.holds(line)


def in_hand(story: Story, belief: Belief) -> bool:
    """Whether all that is missing may be in the hands of the side to move: one piece, or what one legal move lifts."""
    diff = story.diff
    if story.upset or diff & belief.raw or not diff & story.line.own:
        return False
    if not diff & (diff - 1):
        return True
    footprint = moves_of(story.line).between(diff, ~0)
    return any(not diff & ~each.changed for each in footprint)


def under_way(belief: Belief, *, resting: bool = True, felt: bool = False) -> bool:
    """Whether hands may simply be in the middle of a legal move that goes on from what is shown.

    `resting`: they are at rest; then a piece of either side may be in one for a pause. `felt`: by no guess.
    """
    sure = GIVEN_UP
    for each in belief.stories:
        wrong = each.line == belief.shown and not each.upset and any(each.off.values())
        if wrong and each.cost < sure and (price := each.cost + astray(each)) < sure and not has_begun(each, belief):
            sure = price
    near = [
        each
        for each in belief.stories
        if each.cost <= min(sure, UNLIKELY if each.lies & ~belief.unreliable else sure)
        and may_be_told(each.line, belief)
        and not (felt and each.guessed and each.line != belief.shown)
    ]
    return any(has_begun(each, belief, resting=resting, left_out=reply_done(each)) for each in near)


def has_begun(story: Story, belief: Belief, *, resting: bool = True, left_out: int = 0) -> bool:
    """Whether hands may simply be in the middle of a legal move that goes on from this story.

    `left_out`: cells that no such move has to explain.
    """
    diff = story.diff & ~left_out
    if story.upset or not diff or any(piece == UNKNOWN and diff >> cell & 1 for cell, piece in story.off.items()):
        return False
    occ = belief.raw ^ story.lies
    if not diff & occ:
        own = diff & story.line.own
        if in_hand(story, belief) or (resting and own and not own & (own - 1)):
            return True
        if not diff & (diff - 1) and not diff & story.line.own and story.line.changed & diff:
            return True  # the piece moved last, on its way back
    pages = moves_of(story.line)
    empty = diff & ~occ
    # Where only pieces of the other side are missing any travel may be about to take one; else the mover's has begun.
    left, entered = (~0, diff) if empty and not empty & story.line.own else (diff, ~0)
    found = pages.touching(diff, left, entered, drops=False)
    rests: dict[int, int] = {}
    for each in found:
        beyond = diff & ~each.changed
        elsewhere = _elsewhere(story, each, diff)
        if not beyond and (not diff & occ or not elsewhere):
            return True
        if len(elsewhere) == 1:
            cell = elsewhere[0]
            if cell not in rests:
                rests[cell] = _rest(story, cell, found, belief.sites.game.board.files)
            if not beyond & ~rests[cell] and (not diff & occ or each.emptied & ~occ & rests[cell]):
                return True
    return False


def half_done(story: Story, belief: Belief) -> bool:
    """Whether a legal move rests before it is whole while another piece is in a hand, which was knocked over."""
    missing = [(at, cell) for cell, at in story.first.items() if story.off.get(cell) == 0]
    if not missing or story.left:
        return False
    cells = story.diff & ~(1 << max(missing)[1])
    return any(
        not cells & ~each.cells and each.cells & ~cells and not _elsewhere(story, each, cells)
        for each in moves_of(story.line).between(cells, ~0)
    )


def half_taken_back(story: Story, belief: Belief) -> bool:
    """Whether the last move is being taken back: pieces stand as they did before it, but for some still missing."""
    before, wrong = story.line.before, wrong_before(story)
    if before is None or story.upset or story.diff & ~(story.line.changed | wrong) or story.line.changed & wrong:
        return False
    missing = any(before.pieces[cell] and not story.at(cell) for cell in members(story.line.changed))
    put = [(piece, before.pieces[cell]) for cell, piece in story.off.items() if piece and not wrong >> cell & 1]
    if not put or not missing:
        return False
    return all(one == stood or (one >= SLOT and belongs(stood, one - SLOT, belief.sites)) for one, stood in put)


def reply_done(story: Story) -> int:
    """The cells that a reply changed which was done while a piece of the mover's is in a hand."""
    home, first, own = story.line.pieces, story.first, story.line.own
    missing = [cell for cell, piece in story.off.items() if not piece]
    lifted = [first.get(cell, 0) for cell in missing if own >> cell & 1]
    if not story.moving or not (lifted or story.held):
        return 0
    begun = min(lifted, default=0)  # of a piece out of a slot it is not kept when it was taken
    left = [cell for cell in missing if not own >> cell & 1 and first.get(cell, 0) > begun]
    theirs = [home[each] for each in left]
    # A new piece rather comes from who did so before.
    new = [cell for cell, piece in story.off.items() if piece == UNKNOWN or piece >= SLOT] if story.eager else []
    set_down = [cell for cell, piece in story.off.items() if piece > 0 and piece in theirs] + new
    return sum(1 << cell for cell in (*left, *set_down)) if set_down else 0


def _rest(story: Story, cell: int, found: Iterable[Footprint], files: int) -> int:
    """The cell of a piece that could go there, or past it, and whence it came: it may go on to take another."""
    piece = story.off[cell]
    left = sum(1 << site for site, none in story.off.items() if not none and story.line.pieces[site] == piece)
    for each in found:
        if each.cells & left:
            for target, origin in each.travels:
                if left >> origin & 1 and (target == cell or _passes(origin, cell, target, files)):
                    return 1 << cell | each.emptied & ~each.taken | 1 << origin
    return 0


def _passes(origin: int, cell: int, target: int, files: int) -> bool:
    """Whether a cell lies on the straight way between two others."""
    (whole, far), (part, near) = way(target, origin, files), way(cell, origin, files)
    return whole == part and near < far


def way(target: int, origin: int, files: int) -> tuple[tuple[int, int], int]:
    """The direction of a travel in its smallest terms, and how many such steps it is."""
    ranks, across = target // files - origin // files, target % files - origin % files
    steps = gcd(ranks, across) or 1
    return (ranks // steps, across // steps), steps


def _elsewhere(story: Story, footprint: Footprint, cells: int) -> list[int]:
    """Of these cells (bits) those on which a piece was put down, but not where the move puts it, or its exchange."""
    home = story.line.pieces
    goal = {target: home[origin] for target, origin in footprint.travels if story.diff >> origin & 1}
    return [cell for cell, piece in story.off.items() if piece and cells >> cell & 1 and goal.get(cell) != piece]


def finishing(belief: Belief) -> list[Footprint]:
    """The moves that what has been put down so far is the beginning of: castling, en passant, an exchange to come."""
    for story in belief.stories:
        if story.line == belief.shown and story.diff and not story.upset and story.diff & belief.raw:
            return [
                each
                for each in moves_of(story.line).footprints
                if not story.diff & ~each.changed and not _elsewhere(story, each, story.diff)
            ]
    return []
