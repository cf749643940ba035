"""The pages' scripts agree with the API's description and with the templates, as TypeScript judges them."""

import json
import subprocess
from pathlib import Path

import pytest

from page_types import describe

ROOT = Path(__file__).parents[2]
TSC = ROOT / "tests" / "machine" / "node_modules" / ".bin" / "tsc"

pytestmark = pytest.mark.slow  # it needs what `make test` fetches

MISTAKES = {
    "no-such-element": 'import { byId } from "./nodes.js";\nbyId("no-such-element").hidden = true;',
    "nmae": "/** @param {State} state */\nexport const name = (state) => state.game.nmae;",
    "fne": 'import { byId } from "./nodes.js";\nbyId("position").elements.fne.value = "";',
    "possibly 'null'": "/** @param {State} state */\nexport const text = (state) => state.question.text;",
}
"""What `tsc` has to name: no page's element, no part of the API, no field of its form, what may not be there."""


def wrong(project):
    told = subprocess.run([TSC, "-p", project], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    return told.stdout.splitlines()


@pytest.fixture(autouse=True)
def made():
    if not describe.MADE.exists() or describe.MADE.read_text(encoding="utf-8") != describe.text():
        describe.MADE.write_text(describe.text(), encoding="utf-8")


def test_the_scripts_agree_with_the_api_and_the_templates():
    assert wrong(ROOT) == []


def test_a_script_that_disagrees_is_found(tmp_path):
    for number, script in enumerate(MISTAKES.values()):
        (tmp_path / f"mistake{number}.js").write_text(script + "\n")
    roots = [*map(str, (tmp_path, describe.HERE, describe.WEB / "static"))]
    project = {
        "extends": str(ROOT / "tsconfig.json"),
        "compilerOptions": {"rootDirs": roots},
        "include": [f"{tmp_path}/*.js", f"{describe.HERE}/*.d.ts"],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(project))
    found = wrong(tmp_path / "tsconfig.json")
    for number, told in enumerate(MISTAKES):
        assert any(f"mistake{number}.js" in line and told in line for line in found), (told, found)
