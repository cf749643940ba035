"""All that is told can be written down as it comes: every move and every question follows the moves told before."""

from itertools import islice

import pytest

import fairyrules
from reedboard.bench.trial import Trial
from reedboard.board.events import Reading, Tick
from reedboard.game.guidance import repair_steps
from reedboard.game.move_list import MoveList
from reedboard.tracker import begin, conclude, observe


def written(game, handling, plies, *, answered):
    """The belief and the move list at the end of one game of `reedboard bench tracker`, some questions answered."""
    sitting, heard, _ = Trial(game, handling, False, 1, plies, 0.01, None, 41, None).sitting(0)
    belief = begin(fairyrules.game(game).start(), sitting.header.trays, sitting.header.slots)
    move_list = MoveList(belief.position)
    for event in heard:
        for each in (Tick(event.t_ms), event):
            belief, said = observe(belief, each)
            move_list = move_list.told(said)
            for answer in islice(sitting.answers(said, each.t_ms), 1 if answered else 0):
                belief, said = observe(belief, answer)
                move_list = move_list.told(said)
            assert move_list.moves[: len(belief.moves)] == belief.moves
            repair_steps(belief)  # raises where a cell is to be filled that is empty in the position told
    belief, said = conclude(belief)
    return belief, move_list.told(said)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "handling", "plies", "answered"),
    [
        ("chess", "captures unfelt", 80, False),
        ("chess", "replies interleaved", 40, True),
        ("wildeurasian-qi", "knocked over", 80, True),
        ("attendance", "captures unfelt", 80, False),
        ("xiang-courier", "replies interleaved", 80, False),
        ("dual-chess", "captures unfelt", 80, False),
        ("sfhiodgei", "captures unfelt", 80, True),
    ],
)
def test_what_is_told_of_a_bad_line_follows_from_what_was_told(game, handling, plies, answered):
    """One reading in a hundred is lost or false: much is amended, and much is asked."""
    belief, move_list = written(game, handling, plies, answered=answered)
    assert move_list.moves[: len(belief.moves)] == belief.moves


def test_what_is_to_be_put_right_is_of_the_position_that_is_told():
    """A Queen dragged over b6 beside a Pawn laid elsewhere: she may go on to a7, and is missed on d4."""
    start = fairyrules.game("chess").position("rnb1kbnr/p1pp1ppp/6q1/4p3/2PQ4/p4P1N/PP1PP1PP/R1B1KB1R w KQkq - 2 9")
    belief = begin(start, False, {})
    felt = [("a7", False, 0), ("c5", True, 292), ("d4", False, 2260), ("c5", False, 2456), ("b6", True, 2540)]
    for site, on, t_ms in felt:
        belief, _ = observe(belief, Reading(t_ms, site, on))
        repair_steps(belief)
    assert (belief.moves, belief.mismatch) == ((), (("d4", "a7"), ("c5",)))
