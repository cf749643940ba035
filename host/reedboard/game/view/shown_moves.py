"""What the program says of moves: of its own, which people carry out for it, and of those it advises."""

from collections.abc import Iterator, Sequence
from itertools import islice

from fairyrules import Game, Position
from fairyrules.moves import Move
from fairyrules.pieces import Piece, Side
from fairyrules.search import Line
from fairyrules.search.line import mate_in
from reedboard.game import piece_view as looks
from reedboard.game.announced import Announced
from reedboard.game.guidance import RepairStep
from reedboard.game.judging import Verdict
from reedboard.game.status import AdviceLine, AdviceView, CoachView, MachineView, Step

TRAYS = {"w": "White's tray", "b": "Black's tray", "n": "the neutral tray"}
SHOWN = 6
"""So many moves of a line are shown: more has changed by the time they come about."""


def machine(
    side: Side, who: str, thinking: bool, pending: Announced | None, rest: Sequence[RepairStep], refused: str
) -> MachineView:
    """What the program says about its move.

    Args:
        who: what whoever plays is called.
        rest: what hands have still to do for it.
        refused: what was carried out instead, in a sentence; then `rest` puts that back.
    """
    if pending is None:
        return MachineView(side.letter, f"{who} is thinking." if thinking else "", thinking)
    text = f"{refused} Put it back first." if refused else f"{who} plays {pending.san}."
    game = pending.before.game
    return MachineView(side.letter, text, thinking, pending.san, tuple(_step(game, step) for step in rest))


def advice(position: Position, lines: Sequence[Line]) -> AdviceView:
    """The moves found for a position, best first."""
    return AdviceView("Good moves, best first:", tuple(_line(position, each) for each in lines))


def missed(before: Position, move: Move, verdict: Verdict, ply: int) -> CoachView:
    """A move made after `ply` moves that lost much, and what was better."""
    white = before.side is Side.WHITE
    now = verdict.value.score if white else -verdict.value.score
    best = verdict.best
    assert best is not None
    number = f"{before.fullmove}{'.' if white else '...'} {before.san(move)}"
    text = f"{number} gives much away: {shown(best.score)} became {shown(now)} for {'White' if white else 'Black'}."
    return CoachView(text, before.side.letter, ply, _line(before, best))


def _line(position: Position, line: Line) -> AdviceLine:
    return AdviceLine(position.san(line.move), value(line), " ".join(islice(sans(position, line), SHOWN)))


def value(line: Line) -> str:
    """A line's value for the side to move, as people read it: +0.35, #3, #-2."""
    return shown(line.score)


def shown(score: int) -> str:
    """A score as people read it; of a game that is over its sign alone says who won."""
    mate = mate_in(score)
    if mate is None:
        return f"{score / 100:+.2f}"
    return f"#{mate}" if mate else "1-0" if score > 0 else "0-1"


def sans(position: Position, line: Line) -> Iterator[str]:
    """The moves of a line as people write them."""
    for move in line.pv:
        yield position.san(move)
        position = position.play(move)


def _step(game: Game, step: RepairStep) -> Step:
    origins = " and ".join(_place(site) for site in step.origins)
    if step.piece is None:
        return Step(f"Take away what stands on {origins}")
    return Step(_put(game, step.piece, origins, _place(step.to[0])), looks.look(game, step.piece))


def _put(game: Game, piece: Piece, origin: str, to: str) -> str:
    name = looks.look(game, piece).name
    return f"{name}: from {origin} to {to}" if origin else f"{name}: to {to}"


def _place(site: str) -> str:
    return TRAYS[site[0]] if ":" in site else site
