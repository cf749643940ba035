"""What explanations cost: every price of the tracker, and every margin that is measured in it.

Unit: points; one point is one move more in an explanation. Costs add up; the cheapest explanation is shown, equal ones
are asked about. Where the values come from: the sentence below each gives the reason for its place in the order. None
was measured on people. They were adjusted until tests/traces and `reedboard bench tracker` came out right, and these
hold them (docs/results/, `make bench-gate`).
"""

# What a move is made of
PLY = 1
"""Cost of every move: of two hypotheses the one with fewer moves in it is better."""
IMPLIED = 10
"""Cost of a move that leaves no trace: it is believed when something later needs it."""
UNTOUCHED = 25
"""Cost of a move that nothing at all speaks for: more than a takeback, which it must not be taken for."""
UNDONE = 3
"""Cost of a takeback that explains every touch, where a legal move would leave some aside (sFhIoDgEi: a drop onto the
cell that was left, the piece that left it adjusted)."""
TAKEBACK = 20
"""Cost of going back on a move shown: a legal move that looks the same is the move."""

# What hands do besides
VISITED = 1
"""Cost of a free cell that was felt on the way: a rest is as likely as a move of its own."""
SLID = 2
"""Cost of any number of free cells felt on the way: a slide is one gesture."""
STRAYED = 5
"""Cost, beside that, of a free cell felt before the move began: no piece of the move was there."""
ADJUSTED = 3
"""Cost of a piece lifted and put back: that takes two gestures, and neither moves anything."""
PUT_BACK = 3
"""Cost of a victim lifted, put back and lifted again: as of any piece adjusted."""
FELT = 1
"""Cost of a free target felt before its mover was lifted."""
HELD = 5
"""Cost of a piece out of a slot that no move has used yet."""
UNUSED = 10
"""Cost of a tray slot emptied for no reason the move gives."""
UNTAKEN = 50
"""Cost of a slot filled though nothing was taken that belongs there."""

# The order of readings
UNORDERED = 2
"""Cost of a target felt before its origin was missed though the piece did not simply slide over."""
HALFWAY = 30
"""The same for a piece that rested between two cells."""
NO_SLIDE = 100
"""The same for one that rested there longer than anybody does: no better than a lost reading."""
OVERLAPPED = 2
"""Cost of every other cell handled before a move was done: hands may overlap, but mostly they take turns."""
OVERTAKEN = 20
"""Cost of a mover that leaves a cell it rested on once the reply has begun, and of a reply done before the move: a lift
of the opponent's settles a move."""
EAGER = 20
"""Cost of a reply lifted before the move was begun: rather the piece that moved last has not come to rest."""

# Moves that stood and went on
LATE = 30
"""Cost of amending a move that stood through quiet time by other means than moving its pieces on."""
BEFOREHAND = 5
"""Cost of the same where another piece of the move was handled before those that stood moved on."""
REPLYING = 8
"""Cost of the same where an enemy piece was touched: that may have been the reply, if it changed in place."""

# Readings that never came
MISSED = 60
"""Cost of a captured piece's touch too short for the scan to see."""
SHELVED = 25
"""The same where the captured piece was set on its slot: only the cell's own sensor was too slow."""
BLIND = 40
"""Cost of an arrival where a sensor has lied and not spoken sense since: it may have lost a reading, and not two."""
AGAIN = 40
"""Cost of another lie by a sensor that has lied before: dead ones always do."""
FAULT = 100
"""Cost of a reading that must have been lost or false: more than any hypothesis without one."""
CROWDED = 100
"""Cost of more pieces on the board than there are: a sensor must be wrong."""

# How much dearer still counts
CLOSE = 2
"""Hypotheses so much alike are equally good if each explains a touch that the other does not: whether a hand rested
twice or touched a bystander is no proof."""
DOUBTFUL = 12
"""Explanations with a fault are asked about unless the next is this much worse: how hands go tells little then."""
GUESSED = 55
"""The same for a hypothesis that rests on readings that never came: a capture unfelt may have been a sensor's
fault, but hardly two captures unfelt."""
UNSURE = 60
"""A hypothesis this much dearer than another is not told while pieces are in hands: captures that nobody felt wait for
the reply."""
DEAR = 20
"""A ply that cost so much was believed for want of better: a capture unfelt, a change untouched. It is thought over
once a fault is found since then, or play went on without one: a slip that is mended at once is not worth it."""
NEAR = 24
"""Explanations this much worse than the best stay alive: later play may imply a touch (10) or deny a takeback (20)."""
NEAR_WITH_FAULT = 24
"""Hypotheses of one suspect this much worse than its best are not kept."""
MARGIN = 160
"""Cost above the cheapest at which a hypothesis is given up: a fault and an unfelt capture more."""
