"""Looking back in a real browser: a record's page and the archive, at desk and phone size, by mouse, touch and keys."""

import random
import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

import fairyrules
from fairyrules import pgn
from fairyrules.pgn import GameRecord
from reedboard.archive.pgn_records import pgn_of

from .conftest import ARTIFACTS, SIZES, leave
from .shelf import GAMES, Shelf
from .test_accessibility import judged

pytestmark = pytest.mark.slow
LONGEST_RECORD_PAGE = 400_000
"""Bytes of a record's page with all it loads."""


@pytest.fixture
def shelf(tmp_path):
    with closing(Shelf(tmp_path)) as shelf:
        yield shelf


@pytest.fixture
def look(chromium, shelf):
    """look(path, size="desk", token=True) opens a page; what goes wrong in it is an error of the test."""
    contexts, wrong = [], []

    def opened(path, size="desk", token=True):
        width, height = SIZES[size]
        contexts.append(chromium.new_context(viewport={"width": width, "height": height}, has_touch=size == "phone"))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(shelf.link(path, token), wait_until="domcontentloaded")
        if not path.startswith("records?"):
            page.wait_for_selector("#board[data-ready]")
        return page

    yield opened
    went_wrong = tuple(wrong)
    for context in contexts:
        leave(context)
    assert went_wrong == ()


def standing(page):
    """What the page shows on the board: cell -> name of the piece."""
    told = page.eval_on_selector_all("#board [data-site]", "all => all.map(each => each.getAttribute('aria-label'))")
    return {words.split(", ")[0]: words.split(", ")[1] for words in told if not words.endswith("empty")}


def expected(position):
    return {
        cell: f"{'White' if piece.side == 0 else 'Black'} {position.game.kinds[piece.kind].name}"
        for cell, piece in position.named_pieces().items()
    }


def picture(page, name):
    ARTIFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTIFACTS / f"{name}.png", full_page=True)


@pytest.mark.parametrize(
    ("name", "size"),
    [("chess-1", "desk"), ("sfhiodgei-0", "desk"), ("sfhiodgei-1", "phone"), ("dual-chess-1", "phone")],
)
def test_every_position_of_a_record_is_shown_as_the_rules_have_it(shelf, look, name, size):
    number = shelf.put_trace(name)
    record = pgn.read(pgn_of(shelf.archive, number))[0]
    page = look(f"records/{number}", size)
    positions = list(record.positions())
    for ply, position in enumerate(positions):
        if ply:
            page.keyboard.press("ArrowRight")
        assert page.get_attribute("#board", "data-place") == str(ply)
        shown = standing(page)
        assert shown.keys() == expected(position).keys(), ply
        assert all(shown[cell].startswith(named) for cell, named in expected(position).items()), ply
    assert page.locator("#text .move.now").count() == 1
    picture(page, f"record-{name}-{size}")
    page.keyboard.press("Home")
    assert page.get_attribute("#board", "data-place") == "0"
    page.locator("#slider").fill("3")
    expect(page.locator("#board")).to_have_attribute("data-place", "3")


def test_a_record_is_gone_through_by_buttons_swipes_moves_and_the_time_line(shelf, look):
    number = shelf.put_trace("chess-1")
    page = look(f"records/{number}", "phone")
    board = page.locator("#board")
    page.click("#on")
    expect(board).to_have_attribute("data-place", "1")
    swipe = (
        "(board, far) => { for (const [kind, x] of [['pointerdown', 200], ['pointerup', 200 + far]])"
        " board.dispatchEvent(new PointerEvent(kind, { pointerType: 'touch', clientX: x, bubbles: true })); }"
    )
    board.evaluate(f"board => ({swipe})(board, -80)")
    expect(board).to_have_attribute("data-place", "2")
    board.evaluate(f"board => ({swipe})(board, 80)")
    expect(board).to_have_attribute("data-place", "1")
    page.locator('#text [data-place="5"]').click()
    expect(board).to_have_attribute("data-place", "5")
    expect(page.locator("#took")).to_have_text(re.compile(r"Thought \d.*, moved in \d"))
    page.wait_for_selector("#time[data-ready]")
    page.locator('#game-time [data-place="8"]').dispatch_event("click")
    expect(board).to_have_attribute("data-place", "8")
    expect(page.locator("#close-up .stands").first).to_be_visible()
    page.click("#play")
    expect(board).to_have_attribute("data-place", "10")
    page.click("#play")


def test_a_link_leads_to_its_ply_and_to_a_variations(shelf, look):
    number = shelf.put("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *\n")
    assert standing(look(f"records/{number}#2"))["e5"] == "Black Pawn"
    page = look(f"records/{number}#1.c7c5.g1f3")
    assert {"c5", "f3", "e7"} <= standing(page).keys()
    expect(page.locator("#turn")).to_have_text("2. Nf3 · variation")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#turn")).to_have_text("1… e5")
    assert page.url.endswith("#2")
    page.goto(re.sub("#.*", "#0", page.url))
    expect(page.locator("#turn")).to_have_text("The first position")


def test_what_is_written_beside_a_move_is_in_the_pgn(shelf, look):
    number = shelf.put("1. e4 e5 2. Nf3 *\n")
    page = look(f"records/{number}#2")
    page.fill("#comment textarea", "Equal <b>so far</b>.")
    page.click("#comment button")
    expect(page.locator("#text .comment")).to_have_text("Equal <b>so far</b>.")
    page.click('#judgement button[value="5"]')
    expect(page.locator("#text .move.now")).to_have_text("e5!?")
    page.locator('#board [data-site="d2"]').click()
    page.locator('#board [data-site="d4"]').click()
    expect(page.locator("#turn")).to_have_text("2. d4 · variation")
    page.fill("#try input", "exd4")
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_have_text("2… exd4 · variation")
    page.fill("#try input", "Ke5")
    page.keyboard.press("Enter")
    expect(page.locator('#try [aria-invalid="true"]')).to_be_visible()
    expect(page.locator("#try .error")).not_to_be_empty()
    text = " ".join(pgn_of(shelf.archive, number).split())
    assert "1. e4 e5 $5 {Equal <b>so far</b>.} 2. Nf3 (2. d4 exd4) *" in text
    page.click("#remove")
    expect(page.locator("#turn")).to_have_text("2. d4 · variation")
    assert "exd4" not in pgn_of(shelf.archive, number)
    page.click("#last")
    expect(page.locator("#on")).to_be_disabled()
    page.fill("#try input", "Nc6")  # the game has ended here
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_have_text("2… Nc6 · variation")
    page.click("#back")
    expect(page.locator("#turn")).to_have_text("2. Nf3")
    page.click("#on")
    expect(page.locator("#text .variation .move.now")).to_have_text("Nc6")
    page.click("#last")
    expect(page.locator("#turn")).to_have_text("2. Nf3")
    assert "2. Nf3 (2. d4) (2. Nf3 Nc6) *" in " ".join(pgn_of(shelf.archive, number).split())


def test_names_and_labels_are_written_and_a_wrong_date_is_marked(shelf, look):
    number = shelf.put("1. e4 e5 *\n")
    page = look(f"records/{number}")
    page.click("text=Names and labels")
    page.fill('[name="White"]', "Ada <i>")
    page.fill('[name="Date"]', "yesterday")
    page.click("#tags button")
    expect(page.locator('[name="Date"][aria-invalid="true"]')).to_be_visible()
    page.fill('[name="Date"]', "2026.11.22")
    page.click("#tags button")
    expect(page.locator("#tagged")).to_have_text("Kept.")
    expect(page.locator("#player-w .name")).to_have_text("Ada <i>")
    assert '[White "Ada <i>"]' in pgn_of(shelf.archive, number)


def test_whoever_watches_can_look_but_not_write(shelf, look):
    number = shelf.put("1. e4 e5 *\n")
    page = look(f"records/{number}", token=False)
    assert page.locator("#notes, #tags").count() == 0
    page.locator('#board [data-site="d2"]').click()
    page.keyboard.press("Home")
    expect(page.locator("#turn")).to_have_text("The first position")


def test_positions_and_games_are_taken_as_pictures(shelf, look):
    number = shelf.put_trace("dual-chess-1")
    page = look(f"records/{number}#4")
    page.click("text=Share this position")
    for button, name in (("#position-svg", "position.svg"), ("#position-png", f"position-{number}.png")):
        with page.expect_download() as download:
            page.click(button)
        assert download.value.suggested_filename == name
        data = download.value.path().read_bytes()
        assert data.startswith(b"<svg" if name.endswith("svg") else b"\x89PNG")
    page.goto(shelf.link(f"records/{number}/game.svg", token=False))
    positions = list(pgn.read(pgn_of(shelf.archive, number))[0].positions())
    seen = """seconds => {
        document.documentElement.pauseAnimations();
        document.documentElement.setCurrentTime(seconds);
        const pieces = [...document.querySelectorAll('use')];
        return pieces.filter(use => getComputedStyle(use).visibility === 'visible').length;
    }"""
    for step in (0, 7, len(positions) - 1):
        assert page.evaluate(seen, 0.9 * step + 0.45) == len(positions[step].pieces()), step


def test_a_journal_is_read_again_on_the_page(shelf, look):
    page = look(f"records/{shelf.put_trace('attendance-1')}")
    page.click("summary:has-text('Decode again')")
    page.click("#decode")
    expect(page.locator("#decoded")).to_contain_text("give the same game")


def test_the_archive_is_searched_and_opens_records(shelf, look):
    for file in sorted(GAMES.glob("*.pgn")):
        shelf.put(file.read_text(encoding="utf-8"))
    for name in ("dual-chess-1", "sfhiodgei-1"):
        shelf.put_trace(name)
    page = look("records?", "phone")
    expect(page.locator(".pictures img")).to_have_count(6)
    page.wait_for_function("() => [...document.images].every(each => !each.complete || each.naturalWidth > 0)")
    picture(page, "archive-phone")
    page.fill('[name="player"]', "morphy")
    page.keyboard.press("Enter")
    expect(page.locator(".pictures li")).to_have_count(1)
    page.click("text=As a table")
    expect(page.locator("tbody tr")).to_have_count(1)
    with page.expect_download() as download:
        page.click(".found a[download]")
    assert "Morphy" in download.value.path().read_text(encoding="utf-8")
    page.click("tbody a")
    page.wait_for_selector("#board[data-ready]")
    page.keyboard.press("End")
    assert standing(page)["d8"] == "White Rook"


def test_record_and_archive_can_be_used_by_everybody(shelf, look):
    shelf.put("1. e4 {x} e5 $1 (1... c5) *\n")
    page = look(f"records/{shelf.put_trace('chess-1')}#4")
    page.wait_for_selector("#time[data-ready]")
    for details in page.locator("details").all():
        details.evaluate("each => { each.open = true; }")
    assert judged(page) == []
    for path in ("records?", "records?view=table", "records?since=yesterday&result=x"):
        assert judged(look(path, "phone")) == []


def test_the_page_of_the_longest_game_on_the_largest_board_weighs_little(shelf, chromium):
    rng, game = random.Random(1), fairyrules.game("sfhiodgei")
    position, moves = game.start(), []
    for _ in range(300):
        moves.append(rng.choice(position.legal_moves()))
        position = position.play(moves[-1])
    number = shelf.put(pgn.write(GameRecord.of(game.start(), moves)))
    page = chromium.new_page()
    loaded = []
    page.on("response", lambda answer: loaded.append(len(answer.body())))
    page.goto(shelf.link(f"records/{number}"))
    page.wait_for_selector("#board[data-ready]")
    page.wait_for_load_state("networkidle")
    print(f"a record's page, 300 plies on 17x17, with all it loads: {sum(loaded)} bytes")
    assert sum(loaded) < LONGEST_RECORD_PAGE, loaded
    page.close()
