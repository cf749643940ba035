"""The clock and what players agree on, by clicks on the page."""

import re

import pytest
from playwright.sync_api import expect

import fairyrules
from reedboard.archive.pgn_records import pgn_of

from .conftest import leave
from .test_accessibility import judged

pytestmark = pytest.mark.slow


def begin(here, **fields):
    """A new game of the same kind by the New game dialog."""
    before = here.program.watch.status.game.record
    here.page.click("#new-game")
    for name, value in fields.items():
        box = here.page.locator(f"#chooser [name={name}]")
        box.select_option(value) if name in ("stop", "flag", "game") else box.fill(value)
    here.page.click('#chooser button[value="start"]')
    here.wait(lambda status: status.game.record != before and status.connection.state == "connected")
    expect(here.page.locator("#chooser")).to_be_hidden()


def settled(count):
    return lambda status: len(status.moves) == count and all(ply.state == "settled" for ply in status.moves)


def shown_ms(text):
    *_, minutes, seconds = ["0", *text.split(":")]
    return round(1000 * (60 * int(minutes) + float(seconds)))


def faces(here):
    return {side: shown_ms(here.page.locator(f"#player-{side} .face .time").inner_text()) for side in "wb"}


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_game_begins_by_the_dialog_with_names_and_a_clock_that_are_remembered(visit, size):
    here = visit("chess", size=size)
    here.page.click("#new-game")
    here.page.click('#presets [data-time="3m+2s"]')
    here.page.fill("#chooser [name=white]", "<b>Ada</b>")
    here.page.fill("#chooser [name=black]", "Bob")
    here.page.click("#swap")
    here.picture(f"new-game-{size}")
    here.page.click('#chooser button[value="start"]')
    status = here.wait(lambda status: status.clock is not None)
    assert (status.game.white, status.game.black, status.clock.control) == ("Bob", "<b>Ada</b>", "180+2")
    expect(here.page.locator("#player-b .who")).to_have_text("<b>Ada</b>")
    expect(here.page.locator("#player-w .time")).to_have_text("3:00")
    here.touch("e2", "e4")
    here.wait(settled(1))
    expect(here.page.locator("#player-b .face")).to_have_class(re.compile("runs"))
    expect(here.page.locator("#player-b .time")).to_have_text(re.compile("^2:5"))
    here.picture(f"clock-{size}")
    assert here.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    here.page.click("#pause")
    expect(here.page.locator("#pause")).to_have_text("Go on")
    here.page.reload(wait_until="domcontentloaded")
    here.page.wait_for_selector("#board[data-ready]")
    expect(here.page.locator("#player-b .face")).to_have_class(re.compile("paused"))
    here.page.click("#new-game")
    expect(here.page.locator("#chooser [name=white]")).to_have_value("Bob")
    expect(here.page.locator("#presets [aria-pressed=true]")).to_have_text("3m+2s")
    assert here.errors == []


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("time", "0", "0 s"),
        ("time", "1000000000h", "at most 99 h"),
        ("white", "x" * 61, "at most 60 letters"),
        ("fen", "nonsense", ""),
    ],
)
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_what_no_game_can_be_played_by_is_said_in_a_sentence_and_its_field_is_marked(visit, field, value, words, size):
    here = visit("chess", size=size)
    record = here.program.watch.status.game.record
    here.page.click("#new-game")
    here.page.fill(f"#chooser [name={field}]", value)
    here.page.click('#chooser button[value="start"]')
    expect(here.page.locator(f"#chooser [name={field}]")).to_have_attribute("aria-invalid", "true")
    expect(here.page.locator("#chooser .error")).to_have_text(re.compile(f".+{re.escape(words)}"))
    expect(here.page.locator("#chooser .error")).to_be_in_viewport(ratio=1)
    assert here.program.watch.status.game.record == record
    here.page.fill(f"#chooser [name={field}]", "")
    expect(here.page.locator("#chooser .error")).to_be_empty()
    expect(here.page.locator("#chooser [aria-invalid]")).to_have_count(0)


def test_a_draw_is_offered_on_one_page_and_declined_on_another(visit, chromium):
    here = visit("chess")
    here.touch("e2", "e4")
    here.wait(settled(1))
    context = chromium.new_context()
    other = context.new_page()
    other.goto(here.program.local_link, wait_until="domcontentloaded")
    other.wait_for_selector("#board[data-ready]")
    here.page.click('[data-ask="draw"]')
    here.page.click('[data-offer="w"]')
    expect(other.locator(".card.proposal p")).to_have_text("White offers a draw.")
    other.click('[data-reply="no"]')
    expect(here.page.locator(".card.proposal")).to_have_count(0)
    here.page.click('[data-ask="draw"]')
    here.page.click('[data-offer="b"]')
    other.click('[data-reply="yes"]')
    expect(here.page.locator("#turn")).to_have_text("1/2-1/2 · draw agreed")
    expect(other.locator("#turn")).to_have_text("1/2-1/2 · draw agreed")
    leave(context)
    assert here.errors == []


def test_a_draw_is_claimed_and_its_reason_told(visit):
    here = visit("chess", "4k3/8/8/8/8/8/3R4/4K3 w - - 99 80")
    here.touch("d2", "c2")
    here.wait(settled(1))
    expect(here.page.locator('[data-ask="draw"]')).to_have_text("Claim a draw…")
    here.page.click('[data-ask="draw"]')
    here.page.click('#asking [data-result="1/2-1/2"]')
    expect(here.page.locator("#turn")).to_have_text("1/2-1/2 · draw claimed: fifty moves")
    assert here.errors == []


def test_the_game_is_put_back_by_agreement_and_the_board_shows_how(visit):
    here = visit("chess", size="phone")
    begin(here, time="5m")
    for sites in (("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6")):
        here.touch(*sites)
    here.wait(settled(4))
    here.page.click('[data-ask="undo"]')
    here.page.select_option("#asking select", "2")
    here.page.click('[data-both="undo"]')
    expect(here.page.locator(".card.trouble li")).to_have_count(2)
    here.picture("put-back-phone")
    assert here.moves() == ["e4", "e5"]
    here.touch("c6", "b8", "f3", "g1")
    here.wait(lambda status: status.trouble is None)
    here.touch("f1", "c4")
    here.wait(settled(3))
    assert here.moves() == ["e4", "e5", "Bc4"]
    assert here.errors == []


def test_what_players_are_asked_can_be_used_by_everybody(visit):
    here = visit("chess", size="phone")
    begin(here, time="5m")
    here.touch("e2", "e4")
    here.wait(settled(1))
    for kind in ("time", "undo", "resign"):
        here.page.click(f'[data-ask="{kind}"]')
        expect(here.page.locator("#asking")).to_be_visible()
        here.picture(f"asked-{kind}-phone")
        assert judged(here.page) == [], kind
        here.page.click('#asking [value="cancel"]')
    for kind in ("view", "clock"):
        here.page.click(f"#show-{kind}")
        here.picture(f"show-{kind}-phone")
        assert judged(here.page) == [], kind
        here.page.keyboard.press("Escape")
    assert here.errors == []


def test_the_clock_fills_the_screen_of_a_tablet(visit):
    here = visit("chess")
    begin(here, time="10m:3x30s", stop="press")
    here.page.click("#show-clock")
    here.page.locator('#big-clock [data-clock="b"]').click()
    here.wait(lambda status: status.clock.running == "w")
    expect(here.page.locator('#big-clock [data-clock="w"]')).to_have_class(re.compile("runs"))
    here.picture("big-clock-desk")
    here.page.set_viewport_size({"width": 390, "height": 844})
    here.picture("big-clock-phone")
    here.page.click("#big-clock .hold")
    here.wait(lambda status: status.clock.held)
    here.page.keyboard.press("Escape")
    expect(here.page.locator("#big-clock")).to_be_hidden()
    assert here.errors == []


PLAYED = {
    "chess": "e2 e4|f7 f6|d2 d4|g7 g5|d1 h5",
    "xiangqi": "h3 h10 h10|i10 h10 h10|b1 c3|b10 c8|a4 a5",
    "shogi": "c3 c4|g7 g6|g3 g4|c7 c6|h2 g2",
}


@pytest.mark.parametrize(("game_id", "size"), [("chess", "desk"), ("xiangqi", "phone"), ("shogi", "desk")])
def test_picture_fen_and_clocks_equal_the_record_at_every_ply(visit, game_id, size):
    here = visit(game_id, size=size)
    begin(here, game=game_id, time="5m+2s")
    for ply, sites in enumerate(PLAYED[game_id].split("|"), 1):
        for site in sites.split():
            here.touch(site)
        status = here.wait(settled(ply))
        expect(here.page.locator("#moves .move:not(.none)")).to_have_count(ply)
        archive, record = here.program.archive, status.game.record
        position = fairyrules.game(game_id).start()
        for move in archive.moves(record):
            position = position.play(position.parse(move.move))
        label = "all => Object.fromEntries(all.map(each => [each.dataset.site, each.getAttribute('aria-label')]))"
        pictured = here.page.eval_on_selector_all("[data-site]", label)
        board = position.game.board
        for cell in board.cells:
            piece = position.piece_at(cell)
            words = pictured[board.name(cell)]
            if piece is None:
                assert "empty" in words, words
            else:
                assert position.game.kinds[piece.kind].name in words, (words, piece)
        text = pgn_of(archive, record)
        clocks = re.findall(r"%clk\s+([0-9:.]+)\]", text)
        recorded = [ply.clock_ms for ply in status.moves]
        assert len(clocks) == ply
        assert [shown_ms(each) for each in clocks] == recorded
        waits = "b" if status.clock.running == "w" else "w"
        assert abs(faces(here)[waits] - recorded[-1]) < 1000
    if game_id != "chess":  # which is mate by now
        here.page.click('[data-ask="resign"]')
        here.page.click('[data-result="1-0"]')
    status = here.wait(lambda status: status.outcome is not None)
    expect(here.page.locator("#turn")).to_have_text(re.compile("^1-0"))
    assert status.clock.running is None
    assert archive.record(record).result == "1-0"
    here.picture(f"clock-game-{game_id}")
    assert here.errors == []


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_game_agreed_once_is_kept_as_a_preset_by_its_name(visit, size):
    here = visit("chess", size=size)
    here.page.click("#new-game")
    expect(here.page.locator("#preset-row")).to_be_hidden()
    here.page.click("#keep-preset")
    expect(here.page.locator("#preset-told")).to_have_text("Give the preset a name first.")
    here.page.select_option("#chooser [name=game]", "xiangqi")
    for name, value in {"white": "Ada", "black": "Bob", "time": "10m:3x30s"}.items():
        here.page.fill(f"#chooser [name={name}]", value)
    here.page.select_option("#chooser [name=stop]", "press")
    here.page.fill("#preset-name", "<Thursday>")
    here.page.keyboard.press("Enter")
    expect(here.page.locator("#preset-told")).to_have_text("Kept as “<Thursday>”.")
    here.page.click('#chooser button[value="cancel"]')
    here.page.reload(wait_until="domcontentloaded")
    here.page.wait_for_selector("#board[data-ready]")
    here.page.click("#new-game")
    expect(here.page.locator("#chooser [name=white]")).to_have_value("")
    here.page.select_option("#preset", "<Thursday>")
    here.picture(f"preset-{size}")
    here.page.click('#chooser button[value="start"]')
    status = here.wait(lambda status: status.game.id == "xiangqi")
    assert (status.game.white, status.game.black, status.clock.stop) == ("Ada", "Bob", "press")
    here.page.click("#new-game")
    here.page.select_option("#preset", "<Thursday>")
    here.page.click("#forget-preset")
    expect(here.page.locator("#preset-row")).to_be_hidden()
    assert here.errors == []
