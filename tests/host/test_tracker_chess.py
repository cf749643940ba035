"""The tracker at a chess board: one trace a sentence of what players do."""

import fairyrules
from reedboard.board.events import Reading
from reedboard.tracker import begin, conclude, observe


def played(script, fen=None, gap_ms=150):
    """The moves seen in a script of lifts (`-e2`) and fills (`+e4`); `...` is a second of quiet."""
    game = fairyrules.game("chess")
    belief = begin(game.position(fen) if fen else game.start(), False, {})
    t_ms = 0
    for word in script.split():
        if word == "...":
            t_ms += 1000
            continue
        t_ms += gap_ms
        belief, _ = observe(belief, Reading(t_ms, word[1:], word[0] == "+"))
    belief, _ = conclude(belief)
    return [str(move) for move in belief.moves], sorted(belief.asked)


CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_a_quiet_move_is_seen():
    assert played("-e2 +e4 ... -e7 +e5") == (["e2e4", "e7e5"], [])


def test_a_capture_is_seen_in_either_order():
    fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    assert played("-d5 -e4 +d5", fen) == played("-e4 -d5 +d5", fen) == (["e4d5"], [])


def test_castling_is_seen_in_any_order():
    for script in (
        "-e1 +g1 -h1 +f1",
        "-h1 +f1 -e1 +g1",
        "-e1 -h1 +f1 +g1",
        "-h1 +f1 ... -e1 +g1",
        "-e1 +g1 ... -h1 +f1",
    ):
        assert played(script, CASTLING) == (["e1g1"], [])


def test_castling_is_seen_though_the_king_first_steps_legally():
    assert played("-e1 +f1 ... -f1 +g1 -h1 +f1", CASTLING) == (["e1g1"], [])


def test_castling_is_seen_through_a_reply_at_once():
    assert played("-e1 +g1 -h1 -a8 +f1 +a7", CASTLING) == (["e1g1", "a8a7"], [])


def test_a_rest_on_a_legal_cell_is_not_the_move_once_the_piece_goes_on():
    assert played("-a1 +a4 ... -a4 +a6", CASTLING) == (["a1a6"], [])


def test_a_promotion_without_trays_is_asked():
    moves, asked = played("-a7 +a8", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert (moves[0][:4], asked) == ("a7a8", [1])


def test_a_takeback_is_no_move():
    assert played("-e2 +e4 ... -e4 +e2 ... -d2 +d4") == (["d2d4"], [])
