"""The shipped boards, and what the reader says of wrong ones."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import fairyrules
from reedboard.assets import boards
from reedboard.board.link_events import BoardShape
from reedboard.board.profile import ProfileError, check_against_games, parse, place, smallest, synthetic_text
from reedboard.board.shape_check import shape_of
from reedboard.cli.main import main

SMALL = """
id = "small"
name = "Small"
pitch_mm = 50

[sensors]
driver = "74hc165"
inputs = 8
tied = "01"

[[sensors.run]]
cells = "a1-d2"
bit = 0

[[sensors.run]]
tray = "near"
bit = 16

[[leds.run]]
cells = "a1-d2"
serpentine = true
led = 0

[trays.near]
size = 3
columns = 3
x = 0
y = -1.5

[power]
budget_ma = 400
fuse_ma = 500
supply_ma = 500

[games.toy]
near = "w: Q R*2"
filled = "Q"
"""


def toy(*cells, game_id="toy", kinds="QRK"):
    board = SimpleNamespace(cells=tuple(range(len(cells))), name=lambda cell: cells[cell])
    start = SimpleNamespace(pieces=dict, game=SimpleNamespace(has_reserves=False))
    return SimpleNamespace(id=game_id, name="Toy", board=board, kinds=dict.fromkeys(kinds), start=lambda: start)


NOWHERE = Path("no-such-home")


@pytest.fixture(params=boards.shipped())
def profile(request):
    return boards.load(request.param)


def test_shipped_board_has_its_file_name(profile):
    assert profile.id in boards.shipped()


def test_shipped_board_uses_every_bit_and_led_once(profile):
    bits = [site.bit for site in profile.sites.values()]
    leds = [site.led for site in profile.sites.values() if site.led is not None]
    assert len(set(bits)) == len(bits)
    assert sorted(leds) == list(range(profile.leds))
    assert not set(bits) & set(profile.tied)
    assert max(bits) < profile.bits


def test_shipped_strip_ties_inputs_to_both_levels(profile):
    assert set(profile.tied.values()) == {True, False}


def test_run_counts_bits_from_its_first_corner():
    small = parse(SMALL, "small.toml")
    assert {site.name: site.bit for site in small.sites.values()} == {
        "a1": 0, "b1": 1, "c1": 2, "d1": 3, "a2": 8, "b2": 9, "c2": 10, "d2": 11,
        "near1": 16, "near2": 17, "near3": 18,
    }  # fmt: skip
    assert small.tied == {6: False, 7: True, 14: False, 15: True, 22: False, 23: True}


def test_serpentine_run_turns_back_every_second_line():
    small = parse(SMALL, "small.toml")
    assert [small.site_of_led[led] for led in range(8)] == ["a1", "b1", "c1", "d1", "d2", "c2", "b2", "a2"]


def test_placement_keys_bits_by_the_games_own_names():
    placed = place(parse(SMALL, "small.toml"), toy("a1", "b1", "a2"), "b1")
    assert placed.site_of_bit == {1: "a1", 2: "b1", 9: "a2"} | {16: "w:Q1", 17: "w:R1", 18: "w:R2"}
    assert placed.site_of_led == {1: "a1", 2: "b1", 6: "a2"}
    assert placed.slots == {"w:Q1": True, "w:R1": False, "w:R2": False}
    assert placed.trays


def test_sub_variant_lies_as_its_game():
    assert place(parse(SMALL, "small.toml"), toy("a1", game_id="toy/odd")).trays


def test_placement_names_the_missing_cell_when_the_game_is_too_large():
    with pytest.raises(ProfileError, match=r"^Board small has no cell e1 for e1 of Toy; choose a larger board"):
        place(parse(SMALL, "small.toml"), toy("a1", "e1"))


def test_smallest_prefers_a_board_that_knows_the_game():
    small = parse(SMALL, "small.toml")
    smaller = parse(SMALL.replace('"small"', '"smaller"').replace("games.toy", "games.other"), "smaller.toml")
    assert smallest([smaller, small], toy("a1")) is small
    assert smallest([small], toy("z9")) is None


def test_synthetic_board_has_exactly_the_games_cells():
    made = parse(synthetic_text(toy("a1", "b1", "d1", "b3", game_id="odd one")), "made")
    assert made.cells == ("a1", "b1", "d1", "b3")
    assert made.leds == 4


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("bit = 16", "bit = 9", "b2 and near1 are both on sensor bit 9"),
        ("bit = 16", "bit = 99999999999", "bit is 99999999999; it must be 10000 or less"),
        ("\nsize = ", "\nsize = 9999999999", "; it must be 10000 or less"),
        ("\ny = -1.5", "\ny = nan", "y is nan; it must be a number"),
        ("bit = 16", "bit = 7", "a tied input of a1-d1 and near1 are both on sensor bit 7"),
        ("\ny = -1.5", "\ny = 0.5", "near1 lie on one another; move the tray"),
        ("led = 0", "led = 1", "no site has LED 0, but a2 has LED 8"),
        ("budget_ma = 400", "budget_ma = 60", "budget_ma is 60, but the board draws about 71 mA with all LEDs dark"),
        ("budget_ma = 400", "budget_ma = 600", "budget_ma 600, fuse_ma 500 and supply_ma 500 must not fall"),
        ("inputs = 8", "inputs = 5", "4 sites and 2 tied inputs do not fit a strip of 5; give it more inputs."),
        ('cells = "a1-d2"\nbit', 'cells = "a1 d2"\nbit', "'a1 d2' names no rectangle"),
        ('cells = "a1-d2"\nbit', 'cells = "a1-d0"\nbit', "'d0' is no cell"),
        ('tray = "near"', 'tray = "far"', "tray is 'far'; it must be one of near."),
        ('"74hc165"', '"magic"', "driver is 'magic'; it must be one of 74hc165, diode-matrix, mcp23017."),
        ('tied = "01"', 'tied = "0x"', "write 0 for an input tied to ground"),
        ("pitch_mm = 50", 'pitch_mm = "wide"', "pitch_mm must be a number; found 'wide'."),
        ("pitch_mm = 50", "", "small.toml lacks 'pitch_mm'"),
        ("pitch_mm = 50", "pitch_mm = 50\ncolour = 1", "small.toml, colour means nothing here"),
        ('"w: Q R*2"', '"w: Q R*3"', "near asks for 4 slots, but the tray has 3 positions"),
        ('"w: Q R*2"', '"Q R*2"', "'Q' belongs to nobody"),
        ('"w: Q R*2"', '"w: Queen"', "'Queen' is no slot"),
        ("[power]", "[power", "small.toml is not valid TOML"),
    ],
)
def test_parse_names_the_fault_when_the_file_is_wrong(old, new, complaint):
    assert old in SMALL
    with pytest.raises(ProfileError) as caught:
        parse(SMALL.replace(old, new), "small.toml")
    assert complaint in str(caught.value)
    assert "small.toml" in str(caught.value)


def test_load_names_the_boards_there_are_when_asked_for_another():
    with pytest.raises(ProfileError, match=r"No board is called '9x9'; there are .*8x8"):
        boards.load("9x9")


def test_check_names_the_slot_of_a_kind_the_game_lacks():
    small = parse(SMALL, "small.toml")
    check_against_games(small, lambda game_id: toy("a1", kinds="QRK"), "small.toml")
    with pytest.raises(ProfileError) as caught:
        check_against_games(small, lambda game_id: toy("a1", kinds="QK"), "small.toml")
    complaint = "near2 is slot w:R1, but Toy has no kind R; its kinds are K Q."
    assert str(caught.value) == f"small.toml, games, toy: {complaint}"


def test_boards_check_exits_2_with_one_sentence_when_the_file_is_wrong(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(SMALL.replace("bit = 16", "bit = 9"))
    done = CliRunner().invoke(main, ["boards", "check", str(path)])
    assert done.exit_code == 2
    assert "are both on sensor bit" in done.output
    assert "Traceback" not in done.output


def test_boards_list_shows_every_shipped_board():
    done = CliRunner().invoke(main, ["boards", "list"])
    assert done.exit_code == 0
    assert all(board in done.output for board in boards.shipped())


@pytest.mark.parametrize(
    ("game_id", "filled"),
    [
        ("wildeurasian-qi", {"w:W1", "w:W2", "w:W3", "w:W4", "w:W5", "w:W6", "w:W7", "w:W8"}),
        ("wildeurasian-qi/full-front", {"w:W1", "w:W2", "w:W3", "w:W4", "w:W5", "w:W6"}),
        ("wildeurasian-qi/korean", set()),
    ],
)
def test_large_pawns_that_the_array_leaves_over_wait_in_their_slots(game_id, filled):
    placed = place(boards.load("10x10"), fairyrules.game(game_id))
    assert {slot for slot, full in placed.slots.items() if full and slot.startswith("w:")} == filled


def test_trays_hold_what_the_first_position_leaves_over():
    game = fairyrules.game("wildeurasian-qi")
    placed = place(boards.load("10x10"), game)
    start = game.position("5k4/10/10/3WW5/10/10/10/10/4K5/10 w - - 0 1")
    full = [slot for slot, there in placed.stocked(start).slots.items() if there]
    assert full == [*(f"w:W{n}" for n in range(1, 7)), *(f"b:W{n}" for n in range(1, 9))]


def test_trays_hold_the_reserves_of_the_first_position():
    game = fairyrules.game("sfhiodgei")
    start = game.position("8k8/17/17/17/17/17/17/17/17/17/17/17/17/17/17/8K8/17[DDs|FI] w - - 0 1")
    placed = place(boards.load("17x17"), game)
    full = {slot for slot, there in placed.stocked(start).slots.items() if there}
    assert full == {"w:D1", "w:D2", "b:S1", "n:F1", "n:I1"}
    assert not any(placed.slots.values())


@pytest.mark.parametrize("game_id", fairyrules.games())
def test_every_game_has_a_shipped_board_that_knows_it(game_id):
    game = fairyrules.game(game_id)
    profile = smallest(map(boards.load, boards.shipped()), game)
    assert profile is not None
    assert game_id in profile.games
    assert len(place(profile, game).cells) == len(game.board.cells)


def test_shipped_boards_pass_their_own_check(profile):
    check_against_games(profile, fairyrules.game, profile.id)


def test_games_lie_on_the_boards_made_for_them():
    for board, game_id in (("8x8", "chess"), ("10x10", "wildeurasian-qi/korean")):
        profile = boards.load(board)
        game = fairyrules.game(game_id)
        placed = place(profile, game)
        assert len(placed.cells) == len(game.board.cells)
        assert smallest(map(boards.load, boards.shipped()), game).id == board


@given(st.integers(0, 200), st.sampled_from(["", "-1", "0", "true", '"x"', "[]", "{}", "7.5", "[[1]]", '"a1-b2"']))
def test_parse_raises_nothing_else_whatever_one_value_is(line, value):
    lines = SMALL.splitlines()
    key, equals, _ = lines[line % len(lines)].partition("=")
    lines[line % len(lines)] = f"{key}= {value}" if equals and value else ""
    try:
        found = parse("\n".join(lines), "odd.toml")
    except ProfileError as error:
        assert "\n" not in str(error)
    else:
        assert found.cells


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        (BoardShape("unconfigured", 0, 0, 0), "run `reedboard flash --board BOARD`"),
        (BoardShape("../boards/8x8.toml", 192, 96, 2), "boards known here are"),
        (BoardShape("9x9", 192, 96, 2), "calls itself '9x9'"),
        (BoardShape("8x8", 8, 96, 2), "run `reedboard flash --board 8x8`"),
    ],
)
def test_board_that_greets_as_none_of_ours_gets_its_sentence(shape, words):
    with pytest.raises(ProfileError) as caught:
        boards.greeted(shape, NOWHERE)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_board_that_greets_as_its_geometry_file_says_is_that_board():
    assert boards.greeted(shape_of(boards.load("8x8")), NOWHERE) == boards.load("8x8")


@pytest.mark.parametrize("name", ["../8x8", "my board", "", "x" * 49])
def test_geometry_file_names_its_board_with_a_plain_word(name):
    text = (boards.folder() / "4x4.toml").read_text()
    with pytest.raises(ProfileError, match="letters, digits"):
        parse(text.replace('id = "4x4"', f'id = "{name}"'), "mine.toml")
