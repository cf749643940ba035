"""The self-test's page, used as a person does: look for the light, click on it, slide the magnet."""

from contextlib import closing

import pytest

from reedboard.assets import boards
from reedboard.selftest import walk as selftest
from reedboard.selftest.page import PageGuide
from reedboard.selftest.walk import Look, Nothing, Put, Saw

from .conftest import ARTIFACTS, SIZES


def look_away(walk):
    """The walk up to the first magnet."""
    while isinstance(walk.prompt, Look):
        walk = selftest.observe(walk, Saw(1, walk.prompt.site))
    return walk


@pytest.mark.parametrize("size", SIZES)
def test_page_leads_through_the_walk(chromium, size):
    bench = boards.load("4x4")
    walk = selftest.observe(selftest.start(bench), Nothing(0))
    width, height = SIZES[size]
    with closing(PageGuide(bench, "127.0.0.1:0")) as guide:
        page = chromium.new_page(viewport={"width": width, "height": height})
        guide.ask(walk)
        page.goto(guide.url, wait_until="domcontentloaded")
        page.wait_for_function("() => document.querySelectorAll('.asked').length === 1")
        page.locator("main text.name", has_text="b2").click(force=True)
        page.get_by_text("No light").click()
        page.wait_for_timeout(300)
        assert guide.told(walk, 7) == [Saw(7, "b2")]
        assert guide.told(walk, 8) == [Nothing(8)]
        walk = look_away(walk)
        assert walk.prompt == Put("a1")
        guide.ask(walk)
        page.get_by_text("Put the one magnet on the marked cell.").wait_for()
        assert page.locator("#site").inner_text() == "a1"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.screenshot(path=ARTIFACTS / f"selftest-{size}.png")
        page.close()
