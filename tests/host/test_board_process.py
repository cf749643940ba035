"""The virtual board's process: missed when it dies alone, not when all of the program is told to end."""

import os
import signal
import threading

import pytest

import fairyrules
from reedboard.app import board_process, game_boards
from reedboard.app.board_process import AGAIN_S, BoardProcess
from reedboard.app.game_boards import VirtualGameBoard
from reedboard.board import occupancy
from reedboard.errors import ReedboardError
from reedboard.game.virtual_pieces import HandState

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


@pytest.mark.slow
@pytest.mark.parametrize("taken", ["10x10", "10x10/board.cfg", "10x10/errors.txt"])
def test_board_that_cannot_become_another_is_told_in_a_sentence_and_stays_what_it_was(tmp_path, monkeypatch, taken):
    """A full disk, or a file in the way: the game before went on above a board of another shape."""
    monkeypatch.setattr(board_process, "ENDING_S", 0.1)
    monkeypatch.setattr(game_boards, "PATIENCE_S", PATIENCE_S)
    chess = fairyrules.game("chess")
    table = VirtualGameBoard(chess, tmp_path)
    try:
        placement = table.lay(chess)
        sites = occupancy.expected(chess.start(), placement.slots)
        table.set_up(HandState.found(chess.start(), chess.start(), placement.slots, sites))
        way = tmp_path / taken
        way.mkdir(parents=True) if "/" in taken else way.touch()
        with pytest.raises(
            ReedboardError, match=r"^(Cannot keep the virtual|The virtual board 10x10 did not).* \(?/.*\.$"
        ):
            table.lay(fairyrules.game("wildeurasian-qi"))
        table.lift("e2")
        assert (table.profile.id, "e2" in table.magnets, len(table.pieces.held)) == ("8x8", False, 1)
        assert {"e1", "e7"} <= table.magnets
    finally:
        table.close()
