"""Wildeurasian Qi by its rulings."""

import pytest

import fairyrules
from fairyrules.equipment import Set
from fairyrules.errors import IllegalPositionError, UnknownGameError
from placing import moves, place, play, targets

GAME = "wildeurasian-qi"
KINGS = "Ke1 kj10"


def qi(pieces, variant="", **fields):
    return place(GAME + variant, pieces, **fields)


def ninth(pieces):
    """The pieces and seven more Wazirs of White, which with one among them are eight."""
    return f"{pieces} Wa1 Wb1 Wc1 Wa2 Wb2 Wc2 Wa3"


# W1: the array that fits all of the text.


def test_array_is_the_one_that_fits_the_text_w1():
    start = fairyrules.game(GAME).start()
    assert start.fen() == (
        "rnbmgtmbnr/1c1aqka1c1/p1pppppp1p/10/10/10/10/P1PPPPPP1P/1C1AQKA1C1/RNBMGTMBNR w a1j1a10j10 - 0 1"
    )
    # Knights are en prise to the Cannons through the gaps, recaptured by Rooks; Bishops on a4 and j4 reach the Camels.
    assert moves(start, "b2") >= {"b2b10"}
    assert "a10b10" in moves(play(start, "b2b10"))
    # Knights are trapped; Camels and the Gnu are not.
    assert not targets(start, "b1")
    assert targets(start, "d1")
    assert targets(start, "e1")
    # The Tank has two pieces in every direction.
    assert not targets(start, "f1")


# W2: Knights are the large set's, Camels the small set's.


def test_knights_and_camels_take_the_knights_of_both_sets_w2():
    equipment = fairyrules.game(GAME).equipment
    assert (equipment["N"].set, equipment["M"].set) == (Set.LARGE, Set.SMALL)


# W3: King, Queen, Tank and Gnu never cross the River, nor attack across it.


@pytest.mark.parametrize("piece", ["Q", "G", "K"])
def test_compound_stays_on_its_side_of_the_river_w3(piece):
    pieces = f"{KINGS} {piece}c5" if piece != "K" else "Ke5 kj9"
    cell = "e5" if piece == "K" else "c5"
    reached = targets(qi(pieces), cell)
    assert reached
    assert all(int(target[1:]) <= 5 for target in reached)


def test_tank_takes_across_the_river_no_more_than_others_w3():
    assert "c5c8" not in moves(qi(f"{KINGS} Tc5 pc7 pc8"))
    assert "c5c1" in moves(qi(f"{KINGS} Tc5 Wc3 nc1"))


def test_queen_gives_no_check_across_the_river_w3():
    assert not qi("Ke1 kc8 Qc5", side="b").in_check()
    assert qi("Ke1 kc8 Rc5", side="b").in_check()


# W4: a Pawn that lands beyond the River becomes a Wazir at once; a Wazir never turns back.


def test_pawn_becomes_a_wazir_beyond_the_river_w4():
    position = qi(f"{KINGS} Pe5 nd6")
    assert moves(position, "e5") == {"e5e6=W", "e5d6=W"}
    assert moves(qi(f"{KINGS} Pe4"), "e4") == {"e4e5"}
    after = play(position, "e5d6=W")
    assert str(after.piece_at(after.game.board.cell("d6"))) == "W"


def test_black_pawn_becomes_a_wazir_beyond_the_river_w4():
    assert moves(qi(f"{KINGS} pe6", side="b"), "e6") == {"e6e5=W"}


def test_wazir_returns_as_a_wazir_w4():
    assert moves(qi(f"{KINGS} We6"), "e6") == {"e6e7", "e6d6", "e6f6", "e6e5"}


# W5: a Wazir ending a move on an end rank may become what its side has lost.


def test_wazir_on_the_enemy_end_rank_becomes_what_was_lost_but_no_compound_w5():
    position = qi(f"{KINGS} Wc9 Ra2 Rb2 Bc2 Nd2 Ne2 Ma3 Mb3 Cc3 Cd3 Ae3 Af3")
    assert moves(position, "c9c10") == {"c9c10", "c9c10=B"}


def test_wazir_on_its_own_end_rank_becomes_compounds_too_w5():
    position = qi(f"{KINGS} Wc2 Ra2 Rb2 Bd2 Bg2 Nh2 Ni2 Ma3 Mb3 Cc3 Cd3 Ae3 Af3 Tg3")
    assert moves(position, "c2c1") == {"c2c1", "c2c1=Q", "c2c1=G"}


def test_wazir_moving_along_an_end_rank_may_promote_w5():
    assert "a10b10=R" in moves(qi(f"{KINGS} Wa10"))
    assert "a9b9=R" not in moves(qi(f"{KINGS} Wa9"))


def test_wazir_becomes_nothing_while_nothing_is_lost_w5():
    complete = "Ke1 kj10 Wa9 Ra1 Rb1 Bc1 Bd1 Ng1 Nh1 Ma2 Mb2 Cc2 Cd2 Ag2 Ah2"
    assert moves(qi(complete), "a9a10") == {"a9a10"}


def test_wazir_of_black_counts_end_ranks_from_its_own_side_w5():
    assert "a2a1=Q" not in moves(qi(f"{KINGS} wa2", side="b"))
    assert "a9a10=Q" in moves(qi(f"{KINGS} wa9", side="b"))


# W6: Kings on one file or diagonal with nothing between are illegal for whoever brings it about.


def test_king_may_not_step_to_face_the_other_on_a_file_w6():
    assert targets(qi("Ka1 kb9"), "a1") == {"a2"}


def test_king_may_not_step_to_face_the_other_on_a_diagonal_w6():
    position = qi("Kb1 kj10")
    assert "b1a1" not in moves(position)
    assert "b1b2" not in moves(qi("Kb1 ki9"))


def test_piece_between_the_kings_may_not_leave_w6():
    assert targets(qi("Ke1 ke10 Ce5"), "e5") == {"e2", "e3", "e4", "e6", "e7", "e8", "e9"}
    assert not targets(qi("Ka1 kj10 Rd4"), "d4")


def test_kings_on_one_rank_do_not_face_w6():
    # Only files and diagonals count; both Kings on one rank cannot come up, for the River parts them.
    assert fairyrules.game(GAME).sheet.facing == "fbRB"


def test_bare_facing_is_not_check_w6_g1():
    # White's King may not go to b1, where it would face the other; a2 and b2 are attacked.
    position = qi("Ka1 kb9 rh2")
    assert not moves(position)
    assert not position.in_check()
    assert (str(position.outcome()), position.outcome().reason) == ("1/2-1/2", "stalemate")


# W7: castling rights float with King and Rook inside their homes.


def test_castling_brings_king_to_the_bishop_and_rook_to_the_camel_file_w7():
    position = qi("Kf2 Ra2 Rj2 kb10", castling="a2j2")
    assert moves(position, "f2h2") == {"f2h2"}
    assert play(position, "f2h2").fen().split()[0].split("/")[8] == "R5RK2"
    assert play(position, "f2c2").fen().split()[0].split("/")[8] == "2KR5R"


def test_right_follows_its_rook_and_king_inside_their_homes_w7():
    start = qi("Kf1 Ra1 Rj1 kb10 pj7", castling="a1j1")
    moved = play(start, "a1a2", "j7j6", "f1e2", "j6j5=W")
    assert moved.fen().split()[2] == "a2j1"
    assert "e2c2" in moves(moved)
    assert "e2h2" not in moves(moved)  # that Rook is on another rank
    assert play(moved, "a2b2").fen().split()[2] == "b2j1"


@pytest.mark.parametrize(
    ("move", "rights"), [("a1c1", "j1"), ("a1a3", "j1"), ("e2d2", "-"), ("e2e3", "-"), ("e2f1", "a1j1")]
)
def test_right_is_lost_by_leaving_the_home_w7(move, rights):
    assert play(qi("Ke2 Ra1 Rj1 ki8", castling="a1j1"), move).fen().split()[2] == rights


def test_right_is_lost_with_a_taken_rook_w7():
    assert play(qi("Ke2 Ra1 Rj1 ki8 ra8", side="b", castling="a1j1"), "a8a1").fen().split()[2] == "j1"


@pytest.mark.parametrize(
    "pieces",
    [
        "Kf1 Rj1 kb10 rh8",  # into check
        "Kf1 Rj1 kb10 rg8",  # through check
        "Kf1 Rj1 kb10 rf8",  # out of check
        "Kf1 Rj1 kh10",  # into bare facing
        "Kf1 Rj1 kg10",  # through bare facing
        "Kf1 Rj1 kb10 Ni1",  # not empty
    ],
)
def test_castling_not_in_through_or_into_check_or_facing_w7(pieces):
    assert "f1h1" not in moves(qi(pieces, castling="j1"))
    assert "f1h1" in moves(qi("Kf1 Rj1 kb10", castling="j1"))


def test_promoted_rook_never_castles_w7():
    position = play(qi("Kf1 Wa2 kj9"), "a2a1=R", "j9i9")
    assert position.fen().split()[2] == "-"
    assert "f1c1" not in moves(position)


# W8: Cannon, Arrow and Tank move as riders and take over exactly one piece.


def test_cannon_arrow_and_tank_take_over_exactly_one_piece_w8():
    cannon = qi(f"{KINGS} Cc3 pc5 pc7 pc9 We3 nh3")
    assert "c3c7" in moves(cannon)
    assert not {"c3c5", "c3c6", "c3c9"} & moves(cannon)
    assert "c3h3" in moves(cannon)  # over a piece of its own side
    arrow = qi(f"{KINGS} Aa2 pc4 pe6 ph9")
    assert moves(arrow, "a2") == {"a2b1", "a2b3", "a2e6"}
    tank = qi(f"{KINGS} Ta1 pa3 pa5 pb2 pd4")
    assert {"a1a5", "a1d4"} <= moves(tank)
    assert not {"a1a3", "a1b2"} & moves(tank)


def test_filling_a_cell_before_a_cannon_gives_it_a_hurdle_w8():
    position = qi("Ke1 kj10 ce9 Rb5")
    assert "b5e5" not in moves(position)
    assert "b5d5" in moves(position)


def test_screen_before_a_cannon_may_not_leave_when_another_stays_w8():
    position = qi("Ke1 kj10 ce9 Re5 pe7")
    assert moves(position, "e5") == {"e5e2", "e5e3", "e5e4", "e5e6"}


# The sub-variants.


def test_full_front_pawn_stays_before_the_river_while_there_are_eight_wazirs():
    full = ninth("Ke1 kj10 Pe5 nd6 We7")
    assert moves(qi(full, "/full-front"), "e5") == set()
    assert moves(qi(full), "e5") == {"e5e6=W", "e5d6=W"}
    seven = full.replace(" Wa1", "")
    assert moves(qi(seven, "/full-front"), "e5") == {"e5e6=W", "e5d6=W"}


def test_full_front_pawn_that_may_not_cross_attacks_nothing_beyond_g4():
    full = ninth("Ke1 kd6 Pe5 Wj7")
    assert not qi(full, "/full-front", side="b").in_check()
    assert qi(full, side="b").in_check()


def test_full_front_capture_of_a_wazir_may_uncover_the_own_king_to_a_pawn():
    # Taking one of the eight Wazirs lets the Pawn on e5 cross again, and so attack d6.
    full = ninth("Ke1 kd6 Pe5 Wj7 rj9")
    assert "j9j7" not in moves(qi(full, "/full-front", side="b"))
    assert "j9j8" in moves(qi(full, "/full-front", side="b"))


def test_korean_cannon_needs_its_hurdle_for_every_move():
    position = qi(f"{KINGS} Cc3 pc5 pc8", "/korean")
    assert moves(position, "c3") == {"c3c6", "c3c7", "c3c8"}
    assert "/w1wwwwww1w/" in fairyrules.game(GAME + "/korean").start().fen()


def test_no_castling_has_no_rights():
    assert fairyrules.game(GAME + "/no-castling").start().fen().split()[2] == "-"


@pytest.mark.parametrize(
    ("name", "quiet", "taking"),
    [
        ("steward", {"e7", "e5", "d6", "f6"}, {"d7", "f7", "d5", "f5"}),
        ("gold", {"e7", "e5", "d6", "f6", "d7", "f7"}, {"e7", "e5", "d6", "f6", "d7", "f7"}),
        ("silver", {"e7", "d7", "f7", "d5", "f5"}, {"e7", "d7", "f7", "d5", "f5"}),
    ],
)
def test_intermediate_promotee_moves_in_its_own_way(name, quiet, taking):
    assert targets(qi(f"{KINGS} We6", f"/{name}"), "e6") == quiet
    around = " ".join(f"p{file}{rank}" for file in "def" for rank in (5, 6, 7) if (file, rank) != ("e", 6))
    assert {text[2:4] for text in moves(qi(f"{KINGS} We6 {around}", f"/{name}"), "e6")} == taking


def test_own_array_is_played_from_and_counted():
    game = fairyrules.game(GAME + "/array=NRBMGTMBRN,1C1AKQA1C1")
    assert game.start().fen().startswith("nrbmgtmbrn/1c1akqa1c1/")
    assert game.start().fen().split()[2] == "b1i1b10i10"
    off = fairyrules.game(GAME + "/array=NBRMGTMRBN,1C1AKQA1C1")
    assert off.start().fen().split()[2] == "-"


@pytest.mark.parametrize(
    "chosen",
    ["bronze", "gold+silver", "korean+korean", "array=RNB,10", "array=RNBMGTMBNR,1C1AQQA1C1", "array=", ""],
)
def test_sub_variant_that_cannot_be_is_refused(chosen):
    with pytest.raises(UnknownGameError):
        fairyrules.game(f"{GAME}/{chosen}")


def test_sub_variants_join_in_any_order_into_one_game_g6():
    assert fairyrules.game(GAME + "/gold+full-front") is fairyrules.game(GAME + "/full-front+gold")


def test_kings_facing_are_refused_g7():
    with pytest.raises(IllegalPositionError, match="face each other"):
        qi("Ke1 ke10")
