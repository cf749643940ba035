"""`reedboard infer`: the contract's lines, and every kind of bad trace."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from reedboard.cli.main import main

HEADER = '{"game": "chess", "fen": null, "trays": false, "slots": {}}'


def reading(t_ms, cell, on):
    return json.dumps({"t": t_ms, "cell": cell, "on": on})


OPENING = [
    HEADER,
    reading(100, "e2", 0),
    reading(300, "e4", 1),
    reading(1500, "e7", 0),
    reading(1700, "e5", 1),
]


def inferred(lines, tmp_path, ending="\n"):
    trace = tmp_path / "game.jsonl"
    trace.write_text("\n".join(lines) + ending)
    result = CliRunner().invoke(main, ["infer", str(trace)])
    return result, [json.loads(line) for line in result.stdout.splitlines()], result.stderr.splitlines()


def test_infer_prints_moves_then_the_summary(tmp_path):
    result, lines, complaints = inferred(OPENING, tmp_path)
    assert result.exit_code == 0
    assert complaints == []
    assert lines == [
        {"t": 300, "ply": 1, "move": "e2e4"},
        {"t": 1700, "ply": 2, "move": "e7e5"},
        {
            "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
            "moves": ["e2e4", "e7e5"],
            "asked": 0,
            "outcome": "*",
        },
    ]


def test_infer_asks_for_a_promotion_and_takes_the_answer(tmp_path):
    header = json.dumps({"game": "chess", "fen": "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "trays": False, "slots": {}})
    script = [header, reading(0, "a7", 0), reading(200, "a8", 1)]
    _, lines, _ = inferred(script, tmp_path)
    assert sorted(lines[-2]["ask"]) == ["a7a8=B", "a7a8=N", "a7a8=Q", "a7a8=R"]
    assert lines[-1]["asked"] == 1
    _, lines, _ = inferred([*script, '{"t": 5000, "answer": "a7a8=N"}'], tmp_path)
    assert lines[-1]["moves"] == ["a7a8=N"]
    _, lines, _ = inferred([*script, '{"t": 250, "answer": "a7a8=N"}'], tmp_path)
    assert (lines[-1]["moves"], lines[-1]["asked"]) == (["a7a8=N"], 0)


def test_infer_retracts_what_is_taken_back(tmp_path):
    _, lines, _ = inferred([*OPENING, reading(3000, "e5", 0), reading(3200, "e7", 1)], tmp_path)
    assert {"t": 3200, "retract": 2} in lines
    assert lines[-1]["moves"] == ["e2e4"]


def test_infer_tells_what_to_put_back_after_an_illegal_move(tmp_path):
    _, lines, _ = inferred([HEADER, reading(0, "e2", 0), reading(200, "e5", 1)], tmp_path)
    assert lines[0]["mismatch"] == {"fill": ["e2"], "clear": ["e5"]}
    assert lines[-1]["moves"] == []


@pytest.mark.parametrize(
    ("extra", "complaint"),
    [
        ([reading(2000, "z9", 1)], "line 6: “z9” is no cell"),
        ([reading(2000, "w:Q1", 1)], "line 6: “w:Q1” is no tray slot"),
        ([reading(10, "e5", 1)], "line 6: time runs back"),
        ([reading(2000, "e5", 1)], "line 6: e5 was occupied already"),
        (['{"t": 9999, "ce'], "line 6:"),
        (["what"], "line 6:"),
    ],
)
def test_infer_uses_what_is_usable_and_names_the_rest(extra, complaint, tmp_path):
    result, lines, complaints = inferred([*OPENING, *extra], tmp_path, ending="")
    assert result.exit_code == 0
    assert lines[-1]["moves"] == ["e2e4", "e7e5"]
    assert any(complaint in line for line in complaints)


@pytest.mark.parametrize(
    "lines",
    [
        ['{"game": "chequers"}'],
        [reading(1, "e2", 0)],
        [""],
        ['{"game": "chess", "fen": "10/10 w - - 0 1"}'],
    ],
)
def test_infer_refuses_a_trace_without_a_usable_header(lines, tmp_path):
    result, _, complaints = inferred(lines, tmp_path)
    assert result.exit_code == 2
    assert len(complaints) == 1


def test_infer_says_the_same_twice(tmp_path):
    assert inferred(OPENING, tmp_path)[0].stdout == inferred(OPENING, tmp_path)[0].stdout


@pytest.mark.slow
def test_infer_says_the_same_in_every_process():
    trace = Path(__file__).parents[1] / "traces" / "fault-dead.jsonl"
    said = {
        subprocess.run(
            [sys.executable, "-c", "from reedboard.cli.main import main; main()", "infer", str(trace)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(said) == 1
