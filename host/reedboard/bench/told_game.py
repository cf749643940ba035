"""A game as people played it: its readings, and the moves that they settled on, from a journal or a trace file."""

from collections.abc import Iterable

from fairyrules import Position
from reedboard.bench.simulated_game import SimulatedGame
from reedboard.bench.table import SoFar
from reedboard.board.events import Answer, Press, Reading
from reedboard.game.inference import Complain, Find, opening, usable_events
from reedboard.game.trace import TraceError, parse_header
from reedboard.tracker import Moved, Retracted, Settled


def told(lines: Iterable[str], complain: Complain, find: Find) -> tuple[SimulatedGame, Position]:
    """What was felt and played, and the position it began from; a move ends with the reading that completed it last.

    A move that had settled and was retracted counts as taken back; which it was is not kept.

    Args:
        lines: a trace, its header first, as `records export --trace` writes it.
        complain: told in one sentence of each thing that was left out.
        find: gives the game that the header names.

    Raises: TraceError or a FairyRulesError if the trace cannot be used at all.
    """
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise TraceError('the trace is empty: expected a header such as {"game": "chess"} in its first line')
    header = parse_header(numbered[0][1])
    followed = opening(header, complain, find)
    start = followed.belief.position
    events: list[Reading | Press] = []
    ends: dict[int, int] = {}
    settled: set[int] = set()
    taken_back = 0
    for event in usable_events(numbered[1:], followed.belief, complain):
        if not isinstance(event, Reading | Press | Answer):
            continue
        if not isinstance(event, Answer):
            events.append(event)
        followed, said = followed.observe(event)
        for each in said:
            if isinstance(each, Moved) and not isinstance(event, Answer):
                ends[each.ply] = len(events)
            elif isinstance(each, Settled):
                settled.add(each.ply)
            elif isinstance(each, Retracted):
                taken_back += each.ply in settled
                settled = {ply for ply in settled if ply < each.ply}
    followed, _ = followed.conclude()
    moves = tuple(followed.moves)
    spans, last = [], 0
    for ply in range(1, len(moves) + 1):
        first, last = last, max(last, ends.get(ply, last))
        spans.append((first, last))
    undone = (SoFar((), ()),) * taken_back
    return SimulatedGame(header, tuple(events), moves, followed.belief.position, tuple(spans), undone=undone), start
