"""The root of every error this package raises on purpose."""


class ReedboardError(Exception):
    """Something a user can mend: the message says what was found, what was expected and what to do."""


LONGEST = 500
"""Letters of a message that are shown: what it quotes of a file or a request may be of any length."""


def in_one_line(words: object) -> str:
    """A message as terminal and page can show it: one line, not too long to read, of letters that can be shown."""
    text = " ".join(str(words).split())
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST // 2]} … {shown[-LONGEST // 2 :]}"
