"""Second thoughts: how much is weighed in one silence, and that a question may come to nothing by them."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

import fairyrules
from reedboard.bench.simulated_game import play
from reedboard.bench.style import Style
from reedboard.bench.trial import Tally, Trial
from reedboard.board.events import Reading, Tick
from reedboard.tracker import begin, observe, silence
from reedboard.tracker.observe import _replayed
from reedboard.tracker.probe import Checkpoint, Mending, Probe, advanced
from reedboard.tracker.think import DEPTHS, PER_MS, SINCE_MS, UNTIL_MS, first_thought


def test_second_thoughts_weigh_no_more_in_one_silence_than_its_length_allows():
    game = fairyrules.game("chess")
    sitting = play(game, Random(3), [Style.ADJUSTED_BEFORE], plies=80)
    belief = begin(game.start(), False, {})
    for event in sitting.events:
        belief, _ = observe(belief, event)
    stray = next(cell for cell in game.board.cells if not belief.position.occupancy >> cell & 1)
    t_ms = sitting.events[-1].t_ms + 1000
    belief, _ = observe(belief, Reading(t_ms, game.board.name(stray), True))
    assert belief.past is not None
    assert 1 < len(belief.past) <= DEPTHS[-1]
    used = []
    for later_ms in range(0, 2 * UNTIL_MS, 50):
        belief, _ = observe(belief, Tick(t_ms + later_ms))
        used.append(0 if belief.thought is None else belief.thought.used)
    assert max(used) > 0
    one_step = 400
    assert all(each <= later_ms * PER_MS + one_step for each, later_ms in zip(used, range(0, 9000, 50), strict=False))
    assert max(used) <= UNTIL_MS * PER_MS + one_step


def test_play_beside_a_piece_that_stands_wrong_is_thought_over_less_and_less():
    """Once each silence cost as much as the first: 13,699 stories here."""
    game = fairyrules.game("chess")
    belief, t_ms = begin(game.start(), False, {}), 0
    used = []
    for move in ("d1d5", "a7a6", "a2a3", "b7b6", "b2b3", "c7c6", "h2h3", "h7h6", "g2g3", "g7g6", "e2e3"):
        for cell, on in ((move[:2], False), (move[2:], True)):
            t_ms += 500
            belief, _ = observe(belief, Reading(t_ms, cell, on))
        t_ms += UNTIL_MS
        belief, _ = observe(belief, Tick(t_ms))
        used.append(belief.thought.used if belief.thought is not None else 0)
    one_silence, one_step = (UNTIL_MS - SINCE_MS) * PER_MS, 400
    assert belief.mismatch is not None
    assert max(used) > one_silence / 2
    assert sum(used) <= 2 * one_silence + one_step
    assert used[-1] < 50


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


def test_a_board_being_set_up_again_is_not_thought_over():
    """Else every sensor touched, half the board, had the whole set-up played again: 17 s on 17x17."""
    game = fairyrules.game("chess")
    belief = begin(game.start(), False, {})
    fallen = [f"{file}{rank}" for rank in "12" for file in "abcdefgh"]
    t_ms = 0
    for cell, on in [(cell, False) for cell in fallen] + [(cell, True) for cell in fallen[3:]]:
        t_ms += 60
        belief, _ = observe(belief, Reading(t_ms, cell, on))
    weighed = belief.work
    belief, _ = observe(belief, Tick(t_ms + UNTIL_MS))
    assert belief.thought is None
    assert belief.work - weighed < 50


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["dead", "stuck"])
def test_second_thoughts_know_what_was_answered(fault):
    """What was played to d3, whose sensor fails, is asked and answered while it is thought over."""
    sitting, heard, faulty = Trial("xiang-courier", "plain", False, 40, 80, 0.0, fault, 2, None).sitting(8)
    score = Tally().watch(sitting, heard, faulty)
    assert (score.silent, score.missing, score.asked) == (0, 0, 1)


@pytest.mark.parametrize("seed", [41, 42])
def test_a_reading_makes_of_many_pieces_in_hands_no_more_stories_than_it_may(seed):
    """Of 257 and 267 once: each of four pieces in 32 stories might have been dropped, and a move made beside it."""
    at_once = "several taken back at once"
    sitting, heard, _ = Trial("crazyhouse", at_once, False, 1, 80, 0.0, None, seed, None).sitting(0)
    belief = begin(fairyrules.game("crazyhouse").start(), False, sitting.header.slots)
    made = []
    for event in heard:
        belief, _ = observe(belief, Tick(event.t_ms - 1))  # what the silence brings is weighed by then
        before = belief.work
        belief, _ = observe(belief, event)
        made.append(belief.work - before)
    assert 100 < max(made) <= 240


def test_what_was_played_beside_an_upset_board_is_looked_for_once_and_not_for_each_sensor_in_doubt(monkeypatch):
    """One step of second thoughts took 20 ms by it, on a board of 120 cells."""
    looked = []
    played_on = silence.played_on
    monkeypatch.setattr(silence, "played_on", lambda belief: looked.append(belief) or played_on(belief))
    sitting, heard, faulty = Trial("chess", "badly handled", False, 1, 20, 0.0, None, 41, None).sitting(0)
    score = Tally().watch(sitting, heard, faulty)
    assert (score.silent, score.missing) == (0, 0)
    assert looked
    assert all(each.past is not None for each in looked)


def test_a_sensor_in_doubt_is_let_go_where_another_one_would_have_to_fail_as_well():
    """At each rest the guess that some other one had lost a reading kept it in doubt, for 926 stories, now 223."""
    belief, t_ms = begin(fairyrules.game("chess").start(), False, {}), 0
    for move in ("d1d5", "a7a6", "a2a3", "b7b6", "b2b3", "c7c6", "h2h3", "h7h6", "g2g3", "g7g6"):
        for cell, on in ((move[:2], False), (move[2:], True)):
            t_ms += 500
            belief, _ = observe(belief, Reading(t_ms, cell, on))
        t_ms += UNTIL_MS
        belief, _ = observe(belief, Tick(t_ms))
    assert belief.past is not None
    probe, work = Probe(1 << belief.sites.find("h8"), belief.past[-1].since), 0
    while True:
        step = advanced(belief, belief.past, probe, _replayed)
        work += step.work
        if step.probe is None:
            break
        probe = step.probe
    assert step.vain
    assert probe.next <= 6, "three moves, each with a rest after it"
    assert work < 400


def test_what_was_put_right_last_is_gone_through_first():
    """On a large board one silence is too short for what was put right before as well."""
    belief = begin(fairyrules.game("chess").start(), False, {})

    def put_right(site, t_ms):
        wrong, late = Reading(1000, "e4", True), (Reading(t_ms - 500, "e4", False), Reading(t_ms, site, True))
        return Probe(3, belief, mending=Mending(wrong, wrong=True, late=late))

    old, new, lost = put_right("e5", 5000), put_right("d4", 9000), Probe(1, belief, sure=True)
    for probes in permutations((old, new, lost)):
        thought = first_thought(replace(belief, past=(Checkpoint(belief),), probes=probes))
        assert thought.probes == (lost, new, old)
