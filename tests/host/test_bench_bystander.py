"""The bench's bystanders: they tell by how much the machine stood still, and when."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reedboard.bench import bystander
from reedboard.errors import ReedboardError

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


@pytest.mark.skipif(sys.platform == "win32", reason="a process there keeps the number of a parent that ended")
def test_bystanders_leave_when_what_they_stand_by_was_killed():
    code = """
import os, signal, subprocess
from reedboard.bench import bystander
begun, real = [], subprocess.Popen
subprocess.Popen = lambda *args, **kwargs: begun.append(real(*args, **kwargs)) or begun[-1]
with bystander.standing_by():
    print(*(each.pid for each in begun), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    told = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=False).stdout
    left = {int(each) for each in told.split()}
    assert left
    deadline = time.perf_counter() + 10
    while left and time.perf_counter() < deadline:
        left = {each for each in left if _runs(each)}
        time.sleep(0.02)
    assert not left


def _runs(process: int) -> bool:
    """Whether it is there; one that ended and that nobody waits for is not."""
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat").read_text().split()[2] if Path("/proc/self").exists() else ""
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


def test_a_bystander_that_does_not_come_up_is_told(monkeypatch):
    monkeypatch.setattr(bystander, "_processors", lambda: [100_000])
    told = "no process could be set to wait on processor 100000"
    with pytest.raises(ReedboardError, match=told), bystander.standing_by():
        pass


def test_what_ended_before_or_began_after_is_not_counted():
    machine = bystander.Bystanders([(10.0, 0.2), (12.0, 0.5)])
    assert machine.late_s(9.9, 10.1) == 0.2
    assert machine.late_s(9.0, 9.7) == 0
    assert machine.late_s(10.1, 11.4) == 0
    assert machine.late_s(9.0, 11.6) == 0.5
