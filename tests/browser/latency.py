"""From a reading to its picture, measured in Chromium; first paint; how much each page weighs.

    python -m tests.browser.latency --results docs/results/page.md

A reading's time is the board's own stamp, when its sensor had settled; a picture's is the first moment after the
browser painted it. Both are read on one machine: the link's clock is the host's, the page's is the wall's.
"""

import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from io import StringIO
from pathlib import Path

import click
from playwright.sync_api import sync_playwright
from rich.console import Console

import fairyrules
from reedboard.app.program import Options, Program
from reedboard.archive.database import Archive
from reedboard.archive.pgn_records import bring_in
from reedboard.bench.report import RESULTS, Report
from reedboard.bench.timing import quantile

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
GAMES = {"10x10": "wildeurasian-qi", "17x17": "sfhiodgei"}
MOST_MS = {"10x10": 100, "17x17": 150}
"""What is promised of 95 pictures in 100."""
PAGES = {"board": ("", 300), "a record of 300 plies": ("records/1", 400), "records": ("records", 300)}
PAGES |= {"sensors": ("board", 300), "editor": ("editor", 300), "overlay": ("overlay", 300)}
"""Address and the most KB of each page with all it loads."""
PATIENCE_S = 60.0
REST_S = 0.35
"""Between two touches, so that each begins from a picture that stands."""
SIZE = {"width": 1280, "height": 900}
KB = 1000

PROBE = """
([site, lifted]) => {
  const cell = document.querySelector(`#board [data-site="${site}"]`);
  window.painted = new Promise(done => {
    const seen = new MutationObserver(() => {
      const told = cell.getAttribute("aria-label");
      if (told.includes(", lifted") !== lifted || told.includes("its sensor")) return;
      seen.disconnect();
      requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = () => done(performance.timeOrigin + performance.now());
        after.port2.postMessage("");
      });
    });
    seen.observe(cell, { attributes: true, attributeFilter: ["aria-label"] });
  });
}
"""
"""A cell's label is written in the task that draws its picture; a message sent within the frame comes after paint.

On a virtual board the picture follows the hands, too: it is waited for until hand and sensor say the same.
"""

WEIGHT = """
() => {
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return all.reduce((sum, each) => sum + each.encodedBodySize, 0);
}
"""
FIRST_PAINT = """
() => new Promise(done => {
  new PerformanceObserver(list => list.getEntriesByName("first-contentful-paint").forEach(each => done(each.startTime)))
    .observe({ type: "paint", buffered: true });
})
"""


def long_game(game: str, plies: int = 300) -> str:
    """A game of random moves as PGN; the same at each call."""
    position, moves, chance = fairyrules.game(game).start(), [], random.Random(2)
    for _ in range(plies):
        moves.append(position.san(move := chance.choice(position.legal_moves())))
        position = position.play(move)
    return f'[Variant "{game}"]\n\n{" ".join(moves)} *\n'


@contextmanager
def playing(game: str, recorded: str = "") -> Iterator[Program]:
    """A program that plays a game on the virtual board, with another in its records."""
    start = fairyrules.game(game).start()
    with tempfile.TemporaryDirectory(prefix="reedboard-bench-") as name, ExitStack() as ends:
        folder = Path(name)
        if recorded:
            with closing(Archive(folder)) as archive:
                bring_in(archive, recorded, "a file")
        program = ends.enter_context(
            Program(Options("virtual", start, port=0, anew=True), folder, Console(file=StringIO()))
        )
        program.watch.wait_for(lambda status: status.connection.state == "connected", PATIENCE_S)
        yield program


def pictures_ms(program, browser, touches):
    """How long after each reading its picture was painted, a piece lifted and placed again in turn."""
    page = browser.new_context(viewport=SIZE).new_page()
    page.goto(program.local_link, wait_until="domcontentloaded")
    page.wait_for_selector("#board[data-ready]")
    table, position = program.table, program.loop.play.position
    movable = sorted(
        {position.game.board.name(position.effect(move).travels[0].origin) for move in position.legal_moves()}
    )
    wall_ms = 1000 * (time.time() - time.monotonic())
    for number in range(touches):
        site = movable[(number // 2) % len(movable)]
        time.sleep(REST_S)
        page.evaluate(PROBE, [site, number % 2 == 0])
        (table.place if number % 2 else table.lift)(site)
        painted = page.evaluate("window.painted")
        health = program.board_watch.health()
        felt = dict(zip((each["name"] for each in health["places"]), health["felt_ms"], strict=True))
        yield painted - wall_ms - felt[table.sites[site]]
    page.context.close()


def paints_ms(link, browser, loads):
    """First paint of a page opened anew so often, by a browser that knows nothing of it."""
    for _ in range(loads):
        page = browser.new_context(viewport=SIZE).new_page()
        page.goto(link, wait_until="load")
        yield page.evaluate(FIRST_PAINT)
        page.context.close()


def weight(link, browser):
    """Bytes of a page with all it loads, as they lie on the wire."""
    page = browser.new_context(viewport=SIZE).new_page()
    page.goto(link, wait_until="load")
    page.wait_for_timeout(1000)
    found = page.evaluate(WEIGHT)
    page.context.close()
    return found


def measure(report, touches, loads):
    """Fills the report."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        report.table(
            "Reading to picture in Chromium", ("board", "readings", "p50 ms", "p95 ms", "worst ms", "promised p95")
        )
        for board, game in GAMES.items():
            with playing(game) as program:
                took = sorted(pictures_ms(program, browser, touches))
                figures = (quantile(took, 0.5), quantile(took, 0.95), took[-1])
                report.row((f"{board}, {game}", str(len(took)), *(f"{ms:.0f}" for ms in figures), f"{MOST_MS[board]}"))
        with playing(GAMES["17x17"], long_game(GAMES["17x17"])) as program:
            url = program.page.local_url
            report.table(
                "Pages, a new browser each time, 17x17 in play",
                ("page", "KB", "at most KB", "first paint, median ms", "worst ms", "promised"),
            )
            for name, (address, most) in PAGES.items():
                paints = sorted(paints_ms(url + address, browser, loads))
                figures = (quantile(paints, 0.5), paints[-1])
                size = weight(url + address, browser) / KB
                report.row((name, f"{size:.0f}", str(most), *(f"{ms:.0f}" for ms in figures), "1000"))
        browser.close()
    report.table("Other work on the machine", ("load over the last minute, 2 cores",))
    report.row((f"{os.getloadavg()[0]:.1f}",))


@click.command()
@click.option("--touches", default=80, show_default=True, type=click.IntRange(2), help="Readings on each board.")
@click.option("--loads", default=8, show_default=True, type=click.IntRange(1), help="How often each page is opened.")
@RESULTS
def command(touches, loads, results):
    """Measure the way from a reading to its picture in Chromium, first paint, and the weight of the pages."""
    report = Report(results)
    measure(report, touches, loads)
    report.close()


if __name__ == "__main__":
    command()
