"""The hands in the page: they know what they hold and what they put down, also where sensors cannot."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import PATIENCE_S, leave


def expect_held(visit, *names):
    """What comes to be shown in the hand, the piece that is placed next first."""
    shown = "all => all.map(each => each.title)"
    visit.page.wait_for_function(
        "names => [...document.querySelectorAll('#hands .held')].map(each => each.title).join() === names",
        arg=",".join(names),
        timeout=1000 * PATIENCE_S,
    )
    assert visit.page.eval_on_selector_all("#hands .held", shown) == list(names)


def aside(visit):
    """What lies beside the board."""
    return visit.page.eval_on_selector_all("#hands .aside", "all => all.map(each => each.title)")


def test_hands_know_what_they_put_down_when_two_pieces_stand_wrong(visit):
    chess = visit("chess")
    chess.touch("e2", "e5", "d7", "d4", "e5", "d4")
    expect_held(chess, "Black Pawn", "White Pawn")
    chess.touch("d7", "e2")
    chess.wait(lambda status: status.trouble is None)
    expect_held(chess)
    assert chess.errors == []


def test_quick_taps_lift_and_put_back_though_the_sensors_have_not_told_yet(visit):
    """Two taps in one moment adjust a piece, four in a row capture; neither is lost, nor taken for another lift."""
    chess = visit("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    taps = ["e1", "e1", "e4", "d5", "d5"]
    chess.page.evaluate(
        "sites => sites.forEach(site => document.querySelector(`#board [data-site='${site}']`)"
        ".dispatchEvent(new MouseEvent('click', { bubbles: true })))",
        taps,
    )
    chess.wait(lambda status: [ply.move for ply in status.moves] == ["e4d5"])
    assert {site for site in chess.occupied() if ":" not in site} == {"e1", "e8", "d5"}
    expect(chess.page.locator("#hands .aside")).to_have_attribute("title", "Black Pawn")
    expect_held(chess)
    assert chess.page.locator(".card.notice").count() == 0
    assert chess.errors == []


def test_hands_keep_the_victim_when_both_pieces_were_in_them(visit):
    chess = visit("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    chess.touch("e4", "d5", "d5")
    chess.wait(lambda status: len(status.moves) == 1)
    expect(chess.page.locator("#hands .aside")).to_have_attribute("title", "Black Pawn")
    expect_held(chess)


def test_refusal_stays_in_sight_when_the_game_goes_on(visit):
    chess = visit("chess")
    chess.page.evaluate("document.querySelector('#faults').open = true")
    chess.page.fill("#faults input", "no such fault")
    chess.page.click("#faults button")
    chess.page.wait_for_selector(".card.notice")
    chess.errors.clear()
    chess.touch("e2", "e4")
    chess.wait(lambda status: len(status.moves) == 1)
    assert "no such fault" in chess.page.inner_text("#calls")


def test_hands_set_up_the_right_pieces_when_many_were_knocked_over(visit):
    chess = visit("chess")
    knocked = ["a1", "b1", "c1", "d1", "e1", "f1", "a2", "b2"]
    chess.touch(*knocked)
    chess.wait(lambda status: status.trouble is not None)
    expect(chess.page.locator(".card.trouble")).to_be_visible()
    chess.touch(*knocked)
    chess.wait(lambda status: status.trouble is None)
    chess.touch("b1")
    expect_held(chess, "White Knight")
    chess.touch("b1", "e2", "e5")
    chess.wait(lambda status: status.trouble is not None)
    chess.touch("e5")
    expect_held(chess, "White Pawn")


def test_hands_are_guided_when_a_position_is_set_up(visit):
    chess = visit("chess", "r3k3/pp6/8/8/8/8/PP6/R3K2R w KQq - 0 1", size="phone")
    everything = chess.occupied()
    chess.program.table.put(frozenset())
    chess.wait(lambda status: status.trouble and len(status.trouble.fill) == 9)
    chess.picture("set-up-phone")
    steps = []
    while trouble := chess.program.watch.status.trouble:
        steps.append(trouble.steps[0].text)
        # The page may still show the cell filled last as one to fill.
        waiting = [f'#board .lit[data-light="fill"][data-site="{site}"]' for site in trouble.fill]
        lit = chess.page.locator(", ".join(waiting))
        expect(lit.first).to_be_visible()
        expect(chess.page.locator(".trouble li").first).to_have_text(trouble.steps[0].text)
        left = len(trouble.fill)
        chess.touch(lit.first.get_attribute("data-site"))
        chess.wait(lambda status, n=left: status.trouble is None or len(status.trouble.fill) < n)
    assert steps[:3] == ["White Rook on a1, h1", "White Rook on h1", "White King on e1"]
    assert chess.occupied() == {site for site in everything if ":" not in site}
    assert chess.moves() == []
    chess.touch("h1", "h5")
    chess.wait(lambda status: len(status.moves) == 1)
    assert chess.errors == []


def test_every_page_sees_the_same_hands_and_a_reload_changes_nothing(visit, chromium):
    chess = visit("chess")
    chess.touch("e2", "e4", "d7", "d5", "e4", "d5", "d5")
    chess.wait(lambda status: len(status.moves) == 3 and status.moves[-1].state == "settled")
    chess.touch("d8")
    other = chromium.new_context().new_page()
    other.goto(chess.program.local_link, wait_until="domcontentloaded")
    chess.page.reload(wait_until="domcontentloaded")
    for page in (chess.page, other):
        expect(page.locator("#hands .held")).to_have_attribute("title", "Black Queen")
        expect(page.locator("#hands .aside")).to_have_attribute("title", "Black Pawn")
    other.locator('[data-site="d5"]').click()  # the victim is lifted in another window
    chess.wait(lambda status: "d5" not in status.occupied)
    chess.touch("d5")
    chess.wait(lambda status: len(status.moves) == 4 and status.moves[-1].state == "settled")
    for page in (chess.page, other):
        expect(page.locator("#hands .held")).to_have_count(0)
        expect(page.locator("#hands .aside")).to_have_count(2)
    assert chess.moves() == ["e4", "d5", "exd5", "Qxd5"]
    assert sorted(aside(chess)) == ["Black Pawn", "White Pawn"]
    assert chess.errors == []
    leave(other.context)


def test_a_tap_on_the_tray_takes_out_and_never_puts_in(visit):
    chess = visit("chess", "3qk3/2P4p/8/8/8/8/8/3QK3 w - - 0 1")
    queens = [slot for slot in chess.program.table.pieces.slots if slot.startswith("w:Q")]
    before = [slot for slot in queens if slot in chess.occupied()]
    assert before
    chess.touch("c7", "d8")
    chess.page.locator('[data-slots="w:Q"]').click()
    expect(chess.page.locator("#hands .held")).to_have_count(3)
    expect_held(chess, "White Queen", "Black Queen", "White Pawn")
    chess.wait(lambda status: len([slot for slot in queens if slot in status.occupied]) == len(before) - 1)
    chess.touch("d8")
    status = chess.wait(lambda status: status.moves and status.moves[-1].state == "settled")
    assert [ply.san for ply in status.moves] == ["cxd8=Q+"]
    expect(chess.page.locator("#hands .aside")).to_have_count(2)
    assert sorted(aside(chess)) == ["Black Queen", "White Pawn"]
    assert chess.errors == []


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_captured_pieces_are_laid_in_the_tray_by_a_button_and_dropped_from_it(visit, size):
    game = visit("crazyhouse", "4k3/8/8/3p1p2/4P3/8/8/4K3[] w - - 0 1", size=size)
    tray = game.page.locator('[data-slots="w:P"]')
    has_slots = any(slot.startswith("w:P") for slot in game.program.table.pieces.slots)
    game.touch("e4", "d5", "d5", "e8", "e7", "d5", "d6")
    game.wait(lambda status: len(status.moves) == 3 and status.moves[-1].state == "settled")
    expect(game.page.locator("#hands .aside")).to_have_attribute("title", "Black Pawn")
    game.picture(f"crazyhouse-captured-{size}")
    if has_slots:
        game.page.locator("#hands .aside").click()
        game.page.locator('#hands [data-lay="w:P"]').click()
        game.wait(lambda status: any(site.startswith("w:P") for site in status.occupied))
        expect(game.page.locator("#hands .held")).to_have_count(0)
    game.touch("e7", "d6", "d6")
    game.wait(lambda status: len(status.moves) == 4 and status.moves[-1].state == "settled")
    expect(game.page.locator("#hands .aside").last).to_have_attribute("title", "White Pawn")  # the victim of Kxd6
    tray.click()
    expect_held(game, "White Pawn")  # the one from the tray
    game.touch("c4")
    status = game.wait(lambda status: len(status.moves) == 5 and status.moves[-1].state == "settled")
    assert status.moves[-1].san == "P@c4"
    expect(game.page.locator("#hands .aside")).to_have_attribute("title", "White Pawn")
    expect_held(game)
    assert game.errors == []


def test_two_captured_pawns_stay_aside_when_one_is_dropped(visit):
    """Crazyhouse with two captured Pawns: a second tap on the tray takes a second Pawn out, it stores none."""
    game = visit("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PP] w - - 0 1")
    tray = game.page.locator('[data-slots="w:P"]')
    tray.click()
    expect(game.page.locator("#hands .held")).to_have_count(1)
    tray.click()
    expect(game.page.locator("#hands .held")).to_have_count(2)
    game.page.keyboard.press("Escape")
    expect(game.page.locator("#hands .held")).to_have_count(1)
    game.touch("c4")
    status = game.wait(lambda status: status.moves and status.moves[-1].state == "settled")
    assert status.moves[-1].san == "P@c4"
    assert game.errors == []


def test_an_empty_hand_makes_no_piece(visit):
    chess = visit("chess")
    before = chess.occupied()
    chess.page.locator('[data-site="e4"]').click()
    expect(chess.page.locator(".card.notice")).to_contain_text("Nothing is in the hand")
    assert chess.program.table.pieces.on.keys() == before
    chess.page.wait_for_timeout(300)
    assert chess.occupied() == before
    chess.page.reload(wait_until="domcontentloaded")
    chess.page.wait_for_selector("#board[data-ready]")
    expect_held(chess)
    assert aside(chess) == []


def test_a_piece_on_a_dead_sensor_can_be_lifted_and_goes_on(visit):
    """What stands on the virtual board is what the hands know, not what a sensor says."""
    chess = visit("chess", faults=("dead:g1",))
    chess.wait(lambda status: "g1" not in status.occupied)
    label = chess.page.locator('[data-site="g1"]')
    expect(label).to_have_attribute("aria-label", re.compile("^g1, White Knight.*its sensor feels nothing$"))
    assert chess.page.locator(".card.notice").count() == 0
    label.click()
    expect(chess.page.locator("#hands .held")).to_have_attribute("title", "White Knight")
    chess.touch("f3")
    chess.wait(lambda status: [ply.san for ply in status.moves] == ["Nf3"])
    expect(chess.page.locator("#hands .held")).to_have_count(0)
    assert chess.errors == []


def test_escape_puts_back_what_was_lifted(visit):
    chess = visit("chess")
    chess.touch("g1")
    chess.page.keyboard.press("Escape")
    chess.wait(lambda status: "g1" in status.occupied)
    expect(chess.page.locator("#hands .held")).to_have_count(0)
    chess.page.keyboard.press("Escape")
    assert chess.moves() == []
    assert chess.page.locator(".card.notice").count() == 0
    assert chess.errors == []


def middle(visit, site):
    box = visit.page.locator(f'[data-site="{site}"] .floor').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_piece_can_be_dragged_with_the_mouse(visit):
    chess = visit("chess")
    mouse = chess.page.mouse
    mouse.move(*middle(chess, "e2"))
    mouse.down()
    mouse.move(*middle(chess, "e3"), steps=4)
    expect(chess.page.locator(".dragged")).to_have_count(1)
    mouse.move(*middle(chess, "e4"), steps=4)
    mouse.up()
    chess.wait(lambda status: [ply.san for ply in status.moves] == ["e4"])
    expect(chess.page.locator(".dragged")).to_have_count(0)
    mouse.move(*middle(chess, "d7"))
    mouse.down()
    mouse.move(2, 2, steps=4)  # let go outside the board: it goes back
    chess.wait(lambda status: "d7" not in status.occupied)
    mouse.up()
    chess.wait(lambda status: "d7" in status.occupied)
    expect(chess.page.locator("#hands .held")).to_have_count(0)
    assert chess.moves() == ["e4"]
    assert chess.errors == []


def test_what_is_let_go_is_what_was_dragged_whatever_else_is_in_the_hand(visit):
    chess = visit("chess")
    chess.touch("g1")
    mouse = chess.page.mouse
    mouse.move(*middle(chess, "a2"))
    mouse.down()
    mouse.move(*middle(chess, "f3"), steps=4)  # where only the Knight in the hand may go
    mouse.up()
    chess.wait(lambda status: "f3" in status.occupied)
    expect(chess.page.locator("#hands .held")).to_have_count(1)
    expect_held(chess, "White Knight")
    expect(chess.page.locator('[data-site="f3"]')).to_have_attribute("aria-label", re.compile("Pawn"))
    mouse.move(*middle(chess, "f3"))
    mouse.down()
    mouse.move(*middle(chess, "e1"), steps=4)  # taken: it goes back
    mouse.up()
    expect(chess.page.locator(".card.notice")).to_have_text("e1 is taken already.")
    chess.wait(lambda status: "f3" in status.occupied)
    assert chess.errors == ["Failed to load resource: the server responded with a status of 400 (BAD REQUEST)"]


def test_a_piece_can_be_dragged_with_a_finger(visit):
    chess = visit("chess", size="phone")
    finger = chess.page.context.new_cdp_session(chess.page)

    def touch(kind, *points):
        where = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    (x, y), (_, goal) = middle(chess, "e2"), middle(chess, "e4")
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x, y + (goal - y) * step / 5))
    chess.picture("dragging-phone")
    touch("touchEnd")
    chess.wait(lambda status: [ply.san for ply in status.moves] == ["e4"])
    assert chess.page.evaluate("window.scrollY") == 0
    expect(chess.page.locator("#hands .held")).to_have_count(0)
    assert chess.errors == []


def test_pieces_tell_their_names(visit):
    chess = visit("chess")
    assert chess.page.locator('[data-site="g1"] title').text_content() == "g1, White Knight"
    chess.touch("g1")
    expect(chess.page.locator("#hands .held")).to_have_attribute("aria-label", "In hand: White Knight, placed next")


def test_refusals_do_not_pile_up(visit):
    chess = visit("chess")
    for site in ("e4", "e5", "d4", "d5"):
        chess.page.locator(f'[data-site="{site}"]').click()
        expect(chess.page.locator(".card.notice")).to_contain_text(f"placed on {site}")
    assert chess.page.locator(".card.notice").count() == 1


def test_what_hands_were_refused_is_over_once_they_do_something_else(visit):
    chess = visit("chess")
    notice = chess.page.locator(".card.notice")
    chess.page.locator('[data-site="e4"]').click()
    expect(notice).to_contain_text("Nothing is in the hand")
    chess.touch("e2")
    expect(notice).to_have_count(0, timeout=2000)
    expect_held(chess, "White Pawn")
    assert chess.errors == ["Failed to load resource: the server responded with a status of 400 (BAD REQUEST)"]


def test_a_tap_that_does_not_reach_the_program_is_told_and_the_next_one_works(visit):
    chess = visit("chess")
    chess.page.route("**/hands", lambda route: route.abort())
    chess.page.locator('[data-site="e2"]').click()
    expect(chess.page.locator(".card.notice")).to_have_text("The program does not answer: nothing was done.")
    chess.page.unroute("**/hands")
    chess.touch("e2", "e4")
    chess.wait(lambda status: [ply.san for ply in status.moves] == ["e4"])
