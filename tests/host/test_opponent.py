"""The opponent's door: legal answers, an answer when told, and a sentence for whatever goes wrong behind it."""

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import fairyrules
from fairyrules import toml
from fairyrules.search import WON, Line, Search
from own_sheets import POND_CHESS
from reedboard.cli.main import main
from reedboard.opponent import LEVELS, Levelled, Limit, OpponentError, SearchOpponent, levels, search

ROOT = Path(__file__).parents[2]
NODES = Limit(nodes=60)
ECHO = "import sys\nfor line in sys.stdin: print({answer!r}, flush=True)\n"


@pytest.fixture(scope="module")
def opponent():
    made = SearchOpponent()
    yield made
    made.close()


def strange(answer):
    """An opponent whose process gives the same answer to everything."""
    return SearchOpponent(command=[sys.executable, "-c", ECHO.format(answer=answer)])


def start_of(game_id):
    return fairyrules.game(game_id).start()


@pytest.mark.slow
def test_it_answers_with_a_legal_move_and_its_line(opponent):
    position = start_of("wildeurasian-qi")
    opponent.start(position)
    line = opponent.go(NODES)
    assert line.move in position.legal_moves()
    assert line.pv[0] == line.move
    assert 1 <= opponent.nodes <= 61


@pytest.mark.slow
def test_it_shows_several_moves_for_a_hint(opponent):
    opponent.start(start_of("chess"))
    lines = opponent.lines(Limit(depth=2), 3)
    assert len({line.move for line in lines}) == 3


@pytest.mark.slow
def test_game_of_ones_own_has_an_opponent_without_a_line_of_code(opponent):
    position = toml.read(POND_CHESS, "pond-chess.toml").start()
    opponent.start(position)
    assert opponent.go(NODES).move in position.legal_moves()


@pytest.mark.slow
def test_answer_comes_when_it_is_told_to_stop(opponent):
    opponent.start(start_of("chess"))
    threading.Timer(0.2, opponent.stop).start()
    begun = time.monotonic()
    assert opponent.go(Limit()).move
    assert time.monotonic() - begun < 10, "without the stop it would think for ever"


@pytest.mark.slow
def test_stop_before_a_question_does_not_stop_the_next_one(opponent):
    opponent.start(start_of("chess"))
    opponent.stop()
    opponent.go(Limit(nodes=200))
    assert opponent.nodes >= 190


@pytest.mark.slow
def test_game_that_is_over_is_told(opponent):
    opponent.start(fairyrules.game("chess").position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"))
    with pytest.raises(OpponentError, match="The game is over"):
        opponent.go(NODES)


@pytest.mark.slow
def test_killed_process_is_told_and_the_next_question_is_answered():
    opponent = SearchOpponent()
    opponent.start(start_of("chess"))
    os.kill(opponent.pid, signal.SIGKILL)
    with pytest.raises(OpponentError, match=r"stopped working.*starts over"):
        opponent.go(NODES)
    assert opponent.go(NODES).move
    opponent.close()


@pytest.mark.slow
def test_process_killed_while_it_thinks_is_told():
    opponent = SearchOpponent()
    opponent.start(start_of("chess"))
    threading.Timer(0.1, os.kill, (opponent.pid, signal.SIGKILL)).start()
    with pytest.raises(OpponentError, match="stopped working"):
        opponent.go(Limit())
    assert opponent.pid is None


def test_hanging_process_is_told(monkeypatch):
    monkeypatch.setattr(search, "READY_S", 0.1)
    opponent = SearchOpponent(command=[sys.executable, "-c", "import sys; sys.stdin.read()"])
    with pytest.raises(OpponentError, match="does not answer; it starts over"):
        opponent.start(start_of("chess"))


def test_process_that_hangs_in_its_answer_is_told(monkeypatch):
    monkeypatch.setattr(search, "LATE_S", 0.1)
    script = "import sys\nprint('{\"ready\": true}', flush=True)\nsys.stdin.read()\n"
    opponent = SearchOpponent(command=[sys.executable, "-c", script])
    opponent.start(start_of("chess"))
    with pytest.raises(OpponentError, match="does not answer"):
        opponent.go(Limit(seconds=0.1))


@pytest.mark.parametrize("answer", ["hello", "[1, 2]", "null", '{"other": 1}'])
def test_nonsense_is_told(answer):
    with pytest.raises(OpponentError, match="no answer"):
        strange(answer).start(start_of("chess"))


@pytest.mark.parametrize("pv", [["e2e5"], ["e2e4", "e2e4"], ["?"], [], None])
def test_move_that_cannot_be_played_is_told(pv):
    opponent = strange(json.dumps({"ready": True, "lines": [{"score": 0, "depth": 1, "pv": pv}]}))
    opponent.start(start_of("chess"))
    with pytest.raises(OpponentError, match="cannot be played"):
        opponent.go(NODES)


def test_program_that_is_not_there_is_told():
    with pytest.raises(OpponentError, match="cannot be started"):
        SearchOpponent(command=["/no/such/program"]).start(start_of("chess"))


def test_reason_a_process_gave_is_told():
    opponent = SearchOpponent(command=[sys.executable, "-c", "raise SystemExit('the dog ate it')"])
    with pytest.raises(OpponentError, match=r"exit code 1\): the dog ate it; it starts over"):
        opponent.start(start_of("chess"))


def test_question_without_a_position_is_told():
    with pytest.raises(OpponentError, match="no position"):
        SearchOpponent().go(NODES)


class Fixed:
    """Sees the same lines whatever it is asked."""

    name = "Fixed"

    def __init__(self, *scores):
        moves = start_of("chess").legal_moves()
        self.seen = tuple(Line(moves[place], score, 1, (moves[place],)) for place, score in enumerate(scores))
        self.asked = []

    def go(self, limit):
        self.asked.append(limit)
        return self.seen[0]

    def lines(self, limit, count):
        self.asked.append(limit)
        return self.seen[:count]


def test_level_takes_its_share_of_lesser_moves():
    fixed = Fixed(30, 20, 10)
    for each in LEVELS:
        levelled = Levelled(fixed, each, seed=1)
        lesser = sum(levelled.go(Limit(seconds=1)).score < 30 for _ in range(400))
        assert abs(lesser / 4 - each.second_best) < 8
        assert fixed.asked[-1] == Limit(seconds=1, nodes=each.nodes)


def test_level_neither_overlooks_a_win_nor_gives_the_game_away():
    assert {Levelled(Fixed(WON + 5, 20), LEVELS[0], seed).go(Limit()).score for seed in range(20)} == {WON + 5}
    assert {Levelled(Fixed(0, -WON - 5), LEVELS[0], seed).go(Limit()).score for seed in range(20)} == {0}


def test_levels_grow():
    assert len(LEVELS) >= 8
    assert [each.number for each in LEVELS] == list(range(1, len(LEVELS) + 1))
    assert all(low.nodes < high.nodes for low, high in itertools.pairwise(LEVELS[:-1]))
    assert LEVELS[-1].nodes == 0


@pytest.mark.parametrize("text", ["0", str(LEVELS[-1].number + 1), "", "strong", "²", "-1"])
def test_level_that_is_none_is_told(text):
    with pytest.raises(OpponentError, match=f"is no level; expected a number from 1 to {LEVELS[-1].number}\\."):
        levels.level(text)
    assert levels.level(" 3 ") is LEVELS[2]


def test_tighter_limit_counts():
    assert Limit(seconds=2).within(Limit(nodes=50)) == Limit(2, 50)
    assert Limit(seconds=2, nodes=9, depth=4).within(Limit(1, 50, 6)) == Limit(1, 9, 4)
    assert Limit().within(Limit()) == Limit()


def hint(*words):
    return CliRunner().invoke(main, ["hint", *words])


@pytest.mark.slow
def test_hint_prints_the_best_lines_with_their_values():
    result = hint("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--nodes", "2000")
    lines = result.output.splitlines()
    assert result.exit_code == 0, result.output
    assert len(lines) == 3
    assert lines[0].split()[0] == "#1"
    assert lines[0].split()[3] == "Ra8#"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "draughts"), "There is no game"),
        (("8/8 w - - 0 1",), "FEN"),
        (("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",), "The game is over"),
        (("--seconds", "nan"), "seconds"),
        (("--count", "0"), "count"),
    ],
)
@pytest.mark.slow
def test_hint_tells_bad_input_in_one_line(words, said):
    result = hint(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert len(result.output.strip().splitlines()) == 1


SLOW_ENGINE = """import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if "go" in asked:
        lines = [{"score": 7, "depth": 1, "pv": ["e2e4"]}]
        print(json.dumps({"number": asked["go"], "lines": lines, "nodes": 5, "more": True}), flush=True)
        time.sleep(3)
        print(json.dumps({"number": asked["go"], "lines": [{**lines[0], "score": 8}], "nodes": 9}), flush=True)
    elif "start" in asked:
        print('{"ready": true}', flush=True)
"""


@pytest.mark.slow
def test_process_that_is_not_let_run_in_time_answers_by_what_it_told():
    opponent = SearchOpponent(command=[sys.executable, "-c", SLOW_ENGINE])
    opponent.start(start_of("chess"))
    said = []

    def stop():
        said.append(time.monotonic())
        opponent.stop()

    threading.Timer(0.3, stop).start()
    line = opponent.go(Limit())
    assert time.monotonic() - said[0] < 1.5, "its own answer comes after three seconds"
    assert (line.score, opponent.nodes) == (7, 5)
    # Its late answer is not taken for that to the next question.
    opponent.start(start_of("chess"))
    assert opponent.go(Limit(depth=1)).score == 8
    opponent.close()


def test_no_compiler_is_told_in_a_sentence_and_the_search_stays_in_python(tmp_path):
    """A Makefile's recipe with nothing in its path: what a machine without a compiler does."""
    (tmp_path / "kernel.c").write_text("int main;")
    ordered = [shutil.which("make"), "-f", str(ROOT / "Makefile"), "kernel", f"KERNEL={tmp_path / 'kernel'}", "PATH="]
    done = subprocess.run(ordered, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, list(tmp_path.glob("*.library"))) == (0, [])
    assert "No C compiler (cc) was found: the search stays in Python" in done.stdout
    assert Search(fairyrules.game("chess").start(), kernel=False).in_c is False
