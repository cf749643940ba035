"""When the board's buzzer sounds: as something begins, once."""

import time
from dataclasses import replace

import pytest
from rich.console import Console

import fairyrules
from reedboard.app.program import Options, Program
from reedboard.app.sounds import QUESTION_HZ, QUESTION_MS, TROUBLE_HZ, TROUBLE_MS, Buzzer, Sounds
from reedboard.game.status import Question, Status, Trouble

QUESTION = Question(3, "Which?", ())
TROUBLE = Trouble("e5 stands wrong", ("e4",), ("e5",), ())
ASK, LOW = (QUESTION_HZ, QUESTION_MS), (TROUBLE_HZ, TROUBLE_MS)


@pytest.fixture
def bare():
    """A status with nothing to say; its fixed parts do not matter here."""
    return Status(connection=None, game=None, layout=None, turn=None)


@pytest.mark.parametrize(
    ("wanted", "told"), [(Sounds.ALL, [LOW, ASK, ASK, LOW]), (Sounds.QUESTIONS, [ASK, ASK]), (Sounds.OFF, [])]
)
def test_sound_comes_when_something_begins_and_not_while_it_lasts(bare, wanted, told):
    heard = []
    buzzer = Buzzer(lambda hz, ms: heard.append((hz, ms)), wanted)
    trouble = replace(bare, trouble=TROUBLE)
    asked = replace(bare, question=QUESTION)
    again = replace(bare, question=replace(QUESTION, ply=5))
    for status in (trouble, trouble, bare, trouble, trouble, asked, asked, again, bare, trouble):
        buzzer.show(status)
    assert heard == told


@pytest.mark.slow
def test_illegal_move_is_heard_on_the_board(tmp_path):
    start = fairyrules.game("chess").start()
    with Program(Options("virtual", start, port=0, anew=True), tmp_path, Console(quiet=True)) as program:
        heard = []
        program.link.beep = lambda hz, ms: heard.append((hz, ms))
        program.table.lift("e2")
        time.sleep(0.1)
        program.table.place("e6")
        assert program.watch.wait_for(lambda status: status.trouble is not None, 20.0)
        program.table.lift("e6")
        time.sleep(0.1)
        program.table.place("e2")
        assert program.watch.wait_for(lambda status: status.trouble is None, 20.0)
        assert heard == [LOW]
