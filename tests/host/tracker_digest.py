"""What the tracker says of games handled in every way, a line a game, to compare two states of it byte by byte.

    PYTHONPATH=host:rules:tests python tests/host/tracker_digest.py > before.txt
    ... change the tracker ...
    PYTHONPATH=host:rules:tests python tests/host/tracker_digest.py | diff before.txt - && echo equal

A line holds the game, how it was handled, and a digest of all that was told of it. With a number only every so many
games are played.
"""

import hashlib
import sys
from itertools import chain

import fairyrules
from reedboard import tracker
from reedboard.bench.sections.tracker import kinds
from reedboard.bench.trial import Trial

PLIES = 60
SEED = 9


def trials():
    for game, handling, trays in chain(kinds((), (), uncommon=False), kinds((), (), uncommon=True)):
        yield Trial(game, handling, trays, 1, PLIES, 0.0, None, SEED, None)


def told_of(trial):
    """All that is told of the first game of a row, its questions answered by what was played."""
    sitting, heard, _ = trial.sitting(0)
    game, fen = fairyrules.game(sitting.header.game), sitting.header.fen
    start = game.start() if fen is None else game.position(fen)
    belief = tracker.begin(start, sitting.header.trays, sitting.header.slots)
    for event in heard:
        belief, said = tracker.observe(belief, event)
        yield from said
        for answer in sitting.answers(said, event.t_ms):
            belief, more = tracker.observe(belief, answer)
            yield from more
    yield from tracker.conclude(belief)[1]


def lines(every=1):
    for trial in list(trials())[::every]:
        digest = hashlib.sha256()
        for said in told_of(trial):
            digest.update(f"{said}\n".encode())
        trays = "trays" if trial.trays else "no trays"
        yield f"{trial.game}, {trial.handling}, {trays}: {digest.hexdigest()[:16]}"


if __name__ == "__main__":
    for line in lines(*map(int, sys.argv[1:])):
        print(line, flush=True)
