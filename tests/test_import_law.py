"""The arrows of the house: which room may import which (`rooms.py`)."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

from rooms import ROOMS, THIRD_PARTY

ROOT = Path(__file__).parents[1]
HOST = ROOT / "host" / "reedboard"
STDLIB = set(sys.stdlib_module_names)
# Modules of the standard library that would make a pure room impure.
IMPURE = {"asyncio", "http", "logging", "os", "random", "socket", "sqlite3", "subprocess", "threading", "time"}
FREE = {"errors"}
"""Modules beside the rooms, open to all."""
IMPURE_FREE = {"lock", "supervised"}
"""Those open to every room that is not pure."""
FOR_TYPES = {"mypy_extensions"}
"""What fairyrules may name for the type checker and the compiler alone: machine numbers; nothing is loaded."""


@cache
def imports(path: Path) -> frozenset[str]:
    """Every module a file imports, those named in `from package import module` in full."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            found.add(str(node.module))
            if node.module == "reedboard":
                found.update(f"reedboard.{alias.name}" for alias in node.names)
    return frozenset(found)


def loaded(path: Path) -> set[str]:
    """The modules a file imports when it runs: without those under `if TYPE_CHECKING`."""
    found: set[str] = set()
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
    return found


def room_of(path: Path) -> str:
    """The innermost room a file of the host lies in."""
    folder = path.relative_to(HOST).parent.as_posix()
    return max((room for room in ROOMS if f"{folder}/".startswith(f"{room}/")), key=len, default="")


def lawful(name: str, room: str) -> bool:
    """Whether a file of the room may import the module."""
    law, top = ROOMS[room], name.split(".")[0]
    if top in STDLIB:
        return not (law.pure and top in IMPURE)
    if top == "reedboard":
        inner = name.split(".")[1:2]
        free = FREE if law.pure else FREE | IMPURE_FREE
        return not inner or inner[0] in free | law.may_import | {room.split("/")[0]}
    return top == "fairyrules" or (not law.pure and top in THIRD_PARTY)


@pytest.mark.parametrize("room", ROOMS)
def test_room_imports_only_what_the_house_allows(room):
    files = [path for path in sorted((HOST / room).rglob("*.py")) if room_of(path) == room]
    assert files, f"{room} is empty"
    for path in files:
        for name in sorted(imports(path)):
            assert lawful(name, room), f"{path.relative_to(ROOT)} imports {name}"


def test_every_file_of_the_host_lies_in_a_room():
    homeless = {path.name for path in HOST.rglob("*.py") if not room_of(path)}
    assert homeless == {"__init__.py", *(f"{name}.py" for name in FREE | IMPURE_FREE)}


def test_no_two_rooms_import_each_other():
    both_ways = {
        (one, other) for one, law in ROOMS.items() for other in law.may_import if one in ROOMS[other].may_import
    }
    assert not both_ways


def test_all_outside_the_tracker_import_its_front_alone():
    """Its files are private: what others need is in `reedboard.tracker.__all__`, or on `Belief` by name."""
    outside = [path for path in HOST.rglob("*.py") if HOST / "tracker" not in path.parents]
    assert outside
    for path in outside:
        for name in sorted(imports(path)):
            assert not name.startswith("reedboard.tracker."), f"{path.relative_to(ROOT)} imports {name}"


def test_fairyrules_stands_alone_and_is_pure():
    for path in sorted((ROOT / "rules" / "fairyrules").rglob("*.py")):
        for name in sorted(imports(path)):
            top = name.split(".")[0]
            alone = top == "fairyrules" or (top in STDLIB and top not in IMPURE)
            alone = alone or (top in FOR_TYPES and name not in loaded(path))
            assert alone, f"{path.relative_to(ROOT)} imports {name}"


LONGEST_CIRCLE = 5
"""Files that may need one another in a round, imports for types counted: what one head can hold."""


def graph() -> dict[str, set[str]]:
    """Each module of the two packages with the modules of them it imports, for types or not."""
    files = {}
    for root in (ROOT / "rules", ROOT / "host"):
        for path in root.rglob("*.py"):
            parts = path.relative_to(root).with_suffix("").parts
            files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return {name: modules_named(path, set(files)) - {name} for name, path in files.items()}


def modules_named(path: Path, modules: set[str]) -> set[str]:
    """The modules among these that a file imports; of `from package import module` the module, not the package."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            found.update(name if name in modules else str(node.module) for name in names)
    return found & modules


def circles(edges: dict[str, set[str]]) -> list[set[str]]:
    """The sets of modules that reach one another."""
    left = {name: set(to) for name, to in edges.items()}
    while ends := {name for name, to in left.items() if not to & left.keys()}:
        left = {name: to - ends for name, to in left.items() if name not in ends}

    def reached(name: str) -> set[str]:
        found: set[str] = set()
        edge = [name]
        while edge:
            new = left[edge.pop()] - found
            found |= new
            edge += new
        return found

    reach = {name: reached(name) for name in left}
    found = {frozenset(each for each in to if name in reach[each]) for name, to in reach.items() if name in to}
    return [set(circle) for circle in found]


def test_circles_are_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a", "d2"}, "d2": set()}) == [{"a", "b", "c"}]


def test_no_circle_of_imports_is_longer_than_five_files():
    edges = graph()
    assert "fairyrules.state" in edges["fairyrules.generate"], "imports for types count"
    for circle in circles(edges):
        assert len(circle) <= LONGEST_CIRCLE, sorted(circle)


def test_rule_sheets_know_nothing_of_the_engine_but_the_view():
    sheets = ROOT / "rules" / "fairyrules"
    engine = {"state", "position", "rules", "codes", "movement", "reach", "line_table", "castling", "keys", "play"}
    for path in [*(sheets / "variants").glob("*.py"), *(sheets / "particulars").glob("*.py")]:
        assert not imports(path) & {f"fairyrules.{name}" for name in (*engine, "game")}, path
        attributes = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
        assert not attributes & {"rules", "codes", "pieces_by_side", "kings", "game"}, path


def test_firmware_touches_the_machine_only_at_the_edge():
    touching = {
        path.name
        for path in (ROOT / "firmware").rglob("*.py")
        if imports(path) & {"machine", "neopixel", "rp2", "esp32"}
    }
    assert touching <= {"main.py"} | {path.name for path in (ROOT / "firmware" / "edge").glob("*.py")}
