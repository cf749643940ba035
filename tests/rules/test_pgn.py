"""PGN: read back byte for byte in every game, agreed on with python-chess, refused with a reason."""

import io
import random
from pathlib import Path

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyrules
from fairyrules import pgn
from fairyrules.errors import IllegalMoveError, NotationError, UnknownGameError
from fairyrules.pgn.clock import format_time, parse_time

GAMES = fairyrules.games()
FILES = sorted((Path(__file__).parents[1] / "games").glob("*.pgn"))
ANNOTATED = """\
[Event "Club evening"]
[White "Ann"]
[Black "Bo \\"the Rook\\" \\\\"]
[Annotator "Cy"]

{A quiet start.} 1. e4 {[%clk 0:10:00][%emt 0:00:03.5] Best by test.}
1... e5! $14 (1... c5 {Sicilian} 2. Nf3 (2. c3) 2... d6) ({Or} 1... e6) 2. Nf3 ; a developing move
% a line for other programs
Nc6 {[%eval 0.3]} 3.Bb5 a6?! 1/2-1/2
"""


def random_record(game: str, seed: int) -> pgn.GameRecord:
    """A random game with some variations and clock times."""
    rng = random.Random(f"{game} {seed}")
    start = position = fairyrules.game(game).start()
    plies = []
    for _ in range(60):
        moves = position.legal_moves()
        if not moves:
            break
        move, other = rng.choice(moves), rng.choice(moves)
        variations = (pgn.Variation((pgn.Ply(other, glyphs=(2,)),), ("instead",)),) if rng.random() < 0.2 else ()
        clock_ms = rng.randrange(7_200_000) if rng.random() < 0.5 else None
        comments = ("a remark of some length, to be wrapped with its move",) if rng.random() < 0.3 else ()
        plies.append(pgn.Ply(move, (), comments, clock_ms, None, variations))
        position = position.play(move)
    return pgn.GameRecord(start, tuple(plies), "*", {"Event": "Random", "Opening": "none"}, ("Before the game.",))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_pgn_is_read_back_byte_for_byte(game: str) -> None:
    texts = [pgn.write(random_record(game, seed)) for seed in range(4)]
    read = pgn.read("".join(texts))
    assert [pgn.write(record) for record in read] == texts
    assert [record.plies for record in read] == [random_record(game, seed).plies for seed in range(4)]
    assert all(len(line) < 80 for text in texts for line in text.splitlines() if not line.startswith("["))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_pgn_of_master_games_agrees_with_python_chess(path: Path) -> None:
    text = path.read_text()
    (record,) = pgn.read(text)
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    assert record.final().fen().split()[0] == theirs.end().board().board_fen()
    assert [str(move) for move in record.moves if "=" not in str(move)] == [
        move.uci() for move in theirs.mainline_moves() if not move.promotion
    ]
    written = chess.pgn.read_game(io.StringIO(pgn.write(record)))
    assert written is not None
    assert written.errors == []
    assert list(written.mainline_moves()) == list(theirs.mainline_moves())
    assert written.headers["White"] == theirs.headers["White"]


def test_pgn_of_random_chess_games_is_read_by_python_chess_to_the_same_fen() -> None:
    for seed in range(6):
        record = random_record("chess", seed)
        theirs = chess.pgn.read_game(io.StringIO(pgn.write(record)))
        assert theirs is not None
        assert theirs.errors == []
        ours = record.final()
        board = theirs.end().board()
        assert board.fen(en_passant="fen") == ours.fen()


def test_pgn_keeps_comments_variations_glyphs_and_clocks() -> None:
    (record,) = pgn.read(ANNOTATED)
    e4, e5, knight, reply = record.plies[:4]
    assert record.comments == ("A quiet start.",)
    assert (e4.clock_ms, e4.elapsed_ms, e4.comments) == (600_000, 3_500, ("Best by test.",))
    assert e5.glyphs == (1, 14)
    sicilian, french = e5.variations
    assert [str(ply.move) for ply in sicilian.plies] == ["c7c5", "g1f3", "d7d6"]
    assert [str(ply.move) for ply in sicilian.plies[1].variations[0].plies] == ["c2c3"]
    assert french.comments == ("Or",)
    assert knight.comments == ("a developing move",)
    assert reply.comments == ("[%eval 0.3]",)
    assert record.plies[-1].glyphs == (6,)
    assert record.result == "1/2-1/2"
    assert record.tags["Black"] == 'Bo "the Rook" \\'
    text = pgn.write(record)
    assert pgn.write(pgn.read(text)[0]) == text
    assert "{[%clk 0:10:00] [%emt 0:00:03.5] Best by test.}" in text.replace("\n", " ")


def test_pgn_writes_variant_before_setup_and_fen_and_leaves_the_fen_of_chess_out() -> None:
    start = fairyrules.game("wildeurasian-qi/korean").start()
    lines = pgn.write(pgn.GameRecord(start, tags={"Opening": "x"})).splitlines()
    assert lines[6:12] == [
        '[Result "*"]',
        '[Variant "wildeurasian-qi/korean"]',
        '[SetUp "1"]',
        f'[FEN "{start.fen()}"]',
        '[Opening "x"]',
        "",
    ]
    assert "FEN" not in pgn.write(pgn.GameRecord(fairyrules.game("chess").start()))
    odds = fairyrules.game("chess").position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 1")
    assert '[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 1"]' in pgn.write(
        pgn.GameRecord(odds)
    )


def test_pgn_numbers_moves_from_the_fen_when_black_begins() -> None:
    start = fairyrules.game("chess").position("4k3/8/8/8/8/8/8/4K3 b - - 3 41")
    record = pgn.GameRecord.of(start, [start.parse("e8e7")], "1/2-1/2")
    assert "41... Ke7 1/2-1/2" in pgn.write(record)
    assert pgn.read(pgn.write(record))[0].moves == record.moves


@pytest.mark.parametrize("variant", ["Standard", "chess", "From Position", "Chess"])
def test_pgn_reads_chess_by_the_names_other_programs_use(variant: str) -> None:
    assert pgn.read(f'[Variant "{variant}"]\n\n1. e4 *')[0].start.game.id == "chess"


def test_pgn_reads_a_game_by_its_name_in_any_case() -> None:
    assert pgn.read('[Variant "wildeurasian qi"]\n\n*')[0].start.game.id == "wildeurasian-qi"


def test_pgn_reads_several_games_also_without_a_result_between() -> None:
    records = pgn.read('[White "A"]\n\n1. e4\n\n[White "B"]\n\n1. d4 1-0\n1. c4 *')
    assert [str(record.moves[0]) for record in records] == ["e2e4", "d2d4", "c2c4"]
    assert [record.tags.get("White") for record in records] == ["A", "B", None]
    assert pgn.read("") == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. e4 e5 2. Ke3 *", r"game 1, move 2\. Ke3: .*no King of White can go to e3"),
        ("1. e4 *\n\n1. d4 d5 2. c4 Bb4+ *", r"game 2, move 2\.\.\. Bb4\+: .*no Bishop of Black can go to b4"),
        ("1. e4 (1. d5) *", r"game 1, move 1\. d5"),
        ("1. d4 d5 2. Nf3 Nf6 3. Nd2 *", r"move 3\. Nd2: .*Nbd2, Nfd2"),
        ("1. e4 --- *", r"move 1\.\.\. ---: .*no move"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *", r"move 3\.\.\. --: .*Black is in check"),
    ],
)
def test_pgn_with_a_bad_move_says_which_and_why(text: str, says: str) -> None:
    with pytest.raises(pgn.PgnMoveError, match=says) as caught:
        pgn.read(text)
    assert isinstance(caught.value, IllegalMoveError)
    assert caught.value.text in text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. e4 (1. d4 *", "never closes"),
        ("1. e4 ) *", "closes no variation"),
        ("(1. e4) *", "before any move"),
        ("1. e4\n{no end", "line 2: a comment opens"),
        ("1. e4 } *", "closes no comment"),
        ('[White "A]\n', "expected a tag"),
        ('[FEN "8/8 w"]\n\n*', "FEN"),
    ],
)
def test_pgn_that_is_none_says_where(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        pgn.read(text)


def test_pgn_of_an_unknown_variant_names_near_ones() -> None:
    with pytest.raises(UnknownGameError, match="wildeurasian-qi"):
        pgn.read('[Variant "wildeurasian"]\n\n*')


def test_pgn_refuses_to_write_what_it_could_not_hold() -> None:
    start = fairyrules.game("chess").start()
    with pytest.raises(NotationError, match="brace"):
        pgn.write(pgn.GameRecord(start, comments=("a } b",)))
    with pytest.raises(NotationError, match="2-0"):
        pgn.write(pgn.GameRecord(start, result="2-0"))


def test_pgn_nested_beyond_reason_is_refused() -> None:
    (record,) = pgn.read("1. e4 " + "(1. d4 " * 60 + ")" * 60 + " *")
    assert pgn.write(pgn.read(pgn.write(record))[0]) == pgn.write(record)
    with pytest.raises(NotationError, match="nested deeper"):
        pgn.read("1. e4 " + "(1. d4 " * 5000 + ")" * 5000 + " *")


@given(st.integers(0, 10**8))
def test_clock_time_is_read_back(time_ms: int) -> None:
    assert parse_time(format_time(time_ms)) == time_ms


@given(st.text(max_size=200))
def test_pgn_reader_never_fails_but_in_its_own_way(text: str) -> None:
    try:
        pgn.read(text)
    except fairyrules.errors.FairyRulesError as error:
        assert str(error)
