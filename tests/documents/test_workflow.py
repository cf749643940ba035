"""The workflow of a public forge runs the README's two commands, on every Python the program says it supports."""

import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]


def test_workflow_runs_both_commands_on_every_supported_python():
    job = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text())["jobs"]["test"]
    commands = "\n".join(step.get("run", "") for step in job["steps"])
    assert "make play" in commands
    assert "make test" in commands
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [each.rpartition(" ")[2] for each in project["classifiers"] if "Python :: 3." in each]
    assert named
    assert job["strategy"]["matrix"]["python"] == named
    assert project["requires-python"] == f">={named[0]}"
