"""Second thoughts: how far they go back, and that a question may come to nothing by them."""

from dataclasses import replace
from random import Random

import fairyrules
from reedboard.bench.simulated_game import play
from reedboard.bench.style import Style
from reedboard.board.events import Reading
from reedboard.tracker import begin, observe
from reedboard.tracker.belief import Checkpoint
from reedboard.tracker.costs import DEAR
from reedboard.tracker.faults import suspected
from reedboard.tracker.replay_plan import FAR


def test_second_thoughts_go_back_a_bounded_way_however_dear_the_plies_were():
    game = fairyrules.game("chess")
    sitting = play(game, Random(3), [Style.ADJUSTED_BEFORE], plies=80)
    belief = begin(game.start(), False, {})
    for event in sitting.events:
        belief, _ = observe(belief, event)
    stray = next(cell for cell in game.board.cells if not belief.position.occupancy >> cell & 1)
    t_ms = sitting.events[-1].t_ms + 1000
    belief, _ = observe(belief, Reading(t_ms, game.board.name(stray), True))
    assert belief.past is not None
    assert sum(len(checkpoint.events) for checkpoint in belief.past) > FAR
    for dearest in (None, 0, 20):
        dear = [
            Checkpoint(
                replace(checkpoint.since, spent=0 if dearest is None else DEAR * (number > dearest)), checkpoint.events
            )
            for number, checkpoint in enumerate(belief.past)
        ]
        played = []
        suspected(
            replace(belief, past=tuple(dear)), t_ms + 800, lambda _, events, __, played=played: played.append(events)
        )
        assert played
        assert max(map(len, played)) <= FAR


def test_question_about_a_move_not_shown_is_dropped_without_a_word_when_nothing_was_moved():
    game = fairyrules.game("chess")
    start = game.start()
    moves = tuple(move for move in start.legal_moves() if str(move) in ("e2e3", "e2e4"))
    asking = replace(begin(start, False, {}), questions={1: moves}, asked=frozenset({1}))
    belief, lifted = observe(asking, Reading(100, "e2", False))
    belief, back = observe(belief, Reading(900, "e2", True))
    assert not belief.questions
    assert not lifted + back
    assert belief.shown.ply == 0


def test_a_board_being_set_up_again_is_suspected_only_where_a_piece_is_missing():
    """Else every sensor touched, half the board, had the whole set-up played again: 17 s on 17x17."""
    game = fairyrules.game("chess")
    belief = begin(game.start(), False, {})
    fallen = [f"{file}{rank}" for rank in "12" for file in "abcdefgh"]
    readings = [(cell, False) for cell in fallen] + [(cell, True) for cell in fallen[1:]]
    t_ms = 0
    for cell, on in readings:
        t_ms += 60
        belief, _ = observe(belief, Reading(t_ms, cell, on))
    played = []
    suspected(belief, t_ms + 800, lambda world, _, __: played.append(world.suspects))
    assert played
    assert {site for suspects in played for site in suspects} == {"a1"}
