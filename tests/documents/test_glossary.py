"""docs/GLOSSARY.md holds every type of rules, board, tracker and game that another room uses."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOST, RULES = ROOT / "host" / "reedboard", ROOT / "rules" / "fairyrules"
ROOMS = {"rules": RULES, "board": HOST / "board", "tracker": HOST / "tracker", "game": HOST / "game"}
GLOSSARY = (ROOT / "docs" / "GLOSSARY.md").read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Import | ast.ImportFrom | ast.Attribute)]


def types_of(room: Path) -> set[str]:
    """The public classes a room defines."""
    trees = (tree_of(path) for path in room.rglob("*.py"))
    return {node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)}


def named_outside(room: Path) -> set[str]:
    """What files outside a room import from it by name, or take from a module of it they import."""
    package = ".".join(room.relative_to(ROOT).parts[1:])
    found: set[str] = set()
    for path in (*HOST.rglob("*.py"), *RULES.rglob("*.py")):
        if path.is_relative_to(room):
            continue
        modules: set[str] = set()
        for node in nodes_of(path):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package):
                found |= {each.name for each in node.names}
                modules |= {each.asname or each.name for each in node.names}
            elif isinstance(node, ast.Import):
                modules |= {each.name for each in node.names if each.name == package}
        for node in nodes_of(path):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
                found.add(node.attr)
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_glossary_holds_every_type_that_another_room_uses(room: str) -> None:
    used = types_of(ROOMS[room]) & named_outside(ROOMS[room])
    assert used
    assert sorted(name for name in used if not re.search(rf"\*\*`{name}`\*\*", GLOSSARY)) == []
