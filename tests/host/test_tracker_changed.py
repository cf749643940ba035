"""Changed copies of what the tracker holds are those that the standard library would make."""

import dataclasses

import pytest

import fairyrules
from reedboard.tracker import Belief, begin
from reedboard.tracker.belief import replace
from reedboard.tracker.line import start
from reedboard.tracker.story import Story

BELIEF = begin(fairyrules.game("chess").start(), False, {})


def test_changed_copy_is_that_of_the_standard_library():
    changes = {"raw": 5, "t_ms": 7, "stories": ()}
    names = [each.name for each in dataclasses.fields(BELIEF)]
    before = {name: getattr(BELIEF, name) for name in names}
    made, expected = replace(BELIEF, **changes), dataclasses.replace(BELIEF, **changes)
    assert type(made) is type(BELIEF)
    assert {name: getattr(made, name) for name in names} == {name: getattr(expected, name) for name in names}
    assert {name: getattr(BELIEF, name) for name in names} == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(made, names[0], None)


def test_what_is_copied_past_its_constructor_has_nothing_to_do_there():
    assert not hasattr(Belief, "__slots__")
    assert not hasattr(Belief, "__post_init__")
    assert all(each.init for each in dataclasses.fields(Belief))


def other_than(value, number):
    """A value of the same type that no other field has: the compiled build takes no other."""
    match value:
        case bool():
            return not value
        case int():
            return 1000 + number
        case tuple():
            return tuple(range(1000 * number, 1000 * number + max(1, len(value))))
        case dict():
            return {number: number}
        case None:
            return f"e{number}"
        case _:
            return start(value.position.play(value.position.legal_moves()[0]), value.sites)


def test_copy_of_a_story_has_all_that_the_story_has():
    story = Story(BELIEF.shown)
    names = [each.name for each in dataclasses.fields(Story)]
    for number, name in enumerate(names):
        setattr(story, name, other_than(getattr(story, name), number))
    copied = story.copy()
    assert len(names) > 20
    assert [name for name in names if getattr(copied, name) != getattr(story, name)] == []
