"""The way for a phone, and the view to be streamed."""

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

import fairyrules
from reedboard.game.placing_times import touched
from reedboard.web.app import create_app
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard
from reedboard.web.server import PageServer

from .conftest import SIZES, leave
from .test_accessibility import judged
from .test_record_page import picture, standing

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_the_code_is_there_where_phones_can_reach_the_page(chromium, host):
    with closing(PageServer(create_app(Hub(), None, Guard("t"), None), host, 0)) as server:
        page = chromium.new_page()
        page.goto(f"{server.local_url}watch")
        if host == "0.0.0.0":
            expect(page.get_by_role("link", name=server.outside_url)).to_be_visible()
            code = page.locator("img")
            expect(code).to_have_attribute("alt", re.compile(re.escape(server.outside_url)))
            assert code.evaluate("code => code.decode().then(() => code.naturalWidth)") > 100
            picture(page, "watch")
        else:
            expect(page.locator("code")).to_have_text("reedboard play --http 0.0.0.0:8080")
        assert judged(page) == []
        page.close()


@pytest.mark.parametrize(("game_id", "size"), [("dual-chess", "desk"), ("sfhiodgei", "phone")])
def test_the_overlay_follows_the_game(visit, chromium, game_id, size):
    here = visit(game_id)
    width, height = SIZES[size]
    page = chromium.new_context(viewport={"width": width, "height": height}).new_page()
    page.goto(f"{here.program.page.local_url}overlay")
    page.wait_for_selector("#board[data-ready]")
    first = standing(page)
    here.page.click("#tour-begin")
    here.page.locator("#tour button.strong").click()
    here.page.locator("#tour button.strong").click()
    here.wait(lambda status: status.tour is not None and len(status.tour.pieces) == 1)
    expect(page.locator("#board .chessman")).to_have_count(1)  # the tour's lights have the tour's piece
    here.page.locator("#tour button", has_text="Skip the tour").click()
    here.wait(lambda status: status.tour is None)
    expect(page.locator("#board .chessman")).to_have_count(len(first))
    start = fairyrules.game(game_id).start()
    here.touch(*map(start.game.board.name, touched(start.effect(start.legal_moves()[0]))[:2]))
    here.wait(lambda status: len(status.moves) == 1)
    expect(page.locator("#turn")).to_have_text(re.compile(r"1\. .* · Black"))
    assert standing(page) != first
    box = page.locator("#board").bounding_box()
    assert min(box["x"], box["y"]) >= 0
    assert box["x"] + box["width"] <= width + 1
    assert box["y"] + box["height"] <= height + 1
    picture(page, f"overlay-{game_id}-{size}")
    assert judged(page) == []
    leave(page.context)
