"""A recorded game decoded again with today's tracker: what comes out otherwise than it was recorded."""

from collections.abc import Sequence
from dataclasses import dataclass

from reedboard.archive import game_lookup
from reedboard.archive.database import Archive, RecordedMove
from reedboard.errors import ReedboardError
from reedboard.game.game_state import GameState
from reedboard.game.inference import Complain, usable_events, usable_slots
from reedboard.game.status import PlyView
from reedboard.game.trace import parse_header
from reedboard.game.view import ply_views


@dataclass(frozen=True, slots=True)
class Difference:
    """A ply that comes out otherwise: as recorded and as read today, None where there is no move."""

    ply: int
    then: RecordedMove | None
    now: PlyView | None


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of a record: its journal's length, the game as read today, the plies that differ, in order."""

    lines: int
    state: GameState
    differences: tuple[Difference, ...]


def replay(archive: Archive, number: int, complain: Complain) -> Replay:
    """Decodes the journal of a record again, for as long as the board was left alone at its end.

    Args:
        complain: told in one sentence of each line of the journal that cannot be used.

    Raises:
        ReedboardError: there is no such record, or it has no journal.
        FairyRulesError: its game or its first position is no longer known.
    """
    record = archive.record(number)
    then = archive.moves(number)
    lines = archive.usable_journal(number, complain)
    if not record.lines and then:
        raise ReedboardError(f"Game {number} has no journal (it was imported from PGN); there is nothing to decode.")
    header = parse_header(record.header)
    game = game_lookup.known(header.game)
    start = game.position(header.fen) if header.fen else game.start()
    state = GameState.begin(start, header.trays, usable_slots(header, start, complain), header.clock)
    state = state.following(usable_events(lines, state.belief, complain))
    return Replay(len(lines), state, differences(then, ply_views(state.move_list, state.clock())))


def differences(then: Sequence[RecordedMove], now: Sequence[PlyView]) -> tuple[Difference, ...]:
    """The plies at which two readings of a game part: in the move, or in whether it is still asked about."""
    recorded, read = {move.ply: move for move in then}, {move.ply: move for move in now}
    plies = sorted(recorded.keys() | read.keys())
    both = [Difference(ply, recorded.get(ply), read.get(ply)) for ply in plies]
    return tuple(each for each in both if _parted(each))


def _parted(found: Difference) -> bool:
    if found.then is None or found.now is None or found.then.move != found.now.move:
        return True
    return {found.then.state, found.now.state} == {"asked", "settled"}
