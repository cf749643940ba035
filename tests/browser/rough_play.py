"""Bad handling by clicks in one window, while another tells how long each touch takes to be seen there: nothing may
freeze, and once the pieces stand again the game goes on without anything being reset.

    .venv/bin/python -m tests.browser.rough_play --minutes 10 --home /tmp/home
"""

import argparse
import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from playwright.sync_api import Error, sync_playwright

from reedboard.bench.report import commit, machine

from .long_play import FLAGS, Figures, Player, choose, compare, doing, two_windows
from .program_under_test import PATIENCE_S, MisplayedError, ProgramUnderTest

GAMES = ("chess", "dual-chess", "wildeurasian-qi", "sfhiodgei")
TOUCH_S = (0.05, 0.4)
LOOK_S = (0.0, 4.0)
"""How long people look at what they did: the program thinks about it for three seconds."""
ROUNDS_A_GAME = 8
NOTE_TAPS = "document.addEventListener('click', () => { window.tappedMs = Date.now(); }, true)"
NOTE_SIGHTS = """() => {
  window.sights = {};
  new MutationObserver((changes) => changes.forEach(({ target, oldValue }) => {
    if (target.dataset.site && target.getAttribute('aria-label') !== oldValue) {
      (window.sights[target.dataset.site] ??= []).push(Date.now());
    }
  })).observe(document.body, { subtree: true, attributeFilter: ['aria-label'], attributeOldValue: true });
}"""
FIRST_SIGHT = """([site, tappedMs]) => (window.sights[site] ?? []).find((seenMs) => seenMs >= tappedMs)"""


@dataclass
class RoughFigures(Figures):
    """What was done, and how long each touch took from one window to the other."""

    took_ms: list[int] = field(default_factory=list)
    upsets: int = 0

    def told(self):
        """Everything but the single times."""
        took = sorted(self.took_ms)
        spread = {str(share): took[min(len(took) - 1, int(share * len(took)))] for share in (0.5, 0.95, 0.99, 1.0)}
        names = ("sessions", "plies", "questions", "upsets", "findings")
        return {name: getattr(self, name) for name in names} | {"touches": len(took), "took_ms": spread}


class RoughPlayer(Player):
    """Handles pieces badly in one window; the other looks on."""

    def __init__(self, program, hands, onlooker, rng, figures):
        super().__init__(program, [hands], rng, figures)
        self.onlooker = onlooker
        hands.evaluate(NOTE_TAPS)
        onlooker.evaluate(NOTE_SIGHTS)

    def tap(self, site):
        super().tap(site)
        since = [site, self.page.evaluate("window.tappedMs")]
        seen = self.onlooker.wait_for_function(FIRST_SIGHT, arg=since, timeout=1000 * PATIENCE_S).json_value()
        self.figures.took_ms.append(seen - since[1])
        time.sleep(self.rng.uniform(*TOUCH_S))

    def upset(self, position):
        """Bumps a piece, or sets some on cells where they don't belong, looks at that, and puts them back."""
        rng, board = self.rng, position.game.board
        standing = [board.name(cell) for cell in position.pieces()]
        if rng.random() < 0.3:
            for site in rng.sample(standing, min(2, len(standing))):
                self.tap(site)
                self.tap(site)
            return
        free = [board.name(cell) for cell in board.cells if position.piece_at(cell) is None]
        count = min(rng.randint(1, 6), len(free), len(standing))
        astray = list(zip(rng.sample(standing, count), rng.sample(free, count), strict=True))
        for home, away in astray:
            self.tap(home)
            self.tap(away)
        time.sleep(rng.uniform(*LOOK_S))
        rng.shuffle(astray)
        for home, away in astray:
            self.tap(away)
            self.tap(home)
        self.figures.upsets += 1
        time.sleep(rng.uniform(*LOOK_S))


def rough_play(browser, home, minutes, seed, games=GAMES, rounds=ROUNDS_A_GAME):
    """Upsets the board again and again, a move between two upsets, and gives the figures."""
    home.mkdir(parents=True, exist_ok=True)
    figures, sessions = RoughFigures(), []
    program = ProgramUnderTest(home)
    try:
        with two_windows(browser, program, figures.findings) as (hands, onlooker):
            player = RoughPlayer(program, hands, onlooker, Random(seed), figures)
            end = time.monotonic() + 60 * minutes
            while time.monotonic() < end or figures.sessions < len(games):
                try:
                    sessions.append(session := player.begin_at_the_array(games[figures.sessions % len(games)]))
                    figures.sessions += 1
                    _session(player, session, games, rounds, end)
                except (MisplayedError, Error) as error:
                    figures.findings.append(f"{type(error).__name__} while {doing(error)}: {str(error)[:1500]}")
                    break
                print(f"{time.strftime('%H:%M:%S')} {json.dumps(figures.told())}", flush=True)
    finally:
        program.end()
    compare(home, sessions, figures)
    return figures


def _session(player, session, games, rounds, end):
    for _ in range(rounds):
        player.upset(session.position)
        player.play(session, choose(session.position, player.rng))
        if session.position.outcome() is not None:
            session.result = str(session.position.outcome())
        if session.result != "*" or (time.monotonic() > end and player.figures.sessions > len(games)):
            return


def page(figures, chosen):
    """The figures as a page of results."""
    games = "".join(f" --game {game}" for game in chosen.game or ())
    order = f"python -m tests.browser.rough_play --minutes {chosen.minutes:g} --seed {chosen.seed}{games}"
    told = figures.told()
    p50, p95, p99, most = told.pop("took_ms").values()
    rows = [
        ("from a touch in one window to its sight in another: p50, p95, p99, most", f"{p50}, {p95}, {p99}, {most} ms")
    ]
    rows += [(name, ", ".join(count) if isinstance(count, list) else str(count)) for name, count in told.items()]
    lines = "".join(f"| {name} | {count} |\n" for name, count in rows)
    return f"# Bad handling, two windows\n\n`{order}`\n\nCommit {commit()}, {machine()}.\n\n| | |\n|---|---|\n{lines}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", choices=GAMES, help="play these only; may be repeated")
    parser.add_argument("--results", type=Path, help="a file for the figures as a page")
    chosen = parser.parse_args()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        done = rough_play(chromium, chosen.home, chosen.minutes, chosen.seed, chosen.game or GAMES)
        chromium.close()
    print(json.dumps(done.told(), indent=2))
    if chosen.results:
        chosen.results.write_text(page(done, chosen), encoding="utf-8")
    sys.exit(bool(done.findings))
