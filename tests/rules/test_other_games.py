"""The games that others play too: what their names promise, beside the agreement with Fairy-Stockfish."""

from fairyrules.pieces import Piece, Side
from placing import moves, piece, place, play, play_checks, targets


def test_pawn_drop_may_check_but_not_mate_in_shogi():
    pieces = "Ke1 ka9 Gb7 Be6"
    assert "P@a8" not in moves(place("shogi", pieces, reserves="[P]"))
    # Any other drop may mate, and a Pawn may check where an answer is left.
    mated = play(place("shogi", pieces, reserves="[G]"), "G@a8")
    assert str(mated.outcome()) == "1-0"
    assert "P@a8" in moves(place("shogi", "Ke1 ka9 Gb7", reserves="[P]"))
    assert "P@a8" in moves(place("shogi", "Ke1 ka9 Rb1 Lh8", reserves="[P]"))


def test_second_pawn_is_not_dropped_on_a_file_in_shogi():
    position = place("shogi", "Ke1 ke9 Pc5 +Pd5 pf5", reserves="[P]")
    files = {text[2] for text in moves(position, "P@")}
    assert files == set("abdefghi")


def test_captured_promotion_is_held_unpromoted_in_shogi():
    assert play(place("shogi", "Ke1 ke9 Ra5 +pa7", reserves="[]"), "a5a7").reserve("w") == {"P": 1}


def test_promoted_pawn_is_a_pawn_again_when_taken_in_crazyhouse():
    position = play(place("crazyhouse", "Kh1 kh8 Pa7 rb2", reserves="[]"), "a7a8=+Q")
    assert piece(position, "a8") == Piece(Side.WHITE, "+Q")
    after = play(position, "h8h7", "h1g1", "b2b8", "a8b8")
    assert after.reserve("w") == {"R": 1}
    taken = play(place("crazyhouse", "Kh1 kh6 +Qa8 ra2", reserves="[]", side="b"), "a2a8")
    assert taken.reserve("b") == {"P": 1}


def test_pawns_are_not_dropped_on_end_ranks_in_crazyhouse():
    drops = moves(place("crazyhouse", "Ke1 ke8", reserves="[PN]"))
    assert "N@a1" in drops
    assert {text[3] for text in drops if text[:2] == "P@"} == set("234567")


def test_king_castles_three_cells_in_capablanca():
    position = place("capablanca", "Kf1 Ra1 Rj1 kf8", castling="a1j1")
    assert {"f1c1", "f1i1"} <= moves(position)
    assert piece(play(position, "f1i1"), "h1") == Piece(Side.WHITE, "R")
    assert piece(play(position, "f1c1"), "d1") == Piece(Side.WHITE, "R")


def test_pawn_becomes_only_what_is_lost_in_grand():
    officers = "Qb1 Ca1 Ac1 Rd1 Re1 Bf1 Bg1 Nh1"
    assert moves(place("grand", f"Kj1 kj10 Pa9 {officers}"), "a9") == {"a9a10=N"}
    assert moves(place("grand", f"Kj1 kj10 Pa9 {officers} Ni1"), "a9") == set()
    assert moves(place("grand", f"Kj1 kj10 Pa8 {officers}"), "a8") == {"a8a9", "a8a9=N"}


def test_pawn_with_nothing_to_become_still_gives_check_in_grand():
    officers = "Qb1 Ca1 Ac1 Rd1 Re1 Bf1 Bg1 Nh1 Ni1"
    assert place("grand", f"Kj1 kb10 Pc9 {officers}", side="b").in_check()


def test_stalemate_and_facing_lose_or_forbid_in_xiangqi():
    assert "d1e1" not in moves(place("xiangqi", "Kd1 ke10"))
    stalemated = place("xiangqi", "Ke1 kd10 Re9", side="b")
    assert not stalemated.in_check()
    assert str(stalemated.outcome()) == "1-0"


def test_perpetual_check_loses_in_xiangqi():
    checks = ("a9a10", "e10e9", "a10a9", "e9e10")
    position = play(place("xiangqi", "Kd1 ke9 Ra9", side="b"), "e9e10", *checks, *checks)
    assert (str(position.outcome()), position.outcome().reason) == ("0-1", "perpetual check")


def test_perpetual_check_by_both_sides_draws_in_xiangqi():
    # Each Horse, before its own King or before the other, makes one Cannon blind and gives the other its hurdle.
    checks = ("d9c7", "c9d7", "c7d9", "d7c9")
    position = play_checks(place("xiangqi", "Kd1 Ca9 Nd9 ke9 cd10 nc9"), *checks, *checks)
    assert (str(position.outcome()), position.outcome().reason) == ("1/2-1/2", "repetition")


def test_courier_pawn_becomes_a_ferz_in_courier():
    assert moves(place("courier", "Ka1 kl8 Pc7"), "c7") == {"c7c8=F"}
    assert targets(place("courier", "Ka1 kl8 Ee4 pf5 pd5"), "e4") == {"c6", "g6", "c2", "g2"}
