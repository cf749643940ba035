"""The commands games, legal, perft and bench, as somebody types them."""

import pytest
from click.testing import CliRunner

import fairyrules
from reedboard.cli.main import main


def run(*words):
    return CliRunner().invoke(main, list(words))


def test_games_lists_every_game_and_its_sub_variants():
    printed = run("games").output
    assert all(game_id in printed for game_id in fairyrules.games())
    assert "wildeurasian-qi/korean" in printed


def test_legal_prints_sorted_machine_moves_one_a_line():
    lines = run("legal", "chess", "--fen", "8/8/8/8/8/5k2/6p1/4K3 b - - 0 1").output.splitlines()
    assert lines == sorted(lines)
    assert {"g2g1=Q", "g2g1=N", "f3e3"} <= set(lines)
    assert len(run("legal", "sfhiodgei").output.splitlines()) == 123


def test_perft_prints_the_total_last():
    assert run("perft", "chess", "3").output.splitlines() == ["8902"]
    divided = run("perft", "wildeurasian-qi", "2", "--divide").output.splitlines()
    assert divided[-1] == "1566"
    assert len(divided) == 41
    assert sum(int(line.split()[1]) for line in divided[:-1]) == 1566


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("legal", "ches"), "did you mean chess"),
        (("legal", "chess", "--fen", "8/8 w"), "FEN ends at character"),
        (("perft", "wildeurasian-qi/kores", "1"), "no sub-variant"),
        (("perft", "chess", "-1"), "-1"),
    ],
)
def test_bad_input_ends_with_one_sentence_and_exit_code_2(words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_bench_finds_its_sections():
    assert "engine" in run("bench", "--help").output
