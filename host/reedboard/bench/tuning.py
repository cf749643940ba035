"""Tuning: what pieces are worth, learned from games of the search against itself, and proved by a match.

The fit is a logistic one: how often White scores from positions of so many games, by what stands where. It is held to
the derived values (`WORTH_MAY`, `PLACE_MAY`), so that what the games do not tell stays as it was: without that, a fit
of 434 games lost its match by 10 won, 7 drawn, 23 lost.
"""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any, Final

from fairyrules import FairyRulesError, Game, Position, Side, captures
from fairyrules.search import Limit, Search, Values
from fairyrules.search.tuned import Shift, Tuning
from fairyrules.search.values import IN_HAND, outlook
from reedboard.bench import json_lines
from reedboard.bench.engine_match import Player, Score, opening, play_match
from reedboard.bench.kept_games import KeptGames
from reedboard.errors import ReedboardError

TABLE_ENTRIES: Final = 20_000
"""A game of few nodes a move fills no more."""
MOST_PLIES: Final = 400
"""A game still open after so many plies counts as drawn."""
FEWER: Final = 6
"""A game to learn from begins with up to one in so many of each side's pieces taken away by chance: somebody wins then,
and it shows what each piece is worth. Of 856 equal games of Wildeurasian Qi at 200 nodes a move 775 were drawn."""
SAMPLES_A_GAME: Final = 24
"""Positions of one game all have the same result, so more of them tell little more."""
INDEPENDENT: Final = 1
"""As so many independent positions those of one game count beside what holds the fit to the derived values."""
WORTH_MAY: Final = 0.3
"""The share of its derived worth by which a kind's worth may well change: one standard deviation of the fit's prior."""
PLACES: Final = 3
"""What of a place may change: forward, middle, aside."""
PLACE_MAY: Final = 40.0
"""The same for a place, in hundredths of a Pawn from one end of the board to the other."""
STEPS: Final = 12
"""Newton steps of the fit; it settles within six."""
NEEDED: Final = 60
"""Percent of the points of its match that a tuning needs to be accepted."""
PROVING_SEED: Final = 1_000_000
"""Openings of the match are drawn from here on, so no game of the match begins like one that was learned from."""
TRIAL_SEED: Final = 2 * PROVING_SEED
"""Those of trials likewise: what a trial chose proves nothing."""
TRIAL_GAMES: Final = 60
SHARES: Final = (100, 50, 25)
"""Percent of what was fitted that are tried. Games of few nodes show which way to go better than how far: in Dual Chess
all of it made 51 % of 60 games, a half 58, a quarter 62."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position that was met: its value for White, what stands where, and how its game ended."""

    value: int
    stands: tuple[int, ...]
    """By kind, White's less Black's: pieces (in hundredths), ranks gone, steps towards the middle, files gone."""
    points: float
    """White's, 0 to 1."""


class Training:
    """The games a tuning is learned from, kept in a file, so that who is broken off goes on.

    Each game is searched anew and drawn by its own number: one that went on has the games of one that was not broken
    off.

    Raises:
        ReedboardError: the file is of another game, other values, or other games than are asked for.
    """

    def __init__(self, game: Game, nodes: int, seed: int, path: Path) -> None:
        self._game, self._nodes, self._seed, self._path = game, nodes, seed, path
        self.values = Values(game.start())
        self._kinds = sorted(game.kinds)
        self._told = {
            "game": game.id,
            "nodes": nodes,
            "seed": seed,
            "fewer": FEWER,
            "places": PLACES,
            "derived": self.values.derived,
        }
        self.samples: list[list[Sample]] = []
        """By game."""
        lines = json_lines.read(path)
        if lines:
            self._take(lines)
        else:
            json_lines.append(path, self._told)

    def _take(self, lines: list[Any]) -> None:
        told, *games = lines
        if told != self._told:
            raise ReedboardError(
                f"{self._path} has games of {told}; asked for were {self._told}: name another file, or ask for those"
            )
        for number, game in enumerate(games, 2):
            try:
                self.samples.append([Sample(int(each[0]), tuple(map(int, each[1])), float(each[2])) for each in game])
            except (ValueError, TypeError, LookupError) as error:
                raise json_lines.refused(self._path, number) from error

    def play(self, games: int) -> Iterator[int]:
        """Plays until there are so many games; gives after each how many there are."""
        while len(self.samples) < games:
            found = self._play(len(self.samples))
            self.samples.append(found)
            json_lines.append(self._path, [[each.value, each.stands, each.points] for each in found])
            yield len(self.samples)

    def _play(self, number: int) -> list[Sample]:
        rng = random.Random(f"{self._seed} {number}")
        search = Search(self._game.start(), TABLE_ENTRIES, values=self.values)
        position = unequal(opening(self._game, self._seed * PROVING_SEED // 10 + number), rng)
        met: list[tuple[int, tuple[int, ...]]] = []
        points = 0.5
        for _ in range(MOST_PLIES):
            outcome = position.outcome()
            if outcome is not None:
                points = 0.5 if outcome.winner is None else float(outcome.winner.letter == "w")
                break
            if position.may_claim_draw():
                break
            move = search.go(position, Limit(self._nodes))[0].move
            if not captures.victim(position, move) and not position.in_check():
                met.append((self.value(position), self.stands(position)))
            position = position.play_unchecked(move)
        chosen = sorted(rng.sample(range(len(met)), min(SAMPLES_A_GAME, len(met))))
        return [Sample(*met[each], points) for each in chosen]

    def value(self, position: Position) -> int:
        """What the search thinks of the position without looking on, for White."""
        judged = self.values.judged(position, self.values.total(position))
        return -judged if position.turn else judged

    def stands(self, position: Position) -> tuple[int, ...]:
        """A sample's `stands`."""
        board = self._game.board
        found: list[int] = []
        for letter in self._kinds:
            count = ahead = inward = across = 0
            for side, sign in ((0, 1), (1, -1)):
                for cell in position.cells(side, letter):
                    here = outlook(board, cell, side)
                    count += 100 * sign
                    ahead += sign * here[0]
                    inward += sign * here[1]
                    across += sign * here[2]
                if position.reserves is not None:
                    count += IN_HAND * sign * position.reserves[side].get(letter, 0)
            found += (count * self.values.sign, ahead, inward, across)
        return tuple(found)

    def fit(self) -> Tuning:
        """The shifts that tell best how the games ended."""
        board, codes = self._game.board, self._game.rules.codes
        steps = max(board.files, board.ranks) // 2
        ends = max(1, board.ranks - 1), max(1, steps), max(1, board.files - 1)
        scales = (0.01, *(1 / each for each in ends)) * len(self._kinds)
        worths = [self.values.worth[codes.code(letter, 0)] for letter in self._kinds]
        may = [each for worth in worths for each in (WORTH_MAY * worth, *(PLACE_MAY,) * PLACES)]
        rows: list[Row] = [
            (each.value, [stand * scale for stand, scale in zip(each.stands, scales, strict=True)], each.points, weight)
            for game in self.samples
            for weight in [INDEPENDENT / max(1, len(game))]
            for each in game
        ]
        found = [round(each) for each in logistic(rows, may)]
        shifts = [Shift(*found[place : place + 1 + PLACES]) for place in range(0, len(found), 1 + PLACES)]
        return Tuning(self.values.derived, self._in_scale(dict(zip(self._kinds, shifts, strict=True))))

    def _in_scale(self, shifts: dict[str, Shift]) -> dict[str, Shift]:
        """The same, so that an army at the start is worth what it was: the search's margins are in those hundredths.

        Who wins tells how values compare, hardly how large they are.
        """
        start, codes = self._game.start(), self._game.rules.codes
        worth = {letter: self.values.worth[codes.code(letter, 0)] for letter in shifts}
        count = {letter: len(start.cells(0, letter)) for letter in shifts}
        before = sum([count[letter] * each for letter, each in worth.items()])
        after = sum([count[letter] * max(1, each + shifts[letter].worth) for letter, each in worth.items() if each])
        share = before / after if after else 1.0
        return {
            letter: Shift(
                round(share * max(1, worth[letter] + each.worth)) - worth[letter] if worth[letter] else 0,
                *(round(share * place) for place in (each.forward, each.middle, each.aside)),
            )
            for letter, each in shifts.items()
        }


def unequal(position: Position, rng: random.Random) -> Position:
    """The same with some pieces of either side gone, in which the game goes on."""
    game = position.game
    royals = game.rules.codes.royals
    while True:
        setup = game.setup(position.fen())
        for side in Side:
            cells = [cell for cell, piece in setup.pieces.items() if piece.side is side and piece.kind not in royals]
            for cell in rng.sample(cells, rng.randint(0, len(cells) // FEWER)):
                setup = setup.put(game.board.name(cell), None)
        setup = replace(setup, rights=tuple([cell for cell in setup.rights if cell in setup.pieces]))
        try:
            found = setup.position()
        except FairyRulesError:  # a King that stood behind what is gone
            continue
        if found.outcome() is None:
            return found


Row = tuple[float, list[float], float, float]
"""(value without shifts, by shift how often it counts, points, weight)."""


def logistic(rows: list[Row], may: list[float]) -> list[float]:
    """The shifts by which values tell points best, where each may change by about so much; 0 of what may not.

    The chance to win is 1 / (1 + exp(-slope * value)); the slope is found first, without any shift.
    """
    slope = _slope(rows)
    free = [place for place, each in enumerate(may) if each]
    sparse = [
        (value, [(number, here[place]) for number, place in enumerate(free) if here[place]], points, weight)
        for value, here, points, weight in rows
    ]
    shifts = [0.0] * len(free)
    for _ in range(STEPS):
        down = [-shift / may[place] ** 2 for shift, place in zip(shifts, free, strict=True)]
        bend = [[0.0] * len(free) for _ in free]
        for number, place in enumerate(free):
            bend[number][number] = 1 / may[place] ** 2
        for value, here, points, weight in sparse:
            chance = _chance(slope * (value + sum([each * shifts[number] for number, each in here])))
            off, sure = weight * slope * (points - chance), weight * slope * slope * chance * (1 - chance)
            for number, each in here:
                down[number] += off * each
                row, by = bend[number], sure * each
                for other, each_other in here:
                    row[other] += by * each_other
        step = solved(bend, down)
        shifts = [shift + each for shift, each in zip(shifts, step, strict=True)]
        if max(map(abs, step), default=0.0) < 0.1:
            break
    found = [0.0] * len(may)
    for place, shift in zip(free, shifts, strict=True):
        found[place] = shift
    return found


def _slope(rows: list[Row]) -> float:
    """By how much a hundredth of a Pawn changes the odds."""
    slope = 0.003
    for _ in range(STEPS):
        down = bend = 1e-9
        for value, _, points, weight in rows:
            chance = _chance(slope * value)
            down += weight * value * (points - chance)
            bend += weight * value * value * chance * (1 - chance)
        slope = min(max(slope + down / bend, slope / 2), slope * 2)
    return slope


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system whose matrix is symmetric and positive, by elimination.

    >>> solved([[2.0, 0.0], [0.0, 4.0]], [2.0, 2.0])
    [1.0, 0.5]
    """
    size = len(right)
    rows = [[*row, end] for row, end in zip(matrix, right, strict=True)]
    for number in range(size):
        pivot = rows[number]
        for lower in range(number + 1, size):
            factor = rows[lower][number] / pivot[number]
            if factor:
                rows[lower] = [each - factor * above for each, above in zip(rows[lower], pivot, strict=True)]
    found = [0.0] * size
    for number in reversed(range(size)):
        known = sum([rows[number][place] * found[place] for place in range(number + 1, size)])
        found[number] = (rows[number][size] - known) / rows[number][number]
    return found


def tried(
    game: Game,
    tuning: Tuning,
    nodes: int,
    kept: Callable[[Tuning], KeptGames[float]],
    told: Callable[[int, Score], None],
) -> tuple[Tuning, dict[int, Score]]:
    """As much of the tuning as did best against derived values, and how each share did; more where they did alike."""
    parts = {share: _part(tuning, share) for share in SHARES}
    scores: dict[int, Score] = {}
    for share, part in parts.items():
        scores[share] = _match(
            *(game, part, TRIAL_GAMES, nodes, kept(part), lambda score, share=share: told(share, score)),
            match="trial",
            seed=TRIAL_SEED,
        )
    return parts[max(SHARES, key=lambda share: scores[share].share)], scores


def _part(tuning: Tuning, share: int) -> Tuning:
    kinds = {
        kind: Shift(*(round(share * each / 100) for each in astuple(shift))) for kind, shift in tuning.kinds.items()
    }
    return Tuning(tuning.derived, kinds)


def prove(
    game: Game,
    tuning: Tuning,
    games: int,
    nodes: int,
    kept: KeptGames[float],
    told: Callable[[Score], None],
) -> Score:
    """The match of tuned against derived values; it ends early once the points that are needed cannot be reached.

    `told` hears how it stands after each pair of games. What is in `kept` is not played again.
    """
    return _match(game, tuning, games, nodes, kept, told, match="pair", seed=PROVING_SEED, needed=NEEDED)


def _match(
    game: Game,
    tuning: Tuning,
    games: int,
    nodes: int,
    kept: KeptGames[float],
    told: Callable[[Score], None],
    match: str,
    seed: int,
    needed: int = 0,
) -> Score:
    players = [_player(game, Values(game.start(), each), nodes) for each in (tuning, None)]
    score = Score()
    for pair in range(games // 2):
        found = play_match(
            *(game, players[0], players[1], 2, MOST_PLIES), seed=seed + pair, kept=kept, match=f"{match} {pair}"
        )
        score.won, score.drawn, score.lost = (
            score.won + found.won,
            score.drawn + found.drawn,
            score.lost + found.lost,
        )
        told(score)
        left = games - 2 * (pair + 1)
        if score.won + score.drawn / 2 + left < games * needed / 100:
            break
    return score


def proved(score: Score, games: int) -> bool:
    """Whether the match was played to its end, and won by as much as is needed."""
    return score.won + score.drawn + score.lost >= games and score.share >= NEEDED


def _player(game: Game, values: Values, nodes: int) -> Player:
    search = Search(game.start(), TABLE_ENTRIES, values=values)
    return lambda position: search.go(position, Limit(nodes))[0].move
