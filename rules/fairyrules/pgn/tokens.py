"""Cuts PGN text into tokens; each knows the line it came from, for messages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from fairyrules.errors import NotationError


class Sort(Enum):
    """What a token is."""

    TAG = auto()
    COMMENT = auto()
    OPEN = auto()
    CLOSE = auto()
    GLYPH = auto()
    RESULT = auto()
    MOVE = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """`text` is a tag's value, a comment's words, a glyph's number, or the move or result as written."""

    sort: Sort
    text: str
    line: int
    name: str = ""
    """A tag's name."""


SCANNER = re.compile(
    r"""(?P<space>\s+)
      | (?P<escape>(?m:^)%[^\n]*)
      | (?P<rest>;[^\n]*)
      | (?P<comment>\{[^}]*\})
      | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
      | (?P<open>\()
      | (?P<close>\))
      | (?P<glyph>\$\d{1,3}(?!\d))
      | (?P<result>(?:1-0|0-1|1/2-1/2|½-½|\*)(?=[\s;{(\[)]|$))
      | (?P<number>\d+\.+|\d+(?=[\s;{(\[]|$)|\.+)
      | (?P<passant>e\.p\.)
      | (?P<move>[^\s{}();$\[\]!?]+)
      | (?P<mark>[!?]{1,2})
    """,
    re.VERBOSE,
)
MARKS = {"!": "1", "?": "2", "!!": "3", "??": "4", "!?": "5", "?!": "6"}
"""Marks glued to a move, as numeric annotation glyphs. Source: PGN standard, 8.2.3.8."""


def tokens(text: str) -> Iterator[Token]:
    """The tokens that mean something, in order; move numbers and lines escaped by "%" are left out.

    Raises:
        NotationError: at a character that starts nothing, a comment without end, a tag without its quotes.
    """
    at, line = 0, 1
    text = text.removeprefix("\ufeff")
    while at < len(text):
        match = SCANNER.match(text, at)
        if match is None:
            raise NotationError(f"PGN line {line}: {complaint(text[at:])}.")
        found = match[0]
        match match.lastgroup:
            case "comment":
                yield Token(Sort.COMMENT, " ".join(found[1:-1].split()), line)
            case "rest":
                yield Token(Sort.COMMENT, " ".join(found[1:].split()), line)
            case "tag":
                yield Token(Sort.TAG, re.sub(r"\\(.)", r"\1", match["value"]), line, match["name"])
            case "open":
                yield Token(Sort.OPEN, found, line)
            case "close":
                yield Token(Sort.CLOSE, found, line)
            case "glyph":
                yield Token(Sort.GLYPH, found[1:], line)
            case "mark":
                yield Token(Sort.GLYPH, MARKS[found], line)
            case "result":
                yield Token(Sort.RESULT, "1/2-1/2" if found == "½-½" else found, line)
            case "move":
                yield Token(Sort.MOVE, found, line)
        line += found.count("\n")
        at = match.end()


def complaint(rest: str) -> str:
    """What is wrong where no token starts."""
    match rest[0]:
        case "{":
            return "a comment opens with { and never closes; add the }"
        case "}":
            return "a } closes no comment; remove it"
        case "[":
            return f'found {rest.splitlines()[0]!r}, expected a tag like [White "Name"]'
        case char:
            return f"found {char!r}, expected a move, a comment, a variation or a result"
