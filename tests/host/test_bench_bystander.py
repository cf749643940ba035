"""The bench's bystanders: they tell by how much the machine stood still, and when."""

import signal
import subprocess
import sys
import time

import pytest

from reedboard.bench import bystander

HELD_S = 0.3


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be stopped for a while")
def test_a_bystander_that_was_held_says_when_and_by_how_much(monkeypatch):
    begun, real = [], subprocess.Popen

    def popen(*args, **kwargs):
        begun.append(real(*args, **kwargs))
        return begun[-1]

    monkeypatch.setattr(bystander.subprocess, "Popen", popen)
    with bystander.standing_by() as machine:
        assert len(begun) == len(bystander._processors())
        before = time.perf_counter()
        begun[0].send_signal(signal.SIGSTOP)
        time.sleep(HELD_S)
        begun[0].send_signal(signal.SIGCONT)
        after = time.perf_counter()
        deadline = after + 10
        while machine.late_s(before, after) < HELD_S / 2 and time.perf_counter() < deadline:
            time.sleep(0.01)
        assert machine.late_s(before, after) > HELD_S / 2
        assert machine.late_s(before - 100, before - 50) == 0
    assert all(each.returncode is not None for each in begun)


def test_what_ended_before_or_began_after_is_not_counted():
    machine = bystander.Bystanders([(10.0, 0.2), (12.0, 0.5)])
    assert machine.late_s(9.9, 10.1) == 0.2
    assert machine.late_s(9.0, 9.7) == 0
    assert machine.late_s(10.1, 11.4) == 0
    assert machine.late_s(9.0, 11.6) == 0.5
