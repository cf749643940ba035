"""How one browser shows the board: which side is below, colours, pieces, type; kept by that browser alone."""

import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

import fairyrules

from .conftest import ARTIFACTS, PATIENCE_S, SIZES, leave

pytestmark = pytest.mark.slow


def place(here, site):
    box = here.page.locator(f'[data-site="{site}"] .floor').bounding_box()
    return box["x"], box["y"]


def dress_as(here, **chosen):
    here.page.click("#show-view")
    for name, value in chosen.items():
        field = here.page.locator(f"#view [name={name}]")
        field.set_checked(value) if isinstance(value, bool) else field.select_option(value)
    here.page.click("#view button.strong")
    expect(here.page.locator("#view")).to_be_hidden()


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_board_is_seen_from_blacks_side_after_a_reload_too(visit, size):
    here = visit("chess", size=size)
    (a1_x, a1_y), (h8_x, h8_y) = place(here, "a1"), place(here, "h8")
    assert a1_x < h8_x
    assert a1_y > h8_y
    dress_as(here, turned=True)
    for _ in range(2):
        (a1_x, a1_y), (h8_x, h8_y) = place(here, "a1"), place(here, "h8")
        assert a1_x > h8_x
        assert a1_y < h8_y
        names = [here.page.locator(f"#player-{side}").bounding_box()["y"] for side in "wb"]
        assert names[0] < names[1]
        here.page.reload(wait_until="domcontentloaded")
        here.page.wait_for_selector("#board[data-ready]")
    here.touch("e2", "e4")
    here.wait(lambda status: len(status.moves) == 1)
    here.page.locator('[data-site="e4"]').focus()
    here.page.keyboard.press("ArrowUp")  # up is towards White now
    expect(here.page.locator('[data-site="e3"]')).to_be_focused()
    here.picture(f"turned-{size}")
    assert here.errors == []


def test_colours_pieces_and_type_are_as_this_browser_wishes(visit):
    here = visit("xiangqi")
    dress_as(here, theme="dark", board="green", pieces="letters", large=True, coordinates=False)
    assert here.page.evaluate("getComputedStyle(document.body).getPropertyValue('--paper')").strip() == "#191614"
    expect(here.page.locator("#board .chessman .tile-letter")).to_have_count(32)
    expect(here.page.locator("#board .coordinates")).to_be_hidden()
    here.picture("dark-green-letters-desk")
    here.page.goto(f"{here.program.page.local_url}records", wait_until="domcontentloaded")
    expect(here.page.locator("html")).to_have_class(re.compile("large"))
    assert here.errors == []


@pytest.mark.parametrize("page", ["", "records", "editor", "watch"])
def test_the_systems_colours_are_worn_unless_this_browser_wishes_others(visit, page):
    here = visit("chess")
    dark, light = "rgb(25, 22, 20)", "rgb(244, 240, 232)"
    here.page.goto(f"{here.program.page.local_url}{page}", wait_until="load")
    for scheme, colour in (("dark", dark), ("light", light)):
        here.page.emulate_media(color_scheme=scheme)
        expect(here.page.locator("html")).to_have_css("background-color", colour)
    here.page.evaluate("""localStorage.setItem("reedboard-look", '{"theme": "light"}')""")
    here.page.emulate_media(color_scheme="dark")
    here.page.reload(wait_until="load")
    expect(here.page.locator("html")).to_have_css("background-color", light)


def test_pieces_move_at_once_where_the_system_wishes_less_motion_and_cells_take_the_boards_colours(visit):
    here = visit("chess")
    piece, dark = here.page.locator("#board .chessman").first, here.page.locator("#board .cell.dark .floor").first
    expect(piece).not_to_have_css("transition-duration", "0s")
    here.page.emulate_media(reduced_motion="reduce")
    expect(piece).to_have_css("transition-duration", "0s")
    dress_as(here, board="green")
    expect(dark).to_have_css("fill", "rgb(143, 174, 131)")
    assert here.errors == []


def pinched(page, x, y):
    """Two fingers put down there and spread, as a touch screen tells them; waits until the page is larger."""
    wire = page.context.new_cdp_session(page)

    def touch(kind, *places):
        points = [{"x": place, "y": y, "id": number} for number, place in enumerate(places)]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x - 15)
    touch("touchStart", x - 15, x + 15)
    for far in range(20, 121, 10):
        touch("touchMove", x - far, x + far)
    touch("touchEnd")
    page.evaluate(
        """most => new Promise((done, refuse) => {
          const look = () => visualViewport.scale > 2.5 ? done() : requestAnimationFrame(look);
          setTimeout(() => refuse(new Error(`enlarged ${visualViewport.scale} times`)), most);
          look();
        })""",
        1000 * PATIENCE_S,
    )


LEGIBLE_PX = 44
"""The side of a cell that a finger hits without care. Source: WCAG 2.2, 2.5.5."""


def test_the_largest_board_is_enlarged_by_two_fingers_put_on_its_pieces(visit, chromium):
    here = visit("sfhiodgei", size="phone")
    standing = here.occupied()
    width, height = SIZES["phone"]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=2, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    for path in ("", "records/1", "editor"):
        page.goto(urljoin(here.program.local_link, f"/{path}?token={here.program.guard.token}"))
        page.wait_for_selector("#board[data-ready]")
        floor = page.locator('#board [data-site="i2"] .floor')
        small = floor.bounding_box()
        assert small["width"] < 24
        pinched(page, small["x"], small["y"] + small["height"] / 2)
        scale = page.evaluate("visualViewport.scale")
        assert floor.evaluate("floor => floor.getBoundingClientRect().width") * scale > LEGIBLE_PX, path
        assert here.occupied() == standing
        expect(page.locator(".dragged")).to_have_count(0)
        page.screenshot(path=ARTIFACTS / f"enlarged-{path.partition('/')[0] or 'board'}-phone.png")
    leave(context)
    assert here.errors == []


def test_moves_are_said_aloud_only_where_that_is_wished(visit):
    here = visit("chess")
    here.page.evaluate("window.said = []; speechSynthesis.speak = (each) => said.push(each.text); 0")
    here.touch("e2", "e4")
    here.wait(lambda status: status.moves and status.moves[-1].state == "settled")
    expect(here.page.locator("#moves .settled")).to_have_count(1)
    assert here.page.evaluate("said") == []
    dress_as(here, voice=True, sounds=True)
    here.touch("e7", "e5")
    expect(here.page.locator("#told")).to_have_text("Black: e5")
    assert here.page.evaluate("said") == ["Black: e5"]
    assert here.errors == []


@pytest.mark.parametrize(("game_id", "size", "count"), [("xiangqi", "phone", 32), ("shogi", "desk", 40)])
def test_traditional_pieces_are_drawn_without_a_font_on_every_page(visit, game_id, size, count):
    here = visit(game_id, size=size)
    asked = []
    here.page.on("request", lambda request: asked.append(request.url))
    dress_as(here, pieces="traditional")
    signs = here.page.locator("#board .chessman .traditional .sign")
    expect(signs).to_have_count(count)
    assert [url for url in asked if url.endswith("traditional.js")]
    drawn = here.page.eval_on_selector_all("#board .chessman", "all => new Set(all.map(each => each.innerHTML)).size")
    kinds = {(piece.side, piece.kind) for piece in fairyrules.game(game_id).start().pieces().values()}
    assert drawn == len(kinds)
    assert here.page.locator("#board .chessman text").count() == 0
    here.picture(f"traditional-{game_id}-{size}")
    here.touch("a4" if game_id == "xiangqi" else "a3", "a5" if game_id == "xiangqi" else "a4")
    record = here.wait(lambda status: len(status.moves) == 1).game.record
    for path in (f"records/{record}", f"editor?game={game_id}", "overlay"):
        here.page.goto(f"{here.program.page.local_url}{path}", wait_until="domcontentloaded")
        expect(signs, path).to_have_count(count)
    assert here.errors == []


def test_a_game_without_traditional_pieces_shows_those_of_the_box(visit):
    here = visit("chess")
    dress_as(here, pieces="traditional")
    expect(here.page.locator("#board .chessman .chessman-fill").first).to_be_attached()
    assert here.page.locator(".traditional").count() == 0
    assert here.errors == []


def test_a_tablet_shows_the_game_alone_and_stays_awake(visit):
    here = visit("chess")
    here.page.evaluate("""() => {
        window.held = 0;
        const one = { request: async () => { window.held++; return { release: async () => { window.held--; } }; } };
        Object.defineProperty(navigator, "wakeLock", { value: one });
    }""")
    rules = here.page.locator("nav a", has_text="Rules")
    expect(rules).to_be_visible()
    here.page.click("#show-view")
    here.page.click("#full")
    here.page.wait_for_function("() => document.fullscreenElement && window.held === 1")
    expect(rules).to_be_hidden()
    expect(here.page.locator("#new-game")).to_be_visible()
    here.picture("tablet")
    here.touch("e2", "e4")
    here.wait(lambda status: len(status.moves) == 1)
    here.page.click("#show-view")
    expect(here.page.locator("#full")).to_have_text("Leave the whole screen")
    here.page.click("#full")
    here.page.wait_for_function("() => !document.fullscreenElement && window.held === 0")
    expect(rules).to_be_visible()
    assert here.errors == []


def test_a_screen_kept_awake_too_late_may_sleep_again(visit):
    here = visit("chess")
    here.page.evaluate("""() => {
        window.released = 0;
        const lock = { release: async () => { window.released++; } };
        const one = { request: () => new Promise((answer) => { window.answer = () => answer(lock); }) };
        Object.defineProperty(navigator, "wakeLock", { value: one });
    }""")
    here.page.click("#show-view")
    here.page.click("#full")
    here.page.wait_for_function("() => document.fullscreenElement && window.answer")
    here.page.evaluate("() => document.exitFullscreen()")
    here.page.wait_for_function("() => !document.fullscreenElement")
    here.page.click("#show-view")
    expect(here.page.locator("#full")).to_have_text("Whole screen, for a tablet")
    here.page.evaluate("() => window.answer()")
    here.page.wait_for_function("() => window.released === 1")
    assert here.errors == []
