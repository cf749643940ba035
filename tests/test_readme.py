"""The README's lines do what they say."""

import doctest
import re
from pathlib import Path

from reedboard.cli.main import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_readme_examples_print_what_they_show():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_readme_names_only_commands_that_exist():
    named = set(re.findall(r"`?reedboard ([a-z]+)", README)) - {"knows", "is"}
    assert named
    assert named <= set(main.list_commands(None))


def test_readme_shows_its_pictures_and_they_stay_small():
    pictures = re.findall(r"!\[[^]]+\]\((docs/pictures/[^)]+)\)", README)
    assert len(pictures) == 3
    assert sum((ROOT / picture).stat().st_size for picture in pictures) <= 1_500_000
    assert {ROOT / picture for picture in pictures} == set((ROOT / "docs" / "pictures").glob("*.webp"))
