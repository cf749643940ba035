"""A reply begun before the move is done: the acts of both players as one."""

from dataclasses import replace
from random import Random

from reedboard.bench.evening.hands import Ms
from reedboard.bench.evening.tabletop import FELT, Act, ImpossibleError, Tabletop, Verb

SEEN = FELT | {Verb.PUSH_IN}
"""What changes the board for those who look at it."""
DOWN = frozenset({Verb.PUT, Verb.PUSH_IN})
AFTER_MS: Ms = (20, 400)
"""After how long the second does what they waited for the first to do."""


def merged(table: Tabletop, move: list[Act], reply: list[Act], overtakes: bool, rng: Random) -> list[Act] | None:
    """The acts of a move and of its reply in the order in which they happen, on the table as it was before the move.

    Args:
        overtakes: the piece that moves is put down only after the whole reply; else the reply's pieces are put down
            only after all of the move that the board shows, for before that nobody knows what is replied to.

    Returns: None if the reply has to wait, as where it takes the piece that is still in the air.
    """
    seen = [number for number, act in enumerate(move) if act.verb in SEEN]
    done = max((number for number in seen if ":" not in move[number].site), default=0)
    down = move[done].verb in DOWN
    if len(seen) < 2 or (overtakes and not down) or not any(act.verb in DOWN for act in reply):
        return None
    for at in [done] if overtakes else rng.sample(seen[1:], len(seen) - 1):
        begun_ms = move[at - 1].t_ms
        late = _late(reply, begun_ms + rng.randint(0, max(0, move[at].t_ms - begun_ms)) - reply[0].t_ms, 0)
        first, rest = move[:at], move[at:]
        if overtakes:
            rest = _late(rest, late[-1].t_ms + rng.randint(*AFTER_MS) - rest[0].t_ms, 0)
        else:
            put = next(number for number, act in enumerate(late) if act.verb in DOWN)
            late = _late(late, max(0, move[done].t_ms + rng.randint(*AFTER_MS) - late[put].t_ms), put)
        late = _pressed_after([*first, *rest], late, rng)
        both = sorted([*first, *rest, *late], key=lambda act: act.t_ms)
        if _possible(table.copy(), both):
            return both
    return None


def _late(acts: list[Act], ms: int, since: int) -> list[Act]:
    """The acts with those from number `since` on so much later."""
    return [replace(act, t_ms=act.t_ms + ms) if number >= since else act for number, act in enumerate(acts)]


def _pressed_after(move: list[Act], reply: list[Act], rng: Random) -> list[Act]:
    """The reply with its clock pressed after the move's: before that it is not running."""
    pressed = [act.t_ms for act in move if act.verb is Verb.PRESS]
    if not pressed or reply[-1].verb is not Verb.PRESS:
        return reply
    return [*reply[:-1], replace(reply[-1], t_ms=max(reply[-1].t_ms, pressed[-1] + rng.randint(*AFTER_MS)))]


def _possible(table: Tabletop, acts: list[Act]) -> bool:
    try:
        for act in acts:
            table.do(act)
    except ImpossibleError:
        return False
    return True
