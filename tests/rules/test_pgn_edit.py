"""What is written beside the moves of a record, changed: the game stays, the text follows."""

import pytest

from fairyrules import pgn
from fairyrules.errors import IllegalMoveError, NotationError
from fairyrules.pgn import edit

GAME = "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) d6) 2. Nf3 Nc6 *"


def read(text=GAME):
    return pgn.read(text)[0]


def text(record):
    return " ".join(pgn.write(record).partition("\n\n")[2].split())


def test_a_comment_stands_at_its_move_wherever_that_is():
    record = edit.with_comment(read(), [], "Before.")
    record = edit.with_comment(record, ["e2e4", "c7c5", "b1c3"], "Closed.")
    assert text(record) == "{Before.} 1. e4 e5 (1... c5 2. Nf3 (2. Nc3 {Closed.} 2... Nc6) 2... d6) 2. Nf3 Nc6 *"
    assert edit.with_comment(record, [], "").comments == ()


@pytest.mark.parametrize("words", ["a } brace", "a \x00 zero", "x" * 4001])
def test_a_comment_pgn_cannot_hold_is_refused(words):
    with pytest.raises(NotationError):
        edit.with_comment(read(), [], words)


def test_a_comment_of_several_lines_becomes_one():
    assert edit.with_comment(read(), [], " one\n two ").comments == ("one two",)


def test_a_judgement_replaces_the_one_before_and_leaves_other_glyphs():
    record = edit.with_glyph(read("1. e4 $1 $10 *"), ["e2e4"], 4)
    assert text(record) == "1. e4 $4 $10 *"
    assert text(edit.with_glyph(record, ["e2e4"], 0)) == "1. e4 $10 *"
    with pytest.raises(NotationError, match="Glyph 7"):
        edit.with_glyph(record, ["e2e4"], 7)


@pytest.mark.parametrize("game", [GAME, '[White "Ada"]\n\n*'])
def test_the_start_is_no_move_to_be_judged(game):
    with pytest.raises(NotationError, match="The start is no move"):
        edit.with_glyph(read(game), [], 2)


def test_another_move_becomes_a_variation_of_the_one_that_was_played():
    record = edit.with_move(read("1. e4 e5 2. Nf3 *"), ["e2e4"], "c7c5")
    record = edit.with_move(record, ["e2e4", "c7c5"], "Nf3")
    assert text(record) == "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"


def test_a_move_that_stands_there_is_not_written_twice():
    record = read()
    assert edit.with_move(record, ["e2e4"], "e7e5") is record
    assert edit.with_move(record, ["e2e4"], "c5") is record


def test_moves_after_the_games_last_begin_with_it_again_for_pgn_has_no_other_way():
    path = ["e2e4", "e7e5", "g1f3"]
    record = edit.with_move(read("1. e4 e5 2. Nf3 *"), path, "Nc6")
    record = edit.with_move(record, [*path, "b8c6"], "Bb5")
    record = edit.with_move(record, path, "d6")
    assert text(record) == "1. e4 e5 2. Nf3 (2. Nf3 Nc6 3. Bb5) (2. Nf3 d6) *"
    assert edit.with_move(record, path, "d7d6") is record
    record = edit.with_glyph(edit.with_comment(record, [*path, "b8c6"], "Old."), [*path, "d7d6"], 6)
    assert text(record) == "1. e4 e5 2. Nf3 (2. Nf3 Nc6 {Old.} 3. Bb5) (2. Nf3 d6 $6) *"
    assert text(pgn.read(pgn.write(record))[0]) == text(record)
    record = edit.without(edit.without(record, [*path, "b8c6", "f1b5"]), [*path, "d7d6"])
    assert text(edit.without(record, [*path, "b8c6"])) == "1. e4 e5 2. Nf3 *"


def test_a_line_that_goes_on_after_a_move_stays_when_the_game_went_on_too():
    record = edit.with_comment(read("1. e4 (1. e4 c5) 1... e5 *"), ["e2e4", "c7c5"], "Sicilian.")
    assert text(record) == "1. e4 (1. e4 c5 {Sicilian.}) 1... e5 *"
    assert edit.with_move(record, ["e2e4"], "c5") is record
    assert edit.with_move(record, ["e2e4"], "e5") is record


def test_a_game_without_moves_has_none_that_another_could_follow():
    with pytest.raises(NotationError, match="has no moves"):
        edit.with_move(read("*"), [], "e4")


def test_a_move_that_is_none_there_is_refused():
    with pytest.raises(IllegalMoveError):
        edit.with_move(read(), ["e2e4"], "e4e5")


def test_a_variation_is_removed_with_all_that_follows():
    assert text(edit.without(read(), ["e2e4", "c7c5", "b1c3"])) == "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 *"
    assert text(edit.without(read(), ["e2e4", "c7c5"])) == "1. e4 e5 2. Nf3 Nc6 *"


def test_a_move_of_the_game_is_not_removed():
    with pytest.raises(NotationError, match="move of the game"):
        edit.without(read(), ["e2e4"])


@pytest.mark.parametrize("path", [["e2e4", "a7a6"], ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"], ["nonsense"]])
def test_a_line_that_is_not_there_is_told(path):
    for change in (lambda: edit.with_comment(read(), path, "x"), lambda: edit.without(read(), path)):
        with pytest.raises(NotationError, match="no line that begins"):
            change()
