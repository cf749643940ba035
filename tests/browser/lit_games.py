"""Whole games in Chromium by hands that do what the page's lights say, and know nothing else.

    python -m tests.browser.lit_games --keep lit-games.jsonl --results docs/results/lit-games.md

The program plays both sides, at two levels. The hands look at the lights on the page's board and trays, and click
cells, trays and what they hold. They know no rule, no move and no words: what blinks vermilion is taken away, what
glows blue is lifted, and goes where it flashes blue. Then the record is compared with what the page's card announced.
"""

import re
import sys
import tempfile
import time
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path

import click
from playwright.sync_api import Error, sync_playwright
from rich.console import Console

from reedboard.app.program import Options, Program
from reedboard.archive import game_lookup
from reedboard.archive.pgn_records import game_record
from reedboard.bench.kept_games import KeptGames
from reedboard.bench.report import RESULTS, Report, commit
from reedboard.game.seat import Seat
from reedboard.game.terms import parse_terms

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
SIZE = {"width": 1280, "height": 900}
GAMES = ("wildeurasian-qi", "sfhiodgei", "attendance", "xiang-courier", "dual-chess")
LEVELS = (5, 3)
"""White's and Black's: unequal, so that games end."""
LONGEST = 600
"""A game of so many plies is broken off, and told."""
PATIENCE_S = 60.0
"""How long the page may take for what takes a blink on an idle machine; the longest thought is three seconds."""

LOOK = """() => {
  const at = (each) => each.dataset.site ?? each.dataset.slots;
  const lit = [...document.querySelectorAll("[data-light]")].filter(at).map((each) => [at(each), each.dataset.light]);
  return {
    lights: Object.fromEntries(lit),
    held: document.querySelectorAll("#hands .held").length,
    over: document.getElementById("turn").classList.contains("over"),
  };
}"""
"""What hands see: where it is lit and how, how much they hold, and whether the game is over."""
CARD = "() => document.querySelector('.card.machine p')?.textContent ?? ''"


class AtALossError(Exception):
    """The lights do not say what to do, or it could not be done."""


@dataclass
class Played:
    """A game that was played."""

    game: str
    plies: int
    result: str
    reason: str
    touches: int
    seconds: float


class LitHands:
    """Hands that do the next thing that is lit."""

    def __init__(self, page):
        self.page = page
        self.touches = 0
        self.done = []
        """The last clicks, and what was seen before each."""

    def look(self):
        return self.page.evaluate(LOOK)

    def until(self, wanted, seen=None):
        """What is seen once a condition, in the page's own words, holds."""
        try:
            self.page.wait_for_function(f"(seen) => {{ const now = ({LOOK})(); return {wanted}; }}", arg=seen)
        except Error as error:
            raise AtALossError(f"not {wanted}: {self.look()} after {self.done}: {error.message[:40]}") from None
        return self.look()

    def touch(self, selector, seen, held):
        """A click after which other lights are lit and so many pieces are held."""
        self.note(selector, seen)
        self.page.click(selector)
        self.touches += 1
        differs = "JSON.stringify(now.lights) !== JSON.stringify(seen.lights)"
        return self.until(f"now.held === {held} && (now.over || {differs})", seen)

    def note(self, what, seen):
        self.done = [*self.done[-5:], (what, seen)]

    def one_thing(self):
        """Does the next thing; says whether there was one, and not the end of the game."""
        lit = "Object.values(now.lights).some((role) => ['clear', 'from', 'fill'].includes(role))"
        seen = self.until(f"now.over || {lit}")
        if seen["over"]:
            return False
        at = {role: place for place, role in seen["lights"].items()}
        held = seen["held"]
        if held and "fill" in at:
            self.put(at["fill"], seen)
        elif "from" in at:
            self.touch(lifting(at["from"]), seen, held + 1)
        elif "clear" in at:
            self.touch(lifting(at["clear"]), seen, held + 1)
            self.page.click('[data-lay="aside"]')
            self.until(f"now.held === {held}")
        else:
            self.take_from_beside()
        return True

    def put(self, place, seen):
        tray = ":" in place
        self.touch(f'[data-lay="{place}"]' if tray else f'[data-site="{place}"]', seen, seen["held"] - 1)

    def take_from_beside(self):
        """Something that lies beside the board: which piece it is no light says, and sensors do not feel."""
        beside = self.page.locator("#hands .aside").or_(self.page.locator(".stock[data-full]"))
        if not beside.count():
            raise AtALossError("a cell is to be filled, and nothing lies beside the board")
        self.note(beside.first.get_attribute("aria-label"), self.look())
        beside.first.click()
        self.until("now.held === 1")


def lifting(place):
    return f'[data-slots="{place}"]' if ":" in place else f'[data-site="{place}"]'


def announced(card):
    """The move that a card announces, "" for none."""
    match = re.search(r" plays \d+\.+ (\S+?)\.$", card)
    return match[1] if match else ""


def play_game(browser, home, game_id, levels=LEVELS, fen=None, longest=LONGEST, picture=None):
    """Plays a game; at most so many plies.

    Raises: AtALossError, also where the record is not what was announced.
    """
    game = game_lookup.find(game_id)
    start = game.position(fen) if fen else game.start()
    terms = parse_terms(Seat(levels[0]).name, Seat(levels[1]).name)
    begun = time.monotonic()
    with Program(Options("virtual", start, port=0, anew=True, terms=terms), home, Console(quiet=True)) as program:
        page = browser.new_context(viewport=SIZE).new_page()
        page.set_default_timeout(1000 * PATIENCE_S)
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(program.local_link, wait_until="domcontentloaded")
        page.wait_for_selector("#board[data-ready]")
        hands, told = LitHands(page), []
        try:
            while len(program.watch.status.moves) < longest and hands.one_thing():
                card = announced(page.evaluate(CARD))
                ply = len(program.watch.status.moves)
                if card:
                    told.append((ply, card))
        except (AtALossError, Error) as error:
            status = program.watch.status
            moves = [move.move for move in status.moves]
            hands = program.table.pieces
            raise AtALossError(
                f"{error}; {status.machine}, {status.trouble}, {status.question}, {hands.held}, {hands.aside}, {moves}"
            ) from error
        if picture:
            page.screenshot(path=picture)
        page.context.close()
        status = program.watch.wait_for(
            lambda status: all(each.state == "settled" for each in status.moves), PATIENCE_S
        )
        if status is None or errors:
            raise AtALossError(f"{game_id}: the last move does not settle, or the page's script failed: {errors}")
        record = game_record(program.archive, status.game.record)
        position, sans = start, []
        for move in record.moves:
            sans.append(position.san(move))
            position = position.play(move)
        wrong = [(ply, card) for ply, card in told if card not in sans[max(0, ply - 1) : ply + 1]]
        if wrong or {card for _, card in told} < set(sans) or position.fen() != program.loop.play.position.fen():
            raise AtALossError(f"{game_id}: recorded {sans}, but announced {wrong or told}")
        outcome = status.outcome
        result, reason = (outcome.result, outcome.reason) if outcome else ("*", "broken off")
        if outcome and program.archive.record(status.game.record).result != result:
            raise AtALossError(f"{game_id}: the page says {result}, the record does not")
    return Played(game.id, len(sans), result, reason, hands.touches, time.monotonic() - begun)


@click.command()
@click.option("--game", "games", multiple=True, default=GAMES, show_default=True, help="May be repeated.")
@click.option("--levels", type=(int, int), default=LEVELS, show_default=True, help="White's and Black's.")
@click.option("--pictures", type=click.Path(path_type=Path), help="A folder for a picture of each last position.")
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Games played are kept in this file, and not played again by the same commit.",
)
@RESULTS
def command(games, levels, pictures, keep, results):
    """Play whole games by hands that do what the lights say."""
    report = Report(results)
    kept = KeptGames(keep, commit())
    report.table(
        "Whole games by the lights alone, the program on both sides",
        ("game", "levels", "plies", "result", "touches", "minutes"),
    )
    failed = []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="reedboard-lit-") as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in games:
            picture = pictures and pictures / f"lit-{Path(game).stem}.png"
            home = Path(folder) / Path(game).stem
            play = partial(play_game, browser, home, game, levels, picture=picture)
            try:
                done = Played(*kept.result(f"{game}, levels {levels}", 0, lambda play=play: astuple(play())))
            except AtALossError as error:
                failed.append(f"{game}: {error}")
                click.echo(failed[-1], err=True)
                continue
            figures = (str(done.plies), f"{done.result}, {done.reason}", str(done.touches), f"{done.seconds / 60:.1f}")
            report.row((done.game, f"{levels[0]}, {levels[1]}", *figures))
        browser.close()
    report.close()
    sys.exit(bool(failed))


if __name__ == "__main__":
    command()
