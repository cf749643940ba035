"""FEN that cannot be read: where it goes wrong, what was found, what was expected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyrules
from fairyrules.errors import FairyRulesError, NotationError

CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize(
    ("game_id", "fen", "message"),
    [
        ("chess", CHESS.replace("/8/8/8/8", "/8/8/7/8"), "character 24: rank 4 “7” has 7 cells, expected 8"),
        ("chess", CHESS.replace("/8/8/8/8", "/8/8/9/8"), "character 23: with “9” rank 4 has more than the 8 cells"),
        ("chess", CHESS.replace("/8/8/8/8", "/8/8/8"), "character 1: found 7 ranks, expected 8"),
        ("chess", CHESS.replace("rnbq", "rnxq"), "character 3: found “x”, expected a piece of Chess: P N B R Q K"),
        ("chess", CHESS.replace("rnbq", "rn?q"), "character 3: found “\\?”, expected a piece letter"),
        ("chess", CHESS.replace("rnbq", "rn0bq"), "character 3: found “0”"),
        ("chess", CHESS.replace("rnbq", "rn\\*q"), "character 3"),
        ("chess", CHESS.replace(" w ", " x "), "character 45: found “x”, expected w or b"),
        ("chess", CHESS.replace("KQkq", "KQKq"), "character 49: found “K”, expected castling rights out of KQkq"),
        ("chess", CHESS.replace("KQkq", "a1"), "character 47: found “a”, expected castling rights"),
        ("chess", CHESS.replace(" - ", " e5 "), "character 52: found “e5”, expected a cell that a long step of Black"),
        ("chess", CHESS.replace(" - ", " z9 "), "character 52: “z9” is no cell"),
        ("chess", CHESS.replace("0 1", "-1 1"), "character 54: found “-1”, expected a whole number from 0 on"),
        ("chess", CHESS.replace("0 1", "0 0"), "character 56: found “0”, expected a whole number from 1 on"),
        ("chess", CHESS + " leaps=2/2", "character 58: found “leaps=2/2”, expected the end"),
        ("chess", "8/8", "FEN ends at character 3: expected placement side castling ep halfmove fullmove"),
        ("chess", "", "FEN ends at character 0"),
        ("wildeurasian-qi", "10/" * 9 + "10 w KQkq - 0 1", "character 33: found “KQkq”, expected the cells"),
        ("wildeurasian-qi", "10/" * 9 + "10 w a1a1 - 0 1", "character 35: found “a1”, expected each cell once"),
        ("wildeurasian-qi", "10/" * 9 + "10 w k3 - 0 1", "character 33: “k3” is no cell"),
        ("wildeurasian-qi", "10/" * 9 + "10 w - e3 0 1", "no capture in passing"),
        ("xiangqi", "9/" * 9 + "9 w a1 - 0 1", "has no castling"),
    ],
)
def test_fen_is_refused_with_its_place(game_id, fen, message):
    with pytest.raises(NotationError, match=message):
        fairyrules.game(game_id).setup(fen)
    with pytest.raises(NotationError, match=message):
        fairyrules.game(game_id).position(fen)


def test_two_kings_are_a_setup_but_no_position():
    fen = CHESS.replace("RNBQKBNR", "RNBKKBNR").replace("KQkq", "-")
    assert fairyrules.game("chess").setup(fen).fen() == fen
    with pytest.raises(NotationError, match=r"White has 2 Kings \(d1 e1\)"):
        fairyrules.game("chess").position(fen)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text):
    with pytest.raises(FairyRulesError):
        fairyrules.game("chess").position(text)


@given(st.data())
def test_damaged_fen_is_read_or_refused_in_a_sentence(data):
    game = fairyrules.game(data.draw(st.sampled_from(fairyrules.games())))
    fen = game.start().fen()
    place = data.draw(st.integers(0, len(fen) - 1))
    damaged = fen[:place] + data.draw(st.text("abKQkqwn+*|[]>-/ 019=", max_size=2)) + fen[place + 1 :]
    try:
        position = game.position(damaged)
    except FairyRulesError as error:
        assert str(error)
    else:
        assert game.position(position.fen()) == position
