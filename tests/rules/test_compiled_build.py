"""What the optional compiled build rests on."""

import ast
import gc
import re
from pathlib import Path

import fairyrules

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text().replace("\\\n", " ")
COMPILED = re.search(r"^COMPILED := (.*)$", MAKEFILE, re.MULTILINE)[1].split()


def attributes_of(made):
    """What the body of a class declares; numbers and texts are left out, which hold nothing themselves."""
    parts = [node for node in made.body if isinstance(node, ast.AnnAssign)]
    declared = {node.target.id for node in parts if ast.unparse(node.annotation) not in ("int", "str", "bool")}
    slots = [node.value for node in made.body if isinstance(node, ast.Assign) and node.targets[0].id == "__slots__"]
    return declared.union(*(ast.literal_eval(value) for value in slots))


def test_compiled_classes_declare_no_attribute_of_a_base_again():
    # Compiled, it would be counted twice in the search for what nobody holds: games that were held lost all they had.
    classes = {}
    for name in COMPILED:
        tree = ast.parse((ROOT / "rules" / "fairyrules" / f"{name}.py").read_text())
        classes.update({node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)})
    assert "game" not in attributes_of(classes["Position"])
    for made in classes.values():
        for base in made.bases:
            if isinstance(base, ast.Name) and base.id in classes:
                assert not attributes_of(made) & attributes_of(classes[base.id]), made.name


def test_games_that_are_held_outlive_a_search_for_what_nobody_holds():
    games = [fairyrules.game(f"wildeurasian-qi/{option}") for option in ("korean", "silver", "gold")]
    for game in games:
        game.start().legal_moves()
    gc.collect()
    assert [len(game.start().legal_moves()) > 0 for game in games] == [True] * 3


def test_compiled_files_keep_nothing_in_cached_properties():
    # Compiled, a cached property is made anew at each use: the name of a cell took a hundred times as long.
    assert "board" in COMPILED
    for name in COMPILED:
        tree = ast.parse((ROOT / "rules" / "fairyrules" / f"{name}.py").read_text())
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "cached_property"], (
            name
        )
