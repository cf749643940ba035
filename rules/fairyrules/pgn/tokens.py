"""Cuts PGN text: first a stream of lines into the texts of games, then a game's text into words that mean something."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

SCANNER = re.compile(
    r"""(?P<escape>(?m:^)%[^\n]*)
      | (?P<rest>;[^\n]*)
      | (?P<comment>\{[^}]*\})
      | (?P<tag>\[\s*(?P<name>[\w+#=:-]+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
      | (?P<raw>(?m:^)\[\s*(?P<raw_name>[\w+#=:-]+)\s*"(?P<raw_value>[^\n]*)"\s*\][^\S\n]*(?m:$))
      | (?P<open>\()
      | (?P<close>\))
      | (?P<glyph>\$[0-9]{1,3}(?![0-9]))
      | (?P<result>(?:1-0|0-1|1/2-1/2|½-½|\*)(?=[\s;{(\[)]|$))
      | (?P<passant>e\.p\.)
      | (?:[0-9]+[.…]+\s*)?
        (?P<move>[^\s{}();$\[\]!?±∓⩲⩱∞□⨀⟳↑→⇆⊕∆⌓.…0-9][^\s{}();$\[\]!?±∓⩲⩱∞□⨀⟳↑→⇆⊕∆⌓]*|0-0[^\s{}();$\[\]!?]*|0000(?=[\s;{(\[)]|$))
      | (?P<number>[0-9]+[.…]+|[0-9]+(?=[\s;{(\[]|$)|[.…]+)
      | (?P<mark>[!?]{1,2}|[±∓⩲⩱∞□⨀⟳↑→⇆⊕∆⌓])
      | (?P<odd>\{[^}]*|[^\s])
    """,
    re.VERBOSE,
)
"""Finds one word after another; `lastgroup` tells its sort. A move's number is skipped with it."""

# Sorts of words, by the names of their groups above.
SKIPPED = frozenset({"number", "passant", "escape"})
REMARKS = frozenset({"comment", "rest", "glyph", "mark"})
TAGS = frozenset({"tag", "raw"})

MARKS = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14,
    "⩱": 15, "=+": 15, "=/+": 15, "±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19, "⨀": 22, "⟳": 32,
    "↑": 36, "→": 40, "⇆": 132, "⊕": 138, "∆": 140, "⌓": 142, "N": 146,
}  # fmt: skip
"""Marks of opinion, as numeric annotation glyphs.

Source: PGN standard, 8.2.3.8 and 10; the signs are those of chess books.
"""

_BRACES = re.compile(r"[{};]")


def decoded(text: str | bytes) -> str:
    """A line, or a whole file, as text: bytes are UTF-8, or else Latin-1, as the PGN standard has it."""
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        return text.decode("latin-1")


def lines_of(source: str | bytes | Iterable[str] | Iterable[bytes]) -> Iterator[str]:
    """The lines of a text, of bytes, or of what gives lines, as an open file does."""
    if isinstance(source, bytes):
        source = source.split(b"\n")
        yield from (decoded(line) + "\n" for line in source)
    elif isinstance(source, str):
        yield from (line + "\n" for line in source.split("\n"))
    else:
        for line in map(decoded, source):
            yield line if line.endswith("\n") else line + "\n"


def game_texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The text of one game after another, with the number (from 1) of its first line, as soon as it is complete.

    A text ends where tags begin after something else; games without tags between them stay in one text. A comment that
    holds a line with an Event tag was not closed by mistake: the game ends there all the same.
    """
    text: list[str] = []
    first, tags, inside = 1, True, False
    for number, line in enumerate(lines, start=1):
        if number == 1:
            line = line.removeprefix("\ufeff")
        if line[0] == "[" and (not inside or line.startswith('[Event "')):
            if not tags and text:
                yield first, "".join(text)
                text, first, inside = [], number, False
            tags = True
        elif not line.isspace():
            tags = False
        text.append(line)
        if line[0] != "%" and ("{" in line or inside):
            inside = _ends_inside(line, inside)
    if text:
        yield first, "".join(text)


def _ends_inside(line: str, inside: bool) -> bool:
    """Whether a comment in braces is still open at the end of the line."""
    for sign in _BRACES.findall(line):
        if inside:
            inside = sign != "}"
        elif sign == ";":
            break
        else:
            inside = sign == "{"
    return inside


QUOTED = 60
"""So many characters of a text that means nothing are quoted."""


class Lines:
    """Which line of the source each place of a text is on; `first` is the number of the text's first line."""

    def __init__(self, first: int, text: str) -> None:
        self._first = first
        self._text = text
        self._ends: list[int] | None = None

    def at(self, place: int) -> int:
        """The number of the line that holds the character at this place."""
        if self._ends is None:  # asked for only where something is wrong, and then perhaps at every character
            self._ends = [found.start() for found in re.finditer("\n", self._text)]
        return self._first + bisect_left(self._ends, place)


def complaint(odd: re.Match[str]) -> str:
    """What is wrong where no word starts."""
    match odd[0][0]:
        case "{":
            return "a comment opens with { and never closes; add the }"
        case "}":
            return "a } closes no comment; remove it"
        case "[":
            line, *more = odd.string[odd.start() : odd.start() + QUOTED].splitlines()
            cut = "…" if not more and odd.start() + QUOTED < len(odd.string) else ""
            return f'found {line + cut!r}, expected a tag like [White "Name"]'
        case char:
            return f"found {char!r}, expected a move, a comment, a variation or a result"
