"""The API as it is declared: each route with what it takes and answers, so that its description comes from the code."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any, TypeVar, get_args, get_type_hints

from flask import Blueprint

from reedboard.web.body import LONGEST, FieldError, body

PREFIX = "/api/v1"
View = TypeVar("View", bound=Callable[..., Any])
Wanted = TypeVar("Wanted")


@dataclass(frozen=True, slots=True)
class Operation:
    """A route: `query` names what may stand in the address, in words; `body` and `answer` are types."""

    method: str
    path: str
    view: Callable[..., Any]
    body: object
    answer: object
    query: Mapping[str, str]
    media: str
    also: Mapping[int, object]
    """What it answers with other codes than 200."""


class Operations:
    """The routes of the API; `blueprint` serves them."""

    def __init__(self) -> None:
        self.all: list[Operation] = []
        self.blueprint = Blueprint("api", __name__, url_prefix=PREFIX)

    def get(
        self,
        path: str,
        answer: object,
        query: Mapping[str, str] | None = None,
        media: str = "application/json",
        also: Mapping[int, object] | None = None,
    ) -> Callable[[View], View]:
        """Declares a route that looks."""
        return self._add(Operation("GET", path, _nothing, None, answer, query or {}, media, also or {}))

    def post(
        self, path: str, wanted: object, answer: object, also: Mapping[int, object] | None = None
    ) -> Callable[[View], View]:
        """Declares a route that acts."""
        return self._add(Operation("POST", path, _nothing, wanted, answer, {}, "application/json", also or {}))

    def _add(self, operation: Operation) -> Callable[[View], View]:
        def declared(view: View) -> View:
            self.all.append(replace(operation, view=view))
            self.blueprint.add_url_rule(operation.path, view.__name__, view, methods=[operation.method])
            return view

        return declared


def _nothing() -> None:
    """Stands where the view will."""


def wanted(form: type[Wanted]) -> Wanted:
    """The request's body as the dataclass it is to be: texts, whole numbers, yes or no, lists of texts.

    Raises: ReedboardError for no JSON object, FieldError for a field that is missing, unknown or of another type.
    """
    told = body()
    known = {each.name: each for each in fields(form)}  # type: ignore[arg-type]  # a dataclass
    hints = get_type_hints(form)
    for name in told:
        if name not in known:
            raise FieldError(name[:40], f"{name[:40]!r} is not expected here: known are {', '.join(known)}.")
    for name, each in known.items():
        if name not in told and each.default is MISSING and each.default_factory is MISSING:
            raise FieldError(name, f"{name!r} is missing.")
        if name in told and not _fits(told[name], hints[name]):
            raise FieldError(name, f"Expected {_in_words(hints[name])} for {name!r}, found {str(told[name])[:80]!r}.")
    return form(**told)


def _fits(value: object, hint: object) -> bool:
    if hint is str:
        return isinstance(value, str) and len(value) <= 2 * LONGEST
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53
    if hint is bool or hint is type(None):
        return isinstance(value, bool) if hint is bool else value is None
    if hint == dict[str, str]:
        pairs = value.items() if isinstance(value, dict) else [(None, None)]
        return all(_fits(part, str) for pair in pairs for part in pair)
    if hint == list[str]:
        return isinstance(value, list) and len(value) <= LONGEST and all(_fits(each, str) for each in value)
    return any(_fits(value, each) for each in get_args(hint))


def _in_words(hint: object) -> str:
    words: dict[object, str] = {str: "a text", int: "a whole number", bool: "true or false", type(None): "null"}
    words |= {list[str]: "a list of texts", dict[str, str]: "texts by name"}
    return words.get(hint) or " or ".join(_in_words(each) for each in get_args(hint))
