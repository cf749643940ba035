"""The editor in a real browser: positions put together by dragging, tapping and keys, and games begun from them."""

import re

import pytest
from playwright.sync_api import expect

from .test_accessibility import judged
from .test_record_page import look, picture, shelf, standing  # noqa: F401  # fixtures

pytestmark = pytest.mark.slow


def fen(page):
    return page.input_value('[name="fen"]')


def test_pieces_are_dragged_onto_the_board_about_it_and_off_it(look):  # noqa: F811
    page = look("editor?game=chess")
    page.click("#clear")
    expect(page.locator("#wrong")).not_to_be_empty()
    expect(page.locator('[name="fen"]')).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#start")).to_be_disabled()
    for name, cell in (("White King", "e1"), ("Black King", "e7"), ("White Rook", "h5"), ("White Pawn", "c3")):
        page.drag_and_drop(f'[data-spare][aria-label="{name}"]', f'[data-site="{cell}"]')
    page.drag_and_drop('[data-site="e7"]', '[data-site="e8"]')
    page.drag_and_drop('[data-site="c3"]', "h1")
    expect(page.locator("#turn")).to_have_text("White to move · 19 legal moves")
    assert fen(page) == "4k3/8/8/7R/8/8/8/4K3 w - - 0 1"
    page.click('text="Black"')
    expect(page.locator("#turn")).to_have_text("Black to move · 5 legal moves")
    assert "4k3%2F8" in page.url


def test_reserves_are_filled_and_emptied(look):  # noqa: F811
    page = look("editor?game=crazyhouse", "phone")
    page.click('[data-spare][aria-label="White Knight"]')
    page.click('[data-holder="w"] .lay')
    page.click('[data-holder="w"] .lay')
    expect(page.locator('[data-holder="b"] .lay')).to_be_disabled()
    page.drag_and_drop('[data-spare][aria-label="Black Queen"]', '[data-holder="b"]')
    expect(page.locator('[data-held="b:Q"]')).to_be_visible()
    assert "[NNq]" in fen(page)
    page.click('[data-held="w:N"]')
    expect(page.locator('[data-held="w:N"]')).to_contain_text("×1")
    assert "[Nq]" in fen(page)


def test_a_position_is_put_together_by_keys_alone(look):  # noqa: F811
    page = look("editor?game=chess")
    page.locator('[data-spare][aria-label="White Queen"]').focus()
    page.keyboard.press("Enter")
    page.locator('#board [tabindex="0"]').focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator('[data-site="b3"]')).to_have_attribute("aria-label", "b3, White Queen")
    for key in ("ArrowDown", "Delete"):
        page.keyboard.press(key)
    expect(page.locator('[data-site="b2"]')).to_have_attribute("aria-label", "b2, empty")
    expect(page.locator("#turn")).to_contain_text("White to move")


def test_castling_that_is_no_longer_possible_is_dropped_and_the_rest_kept(look):  # noqa: F811
    page = look("editor?game=chess")
    page.drag_and_drop('[data-site="e1"]', '[data-site="e3"]')
    expect(page.locator('[name="fen"]')).to_have_value(re.compile(r"/4K3/PPPPPPPP/RNBQ1BNR w - - 0 1"))
    expect(page.locator("#turn")).to_contain_text("legal moves")


@pytest.mark.parametrize("text", ["nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "x" * 900, "<b>"])
def test_a_fen_that_cannot_be_is_told_in_a_sentence_and_the_board_stays(look, text):  # noqa: F811
    page = look("editor?game=chess")
    page.fill('[name="fen"]', text)
    page.keyboard.press("Enter")
    expect(page.locator("#wrong")).not_to_be_empty()
    assert len(standing(page)) == 32


def test_the_editor_opens_at_a_ply_of_a_record(shelf, look):  # noqa: F811
    page = look(f"records/{shelf.put_trace('dual-chess-1')}#7")
    page.click("text=Share this position")
    wanted = page.input_value("#fen")
    page.click("#from-here")
    page.wait_for_selector(".editor #board[data-ready]")
    assert fen(page) == wanted
    assert page.input_value('[name="game"]') == "dual-chess"


def test_the_editor_opens_with_the_game_in_play_and_its_buttons_are_as_high_as_a_button(visit):
    here = visit("wildeurasian-qi")
    here.page.goto(f"{here.program.page.local_url}editor")
    here.page.wait_for_selector(".editor #board[data-ready]")
    assert here.page.input_value('[name="game"]') == "wildeurasian-qi"
    heights = {button.bounding_box()["height"] for button in here.page.locator("#position button").all()}
    assert max(heights) < 60, heights
    here.page.goto(f"{here.program.page.local_url}editor?game=no-such-game")
    expect(here.page.locator("#wrong")).to_contain_text("no-such-game")
    assert here.page.input_value('[name="game"]') == "wildeurasian-qi"


def test_a_game_begins_from_the_position_and_the_board_says_what_to_put_where(visit):
    here = visit("chess")
    page = here.page
    page.goto(f"{here.program.page.local_url}editor?game=chess&fen=4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    page.wait_for_selector(".editor #board[data-ready]")
    page.click("#start")
    expect(page).not_to_have_url(re.compile("editor"))
    page.wait_for_selector("#board[data-ready]")
    here.wait(lambda status: status.game.fen.startswith("4k3/8/8/8/8/8/4P3/4K3"))
    here.wait(lambda status: {site for site in status.occupied if ":" not in site} == {"e1", "e2", "e8"})


@pytest.mark.parametrize(
    ("game_id", "size", "reserve"),
    [("sfhiodgei", "phone", ""), ("shogi", "desk", "&fen=4k4/9/9/9/9/9/9/9/4K4[RGGp] w - - 0 1")],
)
def test_the_editor_can_be_used_by_everybody(look, game_id, size, reserve):  # noqa: F811
    page = look(f"editor?game={game_id}{reserve}", size)
    picture(page, f"editor-{game_id}-{size}")
    assert judged(page) == []
    page.fill('[name="fen"]', "nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#wrong")).not_to_be_empty()
    if reserve:  # of 289 cells axe is asked once
        assert judged(page) == []
