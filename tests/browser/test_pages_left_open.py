"""Pages that live longer than the program, the network or the night; two players at pages of their own."""

import re
import signal

import pytest
from playwright.sync_api import expect

from .conftest import leave
from .program_under_test import ProgramUnderTest
from .test_record_page import standing

pytestmark = pytest.mark.slow

MUTE = """
const Real = EventSource;
window.streams = [];
window.EventSource = class extends Real {
  constructor(address) { super(address); window.streams.push(this); }
  addEventListener(kind, take) { super.addEventListener(kind, (event) => this.dead || take(event)); }
};
"""
"""A stream whose `dead` is set tells nothing any more, no error: as one whose other end was lost in the night."""


@pytest.fixture
def program(tmp_path):
    found = ProgramUnderTest(tmp_path)
    found.post("game", game="chess")
    yield found
    found.end()


def opened(chromium, address):
    page = chromium.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(address, wait_until="domcontentloaded")
    page.wait_for_selector("#board[data-ready]")
    return page


def move(program, start, end):
    count = len(program.state()["moves"])
    program.post("hands", lift=start)
    program.post("hands", place=end)
    program.wait(lambda state: len(state["moves"]) == count + 1 and state["moves"][-1]["state"] == "settled")


def moves(page):
    return page.locator("#moves .move:not(.none)")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["ended", "killed"])
def test_pages_go_on_when_the_program_was_started_again_under_them(chromium, program, how):
    link = f"{program.url}?token={program.token}"
    live = opened(chromium, link)
    overlay = opened(chromium, f"{program.url}overlay")
    move(program, "e2", "e4")
    record = opened(chromium, f"{program.url}records/{program.state()['game']['record']}?token={program.token}")
    expect(moves(live)).to_have_text(["e4"])
    program.end(how)
    expect(live.locator("#connection")).to_have_class("lost")
    expect(live.locator("#connection .words")).to_contain_text("trying again")
    record.fill("#comment [name=comment]", "Best by test.")
    record.press("#comment [name=comment]", "Tab")
    record.evaluate("document.querySelector('#comment').requestSubmit()")
    expect(record.locator("#comment .error")).to_contain_text("does not answer")
    expect(record.locator("#comment [name=comment]")).to_have_value("Best by test.")
    record.keyboard.press("End")
    expect(record.locator("#turn")).to_contain_text("e4")
    program.start()
    expect(live.locator("#connection")).to_have_class("connected")
    live.locator("[data-site=e7]").click()
    program.wait(lambda state: "e7" not in state["occupied"])
    live.locator("[data-site=e5]").click()
    program.wait(lambda state: len(state["moves"]) == 2)
    expect(moves(live)).to_have_text(["e4", "e5"])
    expect(overlay.locator("#turn")).to_contain_text("1… e5")
    record.evaluate("document.querySelector('#comment').requestSubmit()")
    expect(record.locator("#noted")).to_have_text("Noted.")
    for page in (live, overlay, record):
        leave(page.context)


def test_a_page_left_open_overnight_shows_the_morning(chromium, program):
    page = chromium.new_context().new_page()
    page.add_init_script(MUTE)
    page.clock.install()
    page.goto(program.url, wait_until="domcontentloaded")
    page.wait_for_selector("#board[data-ready]")
    page.evaluate("window.streams.forEach((each) => { each.dead = true; })")
    move(program, "e2", "e4")
    move(program, "e7", "e5")
    expect(moves(page)).to_have_count(0)
    page.clock.fast_forward("09:00:00")
    expect(moves(page)).to_have_text(["e4", "e5"])
    assert page.evaluate("window.streams.filter((each) => each.readyState !== EventSource.CLOSED).length") == 1
    move(program, "g1", "f3")
    expect(moves(page)).to_have_text(["e4", "e5", "Nf3"])
    leave(page.context)


def test_a_page_out_of_reach_catches_up_when_it_is_back(chromium, program):
    page = opened(chromium, program.url)
    page.context.set_offline(True)
    move(program, "d2", "d4")
    page.context.set_offline(False)
    expect(moves(page)).to_have_text(["d4"])
    leave(page.context)


def test_two_players_play_one_game_each_from_their_own_page(chromium, program):
    link = f"{program.url}?token={program.token}"
    white, black, onlooker = opened(chromium, link), opened(chromium, link), opened(chromium, program.url)
    for page, start, end in ((white, "e2", "e4"), (black, "e7", "e5")):
        page.locator(f"[data-site={start}]").click()
        program.wait(lambda state, site=start: site not in state["occupied"])
        page.locator(f"[data-site={end}]").click()
        program.wait(lambda state, site=end: site in state["occupied"])
    white.locator("[data-site=g1]").click()  # one lifts, the other puts it down: every page moves the same hands
    program.wait(lambda state: "g1" not in state["occupied"])
    expect(black.locator("#hands .held")).to_have_count(1)
    black.locator("[data-site=f3]").click()
    for page in (white, black, onlooker):
        expect(moves(page)).to_have_text(["e4", "e5", "Nf3"])
    assert standing(white) == standing(black) == standing(onlooker)
    expect(onlooker.locator("#new-game")).to_have_count(0)
    for page in (white, black, onlooker):
        leave(page.context)


def test_two_pages_that_answer_at_once_make_one_move_and_one_is_told(chromium, program):
    program.post("game", game="chess", fen="6k1/2P4p/8/8/8/8/8/3QK3 w - - 0 1")
    link = f"{program.url}?token={program.token}"
    pages = [opened(chromium, link), opened(chromium, link)]
    program.post("hands", lift="c7")
    program.post("hands", place="c8")
    program.wait(lambda state: state["question"])
    for page, kind in zip(pages, "NR", strict=True):
        expect(page.locator(f'.question button[data-move="c7c8={kind}"]')).to_be_visible()
    held = []  # neither answer reaches the program before both were given, however slow one page is
    for page, kind in zip(pages, "NR", strict=True):
        page.route("**/api/v1/answer", lambda route: held.append(route))
        with page.expect_request("**/api/v1/answer"):
            page.locator(f'.question button[data-move="c7c8={kind}"]').click()
    for each in held:
        each.continue_()
    state = program.wait(lambda state: not state["question"])
    played = state["moves"][0]["move"]
    assert played in ("c7c8=N", "c7c8=R")
    late = pages["RN".index(played[-1])]  # the page whose answer came second
    expect(late.locator("#asks .notice")).to_have_count(1)
    expect(late.locator("#asks .notice")).to_contain_text("answered already")
    assert not pages["NR".index(played[-1])].locator("#asks .notice").count()
    for page in pages:
        expect(moves(page)).to_have_text([re.compile(f"c8={played[-1]}")])
        leave(page.context)
