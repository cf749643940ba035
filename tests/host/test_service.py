"""`reedboard service` in a home of its own: what it writes, what is left to type, and that remove takes all away."""

import configparser
import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from reedboard.cli.main import main
from reedboard.flash.ports import MAKERS
from reedboard.service import Places, install, remove, unit


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "no commands"))  # a service that runs on this machine is left alone
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("REEDBOARD_DATA", raising=False)
    return tmp_path


def service(*words):
    return CliRunner().invoke(main, ["service", *words])


def read_unit(home):
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(home / ".config" / "systemd" / "user" / "reedboard.service")
    return parser


def test_install_writes_a_unit_that_plays_and_a_rule_for_every_maker(home):
    udev = home / "rules.d"
    udev.mkdir()
    result = service("install", "--no-start", "--game", "chess", "--http", "0.0.0.0:8765", "--udev-folder", str(udev))
    assert result.exit_code == 0, result.output
    written = read_unit(home)
    words = shlex.split(written["Service"]["ExecStart"])
    assert Path(words[0]).name == "reedboard"
    assert os.access(words[0], os.X_OK)
    assert words[1:] == ["play", "--board", "auto", "--http", "0.0.0.0:8765", "--no-browser", "--game", "chess"]
    assert main.get_command(None, "play").make_context("play", words[2:]).params["game_id"] == "chess"
    assert written["Install"]["WantedBy"] == "default.target"
    rule = (udev / "70-reedboard.rules").read_text()
    assert {int(number, 16) for number in re.findall(r'idVendor}=="(\w{4})"', rule)} == set(MAKERS)
    assert "systemctl --user daemon-reload && systemctl --user enable reedboard.service &&" in result.output


def test_install_without_the_right_to_write_the_rule_says_what_to_type(home):
    result = service("install", "--no-start", "--udev-folder", str(home / "not there"))
    assert result.exit_code == 0, result.output
    waiting = home / ".config" / "reedboard" / "70-reedboard.rules"
    assert waiting.is_file()
    assert f"sudo install -m 644 {waiting} '{home}/not there/70-reedboard.rules'" in result.output


def test_service_finds_the_same_records_and_the_same_sheet(home, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(home / "100% records"))
    sheet = Path(__file__).parents[2] / "docs" / "games" / "pond-chess.toml"
    result = service("install", "--no-start", "--game", os.path.relpath(sheet), "--udev-folder", str(home))
    assert result.exit_code == 0, result.output
    written = read_unit(home)["Service"]
    assert written["Environment"] == f'"REEDBOARD_DATA={home}/100%% records"'
    assert shlex.split(written["ExecStart"])[-1] == str(sheet)


def test_service_passes_further_options_on_to_play(home):
    result = service("install", "--no-start", "--udev-folder", str(home), "--", "--sounds", "off")
    assert result.exit_code == 0, result.output
    assert shlex.split(read_unit(home)["Service"]["ExecStart"])[-2:] == ["--sounds", "off"]


def test_remove_leaves_nothing_of_install_and_says_when_there_is_nothing(home):
    before = sorted(home.rglob("*.*"))
    assert service("install", "--no-start", "--udev-folder", str(home)).exit_code == 0
    assert sorted(home.rglob("*.*")) != before
    result = service("remove", "--udev-folder", str(home))
    assert result.exit_code == 0, result.output
    assert [path for path in home.rglob("*") if path.is_file()] == []
    assert service("remove", "--udev-folder", str(home)).output == "No service is installed.\n"


def test_bad_words_are_refused_before_anything_is_written(home):
    for words in (["--game", "nonsense"], ["--http", "nowhere"], ["--", "--speed", "fast"], ["--", "--nonsense"]):
        result = service("install", "--no-start", "--udev-folder", str(home), *words)
        assert result.exit_code == 2, result.output
        assert result.output.startswith("reedboard: ")
    assert not (home / ".config").exists()


def test_install_starts_the_service_and_remove_stops_it(tmp_path):
    where = Places(tmp_path / "a" / "reedboard.service", tmp_path / "70-reedboard.rules", tmp_path / "b" / "rule")
    typed = []

    def run(command):
        typed.append(" ".join(command))
        return True

    said = [step.said for step in install(where, "unit", "rule", True, run)]
    assert "The service runs, and starts again whenever you log in." in said
    unit_commands = ["daemon-reload", "enable reedboard.service", "restart reedboard.service"]
    assert typed[-3:] == [f"systemctl --user {words}" for words in unit_commands]
    typed.clear()
    list(remove(where, run))
    assert typed[:2] == ["systemctl --user disable --now reedboard.service", "systemctl --user daemon-reload"]


def test_words_are_quoted_as_systemd_reads_them():
    line = next(each for each in unit(["/a b/c", '$x"y', "100%", ""], {}).splitlines() if "ExecStart" in each)
    assert line == 'ExecStart="/a b/c" "$$x\\"y" 100%% ""'
