"""Whole games without a mouse: from New game to the result by keys alone; what is told to whoever listens."""

import pytest
from playwright.sync_api import expect

from .conftest import PATIENCE_S
from .test_accessibility import judged

pytestmark = pytest.mark.slow

MOST_TABS = 120
MOST_TRIES = 3
NEW_NAME_MS = 1500


class Keys:
    """A person at a page with a keyboard and nothing else."""

    def __init__(self, here):
        self.here = here
        self.page = here.page

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def to(self, selector):
        """Presses Tab until the focus is at `selector`."""
        for _ in range(MOST_TABS):
            if self.page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def push(self, selector):
        self.to(selector)
        self.press("Enter")

    def choose(self, selector, words):
        """Types an option's name from the list's top: typed where it is chosen, it is the next one that begins so.

        Again if another was chosen: a letter after a second's pause begins a new name.
        """
        self.to(selector)
        chosen = self.page.locator(f"{selector} option:checked")
        for _ in range(MOST_TRIES):
            self.press("Home")
            self.page.keyboard.type(words)
            if chosen.text_content() == words:
                return
            self.page.wait_for_timeout(NEW_NAME_MS)
        raise AssertionError(f"found {chosen.text_content()}, expected {words}")

    def cell(self, site):
        """Goes to a cell of the board with the arrow keys and presses Enter there."""
        if not self.page.evaluate("document.activeElement?.closest('#board') !== null"):
            self.to("#board [tabindex='0']")
        at = self.page.evaluate("document.activeElement.dataset.site")
        across, up = ord(site[0]) - ord(at[0]), int(site[1:]) - int(at[1:])
        self.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        self.press(*["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
        assert self.page.evaluate("document.activeElement.dataset.site") == site
        there = site in self.here.occupied()
        self.press("Enter")
        self.here.wait(lambda status: (site in status.occupied) != there)

    def move(self, start, end):
        count = len(self.here.program.watch.status.moves)
        self.cell(start)
        self.cell(end)
        self.here.wait(lambda status: len(status.moves) > count)


@pytest.fixture
def keys(visit):
    here = visit("wildeurasian-qi")
    here.page.mouse.move(0, 0)
    yield Keys(here)
    assert here.errors == []


def begin(keys, name, game_id):
    keys.push("#new-game")
    expect(keys.page.locator("#chooser")).to_be_visible()
    keys.choose("#chooser [name='game']", name)
    keys.push("#chooser button.strong")
    keys.here.wait(lambda status: status.game.id == game_id, 2 * PATIENCE_S)
    expect(keys.page.locator("#chooser")).to_be_hidden()
    expect(keys.page.locator("#game-name")).to_have_text(keys.here.program.watch.status.game.name)


def test_a_game_of_chess_from_new_game_to_mate(keys):
    begin(keys, "Chess", "chess")
    for start, end in (("f2", "f3"), ("e7", "e5"), ("g2", "g4")):
        keys.move(start, end)
    keys.cell("d8")
    here = keys.page.locator("[data-site='h4']")
    expect(here).to_have_attribute("aria-label", "h4, empty, lit: target")
    keys.cell("h4")
    keys.here.wait(lambda status: status.outcome is not None)
    expect(keys.page.locator("#turn")).to_contain_text("0-1 · checkmate")
    assert keys.here.moves() == ["f3", "e5", "g4", "Qh4#"]
    expect(keys.page.locator("#told")).to_contain_text("Black: Qh4#")
    assert judged(keys.page) == []


def test_a_game_with_a_capture_a_drop_and_a_question_to_resignation(keys):
    begin(keys, "Crazyhouse", "crazyhouse")
    keys.move("e2", "e4")
    keys.move("d7", "d5")
    keys.cell("d5")
    keys.push("#hands [data-lay='w:P']")
    keys.move("e4", "d5")
    keys.move("g8", "f6")
    keys.push(".tray.w [data-slots='w:P'], .reserve [data-slots='w:P']")
    keys.here.wait(lambda status: status.hands.held)
    keys.cell("e4")
    keys.here.wait(lambda status: len(status.moves) == 5)
    assert keys.here.moves()[-1].startswith("P@e4")
    keys.push("[data-ask='resign']")
    keys.push("#asking [data-result='1-0']")
    keys.here.wait(lambda status: status.outcome is not None)
    expect(keys.page.locator("#turn")).to_contain_text("1-0 · Black resigns")


def test_a_game_with_an_exchange_from_new_game_to_a_draw(keys):
    first = keys.here.program.watch.status.game.record
    begin(keys, "Wildeurasian Qi", "wildeurasian-qi")
    keys.here.wait(lambda status: status.game.record != first)
    for start, end in (("a3", "a4"), ("j8", "j7"), ("a4", "a5"), ("j7", "j6")):
        keys.move(start, end)
    keys.cell("a5")
    keys.push(".tray.w [data-slots='w:W']")
    keys.here.wait(lambda status: len(status.hands.held) == 2)
    keys.cell("a6")
    keys.here.wait(lambda status: len(status.moves) == 5)
    assert keys.here.moves()[-1] == "a6=W"
    keys.push("[data-ask='draw']")
    keys.push("#asking [data-result='1/2-1/2']")
    keys.here.wait(lambda status: status.outcome is not None)
    expect(keys.page.locator("#turn")).to_contain_text("1/2-1/2 · draw agreed")


def test_a_question_is_asked_at_once_and_answered_by_keys(visit):
    here = visit("chess", "6k1/2P4p/8/8/8/8/8/3QK3 w - - 0 1")
    keys = Keys(here)
    keys.cell("c7")
    keys.cell("c8")
    here.wait(lambda status: status.question is not None)
    asked = here.page.locator("#asks .question")
    expect(asked).to_be_visible()
    assert here.page.locator("#asks").get_attribute("aria-live") == "assertive"
    assert here.page.locator("#tells").get_attribute("aria-live") == "polite"
    keys.push(".question [data-move='c7c8=N']")
    here.wait(lambda status: status.question is None)
    assert here.moves() == ["c8=N"]
    assert here.page.evaluate("document.activeElement !== document.body")


def test_the_board_is_a_grid_of_ranks_with_names(visit):
    page = visit("chess").page
    grid = page.get_by_role("grid")
    expect(grid.get_by_role("row")).to_have_count(8)
    corner = grid.get_by_role("row").first.get_by_role("gridcell").first
    expect(corner).to_have_attribute("aria-label", "a8, Black Rook")
    expect(page.get_by_role("gridcell", name="e4, empty")).to_be_attached()
