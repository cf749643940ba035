"""A program killed at chance moments while its disk is slow: what anybody saw or was answered is in the record."""

import json
import random
import subprocess
import sys
import threading
import time
from http.client import HTTPException
from urllib.request import Request, urlopen

import pytest

from reedboard.archive.database import Archive

PROGRAM = """
import sys, threading, time
from contextlib import contextmanager
from pathlib import Path
from rich.console import Console
import fairyrules
from reedboard.app.program import Options, Program
from reedboard.archive.database import Archive

class SlowDisk(Archive):
    @contextmanager
    def _transaction(self):
        with super()._transaction() as db:
            yield db
            time.sleep(0.2)

import reedboard.app.program
reedboard.app.program.Archive = SlowDisk
options = Options("virtual", fairyrules.game("chess").start(), port=0)
program = Program(options, Path(sys.argv[1]), Console(quiet=True))
print(program.local_link, flush=True)
for site in "e2 e4 e7 e5 g1 f3 b8 c6 f1 b5 a7 a6".split():
    there = program.table.sites[site] in program.table.magnets
    (program.table.lift if there else program.table.place)(site)
    time.sleep(0.05)
time.sleep(600)
"""


class Killed:
    """A program in a home, to be killed."""

    def __init__(self, folder):
        command = [sys.executable, "-c", PROGRAM, str(folder)]
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.child.stdout is not None
        self.url, _, self.token = self.child.stdout.readline().strip().partition("?token=")

    def state(self):
        with urlopen(f"{self.url}api/v1/state", timeout=10.0) as answer:
            return json.load(answer)

    def post(self, path, body):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        with urlopen(Request(f"{self.url}api/v1/{path}", json.dumps(body).encode(), headers), timeout=20.0) as answer:
            return answer.status

    def kill(self):
        self.child.kill()
        self.child.wait()
        self.child.stdout.close()


@pytest.fixture
def start(tmp_path):
    started = []

    def begin():
        started.append(Killed(tmp_path))
        return started[-1]

    yield begin
    for program in started:
        program.kill()


def recorded(folder):
    archive = Archive(folder)
    record = archive.records(pytest.fail)[0]
    moves = [move.san for move in archive.moves(record.id)]
    archive.close()
    return record, moves


def test_result_is_recorded_when_the_program_is_killed_at_its_answer(start, tmp_path):
    program = start()
    assert program.post("result", {"result": "1/2-1/2"}) == 200
    program.kill()
    assert recorded(tmp_path)[0].result == "1/2-1/2"


@pytest.mark.parametrize("seed", range(3))
def test_moves_that_were_seen_are_recorded_when_the_program_is_killed(start, tmp_path, seed):
    program = start()
    seen, ends = [], threading.Event()

    def look():
        while not ends.is_set():
            try:
                settled = [ply["san"] for ply in program.state()["moves"] if ply["state"] == "settled"]
            except (OSError, HTTPException, ValueError):  # killed before, or in the middle of, an answer
                return
            seen.append(settled)

    looks = threading.Thread(target=look)
    looks.start()
    time.sleep(random.Random(seed).uniform(0.5, 4.0))
    program.kill()
    ends.set()
    looks.join()
    moves = recorded(tmp_path)[1]
    assert seen
    assert all(moves[: len(settled)] == settled for settled in seen), (seen[-1], moves)
