"""Our search as an opponent, in a process of its own (`worker.py`)."""

import base64
import json
import pickle
import sys
import threading
import time
from typing import Any

from fairyrules import Position
from fairyrules.errors import FairyRulesError
from fairyrules.search import Line
from fairyrules.search.table import BYTES_PER_ENTRY
from reedboard.opponent.door import STARTS_OVER, Limit, Opponent, OpponentError
from reedboard.opponent.talk import Talk

MEMORY_MB = 210
"""What the process may take: below 300 MB with Python itself and the tables of the largest game."""
BASE_MB = 80
"""Of it, what is taken beside the table of positions: Python, rules, the ways of all pieces. With the kernel, 74 MB
were measured in the largest game after 20 million positions."""
READY_S = 60.0
"""The longest the first position of a game may take; the largest takes three seconds, and more under load."""
GRACE_S = 0.025
"""How long after the word, or the end of its time, its last answer is waited for; then what it told before counts. A
process that steps back behind others may not be let run in time: 278 ms were seen while all cores were busy."""
LATE_S = 5.0
"""How much later than asked for an answer may come before it counts as hanging: computers are busy at times."""


class SearchOpponent(Opponent):
    """The search of fairyrules: plays every game there is, those of one's own too.

    Args:
        memory_mb: what its process may take, table of positions included; at least 90.
        command: what is started; its own worker if not given.
    """

    def __init__(self, memory_mb: int = MEMORY_MB, command: list[str] | None = None) -> None:
        self._entries = max(10, memory_mb - BASE_MB) * 2**20 // BYTES_PER_ENTRY
        self._command = command or [sys.executable, "-m", "reedboard.opponent.worker"]
        self._position: Position | None = None
        self._talk: Talk | None = None
        self._asked = 0
        self._stop_s: float | None = None
        self._asking = threading.Lock()
        self.nodes = 0
        """Positions looked at for the last answer."""

    @property
    def name(self) -> str:
        """What people call it."""
        return "The search"

    @property
    def pid(self) -> int | None:
        """The process, if one is running."""
        return None if self._talk is None else self._talk.pid

    def start(self, position: Position) -> None:
        """Sets the position to think about. Raises OpponentError."""
        self._position = position
        if self._talk is None:
            self._talk = Talk(self.name, self._command)
        packed = base64.b64encode(pickle.dumps(position)).decode("ascii")
        self._talk.say(json.dumps({"start": packed, "entries": self._entries}))
        self._hear("ready", time.monotonic() + READY_S, True)

    def lines(self, limit: Limit, count: int) -> tuple[Line, ...]:
        """So many moves, best first. Raises OpponentError."""
        position = self._position
        if position is None:
            raise OpponentError(f"{self.name} has no position to think about; start it first.")
        if self._talk is None:
            self.start(position)
        assert self._talk is not None
        if position.outcome() is not None:
            raise OpponentError(f"The game is over: there is no move for {self.name[0].lower()}{self.name[1:]}.")
        with self._asking:
            self._asked += 1
            self._stop_s = time.monotonic() + limit.seconds if limit.seconds else None
            question = {"go": self._asked, "count": count, "seconds": limit.seconds, "nodes": limit.nodes}
            self._talk.say(json.dumps({**question, "depth": limit.depth}))
        return self._answered(position)

    def stop(self) -> None:
        """Has the answer come now."""
        with self._asking:
            talk = self._talk  # whoever asked may be closing it just now
            if talk is not None:
                self._stop_s = time.monotonic()
                talk.say(json.dumps({"stop": self._asked}))
                talk.wake()

    def close(self) -> None:
        """Ends the process."""
        talk, self._talk = self._talk, None
        if talk is not None:
            talk.close()

    def _answered(self, position: Position) -> tuple[Line, ...]:
        """The lines of the question asked last: its answer, or where that is late what was told before it."""
        told: tuple[Line, ...] = ()
        while True:
            late_s = GRACE_S if told else LATE_S
            until_s = time.monotonic() + 0.5 if self._stop_s is None else self._stop_s + late_s
            answer = self._hear("lines", until_s, self._stop_s is not None and not told)
            if answer is not None:
                told = tuple(self._checked(position, line) for line in answer["lines"])
                self.nodes = answer.get("nodes", 0)
                if not answer.get("more"):
                    return told
            elif told and self._stop_s is not None and time.monotonic() >= self._stop_s + GRACE_S:
                return told

    def _hear(self, what: str, until_s: float, needed: bool) -> dict[str, Any] | None:
        """What comes next of this kind; None where nothing came until then, or somebody said stop.

        Where something is needed and does not come, or the process ends, it is closed, and the reason raised.
        """
        assert self._talk is not None
        try:
            while True:
                line = self._talk.hear(until_s)
                if line:
                    answer = self._read(line, what)
                    if answer is None:
                        continue  # an answer to an earlier question, which nobody waits for any more
                    return answer
                if needed and time.monotonic() >= until_s:
                    raise OpponentError(f"{self.name} does not answer{STARTS_OVER}")
                if not needed or line is None or what == "lines":
                    return None
        except OpponentError:
            self.close()
            raise

    def _read(self, line: str, what: str) -> dict[str, Any] | None:
        try:
            answer = json.loads(line)
            number = answer.get("number", self._asked if what == "lines" else None)
            if number is not None and (what == "ready" or number < self._asked):
                return None
            if what in answer:
                return dict(answer)
        except (ValueError, TypeError, AttributeError):
            pass
        raise OpponentError(f"{self.name} answered what is no answer ({line[:80]}){STARTS_OVER}")

    def _checked(self, position: Position, line: dict[str, Any]) -> Line:
        """The line, once every move of it has been played."""
        moves = []
        here = position
        try:
            for text in line["pv"]:
                moves.append(here.parse(text))
                here = here.play_unchecked(moves[-1])  # parsed, it is legal
            return Line(moves[0], int(line["score"]), int(line["depth"]), tuple(moves))
        except (FairyRulesError, KeyError, IndexError, TypeError, ValueError) as error:
            self.close()
            reason = str(error).rstrip(".")
            raise OpponentError(f"{self.name} answered a move that cannot be played ({reason}).") from error
