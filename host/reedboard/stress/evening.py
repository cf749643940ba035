"""A short evening of play on a disk under attack, and what the disk has promised to hold at each moment of it.

Two games by random hands, a file imported, a backup, the program closed and begun again in between: the archive, its
writer and the game in play are the program's own; only the board is left out, its readings come from scripted hands.
"""

import random
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import fairyrules
from fairyrules.errors import FairyRulesError
from reedboard.app.game_clock import now_ms
from reedboard.app.play import Play
from reedboard.archive.backup import back_up
from reedboard.archive.database import Archive, ArchiveError
from reedboard.archive.game_writer import Keeper
from reedboard.archive.pgn_records import bring_in
from reedboard.assets import boards
from reedboard.bench.hands import perform
from reedboard.bench.style import Style
from reedboard.board import occupancy
from reedboard.board.profile import place
from reedboard.errors import ReedboardError
from reedboard.game.view import ply_views

GAME, BOARD = "chess", "8x8"
PLIES = 6
"""Of each game."""
TOUCH_MS = 150
AGAIN_S = 0.002
"""Pause before what failed is tried again: the program waits longer, an attack has no time to."""
PATIENCE_S = 20.0
"""How long a disk that works again may go on being told to fail."""
PGN = '[White "Ada"]\n\n1. e4 {[%clk 0:01:00] well} e5 2. Nf3 (2. f4 exf4) Nc6 1/2-1/2\n\n[White "Bob"]\n\n1. d4 *\n'
IMPORTED = (("e4", "e5", "Nf3", "Nc6"), ("d4",))

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stand:
    """A game as its record is to hold it."""

    lines: tuple[str, ...]
    moves: tuple[str, ...]
    result: str


@dataclass
class Promise:
    """What was handed over to be kept, by record, and how much of it has been told to be on the disk."""

    handed: dict[int, list[Stand]] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)
    imports: int = 0
    """How many times the file may have been brought in; `imported` of them are told to be done."""
    imported: int = 0

    def copy(self) -> "Promise":
        """As it stands now."""
        handed = {record: list(stands) for record, stands in self.handed.items()}
        return Promise(handed, dict(self.told), self.imports, self.imported)

    def broken_by(self, folder: Path) -> str:
        """What the records in a folder lack or have made up, in a sentence; "" when they hold what was promised."""
        try:
            with closing(Archive(folder)) as archive:
                return self._broken_by(archive)
        except (ReedboardError, FairyRulesError) as error:
            return f"the records are refused: {error}"

    def _broken_by(self, archive: Archive) -> str:
        complaints: list[str] = []
        found = {record.id: record for record in archive.records(complaints.append)}
        if complaints:
            return complaints[0]
        brought = 0
        for number, record in found.items():
            moves = tuple(move.san for move in archive.moves(number))
            if record.origin == "pgn":
                brought += 1
                if moves not in IMPORTED:
                    return f"game {number} is none of the file's: {moves}"
                continue
            stand = Stand(tuple(archive.journal(number)), moves, record.result)
            stands = self.handed.get(number, [Stand((), (), "*")])
            if stand not in stands[self.told.get(number, 0) :]:
                return f"game {number} holds {_short(stand)}, promised was {_short(stands[self.told.get(number, 0)])}"
        for number in self.told:
            if number not in found:
                return f"game {number} is gone"
        if brought not in (0, len(IMPORTED)) or (self.imported and not brought):
            return f"{brought} games of the file are there"
        return ""


def _short(stand: Stand) -> str:
    return f"{len(stand.lines)} lines, {' '.join(stand.moves) or 'no move'}, {stand.result}"


class Evening:
    """Plays; `promise` grows meanwhile."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.promise = Promise()
        self.refusals: list[str] = []
        """What was told instead of done, and done later."""
        self._folder = folder
        self._rng = random.Random(seed)
        self._link_ms = now_ms()

    def run(self) -> None:
        """Plays the whole evening.

        Raises: ArchiveError where the disk works and something is still refused; whatever nobody foresaw.
        """
        for _ in range(2):
            archive = self._until_done(lambda: Archive(self._folder))
            keeper = Keeper(archive, again_s=AGAIN_S)
            try:
                self._play(keeper)
            finally:
                trouble = keeper.close()
                archive.close()
            if trouble:
                raise ArchiveError(f"at the end of a game nothing was left to write, told was: {trouble}")

    def _play(self, keeper: Keeper) -> None:
        game = fairyrules.game(GAME)
        placement = place(boards.load(BOARD), game)
        play = self._until_done(lambda: Play.begin(keeper, placement, game.start()))
        self.promise.handed[play.record] = [Stand((), (), "*")]
        self.promise.told[play.record] = 0
        play.seen(self._link_ms, _bits(play))
        for _ in range(PLIES):
            if play.position.outcome() is not None:
                break
            move = self._rng.choice(play.position.legal_moves())
            for reading in perform(play.position, move, Style.PLAIN, self._rng):
                self._link_ms += TOUCH_MS
                play.changed(self._link_ms, placement.sites[reading.site].bit, reading.on)
                self._keep(play)
        self.promise.imports += 1
        self._until_done(lambda: bring_in(keeper.archive, PGN, "a file"))
        self.promise.imported += 1
        self._until_done(
            lambda: back_up(self._folder, self._folder.parent / f"{self._folder.name}-{self._link_ms}.zip")
        )
        if not play.ended:
            play.agree("1/2-1/2", "draw agreed")
        self._until_done(lambda: self._kept(play))

    def _keep(self, play: Play) -> bool:
        stands = self.promise.handed[play.record]
        moves = tuple(view.san for view in ply_views(play.move_list))
        stands.append(Stand(tuple(play._lines), moves, play.ended.result if play.ended else "*"))
        unsaved = play.keep()
        if not unsaved:
            self.promise.told[play.record] = len(stands) - 1
        elif unsaved not in self.refusals:
            self.refusals.append(unsaved)
        return not unsaved

    def _kept(self, play: Play) -> None:
        if not self._keep(play):
            raise ArchiveError(play.unsaved)

    def _until_done(self, work: Callable[[], T]) -> T:
        """Tries again what was refused in a sentence, as people would."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                return work()
            except ArchiveError as error:
                self.refusals.append(str(error))
                if time.monotonic() >= deadline:
                    raise
                time.sleep(AGAIN_S)


def _bits(play: Play) -> int:
    occupied: Iterable[str] = occupancy.expected(play.position, play.placement.slots)
    return sum(1 << play.placement.sites[site].bit for site in occupied)
