"""The trace: what the sensors, clocks and players said during one game, a JSON line each.

The first line is the header, every other line one event. The journal keeps it, `reedboard infer` reads it. What
happened at the table beside the board (`table_events.py`) has lines of its own; of them `put_back` alone changes moves.

>>> parse_line('{"t": 1200, "cell": "e2", "on": 0}')
Reading(t_ms=1200, site='e2', on=False)
>>> format_line(Press(1500, Side.WHITE))
'{"t": 1500, "button": "w"}'
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from fairyrules.pieces import Side
from reedboard.board.events import Answer, Press, Reading
from reedboard.errors import ReedboardError
from reedboard.game.table_events import (
    Adjourned,
    ClockAlive,
    ClockGoes,
    ClockHeld,
    ClockSetting,
    Flag,
    HintTaken,
    MoveAnnounced,
    Proposal,
    Proposed,
    PutBack,
    Replied,
    StopsBy,
    TableEvent,
    TimeAdded,
)
from reedboard.game.time_control import TimeControlError, parse_control

Traced = Reading | Press | Answer | TableEvent


class TraceError(ReedboardError):
    """A trace line that cannot be used; the message says what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class TraceHeader:
    """What a trace starts from: the game's id, a FEN (None: its array), each slot with its occupancy, the clock."""

    game: str
    fen: str | None = None
    trays: bool = False
    slots: Mapping[str, bool] = field(default_factory=dict)
    clock: ClockSetting | None = None


def format_header(header: TraceHeader) -> str:
    """The first line of a trace, without line end."""
    slots = {name: int(on) for name, on in header.slots.items()}
    told: dict[str, object] = {"game": header.game, "fen": header.fen, "trays": header.trays, "slots": slots}
    if header.clock is not None:
        clock = header.clock
        told["clock"] = {"control": str(clock.control), "stop": str(clock.stop), "flag": str(clock.flag)}
    return json.dumps(told)


def format_line(event: Traced) -> str:
    """One event as a trace line, without line end."""
    match event:
        case Reading(t_ms, site, on):
            return json.dumps({"t": t_ms, "cell": site, "on": int(on)})
        case Press(t_ms, side):
            return json.dumps({"t": t_ms, "button": side.letter})
        case Answer(t_ms, move):
            return json.dumps({"t": t_ms, "answer": move})
        case _:
            return json.dumps({"t": event.t_ms, **_table_words(event)})


def _table_words(event: TableEvent) -> dict[str, object]:
    match event:
        case ClockHeld():
            return {"clock": "hold"}
        case ClockGoes():
            return {"clock": "go"}
        case ClockAlive():
            return {"clock": "alive"}
        case TimeAdded(_, side, ms):
            return {"clock": "add", "side": side.letter, "ms": ms}
        case PutBack(_, ply):
            return {"put_back": ply}
        case Proposed(_, side, what, value):
            return {"propose": str(what), "side": side.letter, "value": value}
        case Replied(_, accepted):
            return {"reply": int(accepted)}
        case HintTaken(_, ply):
            return {"hint": ply}
        case MoveAnnounced(_, ply, move, score):
            return {"announce": move, "ply": ply, "score": score}
        case Adjourned():
            return {"adjourned": 1}


def parse_header(line: str) -> TraceHeader:
    """Reads the first line of a trace.

    Raises: TraceError if it is no header (whatever is wrong with the game itself is found when it is loaded).
    """
    data = _json(line, "a trace header")
    game = data.get("game")
    if not isinstance(game, str):
        raise TraceError(f'{_short(line)} is no trace header: expected an object that names its "game"')
    fen = data.get("fen")
    if fen is not None and not isinstance(fen, str):
        raise TraceError(f'the header\'s "fen" is {_short(json.dumps(fen))}: expected a FEN in quotes, or null')
    slots = data.get("slots") or {}
    if not isinstance(slots, dict) or any(value not in (0, 1) for value in slots.values()):
        raise TraceError('the header\'s "slots" must name every slot with 0 (empty) or 1 (occupied)')
    trays = data.get("trays", bool(slots))
    if trays not in (True, False):
        raise TraceError(f'the header\'s "trays" is {_short(json.dumps(trays))}: expected true or false')
    return TraceHeader(
        game, fen, bool(trays), {name: bool(on) for name, on in slots.items()}, _clock(data.get("clock"))
    )


def _clock(told: object) -> ClockSetting | None:
    match told:
        case None:
            return None
        case {"control": str(control), "stop": "move" | "press" as stop, "flag": "tell" | "lose" as flag}:
            with suppress(TimeControlError):
                return ClockSetting(parse_control(control), StopsBy(stop), Flag(flag))
    raise TraceError(
        f'the header\'s "clock" is {_short(json.dumps(told))}: expected "control" such as "300+5", "stop" "move" or'
        ' "press", "flag" "tell" or "lose"'
    )


def parse_line(line: str) -> Traced:
    """Reads one event; whether its site exists only the game's board can tell.

    Raises: TraceError if it is none.
    """
    data = _json(line, "a reading, press or answer")
    t_ms = data.get("t")
    if not isinstance(t_ms, int | float) or isinstance(t_ms, bool) or not 0 <= t_ms < 1e15:
        raise TraceError(f'{_short(line)} has no usable time: expected "t" in milliseconds, 0 or more')
    match data:
        case {"cell": str(site), "on": 0 | 1 as on}:
            return Reading(int(t_ms), site, bool(on))
        case {"button": "w" | "b" as letter}:
            return Press(int(t_ms), SIDES[letter])
        case {"answer": str(move)}:
            return Answer(int(t_ms), move)
    event = _at_the_table(int(t_ms), data)
    if event is not None:
        return event
    raise TraceError(
        f'{_short(line)} is no event: expected "cell" with "on" 0 or 1, "button" "w" or "b", or "answer" with a move'
    )


SIDES = {"w": Side.WHITE, "b": Side.BLACK}


def _at_the_table(t_ms: int, data: Mapping[str, Any]) -> TableEvent | None:
    """What happened beside the board; None for what is none of it, or not whole."""
    match data:
        case {"clock": "hold"}:
            return ClockHeld(t_ms)
        case {"clock": "go"}:
            return ClockGoes(t_ms)
        case {"clock": "alive"}:
            return ClockAlive(t_ms)
        case {"clock": "add", "side": "w" | "b" as letter, "ms": int(ms)} if _counts(ms):
            return TimeAdded(t_ms, SIDES[letter], ms)
        case {"put_back": int(ply)} if _counts(ply):
            return PutBack(t_ms, ply)
        case {"propose": "draw" | "undo" | "time" as what, "side": "w" | "b" as letter, "value": int(value)} if _counts(
            value
        ):
            return Proposed(t_ms, SIDES[letter], Proposal(what), value)
        case {"reply": 0 | 1 as accepted}:
            return Replied(t_ms, bool(accepted))
        case {"hint": int(ply)} if _counts(ply):
            return HintTaken(t_ms, ply)
        case {"announce": str(move), "ply": int(ply), "score": int(score)} if _counts(ply) and _counts(abs(score)):
            return MoveAnnounced(t_ms, ply, move, score)
        case {"adjourned": 1}:
            return Adjourned(t_ms)
    return None


def _counts(number: int) -> bool:
    return not isinstance(number, bool) and 0 <= number < 10**12


def _json(line: str, expected: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError:
        raise TraceError(f"{_short(line)} is not a whole JSON object: expected {expected}") from None
    except RecursionError:
        raise TraceError(f"{_short(line)} is nested too deeply: expected {expected}") from None
    if not isinstance(data, dict):
        raise TraceError(f"{_short(line)} is not a JSON object: expected {expected}")
    return data


def _short(text: str) -> str:
    """A line as a message may quote it."""
    text = text.strip()
    return text if len(text) <= 60 else text[:57] + "..."
