"""The arrows of the house: which room may import which."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STDLIB = set(sys.stdlib_module_names)
THIRD_PARTY = {"click", "flask", "platformdirs", "rich", "serial", "waitress", "werkzeug", "mpremote"}

# room: prefixes of the modules it may import, beyond itself and the standard library.
MAY_IMPORT = {
    "rules/fairyrules": {"fairyrules"},
    "host/reedboard/core": {"fairyrules", "reedboard.core"},
    "host/reedboard/shell": {"fairyrules", "reedboard", *THIRD_PARTY},
    "host/reedboard/virtual": {"fairyrules", "reedboard.core", "reedboard.shell.port", "reedboard.virtual", "serial"},
}
# Modules of the standard library that would make a pure room impure.
IMPURE = {"asyncio", "http", "logging", "os", "random", "socket", "sqlite3", "subprocess", "threading", "time"}
PURE_ROOMS = {"rules/fairyrules", "host/reedboard/core"}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            found.add(str(node.module))
    return found


def allowed(name: str, prefixes: set[str]) -> bool:
    return any(name == prefix or name.startswith(prefix + ".") for prefix in prefixes)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_room_imports_only_what_the_house_allows(room):
    files = sorted((ROOT / room).rglob("*.py"))
    assert files, f"{room} is empty"
    for path in files:
        for name in imports(path):
            stdlib = name.split(".")[0] in STDLIB
            pure_enough = room not in PURE_ROOMS or name.split(".")[0] not in IMPURE
            lawful = (stdlib and pure_enough) or allowed(name, MAY_IMPORT[room])
            assert lawful, f"{path.relative_to(ROOT)} imports {name}"


def test_firmware_touches_the_machine_only_at_the_edge():
    touching = {
        path.name
        for path in (ROOT / "firmware").rglob("*.py")
        if imports(path) & {"machine", "neopixel", "rp2", "esp32"}
    }
    assert touching <= {"main.py"} | {path.name for path in (ROOT / "firmware" / "edge").glob("*.py")}
