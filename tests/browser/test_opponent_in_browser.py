"""The program as an opponent and with hints, by clicks on the page that do what its lights say."""

import pytest
from playwright.sync_api import expect

from reedboard.archive.pgn_records import pgn_of
from reedboard.opponent import LEVELS

pytestmark = pytest.mark.slow


def begin(here, side, level):
    """A new game against the program by the New game dialog."""
    before = here.program.watch.status.game.record
    here.page.click("#new-game")
    here.page.fill("#chooser [name=white]", "Ada")
    here.page.fill("#chooser [name=black]", "")
    here.page.select_option("#chooser [name=machine]", side)
    here.page.select_option("#chooser [name=level]", level)
    here.picture(f"new-game-opponent-{here.page.viewport_size['width']}")
    here.page.click('#chooser button[value="start"]')
    here.wait(lambda status: status.game.record != before and status.connection.state == "connected")
    expect(here.page.locator("#chooser")).to_be_hidden()


def lit(here, role):
    return here.page.eval_on_selector_all(
        f'[data-light="{role}"][data-site]', "all => all.map(each => each.dataset.site)"
    )


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_program_plays_by_hands_that_do_what_is_lit(visit, size):
    here = visit("chess", size=size)
    begin(here, "black", "1")
    assert here.program.watch.status.game.black == "reedboard level 1"
    assert here.program.watch.status.game.white == "Ada"
    here.touch("e2", "e4")
    status = here.wait(lambda status: bool(status.machine and status.machine.san))
    expect(here.page.locator(".card.machine p")).to_have_text(status.machine.text)
    here.picture(f"opponent-{size}")
    here.touch(*lit(here, "from"))
    expect(here.page.locator('[data-light="from"]')).to_have_count(0)
    here.touch(*lit(here, "fill"))
    here.wait(lambda status: len(status.moves) == 2 and not status.machine.san)
    assert '[Black "reedboard level 1"]' in pgn_of(here.program.archive, here.program.watch.status.game.record)
    here.page.click("#hint")
    here.wait(lambda status: bool(status.advice and status.advice.lines))
    expect(here.page.locator(".card.advice li")).to_have_count(3)
    expect(here.page.locator('[data-light="hint to"]')).to_have_count(1)
    here.picture(f"hint-{size}")
    here.page.click('#end [data-ask="undo"]')
    expect(here.page.locator("#asking .answers button")).to_have_text(["Ada asks"])
    here.page.click("#asking .answers button")
    here.wait(lambda status: not status.moves and status.proposal is None)
    assert here.errors == []


def test_an_engine_is_chosen_like_a_level_and_plays_under_its_name(visit):
    here = visit("chess")
    begin(here, "black", "fairy-stockfish")
    assert here.program.watch.status.game.black == "engine fairy-stockfish"
    here.touch("e2", "e4")
    status = here.wait(lambda status: bool(status.machine and status.machine.san))
    assert (status.machine.text, status.notices) == (f"fairy-stockfish plays {status.machine.san}.", ())
    here.page.click("#new-game")
    expect(here.page.locator("#chooser [name=level]")).to_have_value("fairy-stockfish")
    assert here.errors == []
    here.page.select_option("#chooser [name=game]", "dual-chess")
    here.page.click('#chooser button[value="start"]')
    expect(here.page.locator("#chooser-error")).to_contain_text("does not play Dual Chess; of our games it plays chess")


def test_the_dialog_says_who_plays_in_names_and_in_choices(visit):
    here = visit("chess")
    begin(here, "white", "4")
    status = here.wait(lambda status: bool(status.machine))
    assert (status.game.white, status.game.black) == ("reedboard level 4", "Ada")
    here.page.click("#new-game")
    expect(here.page.locator("#chooser [name=machine]")).to_have_value("white")
    expect(here.page.locator("#chooser [name=level]")).to_have_value("4")
    here.page.check("#chooser [name=resigns]")
    expect(here.page.locator("#chooser [name=white]")).to_have_value("reedboard level 4, resigns")
    here.page.click("#swap")
    expect(here.page.locator("#chooser [name=machine]")).to_have_value("black")
    expect(here.page.locator("#chooser [name=black]")).to_have_value("reedboard level 4, resigns")
    here.page.fill("#chooser [name=black]", "reedboard level 99")
    here.page.click('#chooser button[value="start"]')
    said = f"“99” is no level; expected a number from 1 to {LEVELS[-1].number}."
    expect(here.page.locator("#chooser-error")).to_have_text(said)
    here.page.select_option("#chooser [name=machine]", "")
    expect(here.page.locator("#chooser [name=black]")).to_have_value("")
