"""What people see of a game, from what the tracker believes."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fairyrules
from reedboard import tracker
from reedboard.assets import boards
from reedboard.board import occupancy
from reedboard.board.events import Reading, Tick
from reedboard.board.profile import parse, place, smallest, synthetic_text
from reedboard.game import lights
from reedboard.game.led_frame import led_frame
from reedboard.game.move_list import MoveList
from reedboard.game.piece_view import look
from reedboard.game.status import Connection, changed, parts
from reedboard.game.view import Scene, status

GAMES = ["chess", "wildeurasian-qi", "attendance", "xiang-courier", "dual-chess", "sfhiodgei", "crazyhouse", "shogi"]


def laid(game):
    profile = smallest([boards.load(board) for board in boards.shipped()], game)
    return place(profile or parse(synthetic_text(game), game.id), game)


def scene(game, *taps, fen=None, trays=True, rest_ms=4000):
    """A game after these taps 100 ms apart: each lifts what stands there or places on an empty site; then a rest."""
    start = game.position(fen) if fen else game.start()
    placement = laid(game).stocked(start)
    slots = placement.slots if trays else {}
    belief, move_list = tracker.begin(start, trays, slots, None), MoveList(start)
    occupied, t_ms = occupancy.expected(start, slots), 0
    for site in taps:
        t_ms += 100
        reading = Reading(t_ms, site, site not in occupied)
        occupied = occupancy.after(occupied, [reading])
        belief, effects = tracker.observe(belief, reading)
        move_list = move_list.told(effects)
    belief, effects = tracker.observe(belief, Tick(t_ms + rest_ms))
    move_list = move_list.told(effects)
    connection = Connection("connected", "here", "port", "board")
    return Scene(1, placement, belief, move_list, occupied, lights.policy(belief), connection)


@pytest.mark.parametrize("game_id", GAMES)
def test_status_shows_every_piece_where_it_stands_when_a_game_begins(game_id):
    game = fairyrules.game(game_id)
    seen = status(scene(game))
    cells = {site: piece for site, piece in seen.pieces.items() if ":" not in site}
    assert {site: (piece.side, piece.kind) for site, piece in cells.items()} == {
        game.board.name(cell): (piece.side.letter, piece.kind) for cell, piece in game.start().pieces().items()
    }
    assert {piece.state for piece in seen.pieces.values()} == {"standing"}
    assert len(seen.layout.cells) == len(game.board.cells)
    assert seen.turn.text == "White to move"
    assert seen.question is seen.trouble is seen.outcome is None


@pytest.mark.parametrize("game_id", GAMES)
def test_pieces_of_different_kinds_look_different(game_id):
    game = fairyrules.game(game_id)
    looks = {}
    for piece in game.start().pieces().values():
        seen = look(game, piece)
        face = seen.kind if seen.shape == "tile" else seen.badge
        looks.setdefault((seen.side, seen.shape, seen.size, face), set()).add(piece.kind)
    assert [kinds for kinds in looks.values() if len(kinds) > 1] == []


def test_status_survives_json():
    seen = parts(status(scene(fairyrules.game("sfhiodgei"), "e5")))
    assert json.loads(json.dumps(seen)).keys() == seen.keys()
    assert changed(seen, seen) == {}
    assert changed({**seen, "turn": None}, seen) == {"turn": seen["turn"]}


def test_status_marks_the_lifted_piece_and_lists_the_move_when_it_is_down():
    chess = fairyrules.game("chess")
    up = status(scene(chess, "g1"))
    assert up.pieces["g1"].state == "lifted"
    assert {site for site, light in up.lights.items() if light.role == "target"} == {"f3", "h3"}
    down = status(scene(chess, "g1", "f3"))
    assert [(ply.san, ply.number, ply.side, ply.state) for ply in down.moves] == [("Nf3", 1, "w", "settled")]
    assert down.last == ("g1", "f3")
    assert down.turn.text == "Black to move"


def test_status_asks_what_stands_there_when_a_promotion_is_open():
    chess = fairyrules.game("chess")
    seen = status(scene(chess, "e7", "e8", fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1", trays=False)).question
    assert seen is not None
    assert seen.text == "What stands on e8 now?"
    assert {(choice.text, choice.piece.name) for choice in seen.choices} == {
        ("e8=Q+", "White Queen"),
        ("e8=R+", "White Rook"),
        ("e8=B", "White Bishop"),
        ("e8=N", "White Knight"),
    }


@pytest.mark.parametrize(
    ("game_id", "fen", "taps", "says"),
    [
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1", "g1"], "To finish O-O: White Rook from h1 to f1."),
        ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ["e5", "d6"], "To finish exd6: take away Black Pawn on d5."),
        (
            "wildeurasian-qi",
            "5k4/10/10/10/10/4P5/10/10/4K5/10 w - - 0 1",
            ["e5", "e6"],
            "To finish e6=W: exchange what stands on e6 for White Wazir (large Pawn).",
        ),
    ],
)
def test_status_says_what_a_move_begun_still_lacks(game_id, fen, taps, says):
    assert status(scene(fairyrules.game(game_id), *taps, fen=fen)).hint == says


def test_status_offers_the_moves_that_no_sensor_feels():
    dual = fairyrules.game("dual-chess")
    after = dual.start().play(dual.start().parse("k2j2=W"))
    assert status(scene(dual)).unseen == ()
    (choice,) = status(scene(dual, fen=after.fen())).unseen
    assert (choice.move, choice.text) == ("turn=W", "turn=W: every Firz becomes a Wazir")


def test_status_names_the_pieces_to_put_back_by_set_and_size():
    seen = status(scene(fairyrules.game("wildeurasian-qi"), "b2", "b1", "e5", "f5")).trouble
    assert seen is not None
    assert [step.text for step in seen.steps] == [
        "White Knight: from e5 or f5 to b1",
        "White Cannon (small Rook): from e5 or f5 to b2",
    ]


@pytest.mark.parametrize(
    ("taps", "says"),
    [
        (["e2", "e5", "g1", "g4"], ["White Knight: from g4 to g1", "White Pawn: from e5 to e2"]),
        (["e2", "e5", "e5", "f5", "g1"], ["White Knight on g1", "White Pawn: from f5 to e2"]),
        (["e5"], ["Take away what stands on e5"]),
        (["e5", "d5"], ["Take away what stands on d5", "Take away what stands on e5"]),
        (
            ["e2", "d2", "c2", "e5", "d5"],
            [f"White Pawn: from d5, e5 or the hand to {cell}" for cell in ("c2", "d2", "e2")],
        ),
        (["e2", "d2", "e5"], ["White Pawn: from e5 or the hand to d2", "White Pawn: from e5 or the hand to e2"]),
        (
            ["g1", "b1", "c4", "c5", "e5"],
            [
                "White Knight: from c4, c5 or e5 to b1",
                "White Knight: from c4, c5 or e5 to g1",
                "Take away what is left on c4, c5 or e5",
            ],
        ),
    ],
)
def test_status_tells_the_fewest_movements_that_put_things_right(taps, says):
    seen = status(scene(fairyrules.game("chess"), *taps, rest_ms=5000)).trouble
    assert seen is not None
    assert [step.text for step in seen.steps] == says


def test_status_guides_the_set_up_when_the_board_is_bare():
    chess = fairyrules.game("chess")
    taps = [chess.board.name(cell) for cell in chess.start().pieces()]
    seen = status(scene(chess, *taps, trays=False)).trouble
    assert seen is not None
    assert seen.text == "Set up the pieces: 32 to go."
    assert (len(seen.fill), seen.clear) == (32, ())
    assert [step.text for step in seen.steps][:3] == [
        "White Rook on a1, h1",
        "White Knight on b1, g1",
        "White Bishop on c1, f1",
    ]
    assert seen.steps[-1].text == "Black King on e8"
    assert len(seen.steps) == 12


def test_status_tells_check_and_where():
    fen = "rnbqkbnr/ppppp2p/5p2/6p1/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    seen = status(scene(fairyrules.game("chess"), "d1", "h5", fen=fen))
    assert (seen.turn.text, seen.turn.check) == ("Black to move, in check", "e8")


def test_glows_group_leds_by_colour_and_pattern():
    seen = scene(fairyrules.game("chess"), "g1")
    (target,) = [glow for glow in led_frame(seen.placement, seen.lights) if glow.leds and len(glow.leds) == 2]
    assert {seen.placement.site_of_led[led] for led in target.leds} == {"f3", "h3"}


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, 99)), st.sets(st.integers(0, 99)))
def test_differences_turn_one_occupancy_into_the_other(before, now):
    game = fairyrules.game("wildeurasian-qi")
    placement = laid(game)
    first = frozenset(game.board.name(cell) for cell in before)
    second = frozenset(game.board.name(cell) for cell in now)
    readings = occupancy.differences(placement, 7, first, second)
    assert occupancy.after(first, readings) == second
    assert len(readings) == len(first ^ second)
    assert [reading.on for reading in readings] == sorted(reading.on for reading in readings)
    bits = sum(1 << placement.sites[site].bit for site in second)
    assert occupancy.occupied(placement, bits) == second


def test_question_pictures_both_sides_of_a_piece_when_it_may_have_been_turned_over():
    fen = "8k8/17/14D2/17/17/17/17/17/17/17/17/17/17/17/17/17/A7K8[|] w - - 0 1"
    asked = status(scene(fairyrules.game("sfhiodgei"), "o15", "o17", fen=fen, trays=False)).question
    assert asked is None  # it must promote there: nothing to ask
    fen = fen.replace("14D2/17/17/17", "17/17/14D2/17")
    asked = status(scene(fairyrules.game("sfhiodgei"), "o13", "o15", fen=fen, trays=False)).question
    assert asked is not None
    assert asked.text == "What stands on o15 now?"
    assert {choice.piece.kind for choice in asked.choices} == {"D", "+D"}


def test_question_names_its_move_when_the_game_went_on():
    fen = "4k3/P6p/8/8/8/8/8/4K3 w - - 0 1"
    asked = status(scene(fairyrules.game("chess"), "a7", "a8", "h7", "h6", fen=fen, trays=False)).question
    assert asked is not None
    assert asked.text == "White's move 1: what stands on a8 now?"


def test_question_about_a_cell_that_was_left_since_asks_what_was_put_there():
    shogi = fairyrules.game("shogi")
    begun = ["c3", "c4", "a7", "a6", "b2", "g7", "g7"]
    seen = status(scene(shogi, *begun, trays=False)).question
    assert seen.text == "What stands on g7 now?"
    assert [choice.text for choice in seen.choices] == ["Bxg7+", "Bxg7=+B+"]
    assert status(scene(shogi, *begun, "h8", "g7", "g7", trays=False)).question.text == (
        "White's move 2: what was put on g7?"
    )


def test_promotion_says_what_to_do_when_the_pawn_was_left_standing():
    chess = fairyrules.game("chess")
    seen = status(scene(chess, "e7", "e8", fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1", rest_ms=700))
    assert seen.hint == "Exchange what stands on e8 for what it becomes."
    asked = status(scene(chess, "e7", "e8", fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1"))
    assert asked.hint == ""
    assert asked.question.text == "What stands on e8 now? Or exchange it from the tray for a Queen."
    assert [choice.piece.name for choice in asked.question.choices] == [
        "White Queen",
        "White Rook",
        "White Bishop",
        "White Knight",
    ]
    done = status(scene(chess, "e7", "e8", "e8", "w:Q1", "e8", fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1"))
    assert (done.moves[-1].move, done.hint, done.question) == ("e7e8=Q", "", None)


@pytest.mark.parametrize(
    ("taps", "says"),
    [
        (["a1", "d5"], "White Rook may not go from a1 to d5: its way is barred, or its King would be in check."),
        (["b1", "b4"], "White Knight may not go from b1 to b4: only to a3 or c3."),
        (["e7", "e5"], "Board and game disagree; it is White's move."),
        (["a1", "b1", "d5"], "Board and game disagree."),
    ],
)
def test_status_says_why_a_move_is_none(taps, says):
    assert status(scene(fairyrules.game("chess"), *taps, rest_ms=5000)).trouble.text == says


@pytest.mark.parametrize(
    ("taps", "says"),
    [
        (["h1"], "Only the sensor of h1 disagrees with the game. If the White Rook stands there, just play on."),
        (["d5"], "Only the sensor of d5 disagrees with the game. If nothing stands there, just play on."),
    ],
)
def test_status_says_when_a_sensor_alone_disagrees(taps, says):
    game = fairyrules.game("chess")
    seen = status(scene(game, *taps, "e2", "e4", "e7", "e5", "g1", "f3", rest_ms=5000))
    assert [ply.move for ply in seen.moves] == ["e2e4", "e7e5", "g1f3"]
    assert seen.trouble.text == says


def test_status_says_what_a_piece_counts_as_when_another_lies_ready():
    game = fairyrules.game("sfhiodgei")
    fen = "17/8k8/17/4T12/17/17/17/17/17/17/17/17/17/17/17/8K8/17[A|FQ] w - - 0 1"
    hint = "What stands on g16 counts as White Alibaba. For another, exchange it from the tray: Queen or Frog."
    swapped = scene(game, "e14", "g16", fen=fen)
    assert status(swapped).hint == hint
    assert status(scene(game, "e14", "g16", "g16", "n:Q1", "g16", fen=fen)).hint == ""


def test_question_about_one_move_can_be_answered_with_no():
    fen = "r1bm3b1r/3aqk3m/n1pgppp2p/7p2/7t2/a2w1BP3/Pc5P2/2PPPPM2P/2R1Q5/1NBMGTK1NR w a10j10 - 2 21"
    taken_back = ["h1", "a2", "e10", "d1", "g1", "d8"]
    game = fairyrules.game("wildeurasian-qi")
    asked = status(scene(game, "d1", "a2", "d8", "e10", "g1", "h1", *taken_back, fen=fen, trays=False)).question
    assert asked is not None
    assert asked.text == "White's move 21: was this played?"
    assert [(choice.move, choice.text) for choice in asked.choices] == [("d1a2", "Ma2"), ("none", "No")]
