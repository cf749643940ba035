"""What the optional compiled build rests on."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text().replace("\\\n", " ")
COMPILED = re.search(r"^COMPILED := (.*)$", MAKEFILE, re.MULTILINE)[1].split()


def test_compiled_files_keep_nothing_in_cached_properties():
    # Compiled, a cached property is made anew at each use: the name of a cell took a hundred times as long.
    assert "board" in COMPILED
    for name in COMPILED:
        tree = ast.parse((ROOT / "rules" / "fairyrules" / f"{name}.py").read_text())
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "cached_property"], (
            name
        )
