"""A piece tells what it is: to a mouse that rests on it, to the keyboard, to a finger that holds it."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def goals(here):
    return set(here.page.eval_on_selector_all(".cell.goal", "all => all.map(each => each.dataset.site)"))


def test_a_piece_under_the_mouse_tells_how_it_moves_and_where_it_may_go(visit):
    here = visit("wildeurasian-qi")
    here.page.locator('[data-site="b2"]').hover()
    card = here.page.locator("#lesson")
    expect(card).to_be_visible()
    name = here.program.watch.status.pieces["b2"].name
    expect(card.locator("strong")).to_have_text(name)
    expect(card.locator("span").last).not_to_be_empty()
    here.picture("lesson-desk")
    here.page.mouse.move(5, 5)
    expect(card).to_be_hidden()
    assert goals(here) == set()
    here.page.locator('[data-site="e3"]').hover()
    expect(card).to_be_visible()
    assert goals(here) == {"e4"}
    assert here.errors == []


def test_the_keyboard_is_told_and_may_have_it_quiet(visit):
    here = visit("chess")
    here.page.locator('[data-site="a1"]').focus()
    here.page.keyboard.press("ArrowRight")
    expect(here.page.locator("#lesson strong")).to_have_text("White Knight")
    expect(here.page.locator(".cell.goal")).to_have_count(2)
    assert goals(here) == {"a3", "c3"}
    here.page.click("#show-view")
    here.page.uncheck("#view [name=lessons]")
    here.page.click("#view button.strong")
    here.page.locator('[data-site="g1"]').hover()
    here.page.wait_for_timeout(900)
    expect(here.page.locator("#lesson")).to_be_hidden()
    assert here.errors == []


def test_a_finger_that_holds_a_piece_is_told_and_lifts_nothing(visit):
    here = visit("chess", size="phone")
    box = here.page.locator('[data-site="g1"]').bounding_box()
    client = here.page.context.new_cdp_session(here.page)
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    expect(here.page.locator("#lesson strong")).to_have_text("White Knight")
    here.picture("lesson-phone")
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    here.page.wait_for_timeout(300)
    assert "g1" in here.program.watch.status.occupied
    assert here.errors == []
