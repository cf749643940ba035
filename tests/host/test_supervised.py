"""A thread that dies is logged, told of, and begins anew."""

import threading

from reedboard import supervised
from reedboard.supervised import SupervisedThread, sentence


def test_thread_begins_anew_when_its_work_raised_and_ends_when_it_returned(caplog):
    told, rounds, done = [], [], threading.Event()

    def work():
        rounds.append(len(rounds))
        if len(rounds) < 3:
            raise OverflowError("int too big\n to convert")
        done.set()

    thread = SupervisedThread("the link", work, lambda error: told.append(sentence("the link", error)))
    thread.start()
    assert done.wait(20)
    thread.end(20)
    assert not thread.is_alive()
    assert told == 2 * [
        "Something went wrong inside the link (OverflowError: int too big to convert). It has started over and the "
        "game goes on; the log has the details."
    ]
    assert len(caplog.records) == 2
    assert "in work" in caplog.text


def test_thread_goes_on_when_nobody_can_be_told(caplog):
    rounds, done = [], threading.Event()

    def work():
        rounds.append(1)
        if len(rounds) == 1:
            raise KeyError("first")
        done.set()

    def fell(error):
        raise ZeroDivisionError("deaf")

    SupervisedThread("the link", work, fell).start()
    assert done.wait(20)
    assert "nobody could be told" in caplog.text


def test_thread_that_waits_to_begin_anew_ends_at_once(monkeypatch):
    monkeypatch.setattr(supervised, "FIRST_S", 1000.0)
    fallen = threading.Event()

    def work():
        raise ValueError

    thread = SupervisedThread("the link", work, lambda error: fallen.set())
    thread.start()
    assert fallen.wait(20)
    thread.end(20)
    assert not thread.is_alive()
