"""By how much the machine itself was late: a process on each processor that only sleeps, and tells of waking late.

Where a measured delay is as long as a bystander's in the same moment, the machine stood still, and not the program.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Final, TextIO

from reedboard.errors import ReedboardError

NAP_S: Final = 0.002
LATE_S: Final = 0.01
"""A nap longer by less says nothing: another process had its turn."""


@dataclass(frozen=True, slots=True)
class Bystanders:
    """What they told so far: when one that was late woke up, by `time.perf_counter`, and by how much, in seconds."""

    told: list[tuple[float, float]] = field(default_factory=list)

    def late_s(self, begin: float, end: float) -> float:
        """By how much one was late at most in this time; 0 for none. What began before, or ended after, counts whole.

        They tell when they wake: it is to be asked a moment after `end`.
        """
        return max((late for woke, late in list(self.told) if woke >= begin and woke - late <= end), default=0.0)


@contextmanager
def standing_by() -> Iterator[Bystanders]:
    """Bystanders, until it is left.

    Raises: ReedboardError where one does not come up; else what it did not tell would pass for a machine in time.
    """
    machine = Bystanders()
    with ExitStack() as stack:
        for processor in _processors():
            command = [sys.executable, "-m", "reedboard.bench.bystander", str(processor)]
            process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
            stack.callback(process.kill)
            assert process.stdout is not None
            if not process.stdout.readline():  # it is at its place
                raise ReedboardError(f"no process could be set to wait on processor {processor}: is it shut off?")
            threading.Thread(target=_hear, args=(process.stdout, machine), name="bystander", daemon=True).start()
        yield machine


def _hear(told: TextIO, machine: Bystanders) -> None:
    for line in told:
        woke, late = map(float, line.split())
        machine.told.append((woke, late))


def _processors() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [-1]


def _nap(processor: int) -> None:
    if processor >= 0:
        os.sched_setaffinity(0, {processor})
    parent = os.getppid()
    print(flush=True)
    while os.getppid() == parent:  # it is left alone where that was killed
        lay_down = time.perf_counter()
        time.sleep(NAP_S)
        woke = time.perf_counter()
        late = woke - lay_down - NAP_S
        if late >= LATE_S:
            print(f"{woke:.6f} {late:.6f}", flush=True)


if __name__ == "__main__":
    _nap(int(sys.argv[1]))
