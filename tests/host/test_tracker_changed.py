"""Changed copies of what the tracker holds are those that the standard library would make."""

import dataclasses

import pytest

import fairyrules
from reedboard.tracker import Belief, begin
from reedboard.tracker.changed import replace
from reedboard.tracker.hypothesis import Hypothesis
from reedboard.tracker.sensors import SensorStats

BELIEF = begin(fairyrules.game("chess").start(), False, {})


@pytest.mark.parametrize(
    ("one", "changes"),
    [
        (BELIEF, {"raw": 5, "t_ms": 7, "hypotheses": ()}),
        (BELIEF.hypotheses[0], {"cost": 3, "guess": 2, "answer": "e2e4"}),
        (BELIEF.sensors, {"sensible": 9, "doubts": {1: 2}}),
    ],
    ids=lambda each: type(each).__name__,
)
def test_changed_copy_is_that_of_the_standard_library(one, changes):
    names = [each.name for each in dataclasses.fields(one)]
    before = {name: getattr(one, name) for name in names}
    made, expected = replace(one, **changes), dataclasses.replace(one, **changes)
    assert type(made) is type(one)
    assert {name: getattr(made, name) for name in names} == {name: getattr(expected, name) for name in names}
    assert {name: getattr(one, name) for name in names} == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(made, names[0], None)


@pytest.mark.parametrize("kind", [Belief, Hypothesis, SensorStats])
def test_what_is_copied_past_its_constructor_has_nothing_to_do_there(kind):
    assert not hasattr(kind, "__slots__")
    assert not hasattr(kind, "__post_init__")
    assert all(each.init for each in dataclasses.fields(kind))
