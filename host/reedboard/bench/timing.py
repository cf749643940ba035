"""How often a second work is done, ours and python-chess's."""

import importlib
import math
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from reedboard.errors import ReedboardError

ROUND_S = 0.2
"""Long enough for some thousand legal lists, short enough that all games take a minute."""


def per_s(work: Callable[[], object], least_s: float = ROUND_S) -> float:
    """How often a second the work is done, in CPU time."""
    work()
    done = 0
    start = time.process_time()
    while True:
        for _ in range(10):
            work()
        done += 10
        took = time.process_time() - start
        if took >= least_s:
            return done / took


def build_of(made: Callable[..., object]) -> str:
    """Which build of a function or class runs: compiled by `make fast`, or as it is written."""
    file = str(importlib.import_module(made.__module__).__file__)
    return "plain Python" if file.endswith(".py") else "compiled Python"


def quantile(ordered: Sequence[float], share: float) -> float:
    """The least of some ordered values that so large a share of them does not exceed.

    Raises: IndexError where there are none.
    """
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def ratio(rounds: list[tuple[float, float]]) -> float:
    """Ours by theirs, the median of the rounds."""
    return statistics.median(ours / theirs for ours, theirs in rounds)


def python_chess() -> Any:  # noqa: ANN401  # only a test dependency, so its types are not known
    """The module.

    Raises: ReedboardError if it is not installed.
    """
    try:
        return importlib.import_module("chess")
    except ImportError:
        raise ReedboardError("python-chess is not installed; for the comparison run: pip install chess") from None
