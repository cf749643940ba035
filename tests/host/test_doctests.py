"""The examples in the docstrings of the pure rooms hold."""

import doctest
import importlib
import pkgutil

import pytest

import reedboard
from rooms import ROOMS

PURE = tuple(f"reedboard.{room}." for room, law in ROOMS.items() if law.pure)
MODULES = [
    module.name
    for module in pkgutil.walk_packages(reedboard.__path__, "reedboard.", onerror=lambda name: None)
    if f"{module.name}.".startswith(PURE)
]


@pytest.mark.parametrize("name", MODULES)
def test_doctest_of_pure_module_holds(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
