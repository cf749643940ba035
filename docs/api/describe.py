"""Writes the API's description, OpenAPI 3.1, from the routes as the code declares them: `make api`."""

import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from reedboard.web.app import create_app
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard
from reedboard.web.operations import PREFIX, Operation

FILE = Path(__file__).parents[2] / "host" / "reedboard" / "web" / "static" / "openapi.json"
PARTS = "#/components/schemas/{model}"
PROBLEM = {
    "type": "object",
    "description": "Problem details (RFC 9457): `detail` is a sentence for people, `field` the part it is about.",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "field": {"type": "string"},
    },
    "required": ["type", "title", "status", "detail"],
}
REFUSALS = {
    "400": "What was sent cannot be used.",
    "403": "The request is for another machine, from another site, or acts without the token.",
    "404": "There is no such thing.",
    "405": "The route is not for this method.",
    "413": "The body is too large.",
    "503": "The program is in trouble, or too many pages are open.",
}

ABOUT = "What the page shows and does. Looking is free; acting needs the token, as `Authorization: Bearer TOKEN`."
OTHERS = {202: "Done, but not on the disk yet; the answer says why.", 503: "Not well; the answer says why."}


def description() -> dict[str, Any]:
    """The whole description."""
    operations = create_app(Hub(), None, Guard(""), None).extensions["operations"].all
    schemas: dict[str, Any] = {"Problem": PROBLEM}
    paths: dict[str, Any] = {}
    for each in operations:
        path = PREFIX + re.sub(r"<int:(\w+)>", r"{\1}", each.path)
        paths.setdefault(path, {})[each.method.lower()] = operation(each, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "reedboard",
            "version": "1",
            "description": ABOUT,
        },
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def operation(each: Operation, schemas: dict[str, Any]) -> dict[str, Any]:
    """One route; the schemas it needs are added to `schemas`."""
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    answer = {"description": "As asked."}
    told: dict[str, Any] = {
        "operationId": each.view.__name__,
        "summary": inspect.getdoc(each.view),
        "parameters": list(parameters(each)),
        "responses": {"200": {**answer, "content": {each.media: {"schema": schema(each.answer, schemas)}}}},
    }
    if each.body is not None:
        told["security"] = [{"token": []}]
        content = {"application/json": {"schema": schema(each.body, schemas)}}
        told["requestBody"] = {"required": True, "content": content}
    for code, words in REFUSALS.items():
        told["responses"][code] = {"description": words, "content": problem}
    for other, form in each.also.items():
        words = OTHERS[other]
        content = {each.media: {"schema": schema(form, schemas)}}
        told["responses"][str(other)] = {"description": words, "content": content}
    return told


def parameters(each: Operation) -> Iterator[dict[str, Any]]:
    """What stands in the address."""
    for name in re.findall(r"<int:(\w+)>", each.path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
    for name, words in each.query.items():
        yield {"name": name, "in": "query", "description": words, "schema": {"type": "string"}}


def schema(form: Any, schemas: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401  # a type
    """The JSON schema of a type; its parts by name in `schemas`."""
    if form is str:
        return {"type": "string"}
    told = TypeAdapter(form).json_schema(ref_template=PARTS, mode="serialization" if form else "validation")
    schemas |= told.pop("$defs", {})
    title = told.get("title")
    if not title or "$ref" in told:
        return told
    schemas[title] = told
    return {"$ref": PARTS.format(model=title)}


def text() -> str:
    """The description as it stands in the file."""
    return json.dumps(description(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"{FILE.name}: {len(text())} characters\n")
