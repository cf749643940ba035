"""The page of the board itself: every sensor as a map, live; the line; the current."""

import re

import pytest
from playwright.sync_api import expect

from own_sheets import ROOKS
from reedboard.archive import game_lookup

from .conftest import SIZES, leave
from .test_accessibility import judged
from .test_record_page import picture

pytestmark = pytest.mark.slow


def opened(visit, chromium, game_id, size):
    here = visit(game_id)
    width, height = SIZES[size]
    page = chromium.new_context(viewport={"width": width, "height": height}).new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{here.program.page.local_url}board")
    page.wait_for_selector("#sensors[data-ready]")
    return here, page, errors


@pytest.mark.parametrize(("game_id", "size"), [("chess", "desk"), ("dual-chess", "phone"), ("sfhiodgei", "phone")])
def test_the_map_follows_the_hands(visit, chromium, game_id, size):
    here, page, errors = opened(visit, chromium, game_id, size)
    table = here.program.table
    site = next(each for each in table.pieces.on if ":" not in each)
    under = table.sites[site]
    place = page.locator(f'.place[data-name="{under}"]')
    expect(place).to_have_class(re.compile("occupied"))
    table.lift(site)
    expect(place).not_to_have_class(re.compile("occupied"))
    table.place(site)
    expect(place.locator("text")).to_have_text("1")
    place.click()
    expect(page.locator("#picked")).to_contain_text(f"{under}: 1 touch, felt")
    expect(page.locator("#line")).to_contain_text(re.compile(r"median \d+ ms"))
    expect(page.locator("#line")).to_contain_text(re.compile(r"\d+ a second"))
    expect(page.locator("#power-words")).to_contain_text("estimates, not measured")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, f"board-health-{game_id}-{size}")
    assert errors == []
    leave(page.context)


def test_a_sensor_that_is_not_believed_is_marked_with_the_reason(visit, chromium):
    here, page, errors = opened(visit, chromium, "chess", "desk")
    here.program.table.inject_fault("chatter:c3")
    here.program.table.place("c3")
    expect(page.locator('.place[data-name="c3"]')).to_have_class(re.compile("masked"))
    expect(page.locator("#masked")).to_contain_text("c3 is chattering")
    page.click('[data-measure="chatter"]')
    expect(page.locator('.place[data-name="c3"] text')).not_to_have_text("")
    page.locator("#numbers summary").click()
    expect(page.locator("#numbers tbody tr")).to_have_count(len(here.program.table.profile.sites))
    assert judged(page) == []
    assert errors == []
    leave(page.context)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_boards_name_leads_to_its_page_and_the_games_page_fits_its_window(visit, size):
    here = visit("chess", size=size)
    assert here.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    nav = here.page.locator("nav").bounding_box()
    assert nav["x"] + nav["width"] <= SIZES[size][0]
    assert judged(here.page) == []
    here.page.locator("#connection a").click()
    here.page.wait_for_selector("#sensors[data-ready]")


def test_the_board_is_tested_from_its_page_and_the_game_goes_on_where_it_stood(visit, tmp_path, monkeypatch):
    """On a virtual board the hands do what is asked; a dead sensor is found, and the pieces stand again afterwards."""
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path / "home"))
    sheet = tmp_path / "rooks.toml"
    sheet.write_text(ROOKS)
    game_lookup.keep(str(sheet))
    here = visit(game_lookup.find(str(sheet)))
    here.touch("a1", "a3")
    here.wait(lambda status: [ply.move for ply in status.moves] == ["a1a3"])
    standing = here.occupied()
    here.program.table.inject_fault("dead:c2")
    here.page.goto(f"{here.program.page.local_url}board")  # the token is in this browser's storage
    here.page.wait_for_selector("#sensors[data-ready]")
    here.page.get_by_role("button", name="Begin the self-test").click()
    expect(here.page.locator("#selftest-left")).to_have_text(re.compile(r"\d+ to go"))
    expect(here.page.locator(".place.asked")).to_have_count(1)
    assert judged(here.page) == []
    expect(here.page.locator("#selftest-found li")).to_have_text(re.compile("c2 is dead"))
    expect(here.page.get_by_role("button", name="Test once more")).to_be_visible()
    expect(here.page.locator("#selftest-report pre")).to_contain_text("Sites walked: 20 of 20")
    here.wait(lambda status: not status.notices and set(status.occupied) == standing)
    assert here.program.watch.status.trouble is None
    here.page.get_by_role("button", name="Test once more").click()
    here.page.get_by_role("button", name="End it").click()
    expect(here.page.locator("#selftest-words")).to_contain_text("was ended before it was through")
    here.wait(lambda status: not status.notices and set(status.occupied) == standing)
    picture(here.page, "board-selftest")
    here.open()
    here.touch("d4", "c4")
    here.wait(lambda status: [ply.move for ply in status.moves] == ["a1a3", "d4c4"])
    assert here.errors == []
