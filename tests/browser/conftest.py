"""A browser, and games served to it; pictures of the page are kept in `artifacts/`."""

from pathlib import Path

import pytest
from playwright.sync_api import Error, expect, sync_playwright
from rich.console import Console

import fairyrules
from reedboard.app.program import Options, Program

ARTIFACTS = Path(__file__).parents[2] / "artifacts"
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_S = 60.0
"""How long a test waits for what takes a blink of an eye on an idle machine."""
expect.set_options(timeout=1000 * PATIENCE_S)
SIZES = {"phone": (390, 844), "desk": (1280, 900)}


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def leave(context):
    """Closes a browser's window for good. Its pages are sent to an empty one first: closed amid a page's own way to
    another, Chromium may never answer."""
    for page in context.pages:
        for _ in range(10):
            try:
                page.goto("about:blank")
                break
            except Error as error:
                if "interrupted by another navigation" not in error.message:
                    raise
    context.close()


class Visit:
    """One page on a game, as a person sees and touches it."""

    def __init__(self, page, program):
        self.page = page
        self.program = program
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    def open(self, link=None):
        self.page.goto(link or self.program.local_link, wait_until="domcontentloaded")
        self.page.wait_for_selector("#board[data-ready]")

    def touch(self, *sites):
        """Taps one site after the other, each when the program felt the tap before."""
        for site in sites:
            there = site in self.occupied()
            self.page.locator(f'[data-site="{site}"]').click()
            self.program.watch.wait_for(lambda status, s=site, t=there: (s in status.occupied) != t, PATIENCE_S)

    def occupied(self):
        return set(self.program.watch.status.occupied)

    def lit(self):
        return set(self.page.eval_on_selector_all(".lit[data-site]", "all => all.map(each => each.dataset.site)"))

    def moves(self):
        """The moves on the page, once it shows those that the program tells: an answer may change one of them."""
        shown = self.page.locator("#moves .move:not(.none)")
        expect(shown).to_have_text([ply.san for ply in self.program.watch.status.moves])
        return shown.all_inner_texts()

    def wait(self, wanted, timeout_s=PATIENCE_S):
        status = self.program.watch.wait_for(wanted, timeout_s)
        assert status is not None, self.program.watch.status
        return status

    def wait_for_leds(self, under):
        """Waits until exactly these sites of the board are lit as the LEDs themselves say."""
        table = self.program.table
        with table.news:
            assert table.news.wait_for(lambda: set(table.leds) >= under, PATIENCE_S), (table.leds, under)

    def picture(self, name):
        self.page.wait_for_timeout(350)  # pieces on their way
        ARTIFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=ARTIFACTS / f"{name}.png")


@pytest.fixture
def visit(chromium, tmp_path):
    """visit(game_id, fen=None, size="desk") opens the page of a new game, by its id or itself, on the virtual board."""
    opened = []

    def start(game_id, fen=None, size="desk", faults=()):
        game = fairyrules.game(game_id) if isinstance(game_id, str) else game_id
        begin = game.position(fen) if fen else game.start()
        program = Program(Options("virtual", begin, port=0, anew=True, faults=faults), tmp_path, Console(quiet=True))
        width, height = SIZES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=2, has_touch=size == "phone"
        )
        opened.append((program, context))
        found = Visit(context.new_page(), program)
        found.open()
        return found

    yield start
    for program, context in opened:
        leave(context)
        program.close()
