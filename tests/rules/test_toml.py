"""Games of one's own: the example can be played, and every mistake is named by file, key, value and expectation."""

import random

import pytest

from fairyrules import Outcome, pgn, toml
from fairyrules.errors import SheetError
from fairyrules.moves import Drop
from own_sheets import POCKET_ROOKS, POND_CHESS, small_sheet

DROPS = (
    POCKET_ROOKS
    + """
[kinds."+R"]
name = "Tower"
moves = "RF"
[[promotions]]
kinds = ["R"]
zone = "a4-d4"
into = ["+R"]
forced = false
"""
)

WALK = """[kinds.P]
name = "Pawn"
moves = "W"
pawn = true
"""
WALKERS = small_sheet("Walkers", "k....", "..p..", ".....", ".P...", "....K", kind=WALK)


def test_toml_sheet_of_the_page_is_played_and_recorded() -> None:
    game = toml.read(POND_CHESS, "pond-chess.toml")
    rng = random.Random(3)
    for _ in range(5):
        position, moves = game.start(), []
        while position.outcome() is None and len(moves) < 120:
            moves.append(rng.choice(position.legal_moves()))
            position = position.play(moves[-1])
            assert game.position(position.fen()) == position
        text = pgn.write(pgn.GameRecord.of(game.start(), moves))
        assert pgn.write(pgn.read(text, own=game)[0]) == text


def test_toml_sheet_says_how_a_game_ends() -> None:
    stuck = toml.read(POND_CHESS, "pond-chess.toml").position("k6/7/K6/1F1*3/7/7/7 b - - 0 40")
    assert (str(stuck.outcome()), stuck.in_check()) == ("1-0", False)


def test_toml_sheet_gives_guide_and_equipment() -> None:
    game = toml.read(POND_CHESS, "pond-chess.toml")
    assert (game.id, game.name) == ("pond-chess", "Pond Chess")
    assert str(game.equipment["T"]) == "large Bishop"
    assert game.equipment["R"].count == 7
    assert game.guide.pieces["F"].startswith("Up to three")
    assert game.guide.zones[0].cells == "a7-g7"


def test_toml_sheet_may_keep_captured_pieces_with_limits() -> None:
    game = toml.read(DROPS, "pocket.toml")
    assert game.has_reserves
    position = game.position("1k2/4/4/K2R[R] w - - 0 1")
    drops = {str(move) for move in position.legal_moves() if isinstance(move, Drop)}
    assert drops == {"R@b1", "R@c1", "R@a2", "R@b2", "R@c2"}
    assert {"d1d4", "d1d4=+R"} <= {str(move) for move in position.legal_moves()}
    assert game.kinds["+R"].held == "R"


def changed(before: str, after: str) -> str:
    assert before in POND_CHESS
    return POND_CHESS.replace(before, after, 1)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("pawn = true", "pwan = true", r"kinds\.R\.pwan = true: unknown key 'pwan'; did you mean pawn\?"),
        ("[board]", "[bord]", r"bord = .*: unknown key 'bord'; did you mean board\?"),
        ('zone = "a7-g7"', 'zone = "a8-g8"', r"promotions\[1\]\.zone = 'a8-g8': expected cells .* “a8” is no cell"),
        ('zone = "a7-g7"', 'zone = "a1-g1"', r"promotions\[1\]\.zone = 'a1-g1': expected cells that Reed can reach"),
        ('zone = "a7-g7"', 'zone = ""', r"promotions\[1\]\.zone = '': expected the cells where"),
        ('moves = "K"', 'moves = "K"\nzone = "a1"', r"kinds\.K\.zone = 'a1': expected cells among which King can move"),
        ('moves = "K"', 'moves = "K"\nzone = "a1-b2"', r"kinds\.K\.zone = 'a1-b2 without d1': expected every cell"),
        ('moves = "FgQ"', 'moves = ""', r"kinds\.T\.moves = '': expected a movement that takes Toad somewhere"),
        ('moves = "FgQ"', 'moves = "(9,9)"', r"kinds\.T\.moves = '\(9,9\)': expected a movement"),
        ('moves = "FgQ"', 'moves = "xQ"', r"kinds\.T\.moves = 'xQ': expected Betza's movement notation"),
        ('moves = "FgQ"', "moves = 3", r"kinds\.T\.moves = 3: expected a text in quotes"),
        ("files = 7", "files = 40", r"board\.files = 40: expected 1 to 26"),
        ("files = 7", 'files = "7"', r"board\.files = '7': expected a whole number"),
        ("files = 7", "files = true", r"board\.files = true: expected a whole number"),
        ("files = 7\n", "", r"board\.files is missing"),
        ('holes = "d4"', 'holes = "z9"', r"board\.holes = 'z9': expected cells"),
        ('holes = "d4"', "", r"array = .*no hole here"),
        ('"...*..."', '"......."', r"array = .*where there is no cell"),
        ('"hftktfh"', '"hftktf"', r"array = .*: expected 7 ranks of 7 cells.*found 6 cells in 'hftktf', rank 7"),
        ('"hftktfh"', '"hftkxfh"', r"array = .*: expected kinds F H K R T; found 'x' in 'hftkxfh'"),
        ('"hftktfh"', '"hfthtfh"', r"array = .*: expected a k, the royal piece of Black"),
        ("royal = true", "royal = false", r"kinds = 'none royal': expected a kind with royal = true"),
        ('"H", "F", "T"', '"H", "X"', r"promotions\[1\]\.into = \['H', 'X'\]: expected a list of kinds"),
        ('name = "Heron"', "", r"kinds\.H\.name is missing"),
        ('"large Rook"', '"huge Rook"', r"kinds\.F\.equipment = 'huge Rook': expected a chessman as in large Rook"),
        ("[kinds.H]", "[kinds.heron]", r"kinds\.heron: expected a capital letter"),
        ("[[promotions]]", "[promotions]", r"promotions = .*: expected tables, as in \[\[promotions\]\]"),
        (
            'name = "Pond Chess"',
            'name = "Chess"',
            r"name = 'Chess': expected an id of its own; chess is a game",
        ),
        ('name = "Pond Chess"', "name = Pond", r"own\.toml: not a TOML file"),
        ('name = "Pond Chess"', 'name = "Pond"\nid = "A b"', r"id = 'A b': expected small letters"),
    ],
)
def test_toml_sheet_with_a_mistake_names_key_value_and_expectation(before: str, after: str, says: str) -> None:
    with pytest.raises(SheetError, match=says) as caught:
        toml.read(changed(before, after), "own.toml")
    assert str(caught.value).startswith("own.toml: ")
    assert "\n" not in str(caught.value)


CASTLING = """
[[castlings]]
kind = "K"
partner = "F"
home = "d1"
[[castlings.wings]]
partner_home = "b1"
target_file = "b"
partner_file = "c"
[[passing]]
kind = "R"
taken_by = ["R"]
"""


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('home = "d1"', 'home = "c1"', r"castlings\[1\]\.home = 'c1': expected a cell where White's K stands"),
        ('partner_home = "b1"', 'partner_home = "a1"', r"castlings\[1\]\.wings\[1\]\.partner_home = 'a1': expected"),
        (
            'target_file = "b"',
            'target_file = "z"',
            r"wings\[1\]\.target_file = 'z': expected a file a-g",
        ),
        ('partner = "F"', 'partner = "Q"', r"castlings\[1\]\.partner = 'Q': expected one of the kinds"),
        (
            'kind = "R"',
            'kind = "R"\ntaken_at = 2',
            r"passing\[1\]\.taken_at = 2: expected a rank that is passed",
        ),
    ],
)
def test_toml_castling_with_a_mistake_names_it(before: str, after: str, says: str) -> None:
    assert toml.read(POND_CHESS + CASTLING, "own.toml").start().rights
    with pytest.raises(SheetError, match=says):
        toml.read(POND_CHESS + CASTLING.replace(before, after, 1), "own.toml")


def test_toml_range_beyond_any_board_is_a_ride_and_costs_nothing() -> None:
    far = toml.read(changed('moves = "W3"', 'moves = "W999999999"'), "own.toml").start()
    ride = toml.read(changed('moves = "W3"', 'moves = "R"'), "own.toml").start()
    assert [str(move) for move in far.legal_moves()] == [str(move) for move in ride.legal_moves()]


def test_toml_pawn_that_goes_back_may_repeat_a_position() -> None:
    game = toml.read(WALKERS, "walkers.toml")
    position = game.start()
    for text in ("b2b3", "c4c3", "b3b2", "c3c4") * 2:
        assert position.outcome() is None
        position = position.play(position.parse(text))
        assert position.halfmove == 0
    assert position.outcome() == Outcome(None, "repetition")


def test_toml_promotion_may_be_limited_to_what_was_lost() -> None:
    game = toml.read(changed('into = ["H", "F", "T"]', 'into = ["H", "F", "T"]\nonly_lost = true'), "own.toml")
    full = game.position("4k2/R6/7/3*3/7/7/HFTKTFH w - - 0 1")
    assert [str(move) for move in full.legal_moves() if str(move).startswith("a6")] == []
    fewer = game.position("4k2/R6/7/3*3/7/7/1FTK1FH w - - 0 1")
    assert [str(move) for move in fewer.legal_moves() if str(move).startswith("a6")] == ["a6a7=H", "a6a7=T"]
