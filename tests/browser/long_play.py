"""A long play by clicks in Chromium: every game in one home and one program, with reloads, two windows, wrong taps, and
restarts. What was played is compared with what was recorded.

    .venv/bin/python -m tests.browser.long_play --minutes 60 --home /tmp/home
"""

import argparse
import json
import signal
import sys
import time
import traceback
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from playwright.sync_api import Error, sync_playwright

import fairyrules
from reedboard.archive.database import Archive

from .program_under_test import PATIENCE_S, MisplayedError, ProgramUnderTest, describe

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
GAMES = tuple(fairyrules.games())
PLIES_A_SESSION = (4, 24)
REPLY_S = (0.4, 1.5)
"""How long somebody looks at a move before the first touch of the answer: no two people play faster than that."""


@dataclass
class Figures:
    """What was done, and every finding in a sentence."""

    sessions: int = 0
    plies: int = 0
    questions: int = 0
    wrong_taps: int = 0
    reloads: int = 0
    restarts: int = 0
    resumed: int = 0
    undone: int = 0
    findings: list[str] = field(default_factory=list)


@dataclass
class Session:
    """A game as it was really played: what its record has to say."""

    record: int
    game: str
    position: object
    moves: list[str] = field(default_factory=list)
    result: str = "*"


class Player:
    """Plays by clicks, sometimes in one window and sometimes in the other."""

    def __init__(self, program, pages, rng, figures):
        self.program, self.pages, self.rng, self.figures = program, pages, rng, figures

    @property
    def page(self):
        return self.rng.choice(self.pages)

    # Single clicks -------------------------------------------------------------------------------------------------

    def tap(self, site):
        before = site in self.program.state()["hands"]["sites"]
        page = self.page
        page.locator(f'#board [data-site="{site}"]').click(timeout=1000 * PATIENCE_S)
        self.program.wait(lambda state: (site in state["hands"]["sites"]) != before)

    def drag(self, origin, target):
        page = self.page
        boxes = [page.locator(f'#board [data-site="{site}"] .floor') for site in (origin, target)]
        boxes[1].scroll_into_view_if_needed()
        (x, y), (to_x, to_y) = (middle(box.bounding_box()) for box in boxes)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=2)
        page.mouse.move(to_x, to_y, steps=2)
        page.mouse.up()
        self.program.wait(lambda state: target in state["hands"]["sites"] and not state["hands"]["held"])

    def take_out(self, group):
        """Takes a piece out of a tray or a reserve; where no slot has one, it may be in the hand already."""
        side, _, kind = group.partition(":")
        side = "w" if side == "n" else side

        def taken(state):
            return sum(
                (held["piece"]["side"], held["piece"]["kind"]) == (side, kind) for held in state["hands"]["held"]
            )

        def left(state):
            return sum(site.rstrip("0123456789") == group for site in state["hands"]["sites"])

        before = self.program.state()
        first = next((held["piece"] for held in before["hands"]["held"]), None)
        if first and (first["side"], first["kind"]) == (side, kind) and not left(before):
            return
        self.page.locator(f'[data-slots="{group}"]').click(timeout=1000 * PATIENCE_S)
        # A captured piece of the same kind may be laid aside just then: the hands hold as many as before.
        self.program.wait(lambda state: taken(state) > taken(before) or left(state) < left(before))

    def lay_in(self, group):
        count = len(self.program.state()["hands"]["held"])
        self.page.locator(f'#hands [data-lay="{group}"]').click(timeout=1000 * PATIENCE_S)
        self.program.wait(lambda state: len(state["hands"]["held"]) == count - 1)

    # A move --------------------------------------------------------------------------------------------------------

    def play(self, session, move):
        """Makes a move, answers what is asked about it, and waits until it is listed."""
        position = session.position
        self.make(position, position.effect(move))
        if self.unseen(position.effect(move)):
            self.answer(move)
        ply, wanted = len(session.moves) + 1, str(move)
        deadline = time.monotonic() + PATIENCE_S
        while True:
            state = self.program.state() or {}
            moves, asked = state.get("moves", []), state.get("question")
            told = len(moves) == ply and moves[-1]["move"] == wanted
            if told and not asked and moves[-1]["state"] != "asked" and not state["trouble"]:
                break
            if asked and asked["ply"] == ply and wanted in {choice["move"] for choice in asked["choices"]}:
                self.figures.questions += 1
                self.answer(move)
            elif asked and asked["ply"] < ply:
                earlier = [*session.moves, wanted][asked["ply"] - 1]
                self.answer(earlier)
            if time.monotonic() > deadline:
                san = position.san(move)
                raise MisplayedError(f"{session.game} {position.fen()}: {san} ({wanted}) was played; {describe(state)}")
            time.sleep(0.1)
        session.moves.append(wanted)
        session.position = position.play(move)
        self.figures.plies += 1

    @staticmethod
    def unseen(effect):
        return not (effect.travels or effect.removals or effect.entries or effect.exchanges)

    def answer(self, move):
        with suppress(Error):
            self.page.locator(f'#calls button[data-move="{move}"]').first.click(timeout=5000)
            time.sleep(0.3)

    def make(self, position, effect):
        name = position.game.board.name
        targets = {travel.target for travel in effect.travels}
        exchanges = {exchange.cell: exchange for exchange in effect.exchanges}
        for removal in effect.removals:
            if removal.cell not in targets:
                self.tap(name(removal.cell))
                self.tidy(removal.holder, removal.kind_held)
        travels = [travel for travel in effect.travels if travel.origin != travel.target]
        victims = [removal for removal in effect.removals if removal.cell in targets]
        plain = len(travels) == 1 and not victims and not exchanges
        if plain and self.rng.random() < 0.3 and not self.program.state()["hands"]["held"]:
            self.drag(name(travels[0].origin), name(travels[0].target))
            travels = []
        lifts = [travel.origin for travel in travels] + [victim.cell for victim in victims]
        if len(travels) == 1:
            self.rng.shuffle(lifts)
            for cell in lifts:
                self.tap(name(cell))
            self.put_new(exchanges.pop(travels[0].target, None))
            self.tap(name(travels[0].target))
        else:
            for travel in travels:
                self.tap(name(travel.origin))
                self.tap(name(travel.target))
        for cell, exchange in exchanges.items():
            if self.stocked(exchange):
                self.tap(name(cell))
                self.put_new(exchange)
                self.tap(name(cell))
        for entry in effect.entries:
            self.take_out(f"{entry.holder or entry.piece.side.letter}:{entry.piece.kind}")
            self.tap(name(entry.cell))

    def tidy(self, holder, kind):
        """Lays the piece in the hand into its tray, or not."""
        if holder and self.page.locator(f'#hands [data-lay="{holder}:{kind}"]').count() and self.rng.random() < 0.7:
            self.lay_in(f"{holder}:{kind}")

    def group(self, exchange):
        return f"{exchange.taken_from or exchange.after.side.letter}:{exchange.after.kind}"

    def stocked(self, exchange):
        sites = self.program.state()["hands"]["sites"]
        return any(site.rstrip("0123456789") == self.group(exchange) for site in sites)

    def put_new(self, exchange):
        """Takes the piece out of the tray that one in the hand is exchanged for; without one, the old one stays."""
        if exchange is not None and self.stocked(exchange):
            self.take_out(self.group(exchange))

    # Mistakes ------------------------------------------------------------------------------------------------------

    def mistake(self, session):
        """Something that is no move: afterwards everything is as it was."""
        self.figures.wrong_taps += 1
        name, position = session.position.game.board.name, session.position
        state = self.program.state()
        cells = {site for site in state["hands"]["sites"] if ":" not in site}
        empty = sorted(set(map(name, position.game.board.cells)) - cells)
        match self.rng.randrange(4):
            case 0 if empty and not state["hands"]["held"]:
                self.page.locator(f'#board [data-site="{self.rng.choice(empty)}"]').click()
            case 1:
                site = self.rng.choice(sorted(cells))
                self.tap(site)
                self.page.keyboard.press("Escape")
                self.program.wait(lambda state: site in state["hands"]["sites"])
            case 2 if empty:
                site, there = self.rng.choice(sorted(cells)), self.rng.choice(empty)
                legal = {str(move)[: len(site) + len(there)] for move in position.legal_moves()}
                if site + there not in legal and not state["hands"]["held"]:
                    self.tap(site)
                    self.tap(there)
                    time.sleep(self.rng.choice([0.1, 1.5]))
                    self.tap(there)
                    self.tap(site)
            case _:
                sites = sorted(site for site in state["hands"]["sites"] if ":" in site)
                if sites:
                    self.take_out(self.rng.choice(sites).rstrip("0123456789"))
                    self.page.keyboard.press("Escape")
                    self.program.wait(lambda now: set(sites) <= set(now["hands"]["sites"]))
        self.program.wait(lambda now: [ply["move"] for ply in now["moves"]] == session.moves and not now["trouble"])

    # Around the game -----------------------------------------------------------------------------------------------

    def begin(self, game_id):
        start = fairyrules.game(game_id).start()
        return self.begin_from(start, midgame(start, self.rng) if self.rng.random() < 0.5 else None)

    def begin_at_the_array(self, game_id):
        return self.begin_from(fairyrules.game(game_id).start(), None)

    def begin_from(self, start, later):
        """Begins a game by the dialog; `later`: a position of it, None for its array."""
        page, game_id = self.page, start.game.id
        page.click("#new-game")
        page.select_option('#chooser select[name="game"]', game_id)
        page.fill('#chooser input[name="fen"]', later.fen() if later else "")
        before = self.program.state()["game"]["record"]
        page.click('#chooser button[value="start"]')
        state = self.program.wait(
            lambda state: state["game"]["record"] != before and state["connection"]["state"] == "connected"
        )
        page.locator("#chooser").wait_for(state="hidden")
        return Session(state["game"]["record"], game_id, later or start)

    def resume(self, session):
        if self.program.state()["game"]["record"] != session.record:
            page = self.page
            page.click("#new-game")
            page.click(f'#unfinished [data-resume="{session.record}"]')
            page.locator("#chooser").wait_for(state="hidden", timeout=1000 * PATIENCE_S)
        self.figures.resumed += 1
        self.agree(session)

    def agree(self, session):
        """Waits until the program shows exactly what was played."""
        self.program.wait(
            lambda state: (
                state["game"]["record"] == session.record
                and state["connection"]["state"] == "connected"
                and [ply["move"] for ply in state["moves"]] == session.moves
            )
        )

    def reload(self, session):
        self.figures.reloads += 1
        page = self.page
        page.reload(wait_until="domcontentloaded")
        page.wait_for_selector("#board[data-ready]")
        listed = "wanted => document.querySelectorAll('#moves [data-ply]').length === wanted"
        page.wait_for_function(listed, arg=len(session.moves))

    def restart(self, session):
        self.figures.restarts += 1
        self.program.end(self.rng.choice([signal.SIGTERM, signal.SIGKILL]))
        self.program.start()
        self.agree(session)
        for page in self.pages:
            page.locator("#connection.connected").wait_for(state="attached", timeout=1000 * PATIENCE_S)

    def resign(self, session):
        """Ends the game by a button, and perhaps takes that back."""
        result = self.rng.choice(["1-0", "0-1", "1/2-1/2"])
        page = self.page
        page.click(f'[data-ask="{"draw" if result == "1/2-1/2" else "resign"}"]')
        page.click(f'[data-result="{result}"]')
        self.program.wait(lambda state: state["outcome"] is not None)
        if self.rng.random() < 0.6:
            page.click("#undo-result")
            self.program.wait(lambda state: state["outcome"] is None)
            self.figures.undone += 1
        else:
            session.result = result


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play_session(player, session, plies, figures):
    """So many plies with all that may happen between them."""
    rng = player.rng
    for _ in range(plies):
        if session.position.outcome() is not None:
            session.result = str(session.position.outcome())
            return
        if rng.random() < 0.15:
            player.mistake(session)
        if rng.random() < 0.05:
            player.reload(session)
        if rng.random() < 0.02:
            player.restart(session)
        time.sleep(rng.uniform(*REPLY_S))
        player.play(session, choose(session.position, rng))
    if session.position.outcome() is None and rng.random() < 0.3:
        player.resign(session)


def midgame(position, rng):
    """A position some way into a game at random, where there is more to capture, to promote and to drop."""
    for _ in range(rng.randint(20, 120)):
        after = position.play(choose(position, rng))
        if after.outcome() is not None:
            break
        position = after
    return position


def choose(position, rng):
    """A legal move, often one that does more than go somewhere."""
    moves = position.legal_moves()
    effects = [position.effect(move) for move in moves]
    rich = [
        move
        for move, effect in zip(moves, effects, strict=True)
        if effect.removals or effect.exchanges or effect.entries or effect.turns or len(effect.travels) > 1
    ]
    return rng.choice(rich if rich and rng.random() < 0.5 else moves)


def run(player, figures, minutes, games, plies):
    """Sessions until the time is over; every game in turn, an unfinished one taken up again now and then."""
    sessions, end = [], time.monotonic() + 60 * minutes
    while time.monotonic() < end or figures.sessions < len(games):
        game_id = games[figures.sessions % len(games)]
        figures.sessions += 1
        open_games = [each for each in sessions if each.result == "*" and each.moves]
        session = None
        try:
            if open_games and player.rng.random() < 0.4:
                session = player.rng.choice(open_games)
                player.resume(session)
            else:
                session = player.begin(game_id)
                sessions.append(session)
            play_session(player, session, player.rng.randint(*plies), figures)
        except (MisplayedError, Error, OSError) as error:
            figures.findings.append(f"{type(error).__name__} while {doing(error)}: {str(error)[:1500]}")
            keep_pictures(player, len(figures.findings))
            report(figures, player, "finding")
            if session in sessions:
                sessions.remove(session)
            recover(player)
        report(figures, player, game_id)
    return sessions


def doing(error):
    """What the player was about to do, innermost last."""
    steps = [step for step in traceback.extract_tb(error.__traceback__) if step.filename == __file__]
    return ", ".join(f"{step.name} ({step.line})" for step in steps)


def keep_pictures(player, number):
    """What both windows show, beside the home."""
    for window, page in enumerate(player.pages, start=1):
        with suppress(Error):
            page.screenshot(path=player.program.home.with_name(f"finding-{number}-window-{window}.png"))


def recover(player):
    """After a finding: the windows are opened anew; the next session begins another game."""
    for page in player.pages:
        with suppress(Error):
            page.goto(f"{player.program.url}?token={player.program.token}", wait_until="domcontentloaded")
            page.wait_for_selector("#board[data-ready]")
    with suppress(Exception):
        for held in player.program.state()["hands"]["held"]:
            player.program.post("hands", lay_aside=f"{held['piece']['side']}:{held['piece']['kind']}")


def report(figures, player, what):
    counts = {name: value for name, value in vars(figures).items() if name != "findings"}
    print(f"{time.strftime('%H:%M:%S')} {what}: {counts}, {len(figures.findings)} findings", flush=True)
    if what == "finding":
        print(f"    {figures.findings[-1]}", flush=True)


def compare(home, sessions, figures):
    """The records against what was played."""
    archive = Archive(home)
    for session in sessions:
        recorded = [move.move for move in archive.moves(session.record)]
        result = archive.record(session.record).result
        if (recorded, result) != (session.moves, session.result):
            says, played = f"{recorded} {result}", f"{session.moves} {session.result}"
            figures.findings.append(f"record {session.record} ({session.game}) says {says}, played was {played}")
    archive.close()
    for name in ("log.jsonl", "output.txt"):
        text = (home / name).read_text(errors="replace") if (home / name).exists() else ""
        if "Traceback" in text or '"level": "WARNING"' in text:
            figures.findings.append(f"{name} says: {text[-3000:]}")


@contextmanager
def two_windows(browser, program, errors):
    """A desk's and a phone's."""
    pages = []
    for width, height in ((1280, 900), (390, 844)):
        page = browser.new_context(viewport={"width": width, "height": height}).new_page()
        page.on("pageerror", lambda error: errors.append(f"the page's script: {error}"))
        page.goto(f"{program.url}?token={program.token}", wait_until="domcontentloaded")
        page.wait_for_selector("#board[data-ready]")
        pages.append(page)
    yield pages
    for page in pages:
        page.context.close()


def long_play(browser, home, minutes, seed, games=GAMES, plies=PLIES_A_SESSION):
    """Plays, compares, and gives the figures."""
    home.mkdir(parents=True, exist_ok=True)
    figures, rng = Figures(), Random(seed)
    program = ProgramUnderTest(home)
    try:
        with two_windows(browser, program, figures.findings) as pages:
            player = Player(program, pages, rng, figures)
            sessions = run(player, figures, minutes, games, plies)
    finally:
        program.end()
    compare(home, sessions, figures)
    return figures


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", choices=GAMES, help="play these only; may be repeated")
    chosen = parser.parse_args()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        done = long_play(chromium, chosen.home, chosen.minutes, chosen.seed, chosen.game or GAMES)
        chromium.close()
    print(json.dumps(vars(done), indent=2))
    sys.exit(bool(done.findings))
