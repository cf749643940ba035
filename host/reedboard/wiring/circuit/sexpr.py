"""S-expressions, KiCad's file syntax: nested tuples out, and back in for the check."""

import re
from dataclasses import dataclass
from uuid import NAMESPACE_URL, uuid5

_TOKEN = re.compile(r'\s*(?:(\()|(\))|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')


@dataclass(frozen=True, slots=True)
class Word:
    """A keyword, written without quotes."""

    text: str


def dump(expr: "Node", indent: int = 0) -> str:
    """The text; short expressions stay on their line.

    >>> dump((Word("at"), 1.5, 2, "x"))
    '(at 1.5 2 "x")'
    """
    if isinstance(expr, Word):
        return expr.text
    if isinstance(expr, str):
        return '"' + expr.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(expr, int | float):
        return f"{round(expr, 4):g}" if abs(expr) < 1e5 else str(expr)
    parts = [dump(part, indent + 1) for part in expr]
    line = f"({' '.join(parts)})"
    if len(line) <= 100 and "\n" not in line:
        return line
    head = next((n for n, part in enumerate(expr) if isinstance(part, tuple)), len(parts))
    pad = "\n" + "  " * (indent + 1)
    return f"({' '.join(parts[:head])}{pad}{pad.join(parts[head:])})"


def load(text: str) -> "Node":
    """The nested tuples of a text; every keyword is a `Word`, every number too.

    Raises: ValueError for brackets that do not match or text behind the end.
    """
    stack: list[list[Node]] = [[]]
    at = 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"no token at character {at}")
        at = match.end()
        opening, closing, quoted, word = match.groups()
        if opening:
            stack.append([])
        elif closing:
            if len(stack) == 1:
                raise ValueError(f"a bracket too many at character {at}")
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(Word(word) if word is not None else quoted.replace('\\"', '"'))
    if len(stack) != 1 or len(stack[0]) != 1:
        raise ValueError("brackets are left open, or there is more than one expression")
    return stack[0][0]


def expr(keyword: str, *parts: "Node") -> "Node":
    """An expression that begins with a keyword."""
    return (Word(keyword), *parts)


def stamp(*path: object) -> str:
    """An identifier that depends on the path alone, so that the same board always gives the same file."""
    return str(uuid5(NAMESPACE_URL, "/".join(map(str, path))))


Node = Word | str | int | float | tuple["Node", ...]
