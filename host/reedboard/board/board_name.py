"""What a board may be called: it becomes a word on the wire and a part of file names."""

import re

MOST = 48
"""Characters a name has at most: a greeting stays far below the longest line."""

_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._+-]{{0,{MOST - 1}}}")

RULE = f"up to {MOST} letters, digits, '.', '_', '+' and '-', beginning with a letter or a digit"


def is_board_name(text: str) -> bool:
    """Whether a board may be called so.

    >>> is_board_name("8x8"), is_board_name("../8x8"), is_board_name("my board")
    (True, False, False)
    """
    return _NAME.fullmatch(text) is not None
