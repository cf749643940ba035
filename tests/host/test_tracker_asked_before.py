"""What a position's moves were asked for before decides nothing: lights ask for all of them, a journal for a few."""

import pytest

import fairyrules
from reedboard.bench.trial import Trial
from reedboard.board.events import Reading, Tick
from reedboard.tracker import begin, conclude, footprint, line, look_ahead, observe, silence, think
from script import judged


def told(game, handling, between=lambda belief: None):
    """All that is told of one game of `reedboard bench tracker`, nothing answered; `between`: after each reading."""
    footprint.book.cache_clear()
    line._extended.cache_clear()
    sitting, heard, _ = Trial(game, handling, False, 1, 80, 0.0, None, 41, None).sitting(0)
    belief = begin(fairyrules.game(game).start(), sitting.header.trays, sitting.header.slots)
    found = []
    for event in heard:
        belief, said = observe(belief, event)
        found += said
        between(belief)
    return found + conclude(belief)[1]


@pytest.mark.parametrize(
    ("game", "handling"),
    [
        ("wildeurasian-qi", "victim pushed out"),
        ("wildeurasian-qi", "replied to before it is done"),
        ("dual-chess", "replied to before it is done"),
        ("chess", "set on a wrong cell, replied to"),
    ],
)
def test_a_game_is_told_the_same_whatever_was_asked_of_its_positions(monkeypatch, game, handling):
    as_needed = told(game, handling)
    monkeypatch.setattr(footprint.Book, "between", lambda self, left, entered, *, drops=False: self.footprints)
    assert told(game, handling) == as_needed


def test_looking_ahead_makes_the_moves_of_one_position_a_time_and_changes_nothing_told(monkeypatch):
    as_needed = told("chess", "replied to before it is done")
    made = []
    make = footprint.Book.make

    def counted(book):
        made.append(make(book))
        return made[-1]

    def between(belief):
        made.clear()
        look_ahead(belief)
        assert sum(made) == made[-1]  # the first one that is not made yet, and no other
        for _ in belief.stories:
            look_ahead(belief)
        assert not any(make(footprint.moves_of(each.line)) for each in belief.stories)

    monkeypatch.setattr(footprint.Book, "make", counted)
    assert told("chess", "replied to before it is done", between) == as_needed


def test_looking_ahead_spares_a_reading_what_the_silence_before_it_brings(monkeypatch):
    guessed = []
    guessing = silence.guessing
    monkeypatch.setattr(silence, "guessing", lambda *given, **how: guessed.append(given) or guessing(*given, **how))
    belief = begin(fairyrules.game("chess").start(), False, {})
    for t_ms, site, on in ((0, "e2", False), (300, "e4", True), (600, "e7", False), (800, "d7", False)):
        belief, _ = observe(belief, Reading(t_ms, site, on))
    belief, _ = observe(belief, Reading(1100, "e5", True))
    guessed.clear()
    silence._passed_soon.cache_clear()
    _, late = observe(belief, Reading(1200, "d7", True))
    assert len(guessed) == 1
    silence._passed_soon.cache_clear()
    look_ahead(belief)
    assert len(guessed) == 2
    _, soon = observe(belief, Reading(1200, "d7", True))
    assert len(guessed) == 2
    assert soon == late


def thought_over(monkeypatch, step_ms, gone_ms, *, ahead):
    """After 1. e4 Black's Pawn is set on e3, no move, and `gone_ms` later another lifted; ticks come every `step_ms`.

    What is told, how many steps of second thoughts the last reading takes, and how many stories all that weighs.
    """
    steps = []
    step = think._step
    monkeypatch.setattr(think, "_step", lambda *given: steps.append(given) or step(*given))
    game = fairyrules.game("chess")
    belief = begin(game.start(), False, {})
    said = []
    for t_ms, site, on in ((0, "e2", False), (300, "e4", True), (900, "e7", False), (1200, "e3", True)):
        belief, more = observe(belief, Reading(t_ms, site, on))
        said += more
    for t_ms in range(1200, 1200 + gone_ms, step_ms):
        belief, more = observe(belief, Tick(t_ms))
        said += more
        if ahead:
            look_ahead(belief)
    taken = len(steps)
    belief, more = observe(belief, Reading(1200 + gone_ms, "d7", False))
    monkeypatch.undo()
    return [*said, *more, *conclude(belief)[1]], len(steps) - taken, belief.work


@pytest.mark.parametrize("gone_ms", [900, 1300, 2000, 2900])
def test_looking_ahead_spares_a_reading_the_second_thoughts_that_ticks_are_behind_with(monkeypatch, gone_ms):
    told_late, late, work = thought_over(monkeypatch, 50, gone_ms, ahead=False)
    told_ahead, left, same = thought_over(monkeypatch, 50, gone_ms, ahead=True)
    assert (told_ahead, same) == (told_late, work)
    assert left == 0
    without, all_of_it, _ = thought_over(monkeypatch, 5000, gone_ms, ahead=False)
    assert without == told_late
    assert all_of_it >= late
    assert all_of_it > 0


def test_one_look_ahead_thinks_over_half_of_what_ticks_are_behind_and_several_all_of_it():
    game = fairyrules.game("chess")
    belief = begin(game.start(), False, {})
    for t_ms, site, on in ((0, "e2", False), (300, "e4", True), (900, "e7", False), (1200, "e3", True)):
        belief, _ = observe(belief, Reading(t_ms, site, on))
    belief, _ = observe(belief, Tick(2100))
    assert belief.thought is not None
    before, used, longest = belief.thought.used, [], 0
    for _ in range(8):
        look_ahead(belief)
        last = belief.thought
        while last.ahead:
            longest = max(longest, last.ahead[0].used - last.used)
            (last,) = last.ahead
        used.append(last.used - before)
    most = think.AHEAD_MS * think.PER_MS
    assert 0 < longest < most / 4
    assert 0 < used[0] < most / 2 + longest
    assert most <= used[-2] == used[-1] < most + longest


def test_an_answer_to_a_question_withdrawn_names_the_move_that_is_shown_since():
    # A reply is done with the piece it replies to in a hand: asked about, set down, and only then answered.
    score = judged("attendance", "replied to before it is done", trays=False, number=0)
    assert (score.silent, score.missing) == (0, 0)
