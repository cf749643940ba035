"""Every example in the docstrings of fairyrules, and in its documents, is run."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import fairyrules

ROOT = Path(__file__).parents[2]
MODULES = sorted(module.name for module in pkgutil.walk_packages(fairyrules.__path__, "fairyrules."))


@pytest.mark.parametrize("name", ["fairyrules", *MODULES])
def test_doctest_of_module_holds(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_doctests_of_documents_hold() -> None:
    for path in [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("rules/**/*.md")]:
        assert doctest.testfile(str(path), module_relative=False).failed == 0, path
