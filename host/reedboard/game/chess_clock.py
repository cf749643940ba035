"""The chess clock: what each side has left, as a function of the moves' times and what was done to the clock. Pure.

It is worked out anew from the game's beginning each time, so a move that is taken back, or known only later to have
been another, has never cost anybody anything. Times are the game's milliseconds, those of the board's own stamps.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from fairyrules.pieces import Side
from reedboard.board.events import Press
from reedboard.game.table_events import ClockEvent, ClockGoes, ClockHeld, ClockSetting, PutBack, StopsBy, TimeAdded
from reedboard.game.time_control import Bonus, Stages

Mark = ClockEvent | Press


@dataclass(frozen=True, slots=True)
class Turn:
    """A move as the clock sees it: whose, and when its piece was placed."""

    side: Side
    placed_ms: int


@dataclass(frozen=True, slots=True)
class SideTime:
    """What one side has left: `left_ms` in the stage or byo-yomi period it is in, after the `delay_ms` before.

    `periods` of byo-yomi follow, of `period_ms` each. `made` moves were made in this stage; `flagged`: its time has run
    out once.
    """

    left_ms: int
    stage: int = 0
    made: int = 0
    periods: int = 0
    period_ms: int = 0
    delay_ms: int = 0
    flagged: bool = False

    @property
    def lasts_ms(self) -> int:
        """How long until its flag falls."""
        return self.delay_ms + self.left_ms + self.periods * self.period_ms


@dataclass(frozen=True, slots=True)
class Standing:
    """How a clock stands at `since_ms`, and which side's goes on from there; `after`: each move's own side after it."""

    white: SideTime
    black: SideTime
    running: Side | None
    since_ms: int
    begun: bool
    held: bool
    after: tuple[SideTime, ...] = ()

    def of(self, side: Side) -> SideTime:
        """A side's time."""
        return self.white if side is Side.WHITE else self.black

    @property
    def flag_ms(self) -> int | None:
        """When the flag of the side that goes falls; None if none goes, or it has fallen."""
        if self.running is None or self.of(self.running).flagged:
            return None
        return self.since_ms + self.of(self.running).lasts_ms


def begun(stages: Stages) -> SideTime:
    """A side's time before its first move."""
    first, *rest = stages
    if first.periods:
        return SideTime(first.base_ms, periods=first.periods - 1, period_ms=first.base_ms)
    byoyomi = rest[0] if rest and rest[0].periods else None
    periods, period_ms = (byoyomi.periods, byoyomi.base_ms) if byoyomi else (0, 0)
    return SideTime(first.base_ms, periods=periods, period_ms=period_ms)


def spent(stages: Stages, before: SideTime, taken_ms: int) -> SideTime:
    """A side's time when it has thought so long about a move, as its clock shows it."""
    stage = stages[before.stage]
    delay_ms = stage.bonus_ms if stage.bonus is Bonus.DELAY else 0
    counted_ms = max(0, taken_ms - delay_ms)
    waiting_ms = max(0, delay_ms - taken_ms)
    left_ms, periods = before.left_ms - counted_ms, before.periods
    while left_ms <= 0 and periods:
        left_ms, periods = left_ms + before.period_ms, periods - 1
    used = before.periods - periods
    flagged = before.flagged or left_ms <= 0
    at = before.stage + 1 if used and not stage.periods else before.stage
    return replace(before, left_ms=max(0, left_ms), stage=at, periods=periods, delay_ms=waiting_ms, flagged=flagged)


def moved(stages: Stages, before: SideTime, taken_ms: int) -> SideTime:
    """A side's time after a move that took so long."""
    thought = spent(stages, before, taken_ms)
    stage = stages[thought.stage]
    left_ms, made, at = thought.left_ms, thought.made + 1, thought.stage
    if stage.periods:
        left_ms = stage.base_ms if left_ms else 0
    elif stage.bonus is Bonus.FISCHER:
        left_ms += stage.bonus_ms
    elif stage.bonus is Bonus.BRONSTEIN:
        left_ms += min(stage.bonus_ms, taken_ms)
    if made == stage.moves:
        at, made = min(at + 1, len(stages) - 1), 0
        left_ms += stages[at].base_ms
    return replace(thought, left_ms=left_ms, stage=at, made=made, delay_ms=0)


def standing(
    setting: ClockSetting, turns: Sequence[Turn], marks: Sequence[Mark], to_move: Side, over_ms: int | None = None
) -> Standing:
    """How the clock stands.

    Args:
        turns: the moves, in order.
        marks: what was done to the clock, presses among it, in the order of their times.
        to_move: whose move it is now.
        over_ms: when the game ended; None while it goes on.
    """
    control = setting.control
    times = {side: begun(control.of(side)) for side in Side}
    ends = _ends(setting, turns, marks)
    start_ms = _start(turns, ends, marks, to_move)
    idle, held_ms = _idle(start_ms, ends, marks)
    added = [mark for mark in marks if isinstance(mark, TimeAdded)]
    after: list[SideTime] = []
    last_ms = start_ms
    for turn, end_ms in zip(turns, ends, strict=True):
        if end_ms is None:
            break
        assert last_ms is not None, "a clock begins with the first move at the latest"
        _add(times, added, end_ms)
        taken_ms = _passed(last_ms, end_ms, idle)
        times[turn.side] = moved(control.of(turn.side), times[turn.side], taken_ms)
        after.append(times[turn.side])
        last_ms = end_ms
    _add(times, added, None)
    thinks = turns[len(after)].side if len(after) < len(turns) else to_move
    if last_ms is None:
        return Standing(times[Side.WHITE], times[Side.BLACK], None, 0, begun=False, held=False)
    stopped_ms = held_ms if over_ms is None else min(over_ms, over_ms if held_ms is None else held_ms)
    since_ms = max([last_ms, *(until for _, until in idle if until > last_ms)]) if stopped_ms is None else stopped_ms
    taken_ms = _passed(last_ms, since_ms, idle)
    times[thinks] = spent(control.of(thinks), times[thinks], taken_ms)
    running = None if stopped_ms is not None else thinks
    held = held_ms is not None and over_ms is None
    return Standing(times[Side.WHITE], times[Side.BLACK], running, since_ms, True, held, tuple(after))


def _ends(setting: ClockSetting, turns: Sequence[Turn], marks: Sequence[Mark]) -> list[int | None]:
    """When each side's time for its move ended; None for the last one, if it has to be pressed still."""
    if setting.stop is StopsBy.MOVE:
        return [turn.placed_ms for turn in turns]
    presses = {
        side: deque(each.t_ms for each in marks if isinstance(each, Press) and each.side is side) for side in Side
    }
    ends: list[int | None] = []
    ended_ms = 0
    for turn, reply in zip_longest(turns, turns[1:]):
        ended_ms = max(turn.placed_ms, ended_ms)
        own = presses[turn.side]
        while own and own[0] < ended_ms:
            own.popleft()
        stops = [*([own[0]] if own else []), *([max(reply.placed_ms, ended_ms)] if reply else [])]
        ends.append(min(stops) if stops else None)
        ended_ms = min(stops) if stops else ended_ms
    return ends


def _start(turns: Sequence[Turn], ends: Sequence[int | None], marks: Sequence[Mark], to_move: Side) -> int | None:
    """When the first side's time began: let go, pressed by the other side, or with the first move, which is free."""
    first = turns[0].side if turns else to_move
    starts = (
        mark.t_ms
        for mark in marks
        if isinstance(mark, ClockGoes) or (isinstance(mark, Press) and mark.side is not first)
    )
    free = ends[0] if ends else None
    return min((t_ms for t_ms in (next(starts, None), free) if t_ms is not None), default=None)


def _idle(
    start_ms: int | None, ends: Iterable[int | None], marks: Sequence[Mark]
) -> tuple[list[tuple[int, int]], int | None]:
    """While nobody's time passed, as spans that may overlap; and since when the clock is held, if it is."""
    idle: list[tuple[int, int]] = []
    held_ms: int | None = None
    known = [end for end in ends if end is not None]

    def released(by_ms: int) -> int | None:
        """The hold ends with the first move after it."""
        assert held_ms is not None
        end = next((end for end in known if held_ms < end <= by_ms), None)
        if end is not None:
            idle.append((held_ms, end))
            return None
        return held_ms

    for mark in marks:
        if held_ms is not None:
            held_ms = released(mark.t_ms)
        match mark:
            case ClockHeld(t_ms):
                held_ms = t_ms if held_ms is None else held_ms
            case PutBack(t_ms, ply):
                before_ms = known[ply - 1] if 0 < ply <= len(known) else start_ms
                if before_ms is not None and before_ms < t_ms:
                    idle.append((before_ms, t_ms))
                held_ms = t_ms
            case ClockGoes(t_ms) | Press(t_ms, _) if held_ms is not None:
                idle.append((held_ms, t_ms))
                held_ms = None
            case _:
                pass
    if held_ms is not None:
        held_ms = released(known[-1] if known else held_ms)
    return sorted(idle), held_ms


def _passed(from_ms: int, until_ms: int, idle: Iterable[tuple[int, int]]) -> int:
    """How much of a span counts, each idle moment left out once."""
    passed_ms, at_ms = 0, from_ms
    for begins_ms, ends_ms in idle:
        if begins_ms > at_ms:
            passed_ms += max(0, min(begins_ms, until_ms) - at_ms)
        at_ms = max(at_ms, ends_ms)
    return passed_ms + max(0, until_ms - at_ms)


def _add(times: dict[Side, SideTime], added: list[TimeAdded], until_ms: int | None) -> None:
    """Gives what was added until then, and forgets it."""
    while added and (until_ms is None or added[0].t_ms <= until_ms):
        mark = added.pop(0)
        times[mark.side] = replace(times[mark.side], left_ms=times[mark.side].left_ms + mark.ms)
