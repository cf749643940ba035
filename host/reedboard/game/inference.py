"""From a trace to moves, line by line: what `reedboard infer` prints, and `records replay` compares.

Nothing usable is lost to something that is not: each bad line is left out with one complaint.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import fairyrules
from fairyrules import Game, Position
from reedboard.board.events import Reading
from reedboard.game.followed import Followed
from reedboard.game.table_events import PutBack, TableEvent
from reedboard.game.trace import Traced, TraceError, TraceHeader, parse_header, parse_line
from reedboard.tracker import (
    Asked,
    Belief,
    Mismatch,
    Moved,
    Observation,
    Retracted,
    UnknownSiteError,
    slot_group,
)

Complain = Callable[[str], None]
Find = Callable[[str], Game]


def infer(lines: Iterable[str], complain: Complain, find: Find = fairyrules.game) -> Iterator[str]:
    """What the tracker makes of a trace, as JSON lines, each as soon as it is known; the summary comes last.

    Args:
        lines: the trace; its first line that is not blank is the header.
        complain: told in one sentence of each thing that was left out or taken otherwise than written.
        find: gives the game that the header names.

    Raises: TraceError or a FairyRulesError if the trace cannot be used at all.
    """
    reader = iter(enumerate(lines, 1))
    header = _header(reader)
    followed = opening(header, complain, find)
    for event in usable_events(reader, followed.belief, complain):
        if isinstance(event, PutBack):
            followed, said = followed.put_back(event.t_ms, event.ply)
        elif isinstance(event, TableEvent):
            continue
        else:
            followed, said = followed.observe(event)
        yield from _lines(said)
    followed, said = followed.conclude()
    yield from _lines(said)
    yield summary(followed)


def opening(header: TraceHeader, complain: Complain, find: Find = fairyrules.game) -> Followed:
    """The belief before the first event."""
    game = find(header.game)
    position = game.start() if header.fen is None else game.position(header.fen)
    return Followed.begin(position, header.trays, usable_slots(header, position, complain))


def summary(followed: Followed) -> str:
    """The last line: where the game stands, its moves, how many plies were asked about, how it ended."""
    belief = followed.belief
    outcome = _outcome(belief.position)
    return json.dumps(
        {
            "fen": belief.position.fen(),
            "moves": [str(move) for move in followed.moves],
            "asked": len(belief.asked),
            "outcome": outcome,
        }
    )


def _outcome(position: Position) -> str:
    outcome = position.outcome()
    return "*" if outcome is None else str(outcome)


def _header(reader: Iterator[tuple[int, str]]) -> TraceHeader:
    for _, line in reader:
        if line.strip():
            return parse_header(line)
    raise TraceError('the trace is empty: expected a header such as {"game": "chess"} in its first line')


def usable_slots(header: TraceHeader, position: Position, complain: Complain) -> dict[str, bool]:
    """The slots of a header that the game has; `complain` is told of the others."""
    if not header.trays:
        if header.slots:
            complain("the header says there are no trays but lists slots: left them out")
        return {}
    found: dict[str, bool] = {}
    for name, on in header.slots.items():
        group = slot_group(name)
        if group is None or group[1] not in position.game.kinds:
            complain(f"“{name}” is no slot of {position.game.id} (expected as in w:R1): left it out")
        else:
            found[name] = on
    return found


def usable_events(reader: Iterable[tuple[int, str]], belief: Belief, complain: Complain) -> Iterator[Traced]:
    """The events of a trace's numbered lines, without those that cannot be used; complaints name the line."""
    sites = belief.sites
    on = {name: bool(belief.raw >> site & 1) for name, site in sites.index.items()}
    last_ms = 0
    for number, line in reader:
        if not line.strip():
            continue
        try:
            event = parse_line(line)
            if isinstance(event, Reading):
                sites.find(event.site)
        except (TraceError, UnknownSiteError) as error:
            complain(f"line {number}: {error}; left it out")
            continue
        if event.t_ms < last_ms:
            complain(f"line {number}: time runs back from {last_ms} to {event.t_ms} ms; took it as {last_ms}")
            event = replace(event, t_ms=last_ms)
        last_ms = event.t_ms
        if isinstance(event, Reading):
            if on[event.site] == event.on:
                state = "occupied" if event.on else "empty"
                complain(f"line {number}: {event.site} was {state} already; it changes nothing")
            on[event.site] = event.on
        yield event


def _lines(said: Iterable[Observation]) -> Iterator[str]:
    for each in said:
        match each:
            case Moved(t_ms, ply, move, _):
                yield json.dumps({"t": t_ms, "ply": ply, "move": str(move)})
            case Retracted(t_ms, ply):
                yield json.dumps({"t": t_ms, "retract": ply})
            case Asked(t_ms, ply, moves):
                yield json.dumps({"t": t_ms, "ply": ply, "ask": [str(move) for move in moves]})
            case Mismatch(t_ms, fill, clear):
                yield json.dumps({"t": t_ms, "mismatch": {"fill": list(fill), "clear": list(clear)}})
            case _:
                pass
