"""What a bench leaves behind: the results page, and the gate that compares with the accepted figures."""

import json
import re

import pytest
from click.testing import CliRunner

from reedboard.bench import gate
from reedboard.bench.gate import Better, Figure
from reedboard.bench.sections import gate as section
from reedboard.bench.trial import COLUMNS
from reedboard.cli.main import main
from reedboard.errors import ReedboardError


def bench(*words):
    return CliRunner().invoke(main, ["bench", *words])


def test_results_page_has_the_printed_tables_with_command_commit_and_machine(tmp_path):
    page = tmp_path / "tracker.md"
    words = "--game", "chess", "--handling", "both in hand", "--plies", "4"
    result = bench("tracker", *words, "--jobs", "1", "--results", str(page))
    assert result.exit_code == 0, result.output
    text = page.read_text(encoding="utf-8")
    assert text.startswith(
        '# Results\n\n`reedboard bench tracker --game chess --handling "both in hand" --plies 4`\n\nCommit '
    )
    assert re.search(
        r"^Commit (\w{7,}|of release \S+)(, with changes not committed)?, \d+ cores? \(.+\), CPython 3", text, re.M
    )
    printed = [line for line in result.output.splitlines() if line.startswith("|")]
    assert printed[0] == f"| {' | '.join(COLUMNS)} |"
    assert [line for line in text.splitlines() if line.startswith("|")] == printed


def test_a_flag_stands_in_a_results_page_as_it_is_typed(tmp_path):
    page = tmp_path / "tracker.md"
    words = "--game", "crazyhouse", "--handling", "kinds tried", "--uncommon", "--plies", "2"
    assert bench("tracker", *words, "--jobs", "1", "--results", str(page)).exit_code == 0
    assert (
        '`reedboard bench tracker --game crazyhouse --handling "kinds tried" --uncommon --plies 2`' in page.read_text()
    )


def test_results_page_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path):
    result = bench("tracker", "--results", str(tmp_path / "no folder" / "page.md"))
    assert result.exit_code == 2
    assert "cannot be written" in result.output
    assert "|" not in result.output


ACCEPTED = {"asked": 3.0, "speed": 2.0}


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ([Figure("asked", 3, Better.LESS), Figure("speed", 1.81, Better.MORE, 0.1)], []),
        ([Figure("asked", 2, Better.LESS), Figure("speed", 9.0, Better.MORE, 0.1)], []),
        ([Figure("asked", 4, Better.LESS), Figure("speed", 2.0, Better.MORE)], ["asked: 4 is worse"]),
        ([Figure("asked", 0, Better.LESS), Figure("speed", 1.79, Better.MORE, 0.1)], ["speed: 1.79 is worse"]),
        ([Figure("asked", 3, Better.LESS)], ["speed: accepted with 2, but no longer measured"]),
        (
            [Figure("asked", 3, Better.LESS), Figure("speed", 2, Better.MORE), Figure("new", 1, Better.LESS)],
            ["new: 1 was never accepted"],
        ),
    ],
)
def test_gate_finds_what_is_worse_gone_or_new(figures, expected):
    found = list(gate.findings(figures, ACCEPTED))
    assert len(found) == len(expected)
    assert all(text.startswith(start) for text, start in zip(found, expected, strict=True))


def test_gate_reads_what_it_wrote_and_refuses_anything_else(tmp_path):
    path = tmp_path / "accepted.json"
    assert gate.read(path) == {}
    gate.write(path, [Figure("asked", 3, Better.LESS), Figure("speed", 2.00004, Better.MORE)], "abc", "2 cores")
    assert gate.read(path) == ACCEPTED
    assert json.loads(path.read_text())["commit"] == "abc"
    for wrong in ("", "[]", '{"figures": 3}', '{"figures": {"asked": "many"}}'):
        path.write_text(wrong)
        with pytest.raises(ReedboardError, match="holds no accepted figures"):
            gate.read(path)


def test_gate_command_fails_on_a_worse_row_and_passes_once_it_is_accepted(tmp_path, monkeypatch):
    asked = 3
    monkeypatch.setattr(section, "_counts", lambda jobs: iter([Figure("asked", asked, Better.LESS)]))
    monkeypatch.setattr(section, "_speeds", lambda accepted: iter([Figure("speed", 2.0, Better.MORE)]))
    path = tmp_path / "accepted.json"
    gate.write(path, [Figure("asked", 2, Better.LESS), Figure("speed", 2.0, Better.MORE)], "abc", "2 cores")
    worse = bench("gate", "--against", str(path))
    assert worse.exit_code == 1
    assert "asked: 3 is worse than the accepted 2" in worse.output
    assert bench("gate", "--against", str(path), "--accept").exit_code == 0
    assert bench("gate", "--against", str(path)).exit_code == 0


def test_gate_measures_a_ratio_again_before_calling_it_worse():
    values = iter([1.0, 1.5, 2.0, 3.0])
    assert section._best("speed", lambda: next(values), ACCEPTED).value == 2.0
    assert section._best("speed", lambda: 1.0, ACCEPTED).is_worse(ACCEPTED["speed"])


def test_gate_counts_every_key_row_of_a_trial():
    trial = section.Trial("chess", "plain", False, 1, 6, 0.0, None, 3, None)
    figures = {figure.name: figure.value for figure in section._of_tally("chess", trial.played())}
    assert figures == {
        "chess: asked": 0,
        "chess: needless": 0,
        "chess: silent": 0,
        "chess: missing": 0,
        "chess: games whole": 1,
    }
