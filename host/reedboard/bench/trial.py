"""A trial of the tracker: seeded games of one kind of handling, followed and judged; fit for other processes."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import fairyrules
from reedboard import tracker
from reedboard.app import spare_time
from reedboard.app.game_clock import TICK_LAG_MS
from reedboard.bench.handlings import PURE, named
from reedboard.bench.judge import Score, score
from reedboard.bench.noise import Events, Failure, disturbed, failed, failing
from reedboard.bench.simulated_game import SimulatedGame, middle, play
from reedboard.bench.timing import quantile
from reedboard.bench.two_hands import GAP_MS
from reedboard.board.events import Reading, Tick
from reedboard.game.trace import format_header, format_line
from reedboard.tracker import SensorSuspected

COLUMNS = (
    "handling",
    "trays",
    "plies",
    "right %",
    "asked",
    "needless",
    "silent",
    "missing",
    "whole",
    "named",
    "touches",
    "/s",
    "p99 ms",
    "silence ms",
)
RESTED_MS = 3200
"""Silence after which nothing more is thought."""
TICK_MS = 50
"""Between two ticks while hands rest: a silence is thought over in slices."""
FAULTY_SINCE = 0.25
"""Share of a game's events after which its faulty sensor fails: ply 20 of 80."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What is played for a row: which game, handled how, how often, with what trouble."""

    game: str
    handling: str
    trays: bool
    sittings: int
    plies: int
    noise: float
    fault: str | None
    seed: int
    keep: Path | None
    """Where the traces of games not understood rightly go."""

    def played(self) -> "Tally":
        """Plays and judges the games of the row."""
        tally = Tally()
        for number in range(self.sittings):
            sitting, heard, faulty = self.sitting(number)
            found = tally.watch(sitting, heard, faulty)
            if self.keep is not None and (found.silent or found.missing or found.needless):
                trays = "trays" if self.trays else "plain"
                write(
                    replace(sitting, events=heard),
                    self.keep / f"{self.game}-{self.handling.replace(' ', '-')}-{trays}-{number}",
                )
        return tally

    def sitting(self, number: int) -> tuple[SimulatedGame, Events, tuple[str, ...]]:
        """One game as it was, what was heard of it, and the sites whose sensors fail."""
        rng = Random(f"{self.seed} {self.game} {self.handling} {self.trays} {number}")
        handling = named(self.handling)
        styles = handling.styles if self.fault is None else PURE
        game = fairyrules.game(self.game)
        fen = middle(game, rng, handling.opening) if handling.opening else None
        gap_ms = handling.gap_ms or GAP_MS
        sitting = play(game, rng, styles, handling.habits, self.trays, self.plies, fen, handling.prefers, gap_ms)
        events = sitting.events
        if self.noise:
            sitting = disturbed(sitting, rng, self.noise)
            events = sitting.events
        if self.fault is None:
            return sitting, events, ()
        return with_fault(sitting, Failure(self.fault), rng)


@dataclass
class Tally:
    """What all games of a row came to."""

    score: Score = field(default_factory=Score)
    games: int = 0
    whole: int = 0
    """Games without a silent wrong move and none missing."""
    named: list[int] = field(default_factory=list)
    """For each game whose faulty sensor was named, how many moves touched its cell from its failure until then."""
    times: list[float] = field(default_factory=list)
    """CPU seconds of every reading."""
    thought_s: float = 0.0
    """The longest CPU time of one tick of the silence between two readings."""
    games_s: list[float] = field(default_factory=list)
    """CPU seconds of every game, readings and silences together."""

    def watch(self, sitting: SimulatedGame, heard: Events, faulty: tuple[str, ...] = ()) -> Score:
        """Follows what was heard of a sitting, answering its questions, and judges it by what was so."""
        with spare_time.as_in_play():  # and what other games of this process left is not looked through
            return self._watch(sitting, heard, faulty)

    def _watch(self, sitting: SimulatedGame, heard: Events, faulty: tuple[str, ...]) -> Score:
        game = fairyrules.game(sitting.header.game)
        start = game.start() if sitting.header.fen is None else game.position(sitting.header.fen)
        belief = tracker.begin(start, sitting.header.trays, sitting.header.slots)
        named_ms: int | None = None
        game_s = 0.0
        for event in heard:
            said = []
            if event.t_ms > belief.t_ms + RESTED_MS:
                spare_time.use()
            # As in play: ticks are late, and what they have not thought over by then the reading has to wait for.
            rested_ms = min(event.t_ms - belief.t_ms, RESTED_MS)
            for t_ms in range(belief.t_ms + TICK_MS, belief.t_ms + rested_ms, TICK_MS):
                began = time.process_time()
                tracker.look_ahead(belief)
                belief, told = tracker.observe(belief, Tick(t_ms - TICK_LAG_MS))
                said += told
                took_s = time.process_time() - began
                self.thought_s = max(self.thought_s, took_s)
                game_s += took_s
            began = time.process_time()
            belief, told = tracker.observe(belief, event)
            said += told
            self.times.append(time.process_time() - began)
            game_s += self.times[-1]
            if named_ms is None:
                suspected = (each for each in said if isinstance(each, SensorSuspected))
                named_ms = next((each.t_ms for each in suspected if {each.site, each.other} & set(faulty)), None)
            for answer in sitting.answers(said, event.t_ms):
                belief, _ = tracker.observe(belief, answer)
        belief, _ = tracker.conclude(belief)
        found = score(sitting, start, belief.moves, belief.asked)
        self.score += found
        self.games += 1
        self.games_s.append(game_s)
        self.whole += not found.silent and not found.missing
        if named_ms is not None:
            self.named.append(_touching(sitting, faulty, named_ms))
        return found

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.score + other.score,
            self.games + other.games,
            self.whole + other.whole,
            self.named + other.named,
            self.times + other.times,
            max(self.thought_s, other.thought_s),
            self.games_s + other.games_s,
        )

    def cells(self, name: str, trays: str) -> tuple[str, ...]:
        """The cells of a table's line, by `COLUMNS`."""
        found = self.score
        plies = found.right + found.asked + found.needless + found.silent + found.missing
        times = sorted(self.times)
        p99_ms = 1000 * quantile(times, 0.99)
        rate = len(times) / max(sum(times), 1e-9)
        return (
            name,
            trays,
            str(plies),
            f"{100 * found.right / plies:.2f}",
            str(found.asked),
            str(found.needless),
            str(found.silent),
            str(found.missing),
            f"{self.whole}/{self.games}",
            str(len(self.named)),
            f"{max(self.named)}" if self.named else "",
            f"{rate:.0f}",
            f"{p99_ms:.2f}",
            f"{1000 * self.thought_s:.0f}",
        )


def _touching(sitting: SimulatedGame, sites: tuple[str, ...], until_ms: int) -> int:
    """How many moves were felt, or should have been, at one of these sites from their failure until a time."""
    since = int(len(sitting.events) * FAULTY_SINCE)
    return sum(
        any(isinstance(each, Reading) and each.site in sites for each in sitting.events[max(first, since) : last])
        for first, last in sitting.spans
        if last > since and sitting.events[first].t_ms <= until_ms
    )


def with_fault(sitting: SimulatedGame, failure: Failure, rng: Random) -> tuple[SimulatedGame, Events, tuple[str, ...]]:
    """The game where a sensor fails a quarter into it: as it was, what was heard of it, and the sites that fail."""
    events = sitting.events
    since = int(len(events) * FAULTY_SINCE)
    late = (each for each in events[since:] if isinstance(each, Reading))
    sites = sorted({each.site for each in late if ":" not in each.site})
    faulty = tuple(rng.sample(sites, 2 if failure is Failure.SWAPPED else 1))
    game = fairyrules.game(sitting.header.game)
    start = game.position(sitting.header.fen) if sitting.header.fen else game.start()
    occupied = {game.board.name(cell): start.piece_at(cell) is not None for cell in game.board.cells}
    heard = failing(events, occupied | dict(sitting.header.slots), failure, faulty, since)
    return failed(sitting, faulty, since), heard, faulty


def write(sitting: SimulatedGame, stem: Path) -> None:
    """Writes a game as a trace and, beside it, the moves that were played."""
    lines: Iterable[str] = (format_header(sitting.header), *map(format_line, sitting.events))
    stem.with_suffix(".jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    stem.with_suffix(".moves").write_text("".join(f"{move}\n" for move in sitting.moves), encoding="utf-8")
