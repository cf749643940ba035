"""Bad input to the commands: one clear line on standard error, exit code 2, never a traceback."""

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
    "records show 99": "No game is recorded as number 99",
    "records show first": "'first' is not a valid integer",
    "records import bytes.jsonl": "it is not UTF-8 text",
    "play --no-browser --board virtual --http here": "expected HOST:PORT",
    "play --no-browser --board /dev/null": "cannot open the port '/dev/null' (Inappropriate ioctl for device)",
    "play --no-browser --board there://x": "check the address",
    "play --no-browser --board virtual --fen ": "FEN ends at character 0",
}


@pytest.mark.parametrize("line", BAD)
def test_command_says_in_one_line_what_is_wrong_when_its_input_is_bad(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path / "data"))
    (tmp_path / "bytes.jsonl").write_bytes(b"\x00\xff\xfe\n")
    ran = CliRunner().invoke(main, line.split(" "))
    assert ran.exit_code == 2
    assert ran.stderr.startswith("reedboard: ")
    assert ran.stderr.count("\n") == 1
    assert BAD[line] in ran.stderr
