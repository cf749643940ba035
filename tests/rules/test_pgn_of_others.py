"""PGN as other programs write it: read where python-chess reads, and what cannot be read is named."""

import io
import random

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyrules
from each_game import each_game
from fairyrules import pgn
from fairyrules.errors import FairyRulesError, NotationError
from fairyrules.pgn import edit


def moves(text: str) -> list[str]:
    (record,) = pgn.read(text)
    return [str(move) for move in record.moves]


def test_a_comment_after_the_result_belongs_to_the_game_before() -> None:
    first, second = pgn.read("1. e4 e5 1-0 {Black resigned} $14 ; late\n\n{Before} 1. d4 *")
    assert first.plies[-1].comments == ("Black resigned", "late")
    assert first.plies[-1].glyphs == (14,)
    assert first.result == "1-0"
    assert (second.comments, [str(move) for move in second.moves]) == (("Before",), ["d2d4"])


def test_a_comment_alone_is_no_game() -> None:
    assert pgn.read("{Only words.}\n") == []
    (record,) = pgn.read('{Above the tags.}\n[White "A"]\n\n1. e4 *')
    assert record.tags["White"] == "A"


def test_a_variation_that_holds_only_a_comment_is_kept_and_written_back() -> None:
    (record,) = pgn.read("1. e4 ({the best}) () 1... e5 *")
    assert record.plies[0].variations == (pgn.Variation((), ("the best",)),)
    assert pgn.read(pgn.write(record))[0].plies == record.plies
    assert "1. e4 ({the best}) 1... e5 *" in pgn.write(record)


@pytest.mark.parametrize(
    ("text", "glyphs"),
    [
        ("1. e4 +/- *", (16,)),
        ("1. e4 +- *", (18,)),
        ("1. e4⩲ *", (14,)),
        ("1. e4 ∞ $7 *", (13, 7)),
        ("1. e4! = *", (1, 10)),
        ("1. e4 N *", (146,)),
        ("1. e4!? -/+ *", (5, 17)),
    ],
)
def test_signs_of_chess_books_are_glyphs(text: str, glyphs: tuple[int, ...]) -> None:
    (record,) = pgn.read(text)
    assert record.plies[0].glyphs == glyphs
    assert record.plies[0].move.text == "e2e4"


def test_tag_names_with_signs_and_raw_quotes_in_values_are_read_as_python_chess_reads_them() -> None:
    text = '[White-Team "A"]\n[C++ "x"]\n[Black "Bo "the Rook" X"]\n[Site "a \\"b\\" c"]\n\n1. e4 *\n'
    (record,) = pgn.read(text)
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    for name in ("White-Team", "C++", "Black"):
        assert record.tags[name] == theirs.headers[name]
    assert record.tags["Site"] == 'a "b" c'
    assert pgn.read(pgn.write(record))[0].tags["Black"] == 'Bo "the Rook" X'


@pytest.mark.parametrize(
    ("variant", "fen", "ours"),
    [
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 7", "4k3/8/8/8/8/8/8/4K2R w K - 7 1"),
        ("Crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3/Qp w - - 0 1", "4k3/8/8/8/8/8/8/+Q3K3[Qp] w - - 0 1"),
        ("Crazyhouse", "4k3/8/8/8/8/8/8/4K3/ w - -", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
        ("Crazyhouse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
        ("Crazyhouse", "4k2q~/8/8/8/8/8/8/4K3[N] b - - 0 1", "4k2+q/8/8/8/8/8/8/4K3[N] b - - 0 1"),
    ],
)
def test_positions_of_other_programs_are_read(variant: str, fen: str, ours: str) -> None:
    (record,) = pgn.read(f'[Variant "{variant}"]\n[FEN "{fen}"]\n\n*')
    assert record.start.fen() == ours


def test_a_pawn_is_dropped_without_its_letter() -> None:
    text = '[Variant "Crazyhouse"]\n[FEN "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1"]\n\n1. @e5 N@c3+ *'
    assert moves(text) == ["P@e5", "N@c3"]


def test_bytes_are_utf_8_or_latin_1() -> None:
    for encoding in ("utf-8", "utf-8-sig", "latin-1"):
        data = '[White "Müller"]\r\n\r\n1. e4 {schön} e5 *\r\n'.encode(encoding)
        for source in (data, io.BytesIO(data)):
            (record,) = pgn.read(source)
            assert (record.tags["White"], record.plies[0].comments) == ("Müller", ("schön",))


BROKEN = """[White "one"]

1. e4 e5 2. Ke3 (2. Nf3 Nc6) Nc6 3. Bb5 1-0

[White "two"]
[Variant "nobody knows"]

1. e4 *

[White "three"]
[FEN "8/8 w"]

1. e4 *

[White "four"]

1. d4 d5 (1... Nf6 2. Kd5 (2. c4) g6) ({so} 1... f5) 2. c4 ) ] 2... e6 *

[White "five"]

1. c4 {never closed

[Event "six"]

1. Nf3 (1. g3 *
"""


def test_what_can_be_read_is_read_and_what_was_left_out_is_named() -> None:
    games = list(pgn.read_on(io.StringIO(BROKEN)))
    one, two, three, four, five, six = games
    assert [str(move) for move in one.record.moves] == ["e2e4", "e7e5"]
    assert one.record.result == "1-0"
    assert len(one.left_out) == 1
    assert "PGN game 1, move 2. Ke3" in one.left_out[0]
    assert two.record is None
    assert "nobody knows" in two.left_out[0]
    assert three.record is None
    assert "FEN" in three.left_out[0]
    assert [str(move) for move in four.record.moves] == ["d2d4", "d7d5", "c2c4", "e7e6"]
    cut, french = four.record.plies[1].variations
    assert [str(ply.move) for ply in cut.plies] == ["g8f6"]
    assert french.comments == ("so",)
    assert [reason.partition(":")[0] for reason in four.left_out] == [
        "PGN game 4, move 2. Kd5",
        "PGN line 17",
        "PGN line 17",
    ]
    assert [str(move) for move in five.record.moves] == ["c2c4"]
    assert "line 21: a comment opens" in five.left_out[0]
    assert six.record.tags["Event"] == "six"
    assert "never closes" in six.left_out[0]


def test_one_game_at_a_time_is_read_from_a_file() -> None:
    read_lines = 0

    def lines():
        nonlocal read_lines
        for number in range(1000):
            for line in (f'[White "{number}"]\n', "\n", "1. e4 e5 1-0\n", "\n"):
                read_lines += 1
                yield line

    games = pgn.read_on(lines())
    assert next(games).record.tags["White"] == "0"
    assert read_lines < 10
    assert sum(1 for _ in games) == 999


class Openings(pgn.Visitor[str]):
    """The first move, without a record."""

    def __init__(self) -> None:
        self.first = ""
        self.wanted = True

    def tag(self, name: str, value: str) -> None:
        self.wanted = self.wanted and (name, value) != ("White", "nobody")

    def begin(self, start: fairyrules.Position) -> bool:
        return self.wanted

    def move(self, before: fairyrules.Position, move: object) -> None:
        self.first = self.first or str(move)

    def end(self) -> str:
        return self.first


def test_a_visitor_makes_what_it_likes_and_may_have_no_moves() -> None:
    text = '[White "A"]\n\n1. d4 d5 *\n\n[White "nobody"]\n\n1. Zz9 *\n\n[White "B"]\n\n1. c4 *\n'
    assert list(pgn.visit(text, Openings)) == ["d2d4", "", "c2c4"]
    with pytest.raises(pgn.PgnMoveError):
        list(pgn.visit("1. Zz9 *", Openings))


@given(st.text(alphabet='e4d5Nf3 (){}[]";*1-0.$!?\n%W\\', max_size=120))
def test_reading_on_never_raises_and_agrees_with_strict_reading(text: str) -> None:
    told = list(pgn.read_on(text))
    try:
        strict = pgn.read(text)
    except FairyRulesError as error:
        assert any(str(error) in game.left_out for game in told)
    else:
        assert [game.record for game in told] == strict
        assert not any(game.left_out for game in told)


def test_annotated_games_split_at_random_lines_are_read_as_python_chess_reads_them() -> None:
    rng = random.Random(7)
    for _ in range(40):
        board = chess.Board()
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        for _ in range(rng.randrange(1, 40)):
            legal = list(board.legal_moves)
            if not legal:
                break
            node = node.add_variation(rng.choice(legal), comment=rng.choice(["", "a [b] (c) 1. e4", "x"]))
            if rng.random() < 0.3 and node.parent is not None and len(legal) > 1:
                node.parent.add_variation(next(m for m in legal if m != node.move), comment="other")
            board.push(node.move)
        text = str(game)
        (record,) = pgn.read(text)
        assert [str(m)[:4] for m in record.moves] == [m.uci()[:4] for m in game.mainline_moves()]
        theirs = [n.comment for n in game.mainline()]
        assert [" ".join(ply.comments) for ply in record.plies] == theirs
        others = [len(n.parent.variations) - 1 for n in game.mainline() if n.parent is not None]
        assert [len(ply.variations) for ply in record.plies] == others


def test_a_source_without_line_ends_is_read() -> None:
    assert [str(move) for move in pgn.read(["1. e4", "e5 *"])[0].moves] == ["e2e4", "e7e5"]
    with pytest.raises(NotationError, match="line 3"):
        pgn.read(["1. e4", "e5", "} *"])


@pytest.mark.parametrize("text", ["--", "Z0", "0000", "@@@@"])
def test_null_moves_are_read_as_python_chess_reads_them(text: str) -> None:
    source = f"1. e4 {text} 2. d4 (2. {text} d5 3. exd5) 2... Nf6 *"
    (record,), theirs = pgn.read(source), chess.pgn.read_game(io.StringIO(source))
    assert theirs is not None and not theirs.errors
    assert [position.fen() for position in record.positions()][1:] == [
        node.board().fen(en_passant="fen") for node in theirs.mainline()
    ]
    assert "1. e4 -- 2. d4 (2. -- d5 3. exd5) 2... Nf6 *" in pgn.write(record)
    assert pgn.read(pgn.write(record))[0].plies == record.plies


@pytest.mark.parametrize("game_id", each_game())
def test_a_null_move_changes_nothing_but_the_turn(game_id: str) -> None:
    position = fairyrules.game(game_id).start()
    null = position.parse("--")
    assert null not in position.legal_moves() or game_id == "janggi"
    after = position.play(null)
    assert (after.side, after.pieces()) == (position.side.other, position.pieces())
    assert position.game.position(after.fen()) == after
    assert position.san(null) == str(null) == ("pass" if game_id == "janggi" else "--")


def test_a_null_move_in_a_variation_can_be_gone_on_from() -> None:
    (record,) = pgn.read("1. e4 e5 (1... -- 2. d4) *")
    changed = edit.with_move(record, ["e2e4", "--", "d2d4"], "d5")
    assert "(1... -- 2. d4 d5)" in pgn.write(changed)


@pytest.mark.parametrize("odd", ["[", "}", "{", "$"])
def test_a_run_of_text_that_means_nothing_is_told_once_and_shortly(odd: str) -> None:
    [found] = pgn.read_on("1. e4 " + odd * 50_000 + " *")
    [told] = found.left_out
    assert odd in told
    assert len(told) < 200


def test_every_odd_line_is_told_with_its_number() -> None:
    [found] = pgn.read_on("1. e4\n]\n\ne5 ]\n*")
    assert found.left_out == (
        "PGN line 2: found ']', expected a move, a comment, a variation or a result.",
        "PGN line 4: found ']', expected a move, a comment, a variation or a result.",
    )
