"""What an analysis found, on a record's page: values, blunders and the graph, at desk and phone size."""

from contextlib import closing

import pytest
from playwright.sync_api import expect

from fairyrules.search import Limit as Bound
from fairyrules.search import Search
from reedboard.app.analysing import analyse
from reedboard.archive.pgn_records import bring_in
from reedboard.opponent import LEVELS, Limit

from .conftest import ARTIFACTS, SIZES
from .shelf import GAMES, Shelf
from .test_accessibility import judged

pytestmark = pytest.mark.slow


class Here:
    """Our search in this process."""

    name = "The search"

    def start(self, position):
        self._position = position

    def lines(self, limit, count):
        return Search(self._position, 10_000).go(self._position, Bound(limit.nodes), count, lambda: False)


@pytest.fixture
def shelf(tmp_path):
    with closing(Shelf(tmp_path)) as shelf:
        game = (GAMES / "morphy-brunswick-isouard-1858.pgn").read_text(encoding="utf-8")
        for _ in analyse(shelf.archive, shelf.put(game), Here(), Limit(nodes=500)):
            pass
        yield shelf


@pytest.mark.parametrize(("size", "light"), [("desk", "light"), ("phone", "dark")])
def test_values_and_blunders_are_shown_and_lead_to_their_moves(chromium, shelf, size, light):
    width, height = SIZES[size]
    page = chromium.new_page(viewport={"width": width, "height": height}, color_scheme=light)
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(shelf.link("records/1#19"))
    page.wait_for_selector("#board[data-ready]")
    expect(page.locator("#value-graph")).to_be_visible()
    expect(page.locator("#value")).to_contain_text("Best now:")
    dots = page.locator("#value-graph circle.judged")
    assert dots.count() >= 3
    wanted = dots.first.get_attribute("data-place")
    dots.first.click()
    expect(page.locator("#board")).to_have_attribute("data-place", wanted)
    expect(page.locator("#value")).to_contain_text("Better:")
    expect(page.locator("#text .now")).to_contain_text("?")
    page.screenshot(path=ARTIFACTS / f"analysis-{size}-{light}.png", full_page=True)
    assert judged(page) == []
    page.close()
    assert wrong == []


def test_game_that_was_not_analysed_shows_no_graph(chromium, shelf):
    page = chromium.new_page()
    page.goto(shelf.link(f"records/{shelf.put('1. e4 e5 *')}"))
    page.wait_for_selector("#board[data-ready]")
    expect(page.locator("#values")).to_be_hidden()
    expect(page.locator("#value")).to_have_text("")
    page.close()


def test_puzzle_is_set_up_from_its_page_and_played_out(visit):
    here = visit("shogi")
    archive = here.program.archive
    bring_in(archive, "1. f3 e5 2. g4 Qh4# 0-1\n", "a file")
    mated = archive.records(most=1)[0].id
    for _ in analyse(archive, mated, Here(), Limit(nodes=400)):
        pass
    here.page.goto(f"{here.program.page.local_url}puzzles")
    button = here.page.locator(f'[data-puzzle="{mated}/3"]')
    expect(button).to_be_enabled()
    expect(here.page.locator(".puzzle .when")).to_contain_text(f"found in game {mated}")
    for size in ("phone", "desk"):
        width, height = SIZES[size]
        here.page.set_viewport_size({"width": width, "height": height})
        here.picture(f"puzzles-{size}")
    assert judged(here.page) == []
    button.click()
    here.page.wait_for_selector("#board[data-ready]")
    here.wait(lambda status: status.game.id == "chess" and status.game.white == f"reedboard level {LEVELS[-1].number}")
    here.touch("d8", "h4")
    status = here.wait(lambda status: status.outcome is not None)
    assert (status.outcome.result, status.outcome.reason) == ("0-1", "checkmate")
    assert here.errors == []
