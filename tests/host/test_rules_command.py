"""`reedboard rules`: in the terminal, to a file, to standard output."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import fairyrules
from reedboard.cli.main import main

EXAMPLE = Path(__file__).parents[2] / "docs" / "games" / "pond-chess.toml"


def run(*words: str) -> tuple[int, str]:
    result = CliRunner(env={"COLUMNS": "140"}).invoke(main, ["rules", *words])
    return result.exit_code, result.output


@pytest.mark.parametrize("game", fairyrules.games())
def test_rules_are_shown_in_the_terminal_with_readings_marked(game: str) -> None:
    code, output = run(game)
    played = fairyrules.game(game)
    assert code == 0
    assert played.name in output
    assert output.count("[reading]") == sum(ruling.reading for ruling in played.guide.rulings)
    assert all(f"{kind.letter} {kind.name}" in output for kind in played.kinds.values())


def test_rules_page_goes_to_a_file_or_to_standard_output(tmp_path: Path) -> None:
    file = tmp_path / "chess.html"
    assert run("chess", "--html", str(file)) == (0, f"The rules of Chess are in {file}.\n")
    assert run("chess", "--html") == (0, file.read_text(encoding="utf-8"))
    assert run("chess", "--markdown")[1].startswith("# Chess\n")


def test_rules_of_an_own_sheet_are_shown_like_any() -> None:
    code, output = run(str(EXAMPLE))
    assert code == 0
    assert "T Toad, large Bishop" in output


def test_rules_of_an_unknown_game_or_to_a_bad_place_end_in_one_line(tmp_path: Path) -> None:
    code, output = run("ches")
    assert code == 2
    assert output.startswith("reedboard: There is no game “ches”; did you mean chess")
    assert output.count("\n") == 1
    code, output = run("chess", "--html", str(tmp_path / "no" / "such.html"))
    assert code == 2
    assert output.startswith("reedboard: Cannot write")
    assert output.count("\n") == 1
