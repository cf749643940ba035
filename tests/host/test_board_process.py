"""The virtual board's process: missed when it dies alone, not when all of the program is told to end."""

import os
import signal
import threading

import pytest

from reedboard.app import board_process
from reedboard.app.board_process import AGAIN_S, BoardProcess

PATIENCE_S = 60.0


@pytest.fixture
def told():
    """What is told of deaths, and when there is something."""
    return [], threading.Event()


@pytest.fixture
def process(tmp_path, told):
    words, heard = told

    def fell(sentence):
        words.append(sentence)
        heard.set()

    process = BoardProcess("8x8", tmp_path, fell=fell)
    yield process
    process.close()


def test_board_that_was_killed_is_missed_and_started_again(process, told):
    words, heard = told
    before = process.pid
    os.kill(before, signal.SIGKILL)
    assert heard.wait(PATIENCE_S)
    assert words == ["The virtual board was ended by signal 9. It is started again with its pieces where they were."]
    process.close()
    assert process.pid != before or process._process.poll() is not None


@pytest.mark.slow
def test_board_that_was_told_to_end_with_its_program_is_not_missed(process, told, caplog, monkeypatch):
    # A service manager, or a terminal, tells every process of a group; the program needs a moment to end.
    monkeypatch.setattr(board_process, "ENDING_S", PATIENCE_S)
    os.kill(process.pid, signal.SIGTERM)
    words, heard = told
    assert not heard.wait(4 * AGAIN_S[0])
    process.close()
    assert (words, caplog.text) == ([], "")


@pytest.mark.slow
def test_board_that_alone_was_told_to_end_is_missed(process, told, monkeypatch):
    monkeypatch.setattr(board_process, "ENDING_S", 0.1)
    os.kill(process.pid, signal.SIGTERM)
    words, heard = told
    assert heard.wait(PATIENCE_S)
    assert "signal 15" in words[0]
