"""The process our search thinks in: questions in, answers out, a line of JSON each. `search.py` is the other end.

`{"start": position, "entries": n}` (the position pickled, base64) is answered by `{"ready": true}`;
`{"go": number, "count": n, "seconds": s, "nodes": n, "depth": n}` by `{"number": number, "lines": [...], "nodes": n}`,
and by the same with `"more": true` before it, at once and after each depth;
`{"stop": number}` has the answer to that question come at once. The end of the input ends the process.
"""

import base64
import json
import os
import pickle
import queue
import sys
import threading
import time
from typing import Any

from fairyrules import Position
from fairyrules.search import Limit, Line, Search

NICER = 10
"""How far the process steps back behind the program, whose lights come first."""


class Questions:
    """The questions, read by a thread of their own, so that a stop is heard while the search thinks."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._stopped = 0
        threading.Thread(target=self._read, name="questions", daemon=True).start()

    def take(self) -> dict[str, Any] | None:
        """The next question; None at the end."""
        return self._waiting.get()

    def stopped(self, number: int) -> bool:
        """Whether the answer to the question shall come now."""
        return self._stopped >= number

    def _read(self) -> None:
        for text in sys.stdin:
            question = json.loads(text)
            if "stop" in question:
                self._stopped = max(self._stopped, question["stop"])
            else:
                self._waiting.put(question)
        self._stopped = sys.maxsize
        self._waiting.put(None)


def main() -> None:
    """Answers until the input ends."""
    if hasattr(os, "nice"):
        os.nice(NICER)
    questions = Questions()
    search: Search | None = None
    position: Position | None = None
    entries = 0
    while (question := questions.take()) is not None:
        if "start" in question:
            before = position
            # Pickle brings a position's past and a game of one's own along; it comes from whoever started us.
            position = pickle.loads(base64.b64decode(question["start"]))
            assert isinstance(position, Position)
            if search is None or before is None or before.game != position.game or entries != question["entries"]:
                entries = question["entries"]
                search = Search(position, entries)
            # The tables its moves need take long to make on a large board; a stop must not have to wait for them.
            position.outcome()
            say({"ready": True})
        else:
            assert search is not None
            assert position is not None
            say(answer(search, position, question, questions))


def answer(search: Search, position: Position, question: dict[str, Any], questions: Questions) -> dict[str, Any]:
    """What the search finds within the question's limits."""
    number = question["go"]
    until_s = time.monotonic() + question["seconds"] if question["seconds"] else float("inf")

    def stop() -> bool:
        return questions.stopped(number) or time.monotonic() >= until_s

    def told(lines: tuple[Line, ...]) -> None:
        say({**found(lines), "more": True})

    def found(lines: tuple[Line, ...]) -> dict[str, Any]:
        return {"number": number, "lines": [written(line) for line in lines], "nodes": search.nodes}

    return found(search.go(position, Limit(question["nodes"], question["depth"]), question["count"], stop, told))


def written(line: Line) -> dict[str, Any]:
    """A line as JSON takes it."""
    return {"score": line.score, "depth": line.depth, "pv": [str(move) for move in line.pv]}


def say(words: dict[str, Any]) -> None:
    """A line of the answer."""
    print(json.dumps(words), flush=True)


if __name__ == "__main__":
    main()
