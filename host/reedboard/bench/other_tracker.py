"""The program on an upset board with another tracker in the place of its own; for a process that does nothing else."""

import sys
from importlib import import_module


def lights_of_upset_board(tracker: str, board: str, game: str, tries: int) -> list[float | None]:
    """Seconds from lifts to their LED frames, as `bench latency --upset` measures them.

    Args:
        tracker: the package that the program shall read as its tracker, by its dotted name.
        board: a shipped board or a geometry file.
        game: the game on it.
        tries: how many pieces are lifted.

    Raises: RuntimeError if the program was imported before, with the tracker it has.
    """
    if "reedboard.app.program" in sys.modules:
        raise RuntimeError("the program has its tracker already: expected a process of its own")
    sys.modules["reedboard.tracker"] = import_module(tracker)
    latency = import_module("reedboard.bench.sections.latency")  # imports the program, so not before
    return [each.lit_s for each in latency.measure_upset(board, game, tries)]
