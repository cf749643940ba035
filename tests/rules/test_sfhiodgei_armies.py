"""sFhIoDgEi by its rulings S4 and S5: frozen armies, and the Vanguard's long step."""

from fairyrules.pieces import Piece, Side
from placing import cells, moves, piece, play, targets
from placing_sfhiodgei import EVEN, KINGS, ODD, board_of

# S4: frozen armies.


def test_bound_pieces_without_their_alibaba_may_not_move_s4():
    odd, even = "Re5 Nc3 De9", "Rf6 Nd4 Vh8"
    position = board_of(f"{KINGS} {odd} {even} {EVEN}")
    assert not any(moves(position, cell) for cell in ("e5", "c3", "e9"))
    assert all(moves(position, cell) for cell in ("f6", "d4", "h8"))
    position = board_of(f"{KINGS} {odd} {even} {ODD}")
    assert all(moves(position, cell) for cell in ("e5", "c3", "e9"))
    assert not any(moves(position, cell) for cell in ("f6", "d4", "h8"))


def test_enemy_alibaba_thaws_nobody_else_s4():
    assert not moves(board_of(f"{KINGS} Re5 aq1"), "e5")


def test_frozen_piece_attacks_nothing_s4_g4():
    assert not board_of("Ki3 ki16 ri9").in_check()
    assert not board_of("Ki3 ki16 ri9 ab2").in_check()
    assert board_of("Ki3 ki16 ri9 aa1").in_check()


def test_taking_the_alibaba_may_end_a_check_s4():
    position = board_of("Ki3 ki16 ri9 aa1 Qa9")
    assert "a9a1" in moves(position)
    assert not play(position, "a9a1").is_attacked(position.game.board.cell("i3"), Side.BLACK)


def test_tusk_is_never_frozen_nor_bound_to_promote_on_odd_cells_s4():
    assert targets(board_of(f"{KINGS} Te4"), "e4") == cells("c6 g6")
    assert targets(board_of(f"{KINGS} Te5"), "e5") == cells("c7 g7")
    assert moves(board_of(f"{KINGS} Ta15", reserves="[QA|R]"), "a15") == {"a15c17"}


def test_bound_kind_of_even_rank_and_odd_file_belongs_to_neither_binding_s4():
    assert moves(board_of(f"{KINGS} Re6"), "e6")
    # It thaws nobody as an Alibaba, and does not promote.
    assert not moves(board_of(f"{KINGS} Ae6 Rf6 Ra5"), "f6") | moves(board_of(f"{KINGS} Ae6 Rf6 Ra5"), "a5")
    assert not [text for text in moves(board_of("Ki2 kq17 Re14 Be12 De14"), "e") if "=" in text]


def test_drops_stay_allowed_while_a_binding_is_frozen_s4():
    position = board_of(KINGS, reserves="[DR|]")
    assert {"R@e5", "D@e5"} <= moves(position)


def test_dropped_alibaba_thaws_its_binding_s4():
    position = play(board_of(f"{KINGS} Re5", reserves="[A|]"), "A@a1", "i16i17")
    assert moves(position, "e5")


# S5: the Vanguard's long step.


def test_vanguard_advances_four_over_two_empty_cells_s5():
    assert targets(board_of(f"{KINGS} {EVEN} Vd4"), "d4") == cells("d6 d8")
    assert targets(board_of(f"{KINGS} {EVEN} Vd4 dd5 dd7"), "d4") == cells("d6 d8")
    assert targets(board_of(f"{KINGS} {EVEN} Vd4 dd6"), "d4") == set()
    assert targets(board_of(f"{KINGS} {EVEN} Vd4 dd8"), "d4") == cells("d6")
    assert targets(board_of(f"{KINGS} {EVEN} Vd6"), "d6") == cells("d8")
    assert targets(board_of(f"{KINGS} ab2 vd14", side="b"), "d14") == cells("d12 d10")


def test_vanguard_that_advanced_four_is_taken_by_a_vanguard_at_once_s5():
    position = play(board_of(f"{KINGS} {EVEN} Vd4 vf8 ab16 tb8 rd16"), "d4d8")
    assert position.fen().split()[3] == "d6"
    assert {"f8d6"} == {text for text in moves(position) if text.endswith("d6") and text[0] in "fb"} - {"b8d6"}
    after = play(position, "f8d6")
    assert piece(after, "d8") is None
    assert piece(after, "d6") == Piece(Side.BLACK, "V")
    assert after.reserve("n") == {"V": 1}
    assert after.halfmove == 0
    assert piece(play(position, "b8d6"), "d8") == Piece(Side.WHITE, "V")
    assert "f8d6" not in moves(play(position, "i16i17", "i2i1"))


def test_frozen_vanguard_neither_advances_nor_takes_in_passing_s5_s4():
    assert not moves(board_of(f"{KINGS} Vd4"), "d4")
    assert "f8d6" not in moves(play(board_of(f"{KINGS} {EVEN} Vd4 vf8"), "d4d8"))
