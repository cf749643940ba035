"""The firmware suite, every test twice from the same files: on CPython and on the real MicroPython VM."""

import ast
import importlib
from pathlib import Path

import pytest

SUITE = Path(__file__).parent / "suite"
TESTS = [
    (path.stem, node.name)
    for path in sorted(SUITE.glob("*.py"))
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
]


@pytest.mark.parametrize(("module", "name"), TESTS)
def test_firmware_suite_passes_on_cpython(module, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    getattr(importlib.import_module(module), name)()


@pytest.mark.parametrize(("module", "name"), TESTS)
def test_firmware_suite_passes_on_micropython(vm, module, name):
    vm.run(f"import {module}\n{module}.{name}()")


def test_wire_vectors_are_sealed_and_opened_alike_on_micropython(vm):
    text = (Path(__file__).parents[1] / "wire" / "vectors.txt").read_text()
    lines = [line.split("  # ")[0] for line in text.splitlines() if line and line[0] not in "#!"]
    assert len(lines) > 20
    vm.run("from reed.lines import seal, unseal")
    for line in lines:
        raw, sealed, body = line.encode(), line.encode() + b"\n", line[:-9]
        vm.run(f"assert unseal({raw!r}) == {body!r}\nassert seal({body!r}) == {sealed!r}")
