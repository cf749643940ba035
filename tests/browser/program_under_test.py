"""`reedboard play` as people start it, for plays that take long: started, ended, killed, and asked how things stand."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import Request, urlopen

PATIENCE_S = 60.0
"""How long one step may take on a busy machine."""


class MisplayedError(Exception):
    """The page did not come to show what was played."""


class ProgramUnderTest:
    """`reedboard play` as people start it, in a home of its own."""

    def __init__(self, home):
        self.home = home
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port = found.getsockname()[1]
        self.output = home / "output.txt"
        self.process = None
        self.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/"

    @property
    def token(self):
        return (self.home / "token").read_text().strip()

    def start(self, *options):
        order = [str(Path(sys.executable).parent / "reedboard"), "play", "--board", "virtual", "--no-browser"]
        with self.output.open("a") as output:
            self.process = subprocess.Popen(
                [*order, "--http", f"127.0.0.1:{self.port}", *options],
                env={**os.environ, "REEDBOARD_DATA": str(self.home)},
                stdout=output,
                stderr=output,
            )
        self.wait(lambda state: state["connection"]["state"] == "connected")

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(timeout=PATIENCE_S)

    def state(self):
        with suppress(OSError), urlopen(self.url + "api/v1/state", timeout=5) as answer:
            return json.load(answer)
        return None

    def post(self, path, **body):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        with urlopen(Request(f"{self.url}api/v1/{path}", json.dumps(body).encode(), headers), timeout=PATIENCE_S):
            pass

    def wait(self, wanted, timeout_s=PATIENCE_S):
        end = time.monotonic() + timeout_s
        while True:
            state = self.state()
            if state and wanted(state):
                return state
            if time.monotonic() > end:
                raise MisplayedError(describe(state))
            time.sleep(0.05)


def describe(state):
    """A state in a line, for a finding."""
    if not state:
        return "the program does not answer"
    shown = {part: state[part] for part in ("question", "trouble", "hint", "notices", "outcome") if state[part]}
    held = [held["piece"]["name"] for held in state["hands"]["held"]]
    moves = [(ply["move"], ply["state"]) for ply in state["moves"][-3:]]
    game = {"game": state["game"]["id"], "record": state["game"]["record"]}
    return json.dumps({**game, "moves": moves, "held": held, **shown})
