"""What stories cost: -10 log10 of how often a thing happens in so many plies. The only such table.

Rates: E is estimated by hand from the ways of handling that `reedboard bench tracker` plays, until people's own
journals tell better; P is physics (how long a reed takes, how far a hand goes).
"""

from typing import Final

PLY: Final = 1
"""A move is made: of two stories the one with fewer moves in it is better. E, 8 in 10 handlings are a move."""
REST: Final = 1
"""A piece rests on a free cell and goes on. E, 8 in 10; charged at most twice a ply: a slide is one gesture."""
ADJUSTED: Final = 3
"""A piece is lifted and put back where it stood. E, one in two of those that may."""
CROSSED: Final = 2
"""A piece of the other side's is in a hand before the move is done. E, 6 in 10 of quick games."""
EAGER: Final = 20
"""The same, lifted before the move was begun, or before its piece left a rest, and not put back. E, 1 in 100."""
EAGER_AGAIN: Final = 7
"""The next one as well: who begins a reply so early does so again. E, 1 in 5 of the replies after that."""
OVERTAKEN: Final = 10
"""A reply is done before the move it replies to, beside `OUT_OF_TURN`. E, 1 in 10 of those begun before."""
OVERTAKEN_AGAIN: Final = 3
"""The next one as well: who began a reply so early twice does so again, and is done first. E, 1 in 2 of those."""
OUT_OF_TURN: Final = 10
"""A piece of the side not to move is set on another cell: swept aside, or a reply too early. E, 1 in 10 captures.
So is one of the mover's own that is laid on a slot though no move takes it off, or a captured one laid on a cell."""
SECOND: Final = 3
"""A second piece is set on another cell before the move is done, as in castling. E, 1 in 2 where that is legal."""
WHICH: Final = 3
"""Of two pieces in hands it is this one that is set down where no move needs it. P, one in two."""
HANDFUL: Final = 4
"""A piece more is in hands than mover and victim, beside each other such. E, 1 in 3 of castlings and bumps."""
KNOCKED_OVER: Final = 15
"""Five pieces that are lifted in one go are no handful: the board was knocked over. E, 1 in 30."""
STRAY: Final = 10
"""A piece comes to a cell from nowhere, and no neighbour is missed at once. E, 1 in 10 of slides."""
OWN_OFF: Final = 12
"""The mover's own bystander is in a hand while the move is done. E, 1 in 16."""
ASTRAY: Final = 40
"""A piece was set on a cell where no rule puts it, others with it or not, and play goes on. E, 1 in 1,000 plies."""
ANSWERED: Final = 12
"""The opponent replies to it all the same, and nobody puts it right. E, 1 in 16 of those: people see it."""
BY_CHANCE: Final = 20
"""What people were told to put right stands right, though they did something else. E, 1 in 100."""
UNORDERED: Final = 2
"""Two sensors apart report out of order (at most 50 ms). P, a few scans of a bouncing reed; E, 6 in 10 of bounces."""
HALFWAY: Final = 30
"""A piece rests between two cells, on both sensors, for up to a second. E, 1 in 1,000."""
BESIDE: Final = 25
"""A piece comes from beside the board though a slot holds its kind, or while others are in hands. E, 1 in 300."""
BORROWED: Final = 12
"""A piece of the right kind comes from another's tray, or is the one just taken. E, 1 in 16 of new pieces."""
UNUSED: Final = 10
"""A piece was taken off a slot for no reason the move gives. E, 1 in 10."""
UNTAKEN: Final = 50
"""A slot is filled though nothing left the board, or a piece from nowhere is gone again. E, 1 in 100,000 plies."""
WRONG_SLOT: Final = 25
"""A piece is set on this slot of another kind, or plies after it was taken. E, 104 in 3,547 on any of some ten (15)."""
TOUCHED: Final = 7
"""A touch was a change in place, not an adjustment. E, 1 in 5 of touches where that is legal."""
UNTOUCHED: Final = 25
"""A move was made for which nothing was touched: `turn=W`. E, 1 in 300 plies."""
TAKEBACK: Final = 20
"""The board is taken back to an earlier position. E, 1 in 100 plies."""
TAKEBACK_AGAIN: Final = 10
"""Again: who takes back does so more than once. E, 1 in 10 plies."""
RETURNED: Final = 3
"""A piece taken before comes back to where it was taken. E, one in two while a move is taken back."""
PAUSE: Final = 5
"""Hands rest for 600 ms with the move unfinished, or a piece out of a slot is not used yet. E, one in three."""
UNFELT: Final = 40
"""A piece was taken so fast that its cell was not felt empty. E, 1 in 300 captures with another reply to tell it."""
LOST: Final = 50
"""A reading is lost or false. E, the bench's lossy line: 2 in 1,000."""
TWICE: Final = 25
"""The same sensor's second: it is sick (1 in 1,000,000 plies a cell) rather than unlucky again. E, from both rates.
So is a second piece that was not felt leaving its cell, or the first if its slot tells so."""
AGAIN: Final = 10
"""A sensor known to fail does so. P, that is what failing is; it recovers at times. So is a third piece not felt."""

# How much dearer one story may be than another.
CLOSE: Final = 2
"""As good: the odds are no better than three to two."""
UNLIKELY: Final = 25
"""Odds of one to three hundred: it says nothing of what hands are doing, and at rest is kept no longer."""
GIVEN_UP: Final = 60
"""Less likely than a reading lost: neither kept nor told beside another, nor asked about beside one that rests on such;
with all pieces in place kept until twice. What nobody can tell by its touches is believed where all else costs more."""
IN_DOUBT: Final = 80
"""Kept through a rest all the same, where it rests on readings that never came: what tells may be played much later."""
