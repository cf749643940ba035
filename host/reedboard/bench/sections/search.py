"""The search: how fast and deep, whether legal, how soon it stops, what it wins against, which mates it finds."""

import random
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import click

import fairyrules
from fairyrules import Game, Position
from fairyrules.search import Limit, Line, Search
from fairyrules.search.kernel.tree import plays
from reedboard.archive import game_lookup
from reedboard.bench import mates
from reedboard.bench.engine_match import Inside, Player, asked, by_chance, opening, play_match, searcher
from reedboard.bench.kept_games import KeptGames
from reedboard.bench.report import RESULTS, Report, commit
from reedboard.bench.sections.engine import MIDDLEGAME_PLIES, random_game
from reedboard.bench.timing import build_of
from reedboard.opponent import LEVELS, Level, Levelled, NoMoveError, OpponentError, SearchOpponent, UciOpponent
from reedboard.opponent import Limit as Allowed
from reedboard.opponent.forms import WHOLE
from reedboard.opponent.search import MEMORY_MB

SHAPES = ("chess", "wildeurasian-qi", "sfhiodgei")
"""8x8, 10x10 and 17x17."""
TWELVE = (
    *("wildeurasian-qi", "sfhiodgei", "attendance", "xiang-courier", "dual-chess"),
    *("chess", "xiangqi", "shogi", "crazyhouse", "capablanca", "grand", "makruk"),
)
"""The five, and seven that others play."""
THINK_S = 2.0
PLIES_A_GAME = 300
"""A game of ours is a draw after so many plies; of Wildeurasian Qi, after 200 many a lead was still to be used."""
ENGINES = {
    "chess": ("stockfish", {"UCI_LimitStrength": "true", "UCI_Elo": "2000"}),
    "capablanca": ("fairy-stockfish", {"Skill Level": "0"}),
    "grand": ("fairy-stockfish", {"Skill Level": "0"}),
}
"""By game, an engine of Debian's and how it is held back."""
SMALL = {"Hash": "1"}
"""A new game empties an engine's table, which at its usual size takes longer than a move of few nodes."""
ROWS = ("speed", "legal", "stop", "memory", "random", "shallower", "mates", "levels", "engines")
LONG = ("levels", "engines")
"""What is only measured when asked for."""


@click.command()
@click.option(
    "--row", "rows", multiple=True, type=click.Choice(ROWS), help="A table; all but the last two if not given."
)
@click.option("--game", "only", multiple=True, metavar="ID|FILE", help="A game; each table's own choice if not given.")
@click.option("--games", default=2, show_default=True, type=click.IntRange(2), help="Played in each match.")
@click.option("--nodes", default=1000, show_default=True, type=click.IntRange(1), help="For a move against chance.")
@click.option("--depth", default=3, show_default=True, type=click.IntRange(2, 12), help="Against one ply less.")
@click.option("--moves", default=100, show_default=True, type=click.IntRange(1), help="Checked in each game.")
@click.option("--engine", metavar="NAME", help="Whose moves are checked, instead of the search's; a UCI engine.")
@click.option(
    "--positions", default=3, show_default=True, type=click.IntRange(1), help="Positions with a mate in each game."
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.01),
    help="For a move against an engine, or of the last level (1 if not given), or against chance, instead of nodes.",
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Games played, and mates proved, are kept in this file, and not played or proved again.",
)
@click.option(
    "--level",
    "steps",
    multiple=True,
    type=click.IntRange(2, LEVELS[-1].number),
    help="A level, against the one below; all but the last, which time limits, if not given.",
)
@click.option("--stops", default=10, show_default=True, type=click.IntRange(1), help="Told to stop so often.")
@RESULTS
def command(
    rows: tuple[str, ...] = (),
    only: tuple[str, ...] = (),
    games: int = 2,
    nodes: int = 1000,
    depth: int = 3,
    moves: int = 100,
    positions: int = 3,
    steps: tuple[int, ...] = (),
    stops: int = 10,
    seconds: float | None = None,
    engine: str | None = None,
    keep: Path | None = None,
    results: Path | None = None,
) -> None:
    """Measure the search: speed, legal moves, stopping, memory, matches, mates, levels."""
    report = Report(results)
    kept = KeptGames[float](keep, commit())
    proved = KeptGames[list[str]](keep, "proved by trying everything")

    def chosen(own: Iterable[str]) -> list[Game]:
        return [game_lookup.find(name) for name in only or own]

    def points(game: Game, first: Player, second: Player, words: str) -> tuple[str, str]:
        score = play_match(game, first, second, games, PLIES_A_GAME, kept=kept, match=words)
        return str(score), f"{score.share:.0f} %"

    for row in rows or [each for each in ROWS if each not in LONG]:
        match row:
            case "speed":
                columns = ("game", "position", "tree", "nodes/s", "depth")
                report.table(f"nodes a second of CPU time, and depth in {THINK_S:.0f} s of it", columns)
                for game in chosen(SHAPES):
                    for where, plies in (("array", 0), ("middlegame", MIDDLEGAME_PLIES)):
                        for tree, kernel in trees(game):
                            report.row((game.id, where, tree, *speed(game, plies, kernel)))
            case "legal":
                whose = "" if engine is None else f"{engine}'s "
                report.table(
                    f"{whose}moves played against itself, each checked", ("game", "moves", "illegal", "no move said")
                )
                for game in chosen(fairyrules.games() if engine is None else WHOLE):
                    checked = (
                        illegal(game, moves)
                        if engine is None
                        else illegal_of_engine(game, UciOpponent(engine, options=SMALL), moves)
                    )
                    report.row((game.id, str(checked.moves), str(checked.illegal), str(checked.unsaid)))
            case "stop":
                report.table("from the word to the answer", ("game", "stops", "p50 ms", "worst ms"))
                for game in chosen(SHAPES):
                    took = sorted(stopping_ms(game, stops))
                    report.row((game.id, str(stops), f"{took[len(took) // 2]:.0f}", f"{took[-1]:.0f}"))
            case "memory":
                report.table("memory of the process", ("game", "positions", "resident MB", "may take MB"))
                for game in chosen(SHAPES[2:]):
                    report.row((game.id, *_memory(game), str(MEMORY_MB)))
            case "random":
                words = f"{nodes} nodes" if seconds is None else f"{seconds} s"
                words += " a move against chance"
                report.table(words, ("game", "games", "won"))
                for game in chosen(TWELVE):
                    ours = (
                        searcher(game, Limit(nodes))
                        if seconds is None
                        else asked(Inside(game), Allowed(seconds=seconds))
                    )
                    report.row((game.id, *points(game, ours, by_chance(1), words)))
            case "shallower":
                words = f"{depth} plies against {depth - 1}"
                report.table(words, ("game", "games", "points"))
                for game in chosen(TWELVE):
                    deeper, shallower = (searcher(game, Limit(depth=each)) for each in (depth, depth - 1))
                    report.row((game.id, *points(game, deeper, shallower, words)))
            case "mates":
                report.table("mates proved by trying everything", ("game", "in", "positions", "found"))
                for game in chosen(TWELVE):
                    for length in (2, 3):
                        there, found = mates_found(game, length, positions, proved)
                        report.row((game.id, str(length), str(there), str(found)))
            case "levels":
                report.table("each level against the one below", ("game", "level", "games", "points"))
                for game in chosen(("chess",)):
                    for lower, upper in pairwise(LEVELS):
                        if upper.number not in (steps or [each.number for each in LEVELS[:-1]]):
                            continue
                        ours, theirs = (
                            asked(Levelled(Inside(game), each, each.number), _bound(each, seconds))
                            for each in (upper, lower)
                        )
                        words = f"{upper} against {lower}"
                        if not upper.nodes:
                            words += f", {_bound(upper, seconds).seconds} s"
                        report.row((game.id, str(upper.number), *points(game, ours, theirs, words)))
            case "engines":
                allowed = 1.0 if seconds is None else seconds
                report.table(
                    f"{allowed} s a move, both sides, against engines held back", ("game", "engine", "games", "points")
                )
                for game in chosen(ENGINES):
                    name, options = ENGINES[game.id]
                    other = UciOpponent(name, options=options)
                    limit = Allowed(seconds=allowed)
                    words = f"{name} {', '.join(f'{option} {value}' for option, value in options.items())}"
                    ours, theirs = asked(Inside(game), limit), asked(other, limit)
                    try:
                        report.row((game.id, words, *points(game, ours, theirs, f"{words}, {allowed} s")))
                    finally:
                        other.close()
    report.close()


def _bound(level: Level, seconds: float | None) -> Allowed:
    """What limits a level beside itself: the time, where it has no other limit."""
    return Allowed() if level.nodes else Allowed(seconds=1.0 if seconds is None else seconds)


def trees(game: Game) -> list[tuple[str, bool]]:
    """What may search the game here, by name, and whether it is the kernel."""
    python = (build_of(Position), False)
    return [("kernel in C", True), python] if plays(game.start()) else [python]


def speed(game: Game, plies: int, kernel: bool) -> tuple[str, str]:
    """(nodes a second of CPU time, depth reached in `THINK_S` of it) after so many random plies.

    The search is new: the tables it makes when they are first needed are made in that time.
    """
    position = random_game(game.start(), plies)[-1]
    search = Search(position, kernel=kernel)
    begun = time.process_time()
    lines = search.go(position, Limit(), stop=lambda: time.process_time() >= begun + THINK_S)
    took = time.process_time() - begun
    return f"{search.nodes / took:,.0f}", str(lines[0].depth if lines else 0)


@dataclass(slots=True)
class Checked:
    """What came of moves that were looked up."""

    moves: int = 0
    illegal: int = 0
    """Of these moves, and of the moves expected after them; an engine that gave none, but failed, counts as one."""
    unsaid: int = 0
    """Beside these moves: how often there was said to be none, where the rules give some."""


def illegal(game: Game, moves: int, nodes: int = 30) -> Checked:
    """So many moves found one after the other, and the moves expected after them, each checked."""
    search = Search(game.start(), 50_000)
    return wrong_moves(game, moves, lambda position: search.go(position, Limit(nodes)))


def illegal_of_engine(game: Game, engine: UciOpponent, moves: int, nodes: int = 30) -> Checked:
    """So many moves an engine plays against itself, each checked.

    Raises: OpponentError for a game it does not know.
    """
    engine.start(game.start())

    def think(position: Position) -> tuple[Line, ...] | None:
        try:
            engine.start(position)
            return engine.lines(Allowed(nodes=nodes, seconds=THINK_S), 1)
        except NoMoveError:
            return ()
        except OpponentError:
            return None

    try:
        return wrong_moves(game, moves, think)
    finally:
        engine.close()


def wrong_moves(game: Game, moves: int, think: Callable[[Position], Sequence[Line] | None]) -> Checked:
    """So many moves thought of, in games from openings by chance, each checked; None counts as an illegal one.

    A game in which no move is said ends there. Who says none that often is not asked any more.
    """
    checked = Checked()
    seed = 0
    while checked.moves < moves and checked.unsaid < moves:
        seed += 1
        position = opening(game, seed)
        while checked.moves < moves:
            lines = think(position)
            if lines is not None and not lines:
                checked.unsaid += 1
                break
            checked.moves += 1
            if lines is None:
                checked.illegal += 1
                break
            here = position
            for move in lines[0].pv:
                if move not in here.legal_moves():
                    checked.illegal += 1
                    break
                here = here.play_unchecked(move)
            if lines[0].move not in position.legal_moves() or position.fullmove > PLIES_A_GAME // 2:
                break
            position = position.play_unchecked(lines[0].move)
            if position.outcome() is not None:
                break
    return checked


def stopping_ms(game: Game, stops: int) -> list[float]:
    """From the word to the answer, through the process, at chance moments of its thinking."""
    rng = random.Random(game.id)
    opponent = SearchOpponent()
    took: list[float] = []
    try:
        for seed in range(stops):
            opponent.start(opening(game, seed))
            said: list[float] = []

            def stop(said: list[float] = said) -> None:
                said.append(time.monotonic())
                opponent.stop()

            timer = threading.Timer(rng.uniform(0.2, 0.6), stop)
            timer.start()
            opponent.go(Allowed())
            took.append(1000 * (time.monotonic() - said[0]))
            timer.join()
    finally:
        opponent.close()
    return took


def _memory(game: Game, seconds: float = 60.0) -> tuple[str, str]:
    opponent = SearchOpponent()
    try:
        opponent.start(opening(game, 1))
        opponent.go(Allowed(seconds=seconds))
        status = Path(f"/proc/{opponent.pid}/status")
        if not status.exists():
            return f"{opponent.nodes:,}", "not told by this system"
        [high] = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
        return f"{opponent.nodes:,}", f"{int(high.split()[1]) / 1024:.0f}"
    finally:
        opponent.close()


def mates_found(game: Game, length: int, count: int, proved: KeptGames[list[str]]) -> tuple[int, int]:
    """(positions made in which so many moves win, how many of them the search finds).

    Proving takes hours in some games, and what was proved stays true whatever searches: positions in `proved` are not
    made again.
    """
    fens = proved.result(
        f"{game.id}, won in {length} moves",
        count,
        lambda: [position.fen() for position in mates.positions(game, length, count, seed=1)],
    )
    search = Search(game.start(), 100_000)
    lines = [search.go(game.position(fen), Limit(depth=2 * length + 3))[0] for fen in fens]
    return len(fens), sum([line.mate_in == length for line in lines])
