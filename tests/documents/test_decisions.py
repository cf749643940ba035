"""docs/decisions/: every record has its four parts, fits a page, and is in the index."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "decisions"
RECORDS = sorted(FOLDER.glob("[0-9]*.md"))
PARTS = ["Context", "Decision", "Measurement", "Consequence"]
PAGE_LINES = 60


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_has_number_status_and_four_parts_on_one_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    number = path.name[:4]
    assert re.match(rf"# {number}: \S.*\n\n(Accepted|Superseded by \[\d{{4}}\])", text), text[:200]
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == PARTS
    assert all(part.strip() for part in re.split(r"^## .*$", text, flags=re.MULTILINE)[1:])
    assert len(text.splitlines()) <= PAGE_LINES


def test_no_number_stands_twice() -> None:
    numbers = [path.name[:4] for path in RECORDS]
    assert numbers
    assert sorted(set(numbers)) == numbers


def test_index_names_every_record_with_its_title() -> None:
    listed = re.findall(r"^- \[(\d{4})\]\((\S+)\) (.*)$", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE)
    expected = []
    for path in RECORDS:
        text = path.read_text(encoding="utf-8")
        successor = re.search(r"^Superseded by \[(\d{4})\]", text, re.MULTILINE)
        title = text.splitlines()[0].partition(": ")[2]
        expected.append((path.name[:4], path.name, title + (f" (superseded by {successor[1]})" if successor else "")))
    assert sorted(listed) == expected
