"""`reedboard bench search`: its tables, and the positions and games they are made of."""

import itertools
import sys
from unittest import mock

import pytest
from click.testing import CliRunner

import fairyrules
from fairyrules.search import Limit, Line
from reedboard.bench import mates
from reedboard.bench.engine_match import Score, by_chance, opening, play_match, searcher
from reedboard.bench.kept_games import KeptGames
from reedboard.bench.sections import search
from reedboard.bench.sections.search import Checked, illegal, illegal_of_engine, mates_found, wrong_moves
from reedboard.cli.main import main
from reedboard.errors import ReedboardError
from reedboard.opponent import LEVELS, OpponentError, UciOpponent

CHESS = fairyrules.game("chess")


@pytest.mark.parametrize(
    ("game_id", "fen", "moves"),
    [
        ("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
        ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 1),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", 1),
    ],
)
def test_wins_are_proved(game_id, fen, moves):
    """The third ends by mate beside a stalemate, which wins nothing in chess; the fourth by a stalemate, which does."""
    position = fairyrules.game(game_id).position(fen)
    assert mates.Proof().wins_in(position, moves)
    assert moves == 1 or not mates.Proof().wins_in(position, moves - 1)


def test_nothing_is_proved_where_there_is_nothing():
    assert not mates.Proof().wins_in(CHESS.start(), 1)
    assert not mates.Proof().wins_in(CHESS.position("7k/8/8/8/8/8/8/K5R1 w - - 0 1"), 2)


@pytest.mark.slow
def test_mates_made_by_the_program_are_found():
    assert mates_found(CHESS, 2, 3, KeptGames()) == (3, 3)


def test_mates_once_proved_are_not_made_again(tmp_path, monkeypatch):
    made = mock.Mock(return_value=iter([CHESS.position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")]))
    monkeypatch.setattr(mates, "positions", made)
    for _ in range(2):
        assert mates_found(CHESS, 2, 1, KeptGames(tmp_path / "kept")) == (1, 1)
    made.assert_called_once()


@pytest.mark.slow
def test_better_player_wins():
    game = fairyrules.game("king-of-the-hill")
    assert play_match(game, searcher(game, Limit(depth=2)), by_chance(1), 2, 120) == Score(won=2)


def test_points_are_counted():
    assert Score(3, 2, 1).share == pytest.approx(400 / 6)
    assert str(Score(3, 2, 1)) == "3 won, 2 drawn, 1 lost"


def test_games_that_were_played_are_not_played_again(tmp_path):
    path, played = tmp_path / "games", []

    def play():
        played.append(1)
        return 0.5

    assert KeptGames(path, "a").result("chess, one", 0, play) == 0.5
    assert KeptGames(path, "a").result("chess, one", 0, play) == 0.5
    assert len(played) == 1
    others = (KeptGames(path, "b"), "chess, one"), (KeptGames(path, "a"), "two"), (KeptGames(), "two")
    for kept, match in others:
        kept.result(match, 0, play)
    assert len(played) == 4


def test_game_whose_writing_was_cut_short_is_played_again(tmp_path):
    path = tmp_path / "games"
    KeptGames(path, "a").result("chess", 0, lambda: 1.0)
    KeptGames(path, "a").result("chess", 1, lambda: 0.0)
    path.write_text(path.read_text()[:-3])
    kept = KeptGames(path, "a")
    assert kept.result("chess", 0, lambda: 0.5) == 1.0
    assert kept.result("chess", 1, lambda: 0.5) == 0.5
    assert KeptGames(path, "a").result("chess", 1, lambda: 0.0) == 0.5


@pytest.mark.parametrize("line", ["nonsense", "[1, 2]", '{"chess": 1}', "[" * 100_000])
def test_file_that_is_no_kept_games_is_named_with_its_line(tmp_path, line):
    path = tmp_path / "games"
    KeptGames(path, "a").result("chess", 0, lambda: 1.0)
    before = path.read_text() + line + "\n"
    path.write_text(before)
    with pytest.raises(ReedboardError, match="games, line 2: expected a game"):
        KeptGames(path, "a")
    assert path.read_text() == before


def test_kept_games_that_cannot_be_read_or_written_are_told(tmp_path):
    with pytest.raises(ReedboardError, match="cannot be read"):
        KeptGames(tmp_path, "a")
    (tmp_path / "games").write_bytes(b"\xff\xfe\n")
    with pytest.raises(ReedboardError, match="it is no text"):
        KeptGames(tmp_path / "games", "a")
    with pytest.raises(ReedboardError, match="cannot be written"):
        KeptGames(tmp_path / "nowhere" / "games", "a").result("chess", 0, lambda: 1.0)


def test_openings_differ_and_come_again():
    assert opening(CHESS, 1) == opening(CHESS, 1) != opening(CHESS, 2)


def test_no_move_is_illegal():
    assert illegal(CHESS, 5) == Checked(5)


def test_illegal_moves_are_counted_played_or_expected():
    def first(position):
        return [Line(position.legal_moves()[0], 0, 1, position.legal_moves()[:1])]

    def twice_in_a_row(position):
        return [Line(position.legal_moves()[0], 0, 1, position.legal_moves()[:2])]

    assert wrong_moves(CHESS, 4, first) == Checked(4)
    assert wrong_moves(CHESS, 4, twice_in_a_row) == Checked(4, illegal=4)
    assert wrong_moves(CHESS, 4, lambda position: None) == Checked(4, illegal=4)


def test_no_move_said_is_no_illegal_move():
    """The game ends there and the next begins; where none is ever said that ends too."""
    answers = itertools.cycle([True, True, False])

    def sometimes(position):
        moves = position.legal_moves()[:1] if next(answers) else ()
        return [Line(move, 0, 1, moves) for move in moves]

    assert wrong_moves(CHESS, 4, sometimes) == Checked(4, unsaid=1)
    assert wrong_moves(CHESS, 4, lambda position: ()) == Checked(0, unsaid=4)


STUBBORN = """
import sys
for line in sys.stdin:
    print({"uci": "uciok", "isready": "readyok", "go": "bestmove a1a1"}.get(line.split()[0], ""), flush=True)
"""


def test_illegal_moves_of_an_engine_are_counted_and_those_it_does_not_say_beside_them():
    assert illegal_of_engine(CHESS, UciOpponent(sys.executable, "-c", STUBBORN), 2) == Checked(2, illegal=2)
    silent = UciOpponent(sys.executable, "-c", STUBBORN.replace("a1a1", "(none)"))
    assert illegal_of_engine(CHESS, silent, 2) == Checked(0, unsaid=2)


def test_engine_is_not_blamed_for_a_game_it_does_not_know():
    with pytest.raises(OpponentError, match="does not play Grand Chess"):
        illegal_of_engine(fairyrules.game("grand"), UciOpponent(sys.executable, "-c", STUBBORN), 2)


@pytest.mark.slow
def test_tables_are_printed():
    words = ("--row", "stop", "--row", "legal", "--row", "shallower", "--game", "king-of-the-hill")
    few = ("--stops", "1", "--moves", "3", "--depth", "2", "--games", "2")
    result = CliRunner().invoke(main, ["bench", "search", *words, *few])
    assert result.exit_code == 0, result.output
    assert "| king-of-the-hill | 3 | 0 | 0 |" in result.output


@pytest.mark.parametrize(
    ("words", "title"),
    [((), "1000 nodes a move against chance"), (("--seconds", "0.01"), "0.01 s a move against chance")],
    ids=["nodes", "seconds"],
)
def test_games_against_chance_are_by_nodes_or_by_time(words, title, monkeypatch):
    monkeypatch.setattr(search, "PLIES_A_GAME", 2)
    result = CliRunner().invoke(main, ["bench", "search", "--row", "random", "--game", "king-of-the-hill", *words])
    assert result.exit_code == 0, result.output
    assert title in result.output
    assert "| king-of-the-hill | 0 won, 2 drawn, 0 lost | 50 % |" in result.output


def test_speed_has_a_row_for_the_tree_in_python_and_for_the_kernel_where_it_plays(monkeypatch):
    monkeypatch.setattr(search, "THINK_S", 0.05)
    assert [kernel for _, kernel in search.trees(fairyrules.game("atomic"))] == [False]
    assert search.trees(CHESS)[-1][1] is False
    nodes, depth = search.speed(CHESS, 0, False)
    assert int(nodes.replace(",", "")) > 100
    assert int(depth) >= 1


def test_one_level_alone_is_played_against_the_one_below(monkeypatch):
    played = []

    def play(game, first, second, games, most_plies, kept, match):
        played.append(match)
        return Score(3, 0, 1)

    monkeypatch.setattr(search, "play_match", play)
    words = [
        "bench",
        "search",
        "--row",
        "levels",
        "--level",
        "5",
        "--level",
        str(LEVELS[-1].number),
        "--seconds",
        "0.2",
    ]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert f"| chess | 5 | 3 won, 0 drawn, 1 lost | 75 % |\n| chess | {LEVELS[-1].number} |" in result.output
    assert len(played) == 2
    assert played[0].startswith("Level(number=5,")
    assert played[1].endswith(", 0.2 s")
