"""What a position's moves were asked for before decides nothing: lights ask for all of them, a journal for a few."""

import pytest

import fairyrules
from reedboard.bench.trial import Trial
from reedboard.tracker import begin, conclude, footprint, line, look_ahead, observe


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
        assert not any(make(footprint.moves_of(each.line, belief.sites)) for each in belief.stories)

    monkeypatch.setattr(footprint.Book, "make", counted)
    assert told("chess", "replied to before it is done", between) == as_needed
