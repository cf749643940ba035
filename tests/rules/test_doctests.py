"""Every example in the docstrings of fairyrules, and in its documents, is run."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import fairyrules

ROOT = Path(__file__).parents[2]
MODULES = sorted(module.name for module in pkgutil.walk_packages(fairyrules.__path__, "fairyrules."))


@pytest.mark.parametrize("name", ["fairyrules", *MODULES])
def test_doctest_of_module_holds(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_doctests_of_documents_hold() -> None:
    for path in [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("rules/**/*.md")]:
        assert doctest.testfile(str(path), module_relative=False).failed == 0, path


def test_fairyrules_runs_alone_on_the_standard_library() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'rules')!r})\n"
        "import fairyrules, fairyrules.rules_page, fairyrules.toml\n"
        "game = fairyrules.game('chess')\n"
        "fairyrules.rules_page.html(game)\n"
        "assert len(game.start().legal_moves()) == 20\n"
        "strangers = {name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)\n"
        "strangers = {name for name in strangers if not name.endswith('__mypyc')}  # the compiled build's own\n"
        "print(sorted(strangers - {'__main__', 'fairyrules'}))\n"
    )
    run = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "[]\n", "")
