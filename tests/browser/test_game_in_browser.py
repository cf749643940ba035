"""Games played by taps on the page, as two people sharing it would play them."""

import re

import pytest
from playwright.sync_api import expect

import fairyrules
from reedboard.archive.pgn_records import game_record, pgn_of

from .conftest import leave

GOES = '#board .lit[data-light="target"], #board .lit[data-light="capture"]'


def targets(position, cell):
    """Where the legal moves of the piece on `cell` end, by name."""
    board = position.game.board
    return {
        board.name(travel.target)
        for move in position.legal_moves()
        for travel in position.effect(move).travels[:1]
        if board.name(travel.origin) == cell
    }


def settled(count):
    return lambda status: len(status.moves) == count and all(ply.state == "settled" for ply in status.moves)


def sites(page, selector):
    return set(page.eval_on_selector_all(selector, "all => all.map(each => each.dataset.site)"))


@pytest.mark.parametrize(
    ("game_id", "moves", "cell"),
    [
        ("chess", [], "g1"),
        ("chess", ["e2", "e4", "d7", "d5"], "e4"),
        ("wildeurasian-qi", [], "b2"),
        ("wildeurasian-qi", ["e3", "e4"], "b10"),
    ],
)
def test_page_lights_exactly_the_legal_cells_when_a_piece_is_lifted(visit, game_id, moves, cell):
    here = visit(game_id)
    here.touch(*moves)
    status = here.wait(settled(len(moves) // 2))
    position = fairyrules.game(game_id).start()
    for ply in status.moves:
        position = position.play(position.parse(ply.move))
    here.touch(cell)
    wanted = targets(position, cell)
    expect(here.page.locator(GOES)).to_have_count(len(wanted))
    assert sites(here.page, GOES) == wanted
    under = here.program.table.sites
    here.wait_for_leds({under[site] for site in wanted})
    assert here.errors == []


def test_page_lists_and_records_a_move_when_it_is_finished(visit):
    here = visit("wildeurasian-qi", size="phone")
    here.touch("e3", "e4")
    here.wait(settled(1))
    expect(here.page.locator("#moves .move.settled")).to_have_text(["e4"])
    here.touch("e8", "e7")
    status = here.wait(settled(2))
    expect(here.page.locator("#turn")).to_have_text("White to move")
    archive, record = here.program.archive, status.game.record
    assert [move.move for move in archive.moves(record)] == ["e3e4", "e8e7"]
    assert len(archive.journal(record)) == 4
    assert [str(move) for move in game_record(archive, record).moves] == ["e3e4", "e8e7"]
    with here.page.expect_download() as download:
        here.page.click("#pgn")
    assert download.value.path().read_text() == pgn_of(archive, record)
    assert here.errors == []


@pytest.mark.parametrize(("move", "san"), [("e7e8=N", "e8=N"), ("e7e8=Q", "e8=Q+")])
def test_page_asks_what_a_pawn_became_when_no_tray_told(visit, move, san):
    here = visit("chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", size="phone")
    here.touch("e7", "e8")
    here.wait(lambda status: status.question is not None)
    buttons = here.page.locator(".question .choices button")
    asked = here.page.locator(".question p")
    expect(asked).to_have_text("What stands on e8 now? Or exchange it from the tray for a Queen.")
    expect(buttons).to_have_count(4)  # the Queen, too, though one still lies in its slot
    named = {button.get_attribute("data-move"): button.inner_text() for button in buttons.all()}
    assert {move: words.split("\n") for move, words in named.items()} == {
        "e7e8=Q": ["White Queen", "e8=Q+"],
        "e7e8=R": ["White Rook", "e8=R+"],
        "e7e8=B": ["White Bishop", "e8=B"],
        "e7e8=N": ["White Knight", "e8=N"],
    }
    here.picture("question-phone")
    here.page.click(f'.question button[data-move="{move}"]')
    here.wait(settled(1))
    expect(here.page.locator(".question")).to_have_count(0)
    expect(here.page.locator("#moves .move.settled")).to_have_text([san])
    assert here.errors == []


def test_page_says_what_to_put_where_when_board_and_game_disagree(visit):
    here = visit("chess")
    here.touch("a1", "d5")
    here.wait(lambda status: status.trouble is not None)
    expect(here.page.locator(".trouble li")).to_have_text("White Rook: from d5 to a1")
    assert sites(here.page, ".cell.fill") == {"a1"}
    assert sites(here.page, ".cell.clear") == {"d5"}
    here.picture("trouble-desk")
    here.touch("d5", "a1")
    here.wait(lambda status: status.trouble is None)
    expect(here.page.locator(".trouble")).to_have_count(0)
    assert here.moves() == []


def test_page_works_by_keyboard(visit):
    here = visit("chess")
    here.page.locator('[data-site="a1"]').focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "Enter"):
        here.page.keyboard.press(key)
    here.wait(lambda status: "e2" not in status.occupied)
    expect(here.page.locator('[data-site="e2"]')).to_have_attribute("aria-label", re.compile("^e2, White Pawn, lifted"))
    for key in ("ArrowUp", "ArrowUp", " "):
        here.page.keyboard.press(key)
    here.wait(settled(1))
    expect(here.page.locator("#moves .move.settled")).to_have_text(["e4"])


def test_page_begins_another_game_on_a_board_of_another_shape(visit):
    here = visit("chess")
    here.touch("e2", "e4")
    first = here.wait(settled(1)).game.record
    here.page.click("#new-game")
    here.page.select_option('#chooser select[name="game"]', "wildeurasian-qi")
    here.page.fill('#chooser input[name="fen"]', "nonsense")
    here.page.click('#chooser button[value="start"]')
    expect(here.page.locator("#chooser .error")).not_to_be_empty()
    here.page.fill('#chooser input[name="fen"]', "")
    here.page.click('#chooser button[value="start"]')
    status = here.wait(lambda status: status.game.id == "wildeurasian-qi")
    assert status.game.record != first
    expect(here.page.locator("#board .cell")).to_have_count(100)
    here.wait(lambda status: status.connection.state == "connected" and status.trouble is None)
    expect(here.page.locator("#chooser")).not_to_be_visible()
    here.touch("e3", "e4")
    here.wait(settled(1))


def test_player_goes_on_after_a_reload_and_the_token_is_nowhere_to_be_seen(visit):
    here = visit("chess")
    for _ in range(2):
        assert "token" not in here.page.url
        assert here.page.context.cookies() == []
        here.page.reload(wait_until="domcontentloaded")
        here.page.wait_for_selector("#board[data-ready]")
    expect(here.page.locator("#new-game")).to_have_count(1)
    here.touch("e2", "e4")
    here.wait(settled(1))
    here.page.goto(f"{here.program.page.local_url}?token=another", wait_until="domcontentloaded")
    here.page.wait_for_selector("#board[data-ready]")
    here.page.goto(here.program.page.local_url, wait_until="domcontentloaded")
    here.page.wait_for_selector("#board[data-ready]")
    expect(here.page.locator("#new-game")).to_have_count(0)
    assert here.errors == []


def test_spectator_sees_the_game_but_cannot_touch_it(visit, chromium):
    here = visit("chess")
    context = chromium.new_context()
    page = context.new_page()
    page.goto(here.program.page.local_url, wait_until="domcontentloaded")
    page.wait_for_selector("#board[data-ready]")
    page.locator('[data-site="e2"]').click()
    here.touch("e2", "e4")
    expect(page.locator("#moves .move.settled")).to_have_text(["e4"])
    refused = page.evaluate(
        "fetch('/api/v1/hands', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        ' body: \'{"lift": "d2"}\'})'
        ".then(answer => answer.status)"
    )
    assert refused == 403
    assert "d2" in here.occupied()
    expect(page.locator(".clock, #new-game, #end")).to_have_count(0)
    leave(context)


def test_a_page_opened_before_there_is_a_game_waits_for_it(visit):
    here = visit("chess")
    early = "event: state\ndata: {}\n\n"
    here.page.route(re.compile("/events"), lambda route: route.fulfill(content_type="text/event-stream", body=early))
    with here.page.expect_response(re.compile("/events")):
        here.page.reload(wait_until="domcontentloaded")
    here.page.wait_for_timeout(300)
    assert here.errors == []


@pytest.mark.parametrize("size", ["phone", "desk"])
@pytest.mark.parametrize(
    ("game_id", "taps"),
    [
        ("chess", ["e2", "e4", "e7", "e5", "g1"]),
        ("wildeurasian-qi", ["e3", "e4", "b9"]),
        ("sfhiodgei", ["b4", "b8", "e16"]),
        ("dual-chess", ["k2", "j2", "k6"]),
    ],
)
def test_page_fits_its_window(visit, game_id, size, taps):
    here = visit(game_id, size=size)
    here.touch(*taps)
    here.wait(lambda status: status.lights)
    here.picture(f"{game_id}-{size}")
    assert here.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    box = here.page.locator("#board").bounding_box()
    assert box["width"] > (360 if size == "phone" else 540)
    assert box["y"] + box["height"] <= here.page.viewport_size["height"]
    assert here.errors == []


def test_a_long_sentence_in_the_header_widens_no_phone(visit):
    here = visit("chess", size="phone")
    words = (
        "Board lost: the port socket://127.0.0.1:65535/a-name-that-is-never-broken-anywhere-however-long answers not."
    )
    here.page.evaluate(
        "async words => (await import('/static/panels.js')).showConnection({ state: 'lost', text: words })", words
    )
    expect(here.page.locator("#connection .words")).to_have_text(words)
    here.picture("lost-phone")
    assert here.page.evaluate("document.documentElement.scrollWidth") == 390
    here.touch("e2", "e4")
    here.wait(settled(1))


def test_an_illegal_move_in_check_is_told_with_the_check(visit):
    here = visit("chess", "4k3/8/8/8/8/8/P3q3/4K2R w - - 0 1", size="phone")
    here.touch("a2", "a3")
    here.wait(lambda status: status.trouble is not None)
    expect(here.page.locator(".card.trouble p")).to_have_text(
        "White is in check. White Pawn may not go from a2 to a3: it cannot answer the check."
    )
    here.picture("check-phone")


def test_moves_are_told_to_those_who_listen(visit):
    here = visit("chess")
    told = here.page.locator("#told[aria-live]")
    expect(told).to_have_text("")
    here.touch("e2", "e4")
    here.wait(settled(1))
    expect(told).to_have_text("White: e4")
    here.touch("e7", "e5")
    expect(told).to_have_text("Black: e5")
    here.page.reload(wait_until="domcontentloaded")
    here.page.wait_for_selector("#board[data-ready]")
    expect(told).to_have_text("")


def test_a_clock_pressed_twice_is_told_whose_move_it_is(visit):
    here = visit("chess")
    here.touch("e2", "e4")
    here.wait(settled(1))
    press = here.page.locator("#player-w .clock")
    press.click()
    here.page.wait_for_timeout(400)
    assert here.page.locator(".card.notice").count() == 0
    press.click()
    expect(here.page.locator(".card.notice")).to_have_text("White's clock was pressed already: it is Black's move.")
    here.touch("e7")
    expect(here.page.locator(".card.notice")).to_have_count(0)


def test_tiles_point_at_the_opponent_as_on_the_rules_page(visit):
    here = visit("shogi")
    turned = "site => document.querySelector(`#board .chessmen .piece.${site} g`).getAttribute('transform')"
    assert "rotate(180)" in here.page.evaluate(turned, "black.tile")
    assert "rotate" not in here.page.evaluate(turned, "white.tile")
    here.picture("shogi-desk")
