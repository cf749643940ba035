"""What players say about their game, and do to its clock: checked, written into the game's journal, carried out."""

import logging

from fairyrules.errors import FairyRulesError
from fairyrules.pieces import Side
from reedboard.app.log import FIELDS
from reedboard.app.play import ADJOURNED, Play
from reedboard.app.requests import ClockWanted, ProposalMade, ReplyGiven
from reedboard.errors import ReedboardError, in_one_line
from reedboard.game.table_events import (
    ClockGoes,
    ClockHeld,
    Proposal,
    Proposed,
    PutBack,
    Replied,
    TimeAdded,
)
from reedboard.game.view import unseen
from reedboard.game.view.table import NAMES
from reedboard.tracker import NOT_PLAYED

LOG = logging.getLogger("reedboard")

MOST_ADDED_MS = 3_600_000
"""More than an hour at once is a slip of the keyboard."""

SIDES = {"w": Side.WHITE, "b": Side.BLACK}


def answer(play: Play, move: str, ply: int = 0) -> None:
    """Somebody names the move that a question is about, or the line that was played while nobody watched.

    Args:
        play: the game.
        move: one of the question's choices; or, with `ply`, any legal move there, as people write it.
        ply: the ply that the question is about; 0: none is named.

    Raises: ReedboardError where that is asked by no question, or cannot have been played there.
    """
    away = play.unwatched
    if away is not None:
        line = away.answer(move)
        if line is None:
            raise ReedboardError(f"The answer {move} fits no question: expected one of {', '.join(away.answers())}.")
        play.say_what_was_played(line)
        return
    asked = play.belief.asking
    if asked and ply == asked.ply + play.first_ply:
        try:
            play.answered(str(play.belief.shown.back(asked.ply - 1).position.parse_san(move)))
        except FairyRulesError as error:
            raise ReedboardError(in_one_line(error)) from None
        return
    choices = [str(each) for each in asked.moves] if asked else []
    choices += [NOT_PLAYED] if len(choices) == 1 else []
    choices += [choice.move for choice in unseen(play.position)]
    if move in choices:
        play.answered(move)
        return
    known = play.move_list.rival(move)
    if known is not None and str(known.move) == move:
        return  # two people gave the same answer
    if known is not None:
        raise ReedboardError(
            f"That is answered already: {known.san}. If it was another move, take it back on the board first."
        )
    expected = f"expected one of {', '.join(choices)}" if choices else "nothing is asked"
    raise ReedboardError(f"The answer {move} fits no question: {expected}.")


def end(play: Play, result: str) -> None:
    """The players end the game, or adjourn it ("*").

    Raises: ReedboardError where it is over, or the result is none.
    """
    claim = play.position.may_claim_draw()
    drawn = f"draw claimed: {claim}" if claim else "draw agreed"
    reason = {"1-0": "Black resigns", "0-1": "White resigns", "1/2-1/2": drawn, "*": ADJOURNED}.get(result)
    if reason is None:
        raise ReedboardError(f"A game ends 1-0, 0-1 or 1/2-1/2, or is adjourned with *; found {result!r}.")
    still_open(play)
    play.agree(result, reason)
    LOG.info("the players end the game", extra={FIELDS: {"record": play.record, "result": result}})


def clock(play: Play, wanted: ClockWanted) -> None:
    """Holds the clock, lets it go, gives a side more time.

    Raises: ReedboardError where it has none, or that cannot be.
    """
    standing, now_ms = play.standing, play.clock.now()
    if standing is None:
        raise ReedboardError("This game has no clock; a new game may have one.")
    still_open(play)
    match wanted.act:
        case "hold":
            if standing.running is None:
                raise ReedboardError("The clock stands already." if standing.held else "The clock has not begun yet.")
            play.say(ClockHeld(now_ms))
        case "go":
            if standing.running is not None:
                raise ReedboardError("The clock goes already.")
            play.say(ClockGoes(now_ms))
        case "add":
            play.say(TimeAdded(now_ms, side_of(wanted.side), _added(wanted.ms)))
        case other:
            raise ReedboardError(f"A clock can be pressed, be held, go, or be added to; found “{other[:20]}”.")


def propose(play: Play, wanted: ProposalMade) -> None:
    """Puts a proposal to the other side; the same one made by both is agreed.

    Raises: ReedboardError where nothing of the kind can be proposed.
    """
    still_open(play)
    side, moves = side_of(wanted.side), len(play.move_list.entries)
    if wanted.what not in (*Proposal,):
        raise ReedboardError(f"One may propose a draw, to undo moves, or more time; found “{wanted.what[:20]}”.")
    what, value = Proposal(wanted.what), wanted.value
    match what:
        case Proposal.DRAW:
            value = 0
        case Proposal.UNDO if not 0 <= value < moves:
            raise ReedboardError(
                f"The game can be put back to after 0 to {max(0, moves - 1)} moves; found {_short(value)}."
            )
        case Proposal.TIME:
            if play.standing is None:
                raise ReedboardError("This game has no clock; a new game may have one.")
            value = _added(value)
        case _:
            pass
    open_one = play.proposal
    if open_one is not None and open_one.side is side:
        raise ReedboardError(f"{NAMES[side]} has proposed something already: it is for {NAMES[side.other]} to reply.")
    if open_one is not None and (open_one.what, open_one.value) == (what, value):
        _agreed(play, open_one)
        return
    if open_one is not None:
        raise ReedboardError(f"{NAMES[side]} is to reply first to what {NAMES[open_one.side]} proposed.")
    play.say(Proposed(play.clock.now(), side, what, value))


def reply(play: Play, given: ReplyGiven) -> None:
    """The other side's reply.

    Raises: ReedboardError when that proposal is open no longer.
    """
    open_one = play.proposal
    if open_one is None or open_one.t_ms != given.number:
        raise ReedboardError("That proposal is open no longer: it was replied to, or a move was made.")
    if given.accepted:
        _agreed(play, open_one)
    else:
        play.say(Replied(play.clock.now(), accepted=False))


def _agreed(play: Play, open_one: Proposed) -> None:
    now_ms = play.clock.now()
    play.say(Replied(now_ms, accepted=True))
    match open_one.what:
        case Proposal.DRAW:
            play.agree("1/2-1/2", "draw agreed")
        case Proposal.UNDO:
            play.say(PutBack(now_ms, open_one.value))
        case Proposal.TIME:
            for side in Side:
                play.say(TimeAdded(now_ms, side, open_one.value))


def side_of(letter: str) -> Side:
    """The side of "w" or "b".

    Raises: ReedboardError.
    """
    side = SIDES.get(letter)
    if side is None:
        raise ReedboardError(f"A side is “w” or “b”; found “{letter[:20]}”.")
    return side


def still_open(play: Play) -> None:
    """Raises: ReedboardError where the game is over, or adjourned."""
    if play.ended is None:
        return
    if play.ended.result == "*":
        raise ReedboardError("The game is adjourned: go on with it first.")
    raise ReedboardError(f"The game is over already: {play.ended.result}.")


def _added(ms: int) -> int:
    if not 1000 <= ms <= MOST_ADDED_MS:
        raise ReedboardError(f"Between 1 s and 1 h can be added at once; found {_short(ms)} ms.")
    return ms


def _short(number: int) -> str:
    return str(number) if abs(number) < 10**15 else "a number of many digits"
