"""A game's first tour: step by step on the page and by the board's own lights."""

import pytest
from playwright.sync_api import expect

import fairyrules

from .test_accessibility import judged

pytestmark = pytest.mark.slow


def test_a_tour_shows_each_piece_with_lights_and_can_be_left(visit):
    game_id, size = "dual-chess", "phone"
    here = visit(game_id, size=size)
    expect(here.page.locator("#tour-begin")).to_have_class("strong")
    here.page.click("#tour-begin")
    here.wait(lambda status: status.tour is not None)
    expect(here.page.locator("#tour h2")).to_have_text(here.program.watch.status.game.name)
    shown = set()
    while True:
        status = here.program.watch.status
        now = status.tour
        part = now.part
        among = f": {part.step + 1} of {part.steps}" if part.steps > 1 else ""
        where = f"Step {part.number + 1} of {part.count}, {part.title.lower()}{among}."
        expect(here.page.locator("#tour .hint")).to_contain_text(where)
        shown.add(now.title)
        if len(status.tour.pieces) == 1:
            assert here.lit() == set(status.lights)
            expect(here.page.locator("#board .chessman")).to_have_count(1)
        if status.tour.title in ("Cannon", "Queen"):
            board = fairyrules.game(game_id).board
            assert set(status.lights) <= set(map(board.name, board.cells))
            here.picture(f"tour-{game_id}-{size}-{status.tour.number}")
        if now.number == 2:
            assert judged(here.page) == []
        if status.tour.number + 1 == status.tour.count:
            break
        before = status.tour.number
        here.page.locator("#tour button.strong").click()
        here.wait(lambda status, n=before: status.tour is not None and status.tour.number == n + 1)
    assert {kind.name for kind in fairyrules.game(game_id).kinds.values()} <= shown
    here.page.locator("#tour button.strong").click()
    here.wait(lambda status: status.tour is None)
    expect(here.page.locator("#tour")).to_be_hidden()
    expect(here.page.locator("#tour-begin")).not_to_have_class("strong")
    assert here.errors == []


def test_the_pieces_of_a_tour_are_skipped_and_so_is_the_rest(visit):
    here = visit("shogi", size="phone")
    here.page.click("#tour-begin")
    here.page.locator("#tour button.strong").click()
    for title in ("The pieces", "Pieces that come later"):
        expect(here.page.locator("#tour .hint")).to_contain_text(title.lower())  # the page may lag behind the program
        here.page.get_by_role("button", name="Skip these pieces").click()
    here.wait(lambda status: status.tour.part.title == "The rules")
    expect(here.page.get_by_role("button", name="Skip these pieces")).to_have_count(0)
    here.page.get_by_role("button", name="Skip the tour").click()
    here.wait(lambda status: status.tour is None)
    assert here.errors == []


def test_of_two_clicks_in_a_moment_the_later_one_counts(visit):
    """A step on its way when the tour was left came after: the tour was there again."""
    here = visit("chess")
    here.page.click("#tour-begin")
    here.wait(lambda status: status.tour is not None)
    asked, late = [], []
    here.page.route("**/tour", lambda route: asked.append(route) if not asked else route.continue_())
    with here.page.expect_request("**/tour"):
        here.page.locator("#tour button.strong").click()
    here.page.on("request", lambda request: late.append(request))
    here.page.locator("#tour button", has_text="Skip the tour").click()
    assert late == []  # as long as the step is not answered
    with here.page.expect_response(lambda answer: answer.request.post_data_json == {"step": -1}):
        asked[0].continue_()
    here.wait(lambda status: status.tour is None)
    expect(here.page.locator("#tour")).to_be_hidden()


def test_a_touch_of_the_board_ends_the_tour_and_is_part_of_the_game(visit):
    here = visit("chess")
    here.page.click("#tour-begin")
    here.page.locator("#tour button.strong").click()
    here.wait(lambda status: status.tour is not None and status.tour.number == 1)
    here.page.locator('[data-site="e2"]').click()  # the page moves nothing meanwhile
    assert here.program.watch.status.tour is not None
    here.program.table.lift("e2")
    here.wait(lambda status: status.tour is None)
    here.program.table.place("e4")
    here.wait(lambda status: len(status.moves) == 1)
    expect(here.page.locator("#tour-begin")).to_be_hidden()
    assert here.errors == []
