"""The book of each board: every link leads somewhere, every question is answered where it says, the PDF has it all."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner

from reedboard.assets import boards
from reedboard.cli.main import main
from reedboard.wiring.book import QUESTIONS, book, questions_page
from reedboard.wiring.book.prices import price
from reedboard.wiring.cables import button_cables, feed_cables, links
from reedboard.wiring.parts_list import parts
from reedboard.wiring.strip import design_of

pytestmark = pytest.mark.slow

WITH_STRIP = [board for board in boards.shipped() if design_of(boards.load(board))]
ROOT = Path(__file__).parents[2]


class Reader(HTMLParser):
    """What stands in which linked part; parts may lie in one another."""

    VOID = ("meta", "img", "br")

    def __init__(self, text):
        super().__init__()
        self.said = {}
        self.links = set()
        self.rows = 0
        self._open = []
        self.feed(text)
        assert self._open == [], "every tag is closed"

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        if tag == "a":
            self.links.add(told["href"])
        if tag not in self.VOID:
            self._open.append((tag, told.get("id")))
        if "id" in told:
            assert told["id"] not in self.said, f"{told['id']} stands twice"
            self.said[told["id"]] = ""

    def handle_endtag(self, tag):
        assert self._open.pop()[0] == tag

    def handle_data(self, data):
        for _, anchor in self._open:
            if anchor:
                self.said[anchor] += data


@pytest.fixture(scope="module", params=WITH_STRIP)
def made(request):
    profile = boards.load(request.param)
    text = book(profile)
    return profile, text, Reader(text)


def test_there_are_fifty_different_questions():
    assert len({question.text for question in QUESTIONS}) == len(QUESTIONS) == 50


def test_every_question_is_answered_where_it_says(made):
    _, _, read = made
    for question in QUESTIONS:
        assert question.words in read.said[question.anchor], question.text


def test_every_link_leads_somewhere(made):
    _, _, read = made
    assert {link.removeprefix("#") for link in read.links} <= set(read.said)
    assert len(read.links) >= 45


def test_every_part_cable_and_strip_is_in_the_book(made):
    profile, _, read = made
    for part in parts(profile):
        assert part.number in read.said["parts"]
    for cable in (*links(profile), *feed_cables(profile), *button_cables(profile)):
        assert str(cable.length_mm) in read.said[f"cable-{cable.name}"]
    for number, strip in enumerate(profile.strips, 1):
        assert strip.name in read.said[f"strip-{number}"]
        assert f"reedboard selftest --step {number}" in read.said[f"strip-{number}"]


def test_every_step_ends_in_a_test(made):
    _, text, _ = made
    steps = re.findall(r"<h2>Step \d.*?(?=<section|\Z)", text, re.DOTALL)
    assert len(steps) == 7
    assert all('class="test"' in step for step in steps)


def test_every_bought_part_has_a_guessed_price(made):
    profile, _, read = made
    assert [part.name for part in parts(profile) if price(part.name, part.number) is None] == []
    assert "guesses" in read.said["cost"]


def test_book_has_no_stray_marks_of_its_own_notation(made):
    _, _, read = made
    told = " ".join(read.said.values())
    assert not re.search(r"`|\]\(#|\*\*", told)


def test_questions_page_is_as_committed():
    assert (ROOT / "docs" / "QUESTIONS.md").read_text(encoding="utf-8") == questions_page()


def test_build_writes_a_folder_with_a_pdf_that_links_to_itself(tmp_path, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path / "home"))
    out = tmp_path / "book"
    done = CliRunner().invoke(main, ["build", "8x8", "--out", str(out)])
    assert done.exit_code == 0, done.output
    names = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    wanted = {"build.html", "build.pdf", "8x8-strip.zip", "carrier-pico.zip", "carrier-esp32.zip", "harness.yml"}
    assert wanted | {"mechanics/template-a4.pdf", "mechanics/surface.dxf"} <= names
    reader = pypdf.PdfReader(out / "build.pdf")
    told = [page.extract_text() for page in reader.pages]
    for question in QUESTIONS:
        assert question.anchor in reader.named_destinations, question.anchor
        page = reader.get_destination_page_number(reader.named_destinations[question.anchor])
        near = re.sub(r"\s+", " ", " ".join(told[page : page + 3])).replace("- ", "-")
        assert re.sub(r"\s+", " ", question.words).replace("- ", "-") in near, question.text
    assert any("Fifty questions" in text for text in told[-2:])
    assert len(reader.pages) < 40


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "name a BOARD"),
        (["4x4"], "wired by hand"),
        (["nosuch"], "No board is called"),
        (["8x8", "--html-only"], "choose another --out"),
    ],
)
def test_build_says_in_one_line_what_it_cannot(args, words, tmp_path, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path))
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = CliRunner().invoke(main, ["build", *args, *(["--out", str(blocked)] if "--html-only" in args else [])])
    assert done.exit_code == 2
    assert words in done.output
    assert len(done.output.strip().splitlines()) == 1
