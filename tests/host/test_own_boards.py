"""A board of one's own: made from a shipped one, kept by flash, self-test or play, known when it greets."""

import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

import fairyrules
from reedboard.app.program import Options, Program
from reedboard.assets import boards
from reedboard.board.geometry_file import NAME, sealed, unsealed
from reedboard.board.profile import ProfileError
from reedboard.board.shape_check import shape_of
from reedboard.cli.main import main
from reedboard.flash import bundle
from reedboard.port.link import Link


def without_trays(board_id):
    """The 8x8 as docs/BUILD.md says how to leave its trays out, under an id of its own."""
    text = (boards.folder() / "8x8.toml").read_text().replace('id = "8x8"', f'id = "{board_id}"')
    text = re.sub(r"\[\[(sensors|leds)\.run\]\]\ntray = .*\n(?:.*\S.*\n)*\n?", "", text)
    text = re.sub(r"\[trays\.\w+\]\n(?:.*\S.*\n)*\n?", "", text)
    return re.sub(r"^(near|far|filled) = .*\n", "", text, flags=re.MULTILINE)


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(without_trays("8x8-small"))
    return str(path)


def test_board_that_was_kept_is_known_when_it_greets(small, tmp_path):
    home = tmp_path / "home"
    profile = boards.load(small)
    assert (len(profile.cells), len(profile.sites)) == (64, 64)
    with pytest.raises(ProfileError, match="--board-file"):
        boards.greeted(shape_of(profile), home)
    assert boards.keep(small, home) == profile
    assert boards.own(home) == ("8x8-small",)
    assert boards.greeted(shape_of(profile), home) == profile
    assert boards.keep("8x8-small", home) == profile
    other = dataclasses.replace(shape_of(profile), bits=192)
    with pytest.raises(ProfileError, match="greets with 192 inputs"):
        boards.greeted(other, home)


def test_board_under_a_shipped_ones_id_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(without_trays("8x8"))
    with pytest.raises(ProfileError, match="give your board an id of its own"):
        boards.keep(str(path), tmp_path)
    path.write_text((boards.folder() / "8x8.toml").read_text())
    assert boards.keep(str(path), tmp_path).id == "8x8"
    assert boards.own(tmp_path) == ()


def test_shipped_board_without_its_trays_is_never_taken_for_one_with_slots(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(without_trays("8x8"))
    with pytest.raises(ProfileError, match="run `reedboard flash --board 8x8`"):
        boards.greeted(shape_of(boards.load(str(path))), tmp_path)


@pytest.mark.slow
def test_game_is_played_on_a_board_of_ones_own_without_naming_its_file_again(small, tmp_path):
    """A virtual board stands for a real one at the end of a cable: it greets, and its file is found by what it says."""
    home, start = tmp_path / "home", fairyrules.game("chess").start()
    options = Options("virtual", start, port=0, anew=True, board_file=boards.keep(small, home).id)
    with Program(options, home, Console(quiet=True)) as program:
        assert program.table.profile.id == "8x8-small"
        assert program.watch.status.game.id == "chess"
    flash = tmp_path / "flash"
    flash.mkdir()
    command = [sys.executable, "-m", "reedboard.virtual", "--board", small, "--folder", str(flash)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as cable:
        try:
            port = json.loads(cable.stdout.readline())["serial"]
            with Program(Options(port, start, port=0, anew=True), home, Console(quiet=True)) as program:
                assert program.table.profile.id == "8x8-small"
                assert not program.table.lay(start.game).profile.trays
        finally:
            cable.kill()


def test_board_file_that_is_not_the_boards_is_told(small, tmp_path):
    home, start = tmp_path / "home", fairyrules.game("chess").start()
    command = [sys.executable, "-m", "reedboard.virtual", "--board", "8x8", "--folder", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as cable:
        try:
            port = json.loads(cable.stdout.readline())["serial"]
            options = Options(port, start, port=0, anew=True, board_file=boards.keep(small, home).id)
            with pytest.raises(ProfileError, match="The board that answers is 8x8, this game lies on 8x8-small"):
                Program(options, home, Console(quiet=True))
        finally:
            cable.kill()


def test_boards_list_shows_ones_own_after_it_was_kept(small, tmp_path, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path / "home"))
    boards.keep(small, tmp_path / "home")
    done = CliRunner().invoke(main, ["boards", "list"])
    assert done.exit_code == 0
    assert "8x8-small" in done.output


def test_play_refuses_a_wrong_file_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path / "home"))
    path = tmp_path / "wrong.toml"
    path.write_text(without_trays("8x8-small").replace("pitch_mm", "pitch"))
    done = CliRunner().invoke(main, ["play", "--board", "virtual", "--board-file", str(path)])
    assert done.exit_code == 2
    assert "lacks 'pitch_mm'" in done.output
    assert len(done.output.strip().splitlines()) == 1


@pytest.fixture
def carrying(small, tmp_path):
    """A virtual board of one's own, in whose home nobody ever flashed; gives its port."""
    command = [sys.executable, "-m", "reedboard.virtual", "--board", small, "--folder", str(tmp_path / "flash")]
    with subprocess.Popen([*command, "--until-eof"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as board:
        yield json.loads(board.stdout.readline())["serial"]
        board.terminate()


@pytest.mark.slow
def test_board_tells_its_geometry_to_a_host_that_never_met_it(carrying, small, tmp_path):
    home = tmp_path / "elsewhere"
    with Link(carrying) as link:
        assert boards.greeted(link.shape, home, link.geometry) == boards.load(small)
        assert boards.own(home) == ("8x8-small",)
        assert boards.text("8x8-small", home) == Path(small).read_text()
        events = [link.events.get(timeout=5) for _ in range(2)]
    assert [type(event).__name__ for event in events] == ["Greeted", "Snapshot"], "nobody else hears of it"


@pytest.mark.slow
def test_damaged_geometry_on_the_board_counts_as_none(small, tmp_path):
    flash = tmp_path / "flash"
    flash.mkdir()
    (flash / NAME).write_bytes(sealed(Path(small).read_text())[:-7])
    command = [sys.executable, "-m", "reedboard.virtual", "--board", small, "--folder", str(flash), "--until-eof"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as board:
        with Link(json.loads(board.stdout.readline())["serial"]) as link:
            assert link.geometry() is None
            with pytest.raises(ProfileError, match="--board-file"):
                boards.greeted(link.shape, tmp_path / "home", link.geometry)
        board.terminate()


def test_own_board_follows_what_it_carries_and_shipped_ones_are_not_asked(small, tmp_path):
    home = tmp_path / "home"
    boards.keep(small, home)
    wider = Path(small).read_text().replace("pitch_mm = 50.0", "pitch_mm = 51.0")
    shape = shape_of(boards.load(small))
    assert boards.greeted(shape, home, lambda: wider).pitch_mm == 51
    assert boards.known("8x8-small", home).pitch_mm == 51
    assert boards.greeted(shape, home, lambda: None).pitch_mm == 51
    assert boards.greeted(shape_of(boards.load("8x8")), home, lambda: wider) == boards.load("8x8")
    with pytest.raises(ProfileError):
        boards.greeted(shape, home, lambda: wider.replace("8x8-small", "other"))


def test_flash_puts_the_geometry_file_on_the_board(small):
    text = Path(small).read_text()
    sent = bundle(boards.load(small), text)
    assert unsealed(sent.files[NAME]) == text
    assert unsealed(sent.files[NAME][:-1]) is None
    assert sealed(sealed(text).decode()) == sealed(text)
