"""A table for tests: a game of chess on a board whose events are put on the loop's queue by hand."""

import fairyrules
from fairyrules.search import Line
from reedboard.app.game_boards import RealGameBoard
from reedboard.app.loop import Loop
from reedboard.app.play import Play
from reedboard.app.status_watch import Watch
from reedboard.app.thinker import Thought
from reedboard.archive.database import Archive
from reedboard.archive.game_writer import Keeper
from reedboard.assets import boards
from reedboard.board.link_events import Changed, Greeted, Snapshot
from reedboard.board.profile import place
from reedboard.board.shape_check import shape_of
from reedboard.game.terms import parse_terms

CHESS = fairyrules.game("chess")


class AtTheTable:
    """A game on a real board, of chess where the test says no other; the test thinks in the program's place."""

    NAMES = ("Ada", "reedboard level 4")
    """Who plays where the test does not say."""

    def __init__(self, folder, clock, fen=None, record=None, game=CHESS, board="8x8", **terms):
        self.time = clock
        self.archive = Archive(folder)
        self.keeper = Keeper(self.archive)
        geometry = boards.load(board)
        self.placement = place(geometry, game)
        terms = {"white": self.NAMES[0], "black": self.NAMES[1]} | terms
        start = game.position(fen) if fen else game.start()
        self.placement = self.placement.stocked(start)
        self.play = (
            Play.begin(
                self.keeper,
                self.placement,
                start,
                terms=parse_terms(**terms),
            )
            if record is None
            else Play.resume(self.keeper, self.placement, self.archive.record(record))
        )
        self.occupied = set(self.play.occupied)
        self.watch, self.asked = Watch(), None
        table = RealGameBoard("port", geometry)
        self.loop = Loop(None, self, table, self.keeper, self.play, (self.watch.show,), self.ask)
        bits = sum(1 << self.placement.sites[site].bit for site in self.occupied)
        self.loop.take([Greeted(shape_of(geometry), "1.0"), Snapshot(self.time[0], bits)])

    def show(self, glows):
        """Takes the lights."""

    def ask(self, question):
        self.asked = question

    def wait(self, seconds=5):
        """Time passes, as the loop sees it: a second at a time."""
        until_ms = self.time[0] + round(1000 * seconds)
        while self.time[0] < until_ms:
            self.time[0] = min(until_ms, self.time[0] + 1000)
            self.loop.take([])

    def touch(self, *sites, apart_ms=400):
        for site in sites:
            self.time[0] += apart_ms
            on = site not in self.occupied
            (self.occupied.add if on else self.occupied.remove)(site)
            self.loop.take([Changed(self.time[0], self.placement.sites[site].bit, on, 0)])

    def move(self, *sites):
        self.touch(*sites)
        self.wait()

    def think(self, *moves, score=20):
        """The answer to what was asked: each move with nothing expected after it."""
        position = self.asked.position
        lines = tuple(Line(position.parse(move), score, 3, (position.parse(move),)) for move in moves)
        self.loop.take([Thought(self.asked, lines)])

    def request(self, request):
        self.loop.take([request])
        return request.done.result(timeout=1.0)

    @property
    def status(self):
        return self.watch.status

    @property
    def moves(self):
        return [ply.move for ply in self.status.moves]

    @property
    def lit(self):
        return {site: light.role for site, light in self.status.lights.items()}

    def close(self):
        self.keeper.close()
        self.archive.close()
