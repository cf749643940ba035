"""Long numbers, other alphabets' digits and letters: refused with a sentence, never with an error of Python's own."""

import random

import pytest

import fairyrules
from fairyrules import pgn, toml
from fairyrules.betza import read as read_movement
from fairyrules.errors import FairyRulesError, NotationError, SheetError, UnknownGameError
from own_sheets import ROOKS

LONG = "9" * 5000
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "says"),
    [
        (START.replace("8/8/8/8", f"{LONG}/8/8/8"), "a number of empty cells from 1 on"),
        (START.replace(" 0 1", f" {LONG} 1"), "a whole number from 0 on"),
        (START.replace(" 0 1", f" 0 {LONG}"), "a whole number from 1 on"),
        (START.replace(" 0 1", " 007 1"), "without leading zeros"),
        (START.replace(" 0 1", " 0 01"), "without leading zeros"),
        (START.replace("8/8/8/8", "08/8/8/8"), "without leading zeros"),
        (
            START.replace("8/8/8/8", "8/٨/8/8"),
            "character 21: found “٨”, expected letters, digits and signs of ASCII only",
        ),
        (START.replace("8/8/8/8", "8/\uff18/8/8"), "ASCII only"),
        (START.replace("RNBQ", "RNBＱ"), "ASCII only"),
        (START.replace(" 0 1", " 0\u00a01"), "ASCII only"),
    ],
)
def test_fen_has_one_way_to_write_a_number(fen, says):
    with pytest.raises(NotationError, match=says):
        fairyrules.game("chess").position(fen)


def test_reserve_takes_no_letters_that_only_look_so():
    fen = fairyrules.game("sfhiodgei").start().fen()
    for letters in ("[ſ|]", "[ı|]", "[|ſ]"):
        with pytest.raises(NotationError, match="ASCII only"):
            fairyrules.game("sfhiodgei").position(fen.replace("[|]", letters))


def test_fen_zero_halfmoves_and_large_numbers_of_moves_stay():
    assert fairyrules.game("chess").position(START.replace(" 0 1", " 30 1200")).fen().endswith(" 30 1200")


@pytest.mark.parametrize("value", ["²", f"RNBMGTMBNR,{LONG}", "RNBMGTMBNR,²CAQKA1C1", "RNBMGTMBNR,٣CAQKA1C1"])
def test_array_of_a_sub_variant_takes_plain_numbers(value):
    with pytest.raises(UnknownGameError):
        fairyrules.game(f"wildeurasian-qi/array={value}")


@pytest.mark.parametrize(
    ("before", "after"),
    [("4", LONG), ('"r..k"', '"r²k"'), ('"r..k"', '"r٢k"'), ('"r..k"', f'"r{LONG}k"'), ('"R"\n', f'"R{LONG}"\n')],
)
def test_toml_sheet_takes_plain_numbers(before, after):
    assert toml.read(ROOKS, "rooks.toml").board.files == 4
    with pytest.raises(SheetError):
        toml.read(ROOKS.replace(before, after, 1), "rooks.toml")


@pytest.mark.parametrize("movement", [f"W{LONG}", f"({LONG},1)", "W²", "W٣"])
def test_movement_takes_plain_numbers(movement):
    with pytest.raises(SheetError):
        read_movement(movement)


@pytest.mark.parametrize(
    "text",
    [f"1. e4 ${LONG} *", f"1. e4 {{[%clk {LONG}:00:00]}} *", f"1. e4 {{[%emt 0:00:{LONG}]}} *", f"{LONG}. e4 *"],
)
def test_pgn_never_fails_but_with_a_sentence(text):
    try:
        (record,) = pgn.read(text)
    except FairyRulesError:
        return
    assert [str(move) for move in record.moves] == ["e2e4"]


def test_texts_by_lot_never_fail_but_with_a_sentence():
    rng = random.Random(4)
    signs = [*'²٣８ſıß\u0345\u00a0\x00{}[]()$%;.*+-/=|<>@~#!?"\\ \n', "0" * 4400, "1. e4", "O-O", "[%clk ", "$"]
    game = fairyrules.game("sfhiodgei")
    start = game.start()
    for _ in range(400):
        text = "".join(rng.choice(signs) for _ in range(rng.randint(1, 6)))
        place = rng.randrange(len(START))
        for work in (
            lambda text=text: game.position(text),
            lambda text=text, place=place: fairyrules.game("chess").position(START[:place] + text + START[place:]),
            lambda text=text: start.parse(text),
            lambda text=text: start.parse_san(text),
            lambda text=text: pgn.read("1. e4 " + text),
            lambda text=text: fairyrules.game("wildeurasian-qi/array=" + text),
            lambda text=text: toml.read(text, "lot.toml"),
            lambda text=text: read_movement(text),
        ):
            try:
                work()
            except FairyRulesError:
                continue
