"""The coach on the page: switched on, heard after a blunder, and taken at its word."""

import pytest
from playwright.sync_api import expect

from reedboard.app.requests import CoachWanted

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_blunder_is_told_with_what_was_missed_and_can_be_taken_back(visit, size):
    here = visit("chess", size=size)
    page = here.page
    expect(page.locator("#coach")).to_have_attribute("aria-pressed", "false")
    page.click("#coach")
    expect(page.locator("#coach")).to_have_attribute("aria-pressed", "true")
    here.touch("e2", "e4")
    here.touch("d7", "d5")
    here.wait(lambda status: len(status.moves) == 2)
    here.touch("d1", "g4")
    here.wait(lambda status: bool(status.coach and status.coach.text))
    expect(page.locator(".card.coach")).to_contain_text("2. Qg4 gives much away")
    expect(page.locator(".card.coach")).to_contain_text("Better was")
    here.picture(f"coach-{size}")
    page.click('[data-coach="undo"]')
    here.wait(lambda status: status.proposal is not None)
    page.click('.card.proposal [data-reply="yes"]')
    here.wait(lambda status: len(status.moves) == 2 and status.trouble is not None)
    expect(page.locator(".card.coach")).to_have_count(0)
    assert here.errors == []


def test_rated_game_offers_neither_hints_nor_a_coach(visit):
    here = visit("chess")
    here.program.events.put(CoachWanted(on=True))
    before = here.program.watch.status.game.record
    here.page.click("#new-game")
    here.page.check("#chooser [name=rated]")
    here.page.click('#chooser button[value="start"]')
    here.wait(lambda status: status.game.record != before and status.game.rated)
    expect(here.page.locator("#hint")).to_be_hidden()
    expect(here.page.locator("#coach")).to_be_hidden()
    assert here.program.watch.status.coach is None
