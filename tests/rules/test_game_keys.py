"""Each key of a sheet by which games differ, in the games of the house and in TOML files."""

import random
from pathlib import Path

import pytest

import fairyrules
from fairyrules import toml
from fairyrules.errors import SheetError
from fairyrules.moves import Gating, Pass
from own_sheets import ROOK, small_sheet
from placing import moves, place, play
from reedboard.opponent.forms import VARIANTS
from walking import positions

CHESS = """
name = "{name}"
array = ["rnbqkbnr", "pppppppp", "8", "8", "8", "8", "PPPPPPPP", "RNBQKBNR"]
{top}
[board]
files = 8
ranks = 8
[kinds.P]
name = "Pawn"
moves = "mfWcfFimfW2"
home = "a2-h2"
pawn = true
[kinds.N]
name = "Knight"
moves = "N"
[kinds.B]
name = "Bishop"
moves = "B"
[kinds.R]
name = "Rook"
moves = "R"
[kinds.Q]
name = "Queen"
moves = "Q"
[kinds.K]
name = "King"
moves = "K"
{king}
[[promotions]]
kinds = ["P"]
zone = "a8-h8"
into = [{into}]
[[passing]]
kind = "P"
taken_by = ["P"]
{tables}
"""
ROYAL = "royal = true"
OFFICERS = '"Q", "R", "B", "N"'
CASTLING = """
[[castlings]]
kind = "K"
partner = "R"
home = "e1"
[[castlings.wings]]
partner_home = "h1"
target_file = "g"
partner_file = "f"
[[castlings.wings]]
partner_home = "a1"
target_file = "c"
partner_file = "d"
"""


def chess(king=ROYAL, into=OFFICERS, top="", tables=CASTLING):
    return toml.read(CHESS.format(name="By keys", king=king, into=into, top=top, tables=tables), "keys.toml")


BY_KEYS = {
    "king-of-the-hill": {"tables": CASTLING + '[[endings]]\ntype = "goal"\nkinds = ["K"]\ncells = "d4-e5"'},
    "three-check": {"tables": CASTLING + '[[endings]]\ntype = "checks"\ncount = 3'},
    "antichess": {
        "king": "",
        "into": OFFICERS + ', "K"',
        "top": "must_capture = true\nstalemate_wins = true",
        "tables": '[[endings]]\ntype = "extinction"\nwins = true',
    },
    "atomic": {
        "tables": CASTLING + '[bursts]\nspared = ["P"]\n[[endings]]\ntype = "extinction"\nkinds = ["K"]',
    },
}


@pytest.mark.parametrize("game_id", BY_KEYS)
def test_toml_sheet_of_a_game_plays_as_the_game_of_the_house(game_id):
    theirs = chess(**BY_KEYS[game_id]).start()
    ours = fairyrules.game(game_id).start()
    rng = random.Random(game_id)
    for _ in range(60):
        assert list(map(str, theirs.legal_moves())) == list(map(str, ours.legal_moves())), ours.fen()
        assert str(theirs.outcome()) == str(ours.outcome())
        if ours.outcome() is not None:
            break
        taking = [move for move in ours.legal_moves() if ours.effect(move).removals]
        text = str(rng.choice(taking if taking and rng.random() < 0.4 else ours.legal_moves()))
        theirs, ours = theirs.play(theirs.parse(text)), ours.play(ours.parse(text))


TWO_KINGS = small_sheet("Two Kings", "k...k", ".....", "..R..", ".....", "K...K", kind=ROOK)


def test_none_of_several_royal_pieces_may_be_left_attacked():
    game = toml.read(TWO_KINGS, "two.toml")
    position = game.position("k3k/5/2R2/5/K3K w - - 0 1")
    assert not position.in_check()
    checked = play(position, "c3a3")
    assert checked.in_check()
    assert {str(move) for move in checked.legal_moves()} == {"a5b5", "a5b4"}
    assert play(position, "c3c5").outcome().reason == "checkmate"
    assert game.position(checked.fen()) == checked


def test_side_passes_unless_in_check():
    sheet = TWO_KINGS.replace('name = "Two Kings"', 'name = "Passing"\nmay_pass = true')
    position = toml.read(sheet, "passing.toml").start()
    passed = play(position, "pass")
    assert passed.pieces() == position.pieces()
    assert passed.side is not position.side
    assert position.effect(Pass()).removals == ()
    assert position.parse_san("pass") == Pass()
    assert "pass" not in moves(play(position, "c3c5"))


def test_side_that_holds_something_puts_it_up_first():
    sheet = TWO_KINGS + '[reserves]\nstart = "RRr"\ndrops = "a2-e2"\nfirst = true\ncaptured = false'
    position = toml.read(sheet, "first.toml").start()
    assert moves(position) == {"R@a2", "R@b2", "R@c2", "R@d2", "R@e2"}
    later = play(position, "R@a2", "R@a4", "R@b2")
    assert later.reserve("w") == {}
    assert "R@c4" not in moves(later)
    taken = play(play(later, "e5e4"), "a2a4")
    assert taken.reserve("w") == {}


def test_piece_enters_behind_another_once_in_s_chess():
    start = fairyrules.game("s-chess").start()
    entered = play(start, "b1c3/H")
    assert entered.piece_at(entered.board.cell("b1")).kind == "H"
    assert entered.reserve("w") == {"E": 1}
    assert "gates=a1c1d1e1f1g1h1" in entered.fen()
    back = play(entered, "b8c6", "c3e4", "c6b8", "e4c3")
    assert not any(isinstance(move, Gating) and str(move).startswith("b1") for move in play(back, "a7a6").legal_moves())
    assert start.san(start.parse("b1c3/H")) == "Nc3/H"
    assert start.parse_san("Nc3/H") == start.parse("b1c3/H")


def test_capture_in_passing_goes_straight_after_a_step_aside_in_berolina():
    position = play(place("berolina", "Ke1 ke8 Pe2 pf4"), "e2g4")
    assert position.fen().split()[3] == "f3>g4"
    assert position.game.position(position.fen()) == position
    taken = play(position, "f4f3")
    assert {str(piece) for piece in taken.pieces().values()} == {"K", "k", "p"}


def test_burst_takes_the_taker_and_what_stands_around_but_pawns_in_atomic():
    position = play(place("atomic", "Ka1 ka8 Rd1 rd5 nc6 pe5 Pe4"), "d1d5")
    assert {position.board.name(cell) for cell in position.pieces()} == {"a1", "a8", "e5", "e4"}


def test_king_that_touches_the_other_is_not_in_check_in_atomic():
    assert place("atomic", "Ka1 ka8 rh1").in_check()
    assert not place("atomic", "Ka1 ka2 rh1").in_check()


def test_black_follows_onto_the_goal_for_a_draw_in_racing_kings():
    position = play(place("racing-kings", "Ka7 kh7 Ra1"), "a7a8")
    assert position.outcome() is None
    assert str(play(position, "h7h8").outcome()) == "1/2-1/2"
    assert str(play(position, "h7h6").outcome()) == "1-0"
    assert str(play(place("racing-kings", "Ka7 kh6 Ra1"), "a7a8").outcome()) == "1-0"


def test_bare_king_loses_unless_it_bares_the_other_in_shatranj():
    assert str(play(place("shatranj", "Ke1 ke8 Ra1 Rb1 ra8"), "a1a8").outcome()) == "1-0"
    spared = play(place("shatranj", "Ke1 kb7 Ra1 ra8"), "a1a8")
    assert spared.outcome() is None
    assert play(spared, "b7a8").outcome() is None


def test_endgame_is_counted_in_makruk():
    position = play(place("makruk", "Ke1 ke8 Ra1 pa2"), "a1a2")
    assert "count=6/32" in position.fen()
    for _ in range(6):
        position = play(position, "e8d8", "a2a3", "d8e8", "a3a2")
    assert "count=30/32" in position.fen()
    assert position.outcome() is None
    over = play(position, "e8d8", "a2a3", "d8e8")
    assert (str(over.outcome()), over.outcome().reason, over.legal_moves()) == ("1/2-1/2", "counted out", ())


def test_generals_that_face_have_to_be_parted_or_the_side_passes_in_janggi():
    position = place("janggi", "Ke2 ke9 Ra1 ra10")
    assert all(str(move) == "pass" or str(move)[:2] == "e2" or str(move)[2] == "e" for move in position.legal_moves())
    ended = play(position, "pass")
    assert (str(ended.outcome()), ended.legal_moves()) == ("0-1", ())


def test_cannon_neither_hops_over_a_cannon_nor_takes_one_in_janggi():
    assert "a1a5" not in moves(place("janggi", "Ke2 kf9 Ca1 Ca3"), "a1")
    assert "a1a5" in moves(place("janggi", "Ke2 kf9 Ca1 Ra3"), "a1")
    assert "a1a5" not in moves(place("janggi", "Ke2 kf9 Ca1 Ra3 ca5"), "a1")
    assert place("janggi", "Ke2 kf9 ce10 nc2 ne5").in_check()


def test_numbers_of_chess960_give_960_arrays():
    found = {fairyrules.game(f"chess960/position={number}").sheet.array for number in range(0, 960, 40)}
    assert len(found) == 24
    assert fairyrules.game("chess960/position=518").start().fen() == fairyrules.game("chess").start().fen()
    for wrong in ("960", "-1", "007", "x", ""):
        with pytest.raises(fairyrules.errors.UnknownGameError):
            fairyrules.game(f"chess960/position={wrong}")


@pytest.mark.parametrize(
    ("ending", "complaint"),
    [
        ('type = "gaol"', r"type = 'gaol': expected one of goal, checks"),
        ('type = "checks"\ncount = 0', "count = 0: expected a whole number from 1 on"),
        ('type = "goal"\nkinds = ["X"]\ncells = "d4"', "kinds = .*: expected a list of kinds"),
        ('type = "standstill"\nvalues = ["R x"]', "values = .*: expected a list of kinds with a number each"),
    ],
)
def test_ending_with_a_mistake_names_key_value_and_expectation(ending, complaint):
    with pytest.raises(SheetError, match=complaint):
        chess(tables=f"[[endings]]\n{ending}")


@pytest.mark.parametrize("game_id", ["s-chess", "three-check", "makruk", "janggi", "sittuyin"])
def test_what_a_key_counts_is_a_part_of_the_position(game_id):
    for position in positions(game_id, random.Random(game_id), 2, 60, rare=0.4):
        again = position.game.position(position.fen())
        assert again == position
        assert again.key == position.key


@pytest.mark.parametrize("game_id", VARIANTS)
def test_sheet_of_a_game_by_keys_is_short(game_id):
    sheet = Path(fairyrules.__file__).parent / "variants" / f"{game_id.replace('-', '_')}.py"
    assert len(sheet.read_text(encoding="utf-8").splitlines()) <= 40
