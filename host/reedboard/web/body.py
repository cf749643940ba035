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
