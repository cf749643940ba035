"""Every page, in every state a player meets, as axe-core judges it: no serious and no critical violation."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

import fairyrules
from fairyrules import rules_page
from reedboard.assets import boards
from reedboard.selftest import walk as selftest
from reedboard.selftest.page import PageGuide
from reedboard.selftest.walk import Nothing

from .conftest import leave

AXE = Path(__file__).parents[1] / "machine" / "node_modules" / "axe-core" / "axe.min.js"
BY_DAY = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
BY_NIGHT = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The page is the same as by day but for its colours: of axe's own choice of rules these are all that judge them."""


def judged(page):
    """The violations of weight, by day and by night, each as its rule and the elements concerned."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for scheme, options in (("light", BY_DAY), ("dark", BY_NIGHT)):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(300)  # what fades or moves has come to rest
        found += page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [
        (each["id"], node["html"][:160], node["failureSummary"].splitlines()[1:2])
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def test_the_page_of_a_game_can_be_used_by_everybody(visit):
    here = visit("chess", "6k1/2P4p/8/8/8/8/8/3QK3 w - - 0 1")
    assert judged(here.page) == []
    here.touch("c7", "c8")
    here.wait(lambda status: status.question is not None)
    expect(here.page.locator(".question .choices button").first).to_be_visible()
    assert judged(here.page) == []
    offered = here.page.locator(".question .choices .san").first.text_content()
    expect(here.page.locator(".question .another input")).to_have_attribute("placeholder", f"such as {offered}")
    here.page.fill(".question .another input", "Ka3")
    here.page.press(".question .another input", "Enter")
    expect(here.page.locator(".card.notice")).to_contain_text("Ka3")
    here.page.click('.question button[data-move="c7c8=N"]')
    here.wait(lambda status: status.question is None)
    here.touch("h7", "d4")
    here.wait(lambda status: status.trouble is not None)
    here.page.evaluate("document.querySelector('#faults').open = true")
    here.page.fill("#faults input", "no such fault")
    here.page.click("#faults button")
    here.page.wait_for_selector(".card.notice")
    assert judged(here.page) == []
    here.page.click("#new-game")
    assert judged(here.page) == []


def test_the_page_of_a_finished_game_on_a_phone_can_be_used_by_everybody(visit):
    here = visit("crazyhouse", "4k3/8/8/3p4/4P3/8/8/4K3[PQp] w - - 0 1", size="phone")
    here.touch("e4", "d5", "d5", "e8")
    here.wait(lambda status: len(status.moves) == 1)
    assert judged(here.page) == []
    here.touch("e7")
    here.page.click('[data-ask="resign"]')
    here.page.click('[data-result="1-0"]')
    here.wait(lambda status: status.outcome is not None)
    assert judged(here.page) == []


@pytest.mark.parametrize("game_id", ["shogi", "sfhiodgei", "xiang-courier"])
def test_the_boards_of_large_games_can_be_used_by_everybody(visit, game_id):
    here = visit(game_id)
    assert judged(here.page) == []


def test_a_wrong_address_can_be_used_by_everybody(visit):
    here = visit("chess", size="phone")
    here.page.goto(f"{here.program.page.local_url}rules/nonsense")
    expect(here.page.locator("main")).to_contain_text("There is no /rules/nonsense here")
    assert judged(here.page) == []


def test_the_list_of_records_can_be_used_by_everybody(visit):
    here = visit("chess")
    here.touch("e2", "e4")
    here.wait(lambda status: len(status.moves) == 1)
    here.page.goto(f"{here.program.page.local_url}records")
    assert judged(here.page) == []


def test_a_watching_page_can_be_used_by_everybody(visit, chromium):
    here = visit("chess")
    page = chromium.new_context().new_page()
    page.goto(here.program.page.local_url, wait_until="domcontentloaded")
    page.wait_for_selector("#board[data-ready]")
    assert judged(page) == []
    leave(page.context)


@pytest.mark.parametrize("game_id", ["chess", "shogi", "sfhiodgei"])
def test_a_rules_page_can_be_used_by_everybody(chromium, tmp_path, game_id):
    file = tmp_path / "rules.html"
    file.write_text(rules_page.html(fairyrules.game(game_id)), encoding="utf-8")
    page = chromium.new_page()
    page.goto(file.as_uri())
    assert judged(page) == []
    page.close()


def test_the_self_tests_page_can_be_used_by_everybody(chromium):
    bench = boards.load("4x4")
    walk = selftest.observe(selftest.start(bench), Nothing(0))
    with closing(PageGuide(bench, "127.0.0.1:0")) as guide:
        page = chromium.new_page()
        guide.ask(walk)
        page.goto(guide.url, wait_until="domcontentloaded")
        page.wait_for_function("() => document.querySelectorAll('.asked').length === 1")
        assert judged(page) == []
        page.close()
