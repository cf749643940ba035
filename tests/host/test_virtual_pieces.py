"""What the hands above a virtual board know of its pieces."""

import pytest

import fairyrules
from fairyrules.pieces import Piece, Side
from reedboard.board import occupancy
from reedboard.game.virtual_pieces import UNKNOWN, HandError, HandState, HeldPiece

CHESS, CRAZYHOUSE, DUAL_CHESS = map(fairyrules.game, ("chess", "crazyhouse", "dual-chess"))
PAWN, KNIGHT, BLACK_PAWN = Piece(Side.WHITE, "P"), Piece(Side.WHITE, "N"), Piece(Side.BLACK, "P")


def begun(game=CHESS, fen=None, slots=()):
    start = game.position(fen) if fen else game.start()
    known = dict(slots)
    return HandState.found(start, start, known, occupancy.expected(start, known))


def pieces(held):
    return [each.piece for each in held]


def played(state, *moves):
    position = state.position
    for move in moves:
        position = position.play(position.parse(move))
    return position


def test_hands_know_what_they_lifted_and_where_they_put_it():
    state = begun().lifted("g1").placed("e5")
    assert (state.on["e5"], "g1" in state.on, state.held) == (KNIGHT, False, ())


def test_empty_hands_have_nothing_to_place():
    assert begun().next_on("e4") is None


def test_a_capture_puts_down_the_piece_that_may_go_there():
    state = begun(fen="4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    assert state.lifted("e4").lifted("d5").next_on("d5") == PAWN
    assert state.lifted("d5").lifted("e4").next_on("d5") == PAWN
    assert state.lifted("d5").next_on("d5") == BLACK_PAWN


def test_the_victim_is_laid_aside_when_its_capture_stands_and_kept_before():
    state = begun(fen="4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").lifted("d5").lifted("e4").placed("d5")
    after = played(state, "e4d5")
    assert pieces(state.following(after, frozenset(), agreed=False).held) == [BLACK_PAWN]
    told = state.following(after, frozenset(), agreed=True)
    assert (told.held, told.aside) == ((), (BLACK_PAWN,))


def test_a_piece_taken_out_of_a_tray_stays_in_the_hand():
    state = begun(CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", {"w:P1": True, "w:P2": False}).lifted("w:P1")
    told = state.following(state.position, frozenset(), agreed=True)
    assert pieces(told.held) == [PAWN]
    assert told.trays(PAWN) == ("w:P",)
    assert told.free_slots("w:P") == ["w:P1", "w:P2"]


def test_the_game_knows_which_of_two_pieces_was_put_down():
    state = begun(fen="4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").lifted("e4").lifted("d5").placed("d5", BLACK_PAWN)
    told = state.following(played(state, "e4d5"), frozenset(), agreed=True)
    assert (told.on["d5"], told.held, told.aside) == (PAWN, (), (BLACK_PAWN,))


def test_a_pawn_becomes_what_the_game_says_it_became():
    state = begun(fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1").lifted("e7").placed("e8")
    told = state.following(played(state, "e7e8=N"), frozenset(), agreed=True)
    assert told.on["e8"] == KNIGHT


def test_a_piece_that_turns_while_it_is_held_stays_in_the_hand():
    """Black's move changes what White's Guards are; one of them was lifted before that move was certain."""
    state = begun(DUAL_CHESS).lifted("n3").placed("o4").lifted("k7").placed("j7").lifted("k2")
    told = state.following(played(state, "n3o4", "k7j7=W"), frozenset(), agreed=True)
    assert (told.held, told.aside) == ((HeldPiece(Piece(Side.WHITE, "F"), "k2"),), ())
    assert told.on["j7"] == Piece(Side.BLACK, "W")


def test_a_piece_that_was_bumped_and_then_turns_while_it_is_held_stays_in_the_hand():
    state = begun(DUAL_CHESS).lifted("n3").placed("o4").lifted("k2").placed("k4").lifted("k4").lifted("k7").placed("j7")
    told = state.following(played(state, "n3o4", "k7j7=W"), frozenset(), agreed=True)
    assert pieces(told.held) == [Piece(Side.WHITE, "F")]


def test_a_pawn_exchanged_for_one_out_of_a_tray_is_laid_aside_though_that_one_is_still_held():
    state = begun(fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1", slots={"w:Q1": True}).lifted("e7").lifted("w:Q1")
    told = state.following(played(state, "e7e8=Q"), frozenset({"e8"}), agreed=True)
    assert (pieces(told.held), told.aside) == ([Piece(Side.WHITE, "Q")], (PAWN,))


def test_a_game_taken_up_again_finds_the_lifted_piece_in_the_hand_and_the_captured_one_beside_the_board():
    start = CHESS.position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    position = start.play(start.parse("e4d5"))
    state = HandState.found(start, position, {}, frozenset({"e1", "d5"}))
    assert (pieces(state.held), state.aside) == ([Piece(Side.BLACK, "K")], (BLACK_PAWN,))
    assert HandState.found(start, start, {}, frozenset({"e1", "e8", "e4", "a1"})).on["a1"] == BLACK_PAWN
    assert HandState.found(start, start, {}, frozenset({"e1", "e8", "e4", "d5", "a1"})).on["a1"] == UNKNOWN


def test_what_was_swept_off_the_board_lies_beside_it_and_goes_where_the_game_asks_for_it():
    state = begun().arranged(frozenset())
    assert len(state.aside) == 32
    state = state.following(state.position, frozenset({"g1"}), agreed=False)
    assert state.next_on("g1") == KNIGHT
    assert state.next_on("e4") is None
    placed = state.placed("g1")
    assert (placed.on, len(placed.aside)) == ({"g1": KNIGHT}, 31)


def test_a_chosen_piece_is_placed_next_whatever_the_game_thinks():
    state = begun(fen="4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").lifted("d5").lifted("e4").choose(BLACK_PAWN)
    assert state.next_on("d5") == BLACK_PAWN
    with pytest.raises(HandError, match="no White Knight in the hand"):
        state.choose(KNIGHT)


def test_a_reserve_without_slots_gives_as_many_pieces_as_it_holds():
    state = begun(CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1").drawn("w:P")
    assert pieces(state.held) == [PAWN]
    with pytest.raises(HandError, match="No White Pawn is left"):
        state.drawn("w:P")


def test_a_captured_piece_fits_only_the_trays_of_its_own_side_where_there_is_no_reserve():
    slots = {"w:Q1": False, "b:Q1": False}
    assert begun(slots=slots).trays(Piece(Side.BLACK, "Q")) == ("b:Q",)
    assert begun(CRAZYHOUSE, slots=slots).trays(Piece(Side.BLACK, "Q")) == ("w:Q", "b:Q")
