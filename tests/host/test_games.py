"""Games by id or file, and the commands that take either."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from fairyrules.errors import SheetError, UnknownGameError
from reedboard.archive import game_lookup
from reedboard.cli.main import main

EXAMPLE = Path(__file__).parents[2] / "docs" / "games" / "pond-chess.toml"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path))
    return tmp_path


def test_game_is_found_by_id_by_file_and_by_id_once_kept() -> None:
    assert game_lookup.find("chess").id == "chess"
    assert game_lookup.find(str(EXAMPLE)).name == "Pond Chess"
    with pytest.raises(UnknownGameError):
        game_lookup.find("pond-chess")
    game_lookup.keep(str(EXAMPLE))
    game_lookup.keep("chess")
    assert game_lookup.find("pond-chess").name == "Pond Chess"
    assert CliRunner().invoke(main, ["games"]).output.splitlines()[-1].startswith("pond-chess")
    (game_lookup.shelf() / "spoilt.toml").write_text("name = 3")
    assert [game.id for game in game_lookup.every()][-1] == "pond-chess"


@pytest.mark.parametrize("name", ["no-such.toml", str(EXAMPLE.parent / "..toml"), "/.toml"])
def test_game_file_that_cannot_be_read_says_so_in_a_line(name: str) -> None:
    with pytest.raises(SheetError, match="Cannot read the game sheet"):
        game_lookup.find(name)


def test_check_says_that_a_sheet_can_be_played() -> None:
    result = CliRunner().invoke(main, ["check", str(EXAMPLE)])
    assert result.exit_code == 0
    assert "Pond Chess (pond-chess): 48 cells, 15 moves" in result.output
    assert "It can be played." in result.output


def test_check_of_a_bad_sheet_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(EXAMPLE.read_text().replace('moves = "FgQ"', 'moves = ""'))
    result = CliRunner().invoke(main, ["check", str(bad)])
    assert result.exit_code == 2
    assert result.output == (
        f"reedboard: {bad}: kinds.T.moves = '': expected a movement that takes Toad somewhere on this board.\n"
    )


@pytest.mark.parametrize("command", [["legal", str(EXAMPLE)], ["perft", str(EXAMPLE), "1"]])
def test_commands_take_a_sheet_where_they_take_an_id(command: list[str]) -> None:
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0
    assert result.output.split()[-1] in ("15", "g2g3")
