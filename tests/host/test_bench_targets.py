"""`reedboard bench targets` on a handful of moves."""

import re

import pytest
from click.testing import CliRunner

from reedboard.bench.evening.row import Evening
from reedboard.bench.sections import targets
from reedboard.cli.main import main


def bench(*words):
    return CliRunner().invoke(main, ["bench", "targets", *words])


def rows(result):
    assert result.exit_code == 0, result.output
    lines = [line.strip("| ").split(" | ") for line in result.output.splitlines() if line.startswith("|")]
    return {line[0]: line[1:] for line in lines[2:]}


def test_targets_stand_beside_what_the_tracker_comes_to(monkeypatch):
    monkeypatch.setattr(targets, "BAD_PLIES", 6)
    told = rows(bench("--part", "badly", "--part", "calls", "--part", "size", "--game", "chess", "--jobs", "1"))
    assert told["the same: silently wrong / needless / missing"][-1] == "0 / 0 / 0 of 12 plies, 2 of 2"
    wanted, longest = told["any one call, to 128 cells: reading, tick"]
    assert wanted == "15 ms"
    assert re.fullmatch(r"\d+\.\d, \d+\.\d ms; again \d+\.\d, \d+\.\d ms", longest)
    assert float(longest.split(",")[0]) > 0
    assert set(told["a reading, more than 128 cells: p99"][1:]) == {"-"}
    lines, files, constants = told["lines, files, constants"][-1].rsplit(", ", 2)
    assert int(lines.replace(",", "")) > 1000
    assert int(files) > 10
    assert int(constants) > 10


def test_targets_have_a_row_for_the_evening_by_another_author(monkeypatch):
    monkeypatch.setattr(targets, "evenings", lambda people, games, seed: [Evening("tidy", "chess", False, seed)])
    told = rows(bench("--part", "evening", "--sittings", "2", "--seed", "1", "--jobs", "1"))
    wanted, came = told["a club evening, hands by another author: silently wrong / needless / missing"]
    assert wanted == "0 / few / few"
    assert re.fullmatch(r"\d+ / \d+ / \d+ of \d+ plies, \d of 2", came)
    assert told["the same: games whole"][-1] in came


@pytest.mark.parametrize("words", [["--part", "beauty"], ["--game", "nochess"], ["--sittings", "0"]])
def test_targets_say_in_one_line_what_they_cannot_use(words):
    result = bench(*words)
    assert result.exit_code == 2
    assert words[1] in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.slow
def test_lights_answer_on_an_upset_board_through_program_and_line(monkeypatch):
    monkeypatch.setattr(targets, "UPSET_TRIES", 2)
    told = rows(bench("--part", "lights", "--game", "chess"))
    ((wanted, came),) = told.values()
    assert wanted == "60 ms"
    assert re.fullmatch(r"([0-9]+, [0-9]+ ms, the machine's part in it [0-9]+ ms(; 1 of 2 changed none)?|-)", came)
