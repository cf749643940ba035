"""`reedboard bench targets` on a handful of moves: one tracker beside the other, and the program with each."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from reedboard.bench import other_tracker
from reedboard.bench.sections import targets
from reedboard.bench.trial import TRACKERS
from reedboard.cli.main import main


def bench(*words):
    return CliRunner().invoke(main, ["bench", "targets", *words])


def rows(result):
    assert result.exit_code == 0, result.output
    lines = [line.strip("| ").split(" | ") for line in result.output.splitlines() if line.startswith("|")]
    return {line[0]: line[1:] for line in lines[2:]}


def test_targets_stand_beside_what_each_tracker_comes_to(monkeypatch):
    monkeypatch.setattr(targets, "BAD_PLIES", 6)
    told = rows(bench("--part", "badly", "--part", "calls", "--part", "size", "--game", "chess", "--jobs", "1"))
    assert all(len(cells) == 1 + len(TRACKERS) for cells in told.values())
    assert told["the same: silently wrong / needless / missing"][-1] == "0 / 0 / 0 of 12 plies, 2 of 2"
    wanted, *longest = told["any one call, to 128 cells: reading, tick"]
    assert wanted == "15 ms"
    assert all(float(each.split(",")[0]) > 0 for each in longest)
    assert set(told["a reading, more than 128 cells: p99"][1:]) == {"-"}
    lines, files, constants = told["lines, files, constants"][-1].rsplit(", ", 2)
    assert int(lines.replace(",", "")) > 1000
    assert int(files) > 10
    assert int(constants) > 10


@pytest.mark.parametrize(
    "words", [["--part", "beauty"], ["--game", "nochess"], ["--tracker", "ours"], ["--sittings", "0"]]
)
def test_targets_say_in_one_line_what_they_cannot_use(words):
    result = bench(*words)
    assert result.exit_code == 2
    assert words[1] in result.output
    assert len(result.output.splitlines()) == 1


def test_another_tracker_takes_the_place_of_the_programs_own_in_a_process_of_its_own(monkeypatch):
    monkeypatch.setitem(sys.modules, "reedboard.app.program", sys)
    with pytest.raises(RuntimeError, match="has its tracker already"):
        other_tracker.lights_of_upset_board("reedboard.tracker", "8x8", "chess", 1)


@pytest.mark.slow
def test_lights_answer_on_an_upset_board_through_program_and_line():
    tracker = [*TRACKERS.values()][-1].__name__
    code = (
        "from reedboard.bench.other_tracker import lights_of_upset_board\n"
        f"took = lights_of_upset_board({tracker!r}, '8x8', 'chess', 2)\n"
        "import reedboard.game.lights as lights\n"
        "print(len(took), all(each is None or each > 0.01 for each in took), lights.Belief.__module__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    count, real, module = done.stdout.split()
    assert (count, real) == ("2", "True")
    assert module.startswith(tracker)
