"""Processes that are talked with line by line: whatever they do, whoever talks with them goes on."""

import os
import threading
import time
from pathlib import Path

import pytest

from reedboard.opponent.talk import Talk

PATIENCE_S = 30.0
MUCH = "x" * 500_000
"""More than a pipe holds."""


def in_time(work):
    """Whether it comes to its end, be the machine as busy as it may."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(PATIENCE_S)
    return not thread.is_alive()


def alive(number):
    """Whether a process runs; one that ended and that nobody asked after does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_one_that_never_reads_holds_up_nobody():
    talk = Talk("The engine", ["sleep", "600"])
    assert in_time(lambda: talk.say(MUCH))
    assert in_time(lambda: talk.say("stop"))
    assert in_time(talk.close)


def test_one_that_leaves_a_child_behind_is_ended_with_it(tmp_path):
    """As a script that starts an engine does: the child keeps what the script has written to."""
    number = tmp_path / "number"
    talk = Talk("The engine", ["sh", "-c", f"sleep 600 & echo $! > {number}; echo ready; cat"])
    assert talk.hear(time.monotonic() + PATIENCE_S) == "ready"
    assert in_time(talk.close)
    child, until_s = number.read_text().strip(), time.monotonic() + PATIENCE_S
    while alive(child) and time.monotonic() < until_s:
        time.sleep(0.05)
    assert not alive(child)


def test_what_is_said_comes_in_order_and_closing_ends_one_that_listens():
    talk = Talk("The engine", ["cat"])
    for number in range(100):
        talk.say(str(number))
    talk.say(MUCH)
    assert [talk.hear(time.monotonic() + PATIENCE_S) for _ in range(100)] == [str(number) for number in range(100)]
    assert talk.hear(time.monotonic() + PATIENCE_S) == MUCH
    began_s = time.monotonic()
    talk.close()
    assert time.monotonic() - began_s < PATIENCE_S
    with pytest.raises(ProcessLookupError):
        os.kill(talk.pid, 0)
