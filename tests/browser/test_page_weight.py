"""What each page weighs with all it loads, and that the measurement of pictures measures."""

import pytest
from playwright.sync_api import expect

from . import latency

pytestmark = pytest.mark.slow


def test_every_page_weighs_what_is_promised_at_most(visit, chromium):
    here = visit("sfhiodgei")
    url = here.program.page.local_url
    weights = {
        name: latency.weight(url + address, chromium) / latency.KB for name, (address, _) in latency.PAGES.items()
    }
    assert {name: size for name, size in weights.items() if not 10 < size < latency.PAGES[name][1]} == {}


def test_the_way_from_reading_to_picture_is_measured(visit, chromium):
    here = visit("chess")
    took = list(latency.pictures_ms(here.program, chromium, 4))
    assert len(took) == 4
    assert all(0 < ms < 1000 * latency.PATIENCE_S for ms in took), took
    expect(here.page.locator("#board")).to_be_visible()
