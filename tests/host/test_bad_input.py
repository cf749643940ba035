"""Bad input to the commands: one clear line on standard error, exit code 2, never a traceback."""

import re

import click
import pytest
from click.testing import CliRunner

from reedboard.cli.main import main

BAD = {
    "perft chess deep": "'deep' is not a valid integer",
    "perft ches 2": "There is no game “ches”",
    "perft chess 2 --fen rubbish": "FEN ends at character 7",
    "castle": "No such command 'castle'",
    "flash --port here": "Missing option '--board'",
    "infer nowhere.jsonl": "'nowhere.jsonl': No such file",
    "infer bytes.jsonl": "expected a trace header",
    "check nowhere.toml": "Cannot read the game sheet nowhere.toml",
    "check bytes.jsonl": "it is not UTF-8 text",
    "check deep.toml": "nested too deeply",
    "boards check deep.toml": "nested too deeply",
    "play --no-browser --board virtual --game deep.toml": "nested too deeply",
    "records show 99": "No game is recorded as number 99",
    "records show first": "'first' is not a valid integer",
    "records import bytes.jsonl": "is no move; expected one as in Nf3",
    "play --no-browser --board virtual --http here": "expected HOST:PORT",
    "play --no-browser --board /dev/null": "cannot open the port '/dev/null' (Inappropriate ioctl for device)",
    "play --no-browser --board there://x": "check the address",
    "play --no-browser --board virtual --fault dead:e4@inf": "Found the time 'inf'",
    "play --no-browser --board virtual --fault dead:e4@-5": "Found the time '-5'",
    "play --no-browser --board virtual --fault dropped:nan": "'nan' is not between 0 and 1",
    "play --no-browser --board virtual --fault dead:z99": "has no site 'z99'",
    "play --hands random --speed nan": "nan is not a number",
    "selftest --board virtual --hands --fault dead:a1@inf": "Found the time 'inf'",
    "selftest --board virtual --hands --pace -1": "-1 is not in the range",
    "bench tracker --noise nan": "nan is not a number",
    "play --no-browser --board virtual --fen ": "FEN ends at character 0",
}


@pytest.mark.parametrize("line", BAD)
def test_command_says_in_one_line_what_is_wrong_when_its_input_is_bad(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path / "data"))
    (tmp_path / "bytes.jsonl").write_bytes(b"\x00\xff\xfe\n")
    (tmp_path / "deep.toml").write_text("a = " + "[" * 100_000 + "]" * 100_000)
    ran = CliRunner().invoke(main, line.split(" "))
    assert ran.exit_code == 2
    assert ran.stderr.startswith("reedboard: ")
    assert ran.stderr.count("\n") == 1
    assert BAD[line] in ran.stderr


def helps(group, name=""):
    """The first line of every command's help, and every option's help."""
    context = click.Context(group)
    for each in group.list_commands(context):
        command = group.get_command(context, each)
        yield f"{name}{each}", command.help
        for option in command.params:
            if isinstance(option, click.Option):
                yield f"{name}{each} {option.opts[0]}", option.help
        if isinstance(command, click.Group):
            yield from helps(command, f"{name}{each} ")


def test_help_tells_what_to_do_and_not_what_is_done():
    """“List the games”, as git and Click write it, never “Lists the games”."""
    told = dict(helps(main))
    assert len(told) > 50
    assert all(told.values()), "every command and option has its help"
    thirds = {name: text for name, text in told.items() if re.match(r"(Also |Do not )?[a-zA-Z]+[^su]s ", text or "")}
    nouns = {
        "Files",
        "Games",
        "Milliseconds",
        "Moves",
        "Pages",
        "Pieces",
        "Positions",
        "Requests",
        "Rows",
        "Scripted",
        "Taps",
        "Virtual",
    }
    assert {name for name, text in thirds.items() if text.split()[0] not in nouns} == set()
