"""One program at a time: the operating system's lock decides, the note in the file only says who it is."""

import json
import os
import signal
import subprocess
import sys

import pytest

from reedboard.lock import Lock, TakenError, holder

HOLD = """
import sys, time
from pathlib import Path
from reedboard.lock import Lock
held = Lock(Path(sys.argv[1]))
held.tell("http://127.0.0.1:8080/")
print("held", flush=True)
time.sleep(60)
"""


@pytest.fixture
def other(tmp_path):
    """Another program that holds the lock."""
    child = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path / "lock")], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    yield child
    child.kill()
    child.wait()
    child.stdout.close()


def test_lock_names_the_program_that_holds_it(other, tmp_path):
    with pytest.raises(TakenError, match=rf"^process {other.pid} since \d\d:\d\d$") as caught:
        Lock(tmp_path / "lock", 0.1)
    assert caught.value.holder.url == "http://127.0.0.1:8080/"
    assert holder(tmp_path / "lock").pid == other.pid


def test_lock_is_free_again_when_its_program_was_killed(other, tmp_path):
    os.kill(other.pid, signal.SIGKILL)
    other.wait()
    assert json.loads((tmp_path / "lock").read_text())["pid"] == other.pid  # the note outlives the program
    assert holder(tmp_path / "lock") is None
    with Lock(tmp_path / "lock", 0.0):
        assert holder(tmp_path / "lock").pid == os.getpid()


def test_lock_is_free_when_its_note_names_a_number_that_another_program_has_now(tmp_path):
    (tmp_path / "lock").write_text(json.dumps({"pid": os.getpid(), "since": "2026-01-01T00:00:00+00:00", "url": ""}))
    assert holder(tmp_path / "lock") is None
    Lock(tmp_path / "lock", 0.0).release()


@pytest.mark.parametrize("note", ["", "{", "[]", '{"pid": "x"}', '{"pid": 1, "since": "soon", "url": ""}', "[" * 9999])
def test_lock_is_told_as_another_programs_when_its_note_cannot_be_read(tmp_path, note):
    with Lock(tmp_path / "lock"):
        (tmp_path / "lock").write_text(note)
        with pytest.raises(TakenError, match=r"^another program$"):
            Lock(tmp_path / "lock", 0.0)


def test_lock_waits_a_moment_for_a_program_that_is_ending(other, tmp_path):
    killer = subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -9 {other.pid}"])
    Lock(tmp_path / "lock", 20.0).release()
    killer.wait()
