"""The examples in the core's docstrings hold."""

import doctest
import importlib
import pkgutil

import pytest

from reedboard import core

MODULES = [module.name for module in pkgutil.walk_packages(core.__path__, "reedboard.core.")]


@pytest.mark.parametrize("name", MODULES)
def test_doctest_of_core_module_holds(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
