"""The JSON a request carries, read with care: what is not as expected is told in a sentence that names the field."""

from typing import Any

from flask import request

from reedboard.errors import ReedboardError

LONGEST = 2000
"""Characters of a text where nothing else is said."""


class FieldError(ReedboardError):
    """A field of a request that cannot be used; `field` is its name."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


def body() -> dict[str, Any]:
    """The request's body, a JSON object.

    Raises: ReedboardError.
    """
    try:
        found = request.get_json(silent=True)
    except RecursionError:  # nested deeper than Python reads
        found = None
    if not isinstance(found, dict):
        raise ReedboardError("Expected a JSON object as the request's body.")
    return found


def text_of(found: dict[str, Any], name: str, longest: int = LONGEST) -> str:
    """A text of the body.

    Raises: FieldError.
    """
    value = found.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise FieldError(name, f"Expected a text for {name[:40]!r}, found {str(value)[:80]!r}.")
    return value


def number_of(found: dict[str, Any], name: str) -> int:
    """A whole number of the body.

    Raises: FieldError.
    """
    value = found.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise FieldError(name, f"Expected a whole number for {name!r}, found {str(value)[:80]!r}.")
    return value


def yes_or_no(found: dict[str, Any], name: str) -> bool:
    """A truth of the body.

    Raises: FieldError.
    """
    value = found.get(name)
    if not isinstance(value, bool):
        raise FieldError(name, f"Expected true or false for {name!r}, found {str(value)[:80]!r}.")
    return value
