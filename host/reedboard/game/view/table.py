"""The table beside the board: the clock's face, and what one player proposes to the other."""

from typing import Literal

from fairyrules import Position
from fairyrules.pieces import Side
from reedboard.game.chess_clock import SideTime, Standing
from reedboard.game.mating_material import can_win
from reedboard.game.move_list import MoveList
from reedboard.game.status import ClockView, ProposalView, SideClockView
from reedboard.game.table_events import ClockSetting, Proposal, Proposed
from reedboard.game.time_control import duration, words

NAMES = {Side.WHITE: "White", Side.BLACK: "Black"}


def clock(setting: ClockSetting, standing: Standing, now_ms: int, origin_ms: int) -> ClockView:
    """The clock's face.

    Args:
        now_ms: the game's time; a flag that has fallen by then is told.
        origin_ms: the host's time at which the game's was 0.
    """
    fallen = standing.running if standing.flag_ms is not None and standing.flag_ms <= now_ms else None
    stop: Literal["move", "press"] = "move" if setting.stop == "move" else "press"
    flag: Literal["tell", "lose"] = "lose" if setting.flag == "lose" else "tell"
    return ClockView(
        words=words(setting.control),
        control=str(setting.control),
        stop=stop,
        flag=flag,
        begun=standing.begun,
        held=standing.held,
        running=None if standing.running is None else standing.running.letter,
        since_ms=standing.since_ms + origin_ms,
        sides={side.letter: _side(setting, side, standing.of(side), side is fallen) for side in Side},
    )


def _side(setting: ClockSetting, side: Side, time: SideTime, fallen: bool) -> SideClockView:
    return SideClockView(
        left_ms=time.left_ms,
        delay_ms=time.delay_ms,
        periods=time.periods,
        period_ms=time.period_ms,
        byoyomi=bool(setting.control.of(side)[time.stage].periods),
        flagged=time.flagged or fallen,
    )


def proposal(proposed: Proposed, move_list: MoveList) -> ProposalView:
    """What is proposed, in a sentence."""
    who = NAMES[proposed.side]
    match proposed.what:
        case Proposal.DRAW:
            text = f"{who} offers a draw."
        case Proposal.UNDO:
            text = f"{who} asks to put the game back to {_after(move_list, proposed.value)}."
        case Proposal.TIME:
            text = f"{who} proposes {duration(proposed.value)} more for both."
    return ProposalView(proposed.t_ms, proposed.side.letter, proposed.what.value, text)


def _after(move_list: MoveList, ply: int) -> str:
    if not 0 < ply <= len(move_list.entries):
        return "its beginning"
    last = move_list.entries[ply - 1]
    return f"after {NAMES[last.before.side]}'s move {last.before.fullmove}, {last.san}"


def flag_words(clock: ClockView | None, position: Position) -> str:
    """What a fallen flag means, as advice; "" while none has fallen."""
    fallen = [side for side in Side if clock is not None and clock.sides[side.letter].flagged]
    if len(fallen) != 1:
        return "The time of both sides is over." if fallen else ""
    name, other = NAMES[fallen[0]], NAMES[fallen[0].other]
    if can_win(position, fallen[0].other):
        return f"{name}'s time is over: {other} may claim the game."
    return f"{name}'s time is over, but {other} has nothing left to mate with: that is a draw."
