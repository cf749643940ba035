"""Whole games by scripted hands on the virtual board, under a clock, while the page is watched in Chromium.

At every ply picture, FEN and clocks are compared with the record, and afterwards once more on the record's own page.

    .venv/bin/python -m tests.browser.watched_games --results docs/results/watched.md

Without `--game`, the games of `tests/games/watched/` and one of chess are played one after the other.
"""

import os
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import click
from playwright.sync_api import sync_playwright
from rich.console import Console

from fairyrules import pgn
from reedboard.app.program import Options, Program
from reedboard.archive import game_lookup
from reedboard.archive.pgn_records import pgn_of
from reedboard.archive.record_view import record_view
from reedboard.bench.report import RESULTS, Report
from reedboard.bench.scripted_hands import ScriptedHands
from reedboard.game.piece_view import look
from reedboard.game.placing_times import touched
from reedboard.game.terms import parse_terms

GAMES = Path(__file__).parents[1] / "games" / "watched"
CHESS = GAMES.with_name("gundersen-faul-1928.pgn")
ALL = (CHESS, *sorted(GAMES.glob("*.pgn")))
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
SIZES = {"desk": (1280, 900), "phone": (390, 844)}
CONTROL = "20m+3s"
BASE_MS, BONUS_MS = 1_200_000, 3_000
PATIENCE_S = 30.0
"""How long a picture may take to be as it should on a busy machine; what it takes is not measured here."""

LOOK = """() => {
  const all = (where) => [...document.querySelectorAll(where)];
  const byKey = (where, key, value) => Object.fromEntries(all(where).map((each) => [each.dataset[key], value(each)]));
  const label = (each) => each.getAttribute("aria-label");
  return {
    drawn: all("#board .chessman").map((each) => [each.style.transform, each.getAttribute("class"), each.innerHTML]),
    named: byKey("#board [data-site]", "site", label),
    moves: all("#moves [data-ply]").map((each) => each.dataset.move),
    held: byKey(".player [data-slots]", "slots", label),
    faces: byKey(".player [data-clock]", "clock", (each) => each.querySelector(".time").textContent),
    left: Object.fromEntries(all(".player").map((each) => [each.id.at(-1), each.querySelector(".left")?.textContent])),
    fen: document.getElementById("fen")?.value,
  };
}"""


class WrongPictureError(Exception):
    """The page does not show what the record says."""


@dataclass
class Figures:
    """What was compared, and the largest differences between the record and the hands' own watch."""

    game: str
    plies: int = 0
    asked: int = 0
    result: str = "*"
    placing_ms: float = 0.0
    """Of a move's recorded time and the moment its last piece was put down."""
    clock_ms: float = 0.0
    """Of a clock after a move in the record and as reckoned from those moments."""
    running_ms: float = 0.0
    """Of the running clock's face on the page and as reckoned from them."""
    drawings: dict[str, str] = field(default_factory=dict)
    """How each kind was drawn: no two alike, none in two ways."""


class TimedBoard:
    """The virtual board, with the moment of every touch."""

    def __init__(self, table):
        self.table, self.touches = table, []

    def place(self, site):
        self._touch(self.table.place, site)

    def lift(self, site):
        self._touch(self.table.lift, site)

    def _touch(self, act, site):
        self.touches.append((time.monotonic() * 1000, site))
        act(site)


class Onlooker:
    """Compares the page with the record after each move."""

    def __init__(self, program, page, figures):
        self.program, self.page, self.figures = program, page, figures
        self.board = TimedBoard(program.table)
        self.placed = []

    def moves(self, start, moves):
        """The moves for the hands to play, each compared before the next is told."""
        position = start
        for ply, move in enumerate(moves, 1):
            self.board.touches.clear()
            yield move
            names = {position.game.board.name(cell) for cell in touched(position.effect(move))}
            felt = [ms for ms, site in self.board.touches if site in names]
            self.placed.append((position.side.letter, felt[-1] if felt else None))
            position = position.play(move)
            self.compare(ply, position)

    def compare(self, ply, position):
        """The page, the record and the position that the hands made, after a move."""
        program = self.program
        status = program.watch.wait_for(
            lambda status: len(status.moves) == ply and all(each.state == "settled" for each in status.moves),
            PATIENCE_S,
        )
        if status is None:
            raise WrongPictureError(f"ply {ply} does not settle: {program.watch.status.moves[-1:]}")
        view = record_view(program.archive, status.game.record)
        node = view.nodes[ply]
        if (node.fen, len(view.nodes)) != (position.fen(), ply + 1):
            raise WrongPictureError(f"ply {ply}: the record says {node.fen}, the hands made {position.fen()}")
        self.agree(lambda: self.differences(position, [each.move for each in view.nodes[1:]]), f"ply {ply}")
        self.clocks(ply, view)
        self.figures.plies = ply

    def agree(self, differences, where):
        """Looks until nothing differs."""
        end = time.monotonic() + PATIENCE_S
        while found := differences():
            if time.monotonic() > end:
                raise WrongPictureError(f"{self.figures.game}, {where}: {found}")
            time.sleep(0.05)

    def differences(self, position, moves, seen=None):
        """What the page shows otherwise than the position, in words."""
        seen = seen or self.page.evaluate(LOOK)
        game, board = position.game, position.game.board
        found = []
        if moves is not None and seen["moves"] != moves:
            found.append(f"moves {seen['moves'][-3:]}, recorded {moves[-3:]}")
        expected = {}
        for cell in board.cells:
            piece, name = position.piece_at(cell), board.name(cell)
            words = "empty" if piece is None else look(game, piece).name
            if seen["named"][name].split(", ")[1] != words:
                found.append(f"{seen['named'][name]}, expected {words}")
            if piece is not None:
                rank, file = divmod(cell, board.files)
                expected[f"translate({100 * file + 50}px, {100 * (board.ranks - rank) - 50}px)"] = words
        drawn = {at: picture for at, _, picture in seen["drawn"]}
        if len(drawn) != len(seen["drawn"]) or set(drawn) != set(expected):
            found.append(f"drawn at {sorted(set(drawn) ^ set(expected))}, or twice")
        found += [f"{at} is drawn {kind}" for at, kind, _ in seen["drawn"] if kind != "chessman"]
        if not found:
            found += self.one_drawing_a_kind({words: drawn[at] for at, words in expected.items()})
        return found + self.reserves(position, seen["held"])

    def one_drawing_a_kind(self, drawn):
        known = self.figures.drawings
        known.update({words: picture for words, picture in drawn.items() if words not in known})
        other = [words for words, picture in drawn.items() if known[words] != picture]
        return [f"{other} are drawn in two ways"] if other or len(set(known.values())) != len(known) else []

    @staticmethod
    def reserves(position, held):
        """What each holder has in reserve, as far as it differs."""
        if not position.game.has_reserves or not held:
            return []
        told = {
            group: int(count[1]) for group, words in held.items() if (count := re.search(r"in reserve: (\d+)", words))
        }
        wanted = {
            f"{holder}:{kind}": count for holder in "wbn" for kind, count in position.reserve(holder).items() if count
        }
        return [f"in reserve {told}, recorded {wanted}"] if told != wanted else []

    def clocks(self, ply, view):
        """The clocks on the page and in the PGN against the record's, and the record's against the hands' watch."""
        recorded = [node.clock_ms for node in view.nodes[1:]]
        told = re.findall(r"%clk\s+([0-9:.]+)\]", pgn_of(self.program.archive, view.id))
        if [milliseconds(each) for each in told] != recorded:
            raise WrongPictureError(f"ply {ply}: the PGN's clocks are {told[-3:]}, the record's {recorded[-3:]}")
        status, side = self.program.watch.status, self.placed[-1][0]
        running = "" if status.outcome else "b" if side == "w" else "w"
        faces = self.page.evaluate(LOOK)["faces"]
        looked_ms = time.monotonic() * 1000
        for letter in "wb":
            own = [left_ms for (who, _), left_ms in zip(self.placed, recorded, strict=True) if who == letter]
            if own and letter != running:
                self.agree(lambda at=letter, ms=own[-1]: self.face(at, ms), f"ply {ply}, {letter}'s clock")
        if any(ms is None for _, ms in self.placed):
            return
        origin_ms = status.clock.since_ms - view.nodes[ply].t_ms
        figures, reckoned, placed = self.figures, self.reckoned(), [ms for _, ms in self.placed]
        late = [abs(node.t_ms + origin_ms - ms) for node, ms in zip(view.nodes[1:], placed, strict=True)]
        figures.placing_ms = max(figures.placing_ms, *late)
        wrong = [abs(clock_ms - ms) for clock_ms, ms in zip(recorded, reckoned, strict=True)]
        figures.clock_ms = max(figures.clock_ms, *wrong)
        if running:
            own = [left_ms for (who, _), left_ms in zip(self.placed, reckoned, strict=True) if who == running]
            left_ms = (own[-1] if own else BASE_MS) - (looked_ms - placed[-1])
            away_ms = milliseconds(faces[running]) - left_ms  # a face shows whole seconds, rounded up
            figures.running_ms = max(figures.running_ms, away_ms - 1000, -away_ms)

    def face(self, letter, left_ms):
        shown = self.page.evaluate(LOOK)["faces"][letter]
        return "" if shown == written(left_ms) else f"{shown}, recorded {written(left_ms)}"

    def reckoned(self):
        """The clocks after every move, from the moments the pieces were put down alone; the first move is free."""
        left, before_ms, found = {"w": BASE_MS, "b": BASE_MS}, self.placed[0][1], []
        for side, placed_ms in self.placed:
            left[side] += BONUS_MS - (placed_ms - before_ms)
            before_ms = placed_ms
            found.append(left[side])
        return found

    def look_back(self, start, moves, picture=None):
        """The record's own page, at every ply."""
        view = record_view(self.program.archive, self.program.watch.status.game.record)
        self.page.goto(f"{self.program.page.local_url}records/{view.id}?token={self.program.guard.token}")
        self.page.wait_for_selector("#board[data-ready]")
        self.figures.drawings.clear()
        self.page.keyboard.press("Home")
        position = start
        self.agree(lambda: self.differences_back(start, view, 0), "the record's page, the first position")
        for ply, move in enumerate(moves, 1):
            before, position = position, position.play(move)
            if not self.differences_back(position, view, ply):
                raise WrongPictureError(f"{self.figures.game}, ply {ply}: {before.fen()} passes for {position.fen()}")
            self.page.keyboard.press("ArrowRight")
            self.agree(
                lambda at=position, ply=ply: self.differences_back(at, view, ply), f"the record's page, ply {ply}"
            )
        if picture:
            self.page.screenshot(path=picture)

    def differences_back(self, position, view, ply):
        seen = self.page.evaluate(LOOK)
        found = self.differences(position, None, seen)
        clocks = {node.side: node.clock_ms for node in view.nodes[1 : ply + 1]}
        found += [
            f"{side}'s clock {seen['left'][side]}, recorded {ms}"
            for side, ms in clocks.items()
            if seen["left"][side] != spoken(ms)
        ]
        if seen["fen"] != view.nodes[ply].fen or seen["fen"] != position.fen():
            found.append(f"FEN {seen['fen']}, recorded {view.nodes[ply].fen}")
        return found


def settled(status, ply):
    """Whether so many moves are shown, and every one stands."""
    return len(status.moves) == ply and all(each.state == "settled" for each in status.moves)


def written(left_ms):
    """A clock's face, as players read it: whole seconds begun, tenths under 20 s."""
    if left_ms < 20_000:
        return f"{left_ms // 100 / 10:.1f}"
    seconds = -(-left_ms // 1000)
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def spoken(left_ms):
    """A clock on the record's page."""
    if left_ms < 9950:
        return f"{left_ms / 1000:.1f} s"
    seconds = (left_ms + 500) // 1000
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02} min" if minutes else f"{seconds} s"


def milliseconds(text):
    """What a clock's face or a %clk says."""
    found = 0.0
    for part in text.split(":"):
        found = 60 * found + float(part)
    return round(1000 * found)


def watch_game(browser, home, path, speed, size="desk", seed=0, pictures=None):
    """Plays the game of a PGN file, watched; gives the figures.

    Raises: WrongPictureError, MisreadError.
    """
    [record] = pgn.read(path.read_text(encoding="utf-8"), None, game_lookup.known)
    start, moves = record.start, list(record.moves)
    figures = Figures(start.game.id)
    options = Options("virtual", start, port=0, anew=True, terms=parse_terms("Ada", "Bob", CONTROL))
    width, height = SIZES[size]
    with Program(options, home, Console(quiet=True)) as program:
        page = browser.new_context(viewport={"width": width, "height": height}).new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(program.local_link, wait_until="domcontentloaded")
        page.wait_for_selector("#board[data-ready]")
        program.watch.wait_for(lambda status: status.connection.state == "connected", PATIENCE_S)
        onlooker = Onlooker(program, page, figures)
        slots = dict(program.table.lay(start.game).stocked(start).slots)
        hands = ScriptedHands(onlooker.board, program.watch, program.events, speed, Random(seed))
        figures.asked = hands.play(start, onlooker.moves(start, moves), slots).asked
        figures.result = program.watch.status.outcome.result if program.watch.status.outcome else "*"
        recorded = program.archive.record(program.watch.status.game.record).result
        if not figures.result == recorded == record.result:
            raise WrongPictureError(
                f"{figures.game} ends {figures.result}, recorded {recorded}, played {record.result}"
            )
        if pictures:
            page.wait_for_timeout(350)
            pictures.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=pictures / f"watched-{path.stem}-{size}.png")
        onlooker.look_back(start, moves, pictures and pictures / f"watched-{path.stem}-{size}-record.png")
        page.context.close()
        if errors:
            raise WrongPictureError(f"{figures.game}: the page's script: {errors}")
    return figures


FILE = click.Path(path_type=Path)


@click.command()
@click.option("--home", type=FILE, help="A folder that keeps the archives.")
@click.option("--speed", default=1.0, show_default=True, help="How fast the hands are (1: human).")
@click.option("--game", "games", multiple=True, type=FILE, default=ALL, help="A PGN file; may be repeated.")
@click.option("--pictures", type=FILE, help="A folder for a picture of each last position and its record.")
@click.option("--seed", default=0, show_default=True, help="Of the hands.")
@RESULTS
def command(home, speed, games, pictures, seed, results):
    """Play whole games under a clock while the page is watched."""
    report = Report(results)
    report.table(
        f"Whole games by hands, {CONTROL}: at every ply picture, FEN and clocks equal the record's",
        ("game", "window", "plies", "result", "asked", "placing ms", "clock ms", "running ms"),
    )
    failed = False
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="reedboard-watched-") as scratch:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for number, path in enumerate(games):
            size = ("desk", "phone")[number % 2]
            try:
                done = watch_game(chromium, (home or Path(scratch)) / path.stem, path, speed, size, seed, pictures)
            except Exception as error:
                failed = True
                report.row(
                    (path.stem, size, "differs:", " ".join(f"{type(error).__name__}: {error}".split()), *[""] * 4)
                )
                continue
            apart = (f"{each:.0f}" for each in (done.placing_ms, done.clock_ms, done.running_ms))
            report.row((done.game, size, str(done.plies), done.result, str(done.asked), *apart))
        chromium.close()
    report.table("The largest differences", ("column", "in milliseconds, in the whole game, between"))
    report.row(("placing", "a move's recorded time and the moment at which the hands put its last piece down"))
    report.row(("clock", "a clock after a move as recorded, and as reckoned from those moments alone"))
    report.row(("running", "the face of the clock that goes, on the page, and the same reckoning"))
    report.table("Other work on the machine", ("load over the last minute, 2 cores",))
    report.row((f"{os.getloadavg()[0]:.1f}",))
    report.close()
    sys.exit(failed)


if __name__ == "__main__":
    command()
