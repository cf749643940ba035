"""From a game in play to what people see of it: pure, the whole of it every time.

The page gets only what changed (`reedboard.game.status.changed`), so nothing here remembers what it showed before.
"""

from reedboard.game.view.questions import unseen
from reedboard.game.view.scene import Scene
from reedboard.game.view.whole import ply_views, status

__all__ = ["Scene", "ply_views", "status", "unseen"]
