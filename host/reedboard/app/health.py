"""Whether the program is well: what `/health` and a report say. No names, no token, nothing of the game."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

from reedboard.app.loop import IDLE_S, Loop
from reedboard.app.status_watch import Watch
from reedboard.archive.game_writer import Keeper
from reedboard.game.status import Parts

SILENT_S = 10 * IDLE_S
"""A loop that has done nothing for so long hangs: it looks at the time once a second at least."""


@dataclass(frozen=True, slots=True)
class Health:
    """Looks at a running program. Any thread may ask.

    Args:
        pages: how many pages follow the game now.
    """

    loop: Loop
    keeper: Keeper
    watch: Watch
    pages: Callable[[], int]
    began_s: float

    def told(self) -> Parts:
        """`ok`: the program does its work; all troubles, a board that is away included; a few numbers."""
        silent_s = time.monotonic() - self.loop.beat_s
        board = self.watch.status.connection
        troubles = []
        if silent_s > SILENT_S:
            troubles.append(f"The game's loop has done nothing for {silent_s:.0f} s.")
        if self.keeper.trouble:
            troubles.append(f"The records cannot be written: {self.keeper.trouble}.")
        if board.state != "connected":
            troubles.append(f"{board.text}.".replace("..", "."))
        return {
            "ok": silent_s <= SILENT_S and not self.keeper.trouble,
            "troubles": troubles,
            "version": version("reedboard"),
            "runs_s": round(time.monotonic() - self.began_s),
            "board": board.state,
            "records": "in trouble" if self.keeper.trouble else "written",
            "pages": self.pages(),
        }
