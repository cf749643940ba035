"""`make docs`: the site holds every document, and nothing in it is fetched from elsewhere."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "firmware" / "README.md"]
DOCUMENTS += [*ROOT.glob("docs/**/*.md"), *ROOT.glob("hardware/**/*.md"), *ROOT.glob("rules/**/README.md")]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


def page_of(document: Path) -> Path:
    where = document.relative_to(ROOT)
    return where.with_name("index.html") if where.stem == "README" else where.with_suffix(".html")


def test_site_has_a_page_for_every_document_and_every_board(site):
    assert DOCUMENTS
    assert [str(each) for each in map(page_of, DOCUMENTS) if not (site / each).is_file()] == []
    boards = [path.stem for path in ROOT.glob("hardware/boards/*.toml")]
    assert boards
    for board in boards:
        assert f"The {board} board" in (site / "hardware" / board / "index.html").read_text(encoding="utf-8")


def test_lists_are_shown_as_lists(site):
    """Markdown needs an empty line before a list; without, the site runs its points together."""
    run_together = [
        f"{page.relative_to(site)}: {found[0][:60]}"
        for page in site.glob("**/*.html")
        for found in re.finditer(r"<p>(?:(?!</p>)[^\n])*\n(?:- |\d+\. )[^\n]*", page.read_text(encoding="utf-8"))
    ]
    assert run_together == []


def test_site_has_the_api_with_its_docstrings(site):
    assert "One game, ready to play." in (site / "api" / "fairyrules.html").read_text(encoding="utf-8")
    assert "From readings to moves" in (site / "api" / "reedboard.tracker.html").read_text(encoding="utf-8")
    for package in [*ROOT.glob("rules/fairyrules/**/__init__.py"), *ROOT.glob("host/reedboard/**/__init__.py")]:
        name = ".".join(package.parent.relative_to(ROOT).parts[1:])
        assert (site / "api" / f"{name}.html").is_file(), name


def test_site_shows_doctests_as_code(site):
    text = (site / "api" / "fairyrules.html").read_text(encoding="utf-8")
    assert "<blockquote>" not in text
    assert '<span class="gp">&gt;&gt;&gt; </span>' in text


class Loads(HTMLParser):
    """What a browser fetches for a page; links to follow are none of it."""

    def __init__(self):
        super().__init__()
        self.urls = []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in {"src", "srcset", "data", "poster"} or (name == "href" and tag in {"link", "image", "use"}):
                self.urls.append(value or "")


MAY_LOAD = re.compile(r"(link|image|use)\b|\w+\s[^>]*(src|data|poster)")
"""Tags that a browser may fetch something for; of all others no parser need be asked."""


def test_pages_and_styles_of_the_site_load_nothing_from_another_host(site):
    outside = []
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(DOCUMENTS)
    for path in pages:
        loads = Loads()
        loads.feed("".join(f"<{tag}" for tag in path.read_text(encoding="utf-8").split("<") if MAY_LOAD.match(tag)))
        assert loads.urls
        outside += [(path.name, url) for url in loads.urls if re.match(r"(https?:)?//", url)]
    for path in site.rglob("*.css"):
        urls = re.findall(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')]+)", path.read_text(encoding="utf-8"))
        outside += [(path.name, url) for url in urls]
    assert outside == []
