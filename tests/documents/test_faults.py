"""docs/FAULTS.md and docs/PAGE.md name tests that exist, and the lock for releases is whole."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


@cache
def functions_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("document", "at_least"), [("FAULTS", 31), ("PAGE", 40)])
def test_every_row_has_tests_and_every_test_named_exists(document, at_least):
    lines = (ROOT / "docs" / f"{document}.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("|") and not line.startswith(("|---", "| fault |", "| what |"))]
    assert len(rows) >= at_least
    assert [row for row in rows if not NAMED.search(row)] == []
    named = [(ROOT / path, test) for row in rows for path, test in NAMED.findall(row)]
    assert [f"{path}::{test}" for path, test in named if not path.exists() or test not in functions_of(path)] == []


def test_lock_holds_all_that_is_needed_with_checksums_and_names_no_host():
    audit = [sys.executable, str(ROOT / "tests" / "machine" / "audit.py"), "lock"]
    done = subprocess.run(audit, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
