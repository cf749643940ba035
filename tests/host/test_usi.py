"""USI: moves, positions and bounds in its words."""

import sys

import pytest

import fairyrules
from reedboard.opponent import Limit, OpponentError, UsiOpponent, forms, usi

SHOGI = fairyrules.game("shogi")
FAKE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "usi": print("id name Fake\\nusiok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "position": position = line.strip()
    if word == "go":
        print("info depth 2 score cp 50 pv 7g7f 3c3d 8h2b+")
        print("bestmove", "7g7f" if (position, line.strip()) == {expected!r} else "1a1b", flush=True)
    if word == "quit": break
"""


def traded():
    """Bishops are off the board, one in each hand."""
    position = SHOGI.start()
    for text in ("c3c4", "g7g6", "b2h8+", "g9h8"):
        position = position.play(forms.move_of(position, text))
    return position


def test_positions_are_told_as_sfen_with_what_is_in_hand():
    position = traded()
    assert usi.sfen(position) == "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 1"
    after = position.play(usi.move_of(position, "B*5e"))
    assert usi.sfen(after) == "lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 1"


def test_every_move_has_its_own_form_and_is_read_back():
    position = traded()
    written = {usi.form(position, move): move for move in position.legal_moves()}
    assert len(written) == len(position.legal_moves())
    assert {"7f7e", "B*5e", "2h7h"} <= set(written)
    assert all(usi.move_of(position, text) == move for text, move in list(written.items())[::9])


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (Limit(seconds=0.5), "go btime 0 wtime 0 byoyomi 500"),
        (Limit(nodes=30), "go nodes 30"),
        (Limit(depth=2), "go depth 2"),
    ],
)
def test_engine_is_asked_and_heard_in_its_own_words(limit, words):
    asked = (f"position sfen {usi.sfen(SHOGI.start())}", words)
    engine = UsiOpponent(sys.executable, "-c", FAKE.format(expected=asked))
    try:
        engine.start(SHOGI.start())
        line = engine.go(limit)
        assert (engine.name, str(line.move), line.score, line.depth) == ("Fake", "c3c4", 50, 2)
        assert [str(move) for move in line.pv] == ["c3c4", "g7g6", "b2h8=+B"]
        with pytest.raises(OpponentError, match="Fake does not play Chess; of our games it plays shogi"):
            engine.start(fairyrules.game("chess").start())
    finally:
        engine.close()
