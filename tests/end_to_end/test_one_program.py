"""Two programs in one home: the second says who plays there and leaves, and the record stays one game."""

import os
import signal
import subprocess

import pytest
from as_user import REEDBOARD

PLAY = [*REEDBOARD, "play", "--board", "virtual", "--game", "chess"]


@pytest.fixture
def home(tmp_path):
    return {**os.environ, "REEDBOARD_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"}


def play(home, *words):
    return subprocess.run([*PLAY, *words], env=home, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def first(home, tmp_path):
    """A program that plays in a home used before."""
    script = tmp_path / "opening.pgn"
    script.write_text("1. e4 e5 *\n")
    played = play(home, "--hands", str(script), "--speed", "20", "--http", "127.0.0.1:0")
    assert played.returncode == 0, played.stderr
    program = subprocess.Popen(
        [*PLAY, "--http", "127.0.0.1:0", "--no-browser"],
        env=home,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert program.stdout is not None
    told = []
    while not told or "Ctrl-C ends" not in told[-1]:
        told.append(program.stdout.readline())
        assert told[-1], "the program ended"
    yield program, "".join(told)
    program.kill()
    program.wait()
    program.stdout.close()


def test_second_program_says_who_plays_and_where_to_watch(first, home):
    program, told = first
    assert "Resuming record 1" in told
    url = told.partition("Page: ")[2].split()[0]
    second = play(home, "--no-browser", "--http", "127.0.0.1:0")
    assert second.returncode == 2
    assert second.stdout == ""
    (line,) = second.stderr.splitlines()
    assert f"by process {program.pid} since " in line
    assert f"watch it at {url}" in line
    status = subprocess.run([*REEDBOARD, "status"], env=home, capture_output=True, text=True, timeout=60, check=True)
    page = told.partition("Page: ")[2].split()[0]
    assert "token" not in told, "whoever reads a log must not play"
    assert any(line.startswith(f"page: {page}?token=") for line in status.stdout.splitlines())


def test_two_words_to_end_are_as_good_as_one(first):
    """Ctrl-C at a terminal reaches the virtual board's process too, and people press it twice."""
    program, _ = first
    os.killpg(program.pid, signal.SIGINT)
    while program.stdout.readline().strip():
        pass  # an empty line under ^C: the end is under way
    os.killpg(program.pid, signal.SIGINT)
    told = program.stdout.read()
    assert program.wait(timeout=120) == 0, told
    assert "Go on with this game: " in told
    assert "Board lost" not in told


def test_program_plays_where_another_was_killed(first, home, tmp_path):
    program, _ = first
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    script = tmp_path / "other.pgn"
    script.write_text("1. d4 d5 *\n")
    again = play(home, "--hands", str(script), "--speed", "20", "--http", "127.0.0.1:0")
    assert again.returncode == 0, again.stderr
