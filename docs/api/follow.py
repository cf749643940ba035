"""Follows the game in play and prints its moves as they settle: `python docs/api/follow.py http://127.0.0.1:8080`."""

import json
import sys
from collections.abc import Iterable, Iterator
from urllib.request import urlopen


def states(lines: Iterable[bytes]) -> Iterator[dict]:
    """The state after each event of the stream: `state` brings all of it, `patch` the parts that changed."""
    state, event = {}, ""
    for line in lines:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name == "event":
            event = value
        elif name == "data":
            state = json.loads(value) if event == "state" else state | json.loads(value)
            yield state


def follow(address: str) -> Iterator[str]:
    """A line for each move that stands, then the result."""
    told = 0
    with urlopen(f"{address.rstrip('/')}/api/v1/events") as stream:
        for state in states(stream):
            moves = [move for move in state.get("moves", []) if move["state"] == "settled"]
            for move in moves[told:]:
                yield f"{move['number']}{'.' if move['side'] == 'w' else '...'} {move['san']}"
            told = len(moves)
            if state.get("outcome"):
                yield f"{state['outcome']['result']} {state['outcome']['reason']}"
                return


if __name__ == "__main__":
    for line in follow(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"):
        print(line, flush=True)
