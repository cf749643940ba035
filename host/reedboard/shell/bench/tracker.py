"""`reedboard bench tracker`: how often seeded random games, handled in every style, are understood rightly."""

import math
import time
from random import Random

import click

import fairyrules
from reedboard.core.events import Answer
from reedboard.core.tracker import Asked, SensorSuspected, begin, conclude, observe
from reedboard.virtual.judge import Score, score
from reedboard.virtual.noise import dead, disturbed, stuck
from reedboard.virtual.sitting import HANDLINGS, PURE, Sitting, play

GAMES = ("chess", "wildeurasian-qi", "attendance", "xiang-courier", "dual-chess", "sfhiodgei")
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
    "/s",
    "p99 ms",
)
FAULTY_SINCE = 0.25
"""Share of a game's events after which its faulty sensor fails: ply 20 of 80."""


class Tally:
    """What all games of one row of the table came to."""

    def __init__(self) -> None:
        self.score = Score()
        self.whole = self.games = self.named = 0
        self.times: list[float] = []

    def watch(self, sitting: Sitting, faulty: str | None = None) -> None:
        """Follows one sitting and judges it."""
        game = fairyrules.game(sitting.header.game)
        start = game.start() if sitting.header.fen is None else game.position(sitting.header.fen)
        belief = begin(start, sitting.header.trays, sitting.header.slots)
        named = False
        for event in sitting.events:
            began = time.process_time()
            belief, said = observe(belief, event)
            self.times.append(time.process_time() - began)
            named |= any(isinstance(each, SensorSuspected) and each.site == faulty for each in said)
            for question in said:
                if isinstance(question, Asked) and question.ply <= len(sitting.moves):
                    answer = str(sitting.moves[question.ply - 1])
                    belief, _ = observe(belief, Answer(event.t_ms, answer))
        belief, _ = conclude(belief)
        found = score(sitting, start, belief.moves, belief.asked)
        self.score += found
        self.games += 1
        self.whole += not found.silent and not found.missing
        self.named += named

    def row(self, name: str, trays: str) -> tuple[str, ...]:
        """The table's cells."""
        found = self.score
        plies = found.right + found.asked + found.needless + found.silent + found.missing
        times = sorted(self.times)
        p99_ms = 1000 * times[math.ceil(0.99 * len(times)) - 1]
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
            str(self.named),
            f"{rate:.0f}",
            f"{p99_ms:.2f}",
        )


@click.command()
@click.option("--game", "games", multiple=True, help="A game to play; all six if not given. May be repeated.")
@click.option("--handling", "handlings", multiple=True, help="A way of handling; all if not given. May be repeated.")
@click.option("--sittings", default=1, show_default=True, help="Games a row.")
@click.option("--plies", default=80, show_default=True, help="Moves a game at most.")
@click.option("--noise", default=0.0, show_default=True, help="Share of readings lost or false.")
@click.option("--fault", type=click.Choice(["dead", "stuck"]), help="One sensor fails a quarter into each game.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds play equal games.")
def command(
    games: tuple[str, ...],
    handlings: tuple[str, ...],
    sittings: int,
    plies: int,
    noise: float,
    fault: str | None,
    seed: int,
) -> None:
    """Play random games by hands in every style, and count what the tracker made of them.

    “asked” are plies where two moves really fit what was felt, “needless” the other questions; “silent” were told
    wrongly without asking, “missing” not told at all. Questions are answered. Times are CPU times of one reading.
    """
    unknown = [each for each in handlings if each not in HANDLINGS]
    if unknown:
        raise click.BadParameter(f"“{unknown[0]}” is no handling; expected one of: {', '.join(HANDLINGS)}")
    for game in games or GAMES:
        click.echo(f"\n{game}: {sittings} games a row, at most {plies} plies each, seed {seed}\n")
        click.echo(f"| {' | '.join(COLUMNS)} |")
        click.echo("|---" * len(COLUMNS) + "|")
        for name in handlings or HANDLINGS:
            for trays in (False, True):
                tally = Tally()
                for number in range(sittings):
                    _sit(tally, game, name, trays, plies, noise, fault, f"{seed} {game} {name} {trays} {number}")
                click.echo(f"| {' | '.join(tally.row(name, 'yes' if trays else 'no'))} |")


def _sit(
    tally: Tally, game: str, name: str, trays: bool, plies: int, noise: float, fault: str | None, seed: str
) -> None:
    """One game of a row."""
    rng = Random(seed)
    styles, habits = HANDLINGS[name]
    sitting = play(fairyrules.game(game), rng, styles if fault is None else PURE, habits, trays, plies)
    events = sitting.events
    faulty = None
    if noise:
        events = disturbed(events, rng, noise)
    if fault is not None:
        since = int(len(events) * FAULTY_SINCE)
        sites = sorted({event.site for event in events[since:] if hasattr(event, "site") and ":" not in event.site})
        faulty = rng.choice(sites)
        events = (dead if fault == "dead" else stuck)(events, faulty, since)
    tally.watch(Sitting(sitting.header, events, sitting.moves, sitting.final, sitting.spans), faulty)
