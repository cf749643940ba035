"""Whole games from `tests/traces/`, told back as they were played, or asked about."""

import json
from pathlib import Path

import pytest

import fairyrules
from reedboard.game.inference import infer

TRACES = sorted((Path(__file__).parents[1] / "traces").glob("*.jsonl"))


def retold(path):
    """The moves of a trace, the plies asked about, and its whole output; questions are answered by the truth."""
    truth = path.with_suffix(".moves").read_text().split()
    lines = path.read_text().splitlines()
    complaints = []
    output = list(infer(lines, complaints.append))
    asked = {line["ply"] for line in map(json.loads, output) if "ask" in line}
    return truth, json.loads(output[-1])["moves"], asked, complaints, output


@pytest.mark.slow
@pytest.mark.parametrize("path", [each for each in TRACES if "fault" not in each.name], ids=lambda path: path.stem)
def test_a_whole_game_is_told_as_it_was_played(path):
    truth, told, asked, complaints, _ = retold(path)
    assert complaints == []
    wrong = [ply for ply, (one, other) in enumerate(zip(truth, told, strict=False), 1) if one != other]
    if not asked:
        assert told == truth
    else:
        assert not wrong or wrong[0] >= min(asked)


@pytest.mark.slow
@pytest.mark.parametrize("path", [each for each in TRACES if "fault" in each.name], ids=lambda path: path.stem)
def test_a_game_with_a_failing_sensor_is_told_whole_or_asked_about(path):
    truth, told, asked, _, _ = retold(path)
    assert len(told) == len(truth)
    assert {ply for ply, (one, other) in enumerate(zip(truth, told, strict=True), 1) if one != other} <= asked


def test_a_trace_is_told_the_same_twice():
    assert retold(TRACES[0])[4] == retold(TRACES[0])[4]


def test_there_are_ten_traces_a_game():
    for game in ("chess", "wildeurasian-qi", "attendance", "xiang-courier", "dual-chess", "sfhiodgei"):
        assert fairyrules.game(game)
        assert sum(path.stem.startswith(f"{game}-") for path in TRACES) == 10


def test_a_shot_completed_when_its_taker_is_at_hand_asks_nothing():
    path = next(path for path in TRACES if path.stem == "retaken-attendance")
    _, _, _, _, output = retold(path)
    asked = [line["ply"] for line in map(json.loads, output) if "ask" in line]
    assert asked == []


def test_a_drop_is_read_at_once_where_its_slot_was_filled_by_the_move_before():
    """The lift off that slot was no late reading of the capture that had filled it."""
    path = next(path for path in TRACES if path.stem == "shogi-drop")
    truth, told, asked, _, output = retold(path)
    assert told == truth
    assert asked == {6, 9}
    assert json.loads(output[-2]) == {"t": 13949, "ply": 23, "move": "P@c5"}


def test_replies_done_while_the_move_is_still_in_a_hand_ask_nothing():
    """Each side lifts, and often sets down, before the other is done: once eleven of 60 plies were asked about."""
    path = next(path for path in TRACES if path.stem == "impatient-wildeurasian-qi")
    truth, told, asked, _, _ = retold(path)
    assert (told, asked) == (truth, set())
