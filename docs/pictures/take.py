"""Takes the README's pictures from the real page in Chromium: `make pictures`."""

import io
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console

import fairyrules
from reedboard.app.program import Options, Program
from reedboard.game.status import Status

HERE = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
LIMIT_BYTES = 1_500_000
"""All pictures together."""
PATIENCE_S = 60.0
REST_MS = 1_500
"""Until pieces and lights on the page have come to rest."""
FRAME_MS = 120
"""How long a frame of the animation is shown."""

OPENING = ["c3c4", "c8c7", "b1c3", "b10c8", "h3h4", "h8h7", "i1h3", "i10h8", "e3e4", "e8e7", "h3i5", "e7e6", "c3d5"]
REPLY = "b9b6"


@dataclass(frozen=True, slots=True)
class Still:
    """A picture of the page: which game, after which moves, which piece is in the hand."""

    name: str
    game: str
    size: tuple[int, int]
    opening: list[str]
    lifted: str


STILLS = (
    Still("playing", "wildeurasian-qi", (1280, 800), OPENING, "b9"),
    Still("board-17x17", "sfhiodgei", (1440, 960), ["f4f8", "f14f10", "l4l8", "l14l10", "b1d6", "b17d12"], "m2"),
)


@dataclass(frozen=True, slots=True)
class Stage:
    """A running game and its page."""

    program: Program
    page: Page

    def touch(self, site: str) -> None:
        """Taps a site of the board, and waits until its sensor has told of it."""
        there = site in self.program.watch.status.occupied
        self.page.locator(f'[data-site="{site}"]').click()
        self.wait(lambda status: (site in status.occupied) != there)

    def play(self, moves: list[str]) -> None:
        """Plays plain moves by taps."""
        for number, move in enumerate(moves, 1):
            origin, target = fields(move)
            self.touch(origin)
            self.touch(target)
            self.wait(partial(is_settled, number))

    def wait(self, wanted: Callable[[Status], bool]) -> None:
        """Waits for what a game should come to.

        Raises: TimeoutError if it does not.
        """
        if self.program.watch.wait_for(wanted, PATIENCE_S) is None:
            raise TimeoutError(f"the game did not get there in {PATIENCE_S:g} s: {self.program.watch.status}")


def is_settled(plies: int, status: Status) -> bool:
    """Whether so many moves were told, and the last one stands."""
    return len(status.moves) == plies and status.moves[-1].state == "settled"


def fields(move: str) -> tuple[str, str]:
    """The two cells of a plain machine move."""
    second = next(place for place in range(1, len(move)) if move[place].isalpha())
    return move[:second], move[second:]


@contextmanager
def staged(browser: Browser, game: str, width: int, height: int, scale: float) -> Iterator[Stage]:
    """A new game on the virtual board, seen on a page of this size."""
    with tempfile.TemporaryDirectory() as folder:
        options = Options("virtual", fairyrules.game(game).start(), port=0, anew=True)
        with Program(options, Path(folder), Console(quiet=True)) as program:
            page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
            page.goto(program.local_link, wait_until="domcontentloaded")
            page.wait_for_selector("#board[data-ready]")
            yield Stage(program, page)
            page.close()


def shot(page: Page, selector: str | None = None) -> Image.Image:
    """What is seen now, the page or one element of it."""
    taken = page.locator(selector).screenshot() if selector else page.screenshot()
    return Image.open(io.BytesIO(taken)).convert("RGB")


def take_still(browser: Browser, still: Still) -> None:
    """A page in play, a piece in the hand and its cells lit."""
    with staged(browser, still.game, *still.size, 1.25) as stage:
        stage.play(still.opening)
        stage.touch(still.lifted)
        stage.page.wait_for_timeout(REST_MS)
        shot(stage.page).save(HERE / f"{still.name}.webp", quality=82, method=6)


def take_move(browser: Browser) -> None:
    """A move and its reply: lifted, lit, placed."""
    frames: list[Image.Image] = []
    with staged(browser, "wildeurasian-qi", 640, 900, 1.0) as stage:
        stage.play(OPENING[:-1])

        def film(count: int) -> None:
            for _ in range(count):
                began = time.monotonic()
                frames.append(shot(stage.page, "#board"))
                stage.page.wait_for_timeout(max(0.0, FRAME_MS - 1000 * (time.monotonic() - began)))

        film(6)
        for site in (*fields(OPENING[-1]), *fields(REPLY)):
            stage.page.locator(f'[data-site="{site}"]').click()
            film(12)
        film(4)
    first, *rest = frames
    first.save(
        HERE / "move.webp",
        save_all=True,
        append_images=rest,
        quality=70,
        method=6,
        duration=FRAME_MS,
        minimize_size=True,
    )


def main() -> None:
    """Takes all pictures, and fails if they got too large for a README."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for each in STILLS:
            take_still(browser, each)
        take_move(browser)
        browser.close()
    sizes = {path.name: path.stat().st_size for path in sorted(HERE.glob("*.webp"))}
    for name, size in sizes.items():
        print(f"{name}: {size / 1000:.0f} kB")
    if sum(sizes.values()) > LIMIT_BYTES:
        sys.exit(f"the pictures are {sum(sizes.values())} bytes together; expected at most {LIMIT_BYTES}")


if __name__ == "__main__":
    main()
