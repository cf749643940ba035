"""Boards that people own already: a small program that speaks their protocol on one side and the wire on the other.

`dgt.py` is one board's protocol, pure; `serve.py` joins it with the wire's board end (`board/wire_board.py`).
"""

from reedboard.bridge import dgt
from reedboard.bridge.protocol import Foreign
from reedboard.bridge.serve import Bridge

FOREIGN: dict[str, type[Foreign]] = {"dgt": dgt.Dgt}
"""Protocols by the name that `reedboard bridge` takes."""

__all__ = ["FOREIGN", "Bridge", "Foreign"]
