"""Pieces that stand otherwise than when the board was last watched: what was played meanwhile is a guess, and asked."""

from dataclasses import dataclass, replace

from reedboard.board import occupancy
from reedboard.board.events import Reading
from reedboard.board.profile import Placement
from reedboard.game.game_state import GameState
from reedboard.game.move_list import MoveList
from reedboard.game.status import Choice, Question
from reedboard.game.unwatched_moves import Line, explanations_of, touches, words

ANSWER = "away:"
"""How an answer to this question begins, followed by the number of the line, or `AS_IT_STANDS`."""
AS_IT_STANDS = f"{ANSWER}none"
TOUCH_MS = 150
"""Between two touches of a move that nobody felt: a quick hand's."""
ORDERS = 8
"""So many orders of touches are tried for one that tells no move."""


@dataclass(frozen=True, slots=True)
class Unwatched:
    """What may have been played, and what the sensors said when the board was last watched.

    `lines` lead from the moves told so far to `stood`, where the pieces stood when the board was looked at again: the
    shortest that do; none if none is known. What was touched after that look has an order and is no guess.
    """

    move_list: MoveList
    lines: tuple[Line, ...]
    felt: frozenset[str]
    stood: frozenset[str]

    def answer(self, text: str) -> Line | None:
        """The line that an answer names, one of no moves for none of them; None for what answers another question."""
        if text == AS_IT_STANDS:
            return Line(())
        number = text.removeprefix(ANSWER)
        known = text.startswith(ANSWER) and number.isascii() and number.isdigit() and len(number) < 3
        return self.lines[int(number)] if known and int(number) < len(self.lines) else None

    def answers(self) -> list[str]:
        """The answers there are."""
        return [*(f"{ANSWER}{number}" for number in range(len(self.lines))), AS_IT_STANDS]

    def question(self, ply: int) -> Question:
        """The question, about the moves from this ply on."""
        neither = "Something else" if self.lines else "Go on as it stands"
        texts = [*map(self._words, self.lines), neither]
        choices = tuple(Choice(move, text) for move, text in zip(self.answers(), texts, strict=True))
        if not self.lines:
            said = "The pieces stand otherwise than when the board was last watched, and no moves lead there."
            return Question(ply, f"{said} Put them back as the page shows them.", choices)
        said = "Pieces were moved while nobody watched the board. What was played?"
        return Question(ply, said, choices)

    def _words(self, line: Line) -> str:
        if not line.back:
            return words(self.move_list.position, line.moves)
        replaced = self.move_list.entries[-line.back :]
        return f"{words(replaced[0].before, line.moves)}, not {' '.join(entry.san for entry in replaced)}"


def played_meanwhile(
    game: GameState, placement: Placement, felt: frozenset[str], now: frozenset[str], t_ms: int
) -> tuple[Line, ...] | None:
    """The lines that lead from the game as it was last watched to how the pieces stand now.

    Args:
        felt: what the sensors said when the board was last watched.
        now: what they say at `t_ms`, in which the board was looked at again.

    Returns: the lines; None where nothing is asked about it, as what happened is seen on the board.
    """
    own = frozenset(placement.cells)
    cells, stood = now & own, occupancy.expected(game.move_list.position, {})
    if cells == stood or _went_on(game, placement, felt, now, t_ms):
        return None
    lines = explanations_of(game.move_list, cells)
    if cells == felt & own:  # a piece is in the hand as before, or has taken another meanwhile
        return lines if lines and len(lines[0].moves) == 1 else None
    in_hand = set(game.belief.lifted)
    if len(lines) == 1 and len(lines[0].moves) == 1 and not lines[0].back and in_hand:
        move = lines[0].moves[0]
        lifted = {site for site, on in touches(game.move_list.position, move, stood) if not on}
        return None if lifted == in_hand else lines  # a move begun before was only ended meanwhile
    if lines or cells < stood:  # what is only lifted may yet be put elsewhere: that is asked, not felt
        return lines
    # Without an explanation the tracker may tell of a disagreement, but no moves of its own.
    told = game.following(occupancy.differences(placement, t_ms, felt, now)).move_list.moves
    return None if told == game.move_list.moves else ()


def _went_on(game: GameState, placement: Placement, felt: frozenset[str], now: frozenset[str], t_ms: int) -> bool:
    """Whether the last move, which did not stand yet, was only ended otherwise: its piece was moved on."""
    entries = game.move_list.entries
    if not entries or entries[-1].state == "settled":
        return False
    read = game.following(occupancy.differences(placement, t_ms, felt, now)).move_list
    same = [entry.before for entry in read.entries] == [entry.before for entry in entries]
    return same and occupancy.expected(read.position, {}) == now & frozenset(placement.cells)


def telling_nothing(
    game: GameState, placement: Placement, felt: frozenset[str], now: frozenset[str], t_ms: int
) -> tuple[Reading, ...]:
    """The differences between what was felt and what stands, as touches of which the tracker makes no move.

    Nobody can say what was played: the differences have no order, so none may be read out of them. A piece that comes
    before another went is no move, but where a sensor might have missed it; then another order is tried.
    """
    differences = occupancy.differences(placement, t_ms, felt, now)
    filled, emptied = ([each for each in differences if each.on is on] for on in (True, False))
    found = None
    for turn in range(ORDERS):
        sites = [*filled[turn:], *filled[:turn], *emptied[turn:], *emptied[:turn]]
        touches = tuple(replace(each, t_ms=t_ms + number * TOUCH_MS) for number, each in enumerate(sites))
        found = found or touches
        if game.following(touches).move_list.moves == game.move_list.moves:
            return touches
    return found or ()
