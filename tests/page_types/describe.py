"""What the pages' scripts are checked against: types of the API's answers, and of the elements that pages have by name.

The answers' types come from the API's description, the elements' from the templates; `tsc` reads both in `made.d.ts`.
"""

import json
import sys
from collections import defaultdict
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "host" / "reedboard" / "web"
MADE = HERE / "made.d.ts"
PARTS = "#/components/schemas/"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_of(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON schema, as far as the API's description goes.

    Raises: KeyError for a schema of another kind.
    """
    if "$ref" in schema:
        return f"Api.{schema['$ref'].removeprefix(PARTS)}"
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(map(type_of, schema["anyOf"]))
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        return f"({type_of(schema['items'])})[]"
    if schema.get("type") == "object" and "properties" in schema:
        return f"{{ {' '.join(fields(schema))} }}"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values) if isinstance(values, dict) else 'unknown'}>"
    return PLAIN[schema["type"]] if "type" in schema else "unknown"


def fields(schema: dict[str, Any]) -> list[str]:
    """The fields of an object; one that has a usual value may be left out."""
    needed = schema.get("required", [])
    return [f"{name}{'' if name in needed else '?'}: {type_of(each)};" for name, each in schema["properties"].items()]


class Elements(HTMLParser):
    """Collects what has an id, and the fields of each form by the id of the form or of what it stands in."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: dict[str, set[str]] = defaultdict(set)
        self.forms: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._named: list[tuple[str, str | None]] = []
        self._form: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes note of an element."""
        told = dict(attrs)
        name = told.get("id")
        if name and "{" not in name:
            self.tags[name].add(tag)
        if tag in ("form", "dialog", "details", "section"):
            self._named.append((tag, name))
        if tag == "form":
            self._form = next((each for _, each in reversed(self._named) if each), None)
        field = told.get("name") or ""
        if self._form and tag in ("input", "select", "textarea") and field and "{" not in field:
            self.forms[self._form][field].add("radios" if told.get("type") == "radio" else tag)

    def handle_endtag(self, tag: str) -> None:
        """Takes note of an end."""
        if self._named and tag == self._named[-1][0]:
            self._named.pop()
        if tag == "form":
            self._form = None


def element(tag: str) -> str:
    """The TypeScript type of an element."""
    kinds = {"svg": "SVGSVGElement", "radios": "RadioNodeList & HTMLInputElement[]"}
    return kinds.get(tag, f'HTMLElementTagNameMap["{tag}"]')


def text() -> str:
    """All types."""
    schemas = json.loads((WEB / "static" / "openapi.json").read_text(encoding="utf-8"))["components"]["schemas"]
    found = Elements()
    for template in sorted((WEB / "templates").glob("*.html")):
        found.feed(template.read_text(encoding="utf-8"))
    lines = ["declare namespace Api {"]
    lines += [
        f"  interface {name} {{ {' '.join(fields(each))} }}" for name, each in schemas.items() if "properties" in each
    ]
    lines += ["}", "interface PageFields {"]
    for form, named in sorted(found.forms.items()):
        inside = " ".join(f"{name}: {' & '.join(map(element, sorted(tags)))};" for name, tags in sorted(named.items()))
        lines.append(f'  "{form}": {{ {inside} }};')
    lines += ["}", "interface PageElements {"]
    for name, tags in sorted(found.tags.items()):
        kind = " & ".join(map(element, sorted(tags)))
        kind = f'PageForm<"{name}">' if tags == {"form"} and name in found.forms else kind
        lines.append(f'  "{name}": {kind};')
    return "\n".join([*lines, "}", ""])


if __name__ == "__main__":
    MADE.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"{MADE.name}: {len(text())} characters\n")
