"""Hands by script, for the tracker's tests."""

import re
from operator import itemgetter

import fairyrules
from fairyrules.pieces import Side
from reedboard.bench.trial import Tally, Trial
from reedboard.board.events import Answer, Press, Reading, Tick
from reedboard.tracker import begin, conclude, observe


def belief_after(script, game="chess", fen=None, slots=None, gap_ms=150):
    """Plays a script: `-e2` lift, `+e4` fill, `...` a second's quiet, `!w` White's press, `?a7a8=Q` an answer."""
    played = fairyrules.game(game)
    belief = begin(played.position(fen) if fen else played.start(), slots is not None, slots or {})
    said, t_ms = [], 0
    for word in script.split():
        t_ms += 1000 if word == "..." else gap_ms
        event = {
            "-": lambda text, t=t_ms: Reading(t, text, False),
            "+": lambda text, t=t_ms: Reading(t, text, True),
            "!": lambda text, t=t_ms: Press(t, Side.WHITE if text == "w" else Side.BLACK),
            "?": lambda text, t=t_ms: Answer(t, text),
            ".": lambda text, t=t_ms: Tick(t),
        }[word[0]](word[1:])
        belief, more = observe(belief, event)
        said += more
    belief, more = conclude(belief)
    return belief, said + more


def told(script, **where):
    belief, _ = belief_after(script, **where)
    return [str(move) for move in belief.moves], sorted(belief.asked)


def events(felt):
    """The readings, answers and presses that `heard` follows, in the order of their times."""
    found = [re.fullmatch(r"(\d+)([+?!-])(\S+)", each).groups() for each in felt.split()]
    for t_ms, what, text in sorted([(int(t_ms), what, text) for t_ms, what, text in found], key=itemgetter(0)):
        if what == "!":
            yield Press(t_ms, Side.WHITE if text == "w" else Side.BLACK)
        else:
            yield Answer(t_ms, text) if what == "?" else Reading(t_ms, text, what == "+")


def heard(felt, game, fen=None, slots=None):
    """The belief after readings (time in ms, whether it is occupied, site), presses and answers.

    As in `1000-e2 1300+e4 1500!w 2500?e2e4`.
    """
    played = fairyrules.game(game)
    belief = begin(played.position(fen) if fen else played.start(), slots is not None, slots or {})
    for event in events(felt):
        belief, _ = observe(belief, event)
    return conclude(belief)[0]


def judged(game, handling, trays, number, noise=0.0, seed=41):
    """How one game of `reedboard bench tracker` is understood."""
    sitting, heard, _ = Trial(game, handling, trays, number + 1, 80, noise, None, seed, None).sitting(number)
    return Tally().watch(sitting, heard)
