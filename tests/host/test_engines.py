"""Engines at the table: by which names they may be started, and what happens where they fail."""

import os
import queue
import random
import sys
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import fairyrules
from reedboard.app.game_api import RunningGameApi
from reedboard.app.thinker import Purpose, Question, Thinker
from reedboard.archive.database import Archive
from reedboard.cli.commands.play import players
from reedboard.cli.main import main
from reedboard.game.seat import seat_of
from reedboard.game.terms import TermsError
from reedboard.opponent import LEVELS, Limit, OpponentError, Roster, engines, forms, named, search, talk, uci
from reedboard.opponent.search import SearchOpponent

CHESS = fairyrules.game("chess").start()
LIMIT = Limit(nodes=50)
LAST = LEVELS[-1].number
PLIES = int(os.environ.get("REEDBOARD_PLIES_OF_ENGINES", "30"))
"""How long a real engine plays each of its games."""


@pytest.fixture
def program(tmp_path):
    """Makes an engine that answers `go` with a line of Python; its path."""

    def make(answer):
        path = tmp_path / "engine"
        path.write_text(f"""#!{sys.executable}
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci": print("id name Fake\\nuciok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "go": {answer}
    if word == "quit": break
""")
        path.chmod(0o755)
        return str(path)

    return make


@pytest.fixture
def think():
    """What comes of a question to an engine, asked for the move after so many."""
    opened = []

    def ask(name, *times, level=None):
        thoughts = queue.Queue()
        thinker = Thinker(Roster([name]), thoughts.put, pytest.fail)
        opened.append(thinker)
        position, moves, answers = CHESS, (), []
        for _ in times or (1,):
            thinker.ask(Question(1, moves, position, LIMIT, Purpose.MOVE, level, engine=name))
            answers.append(thoughts.get(timeout=30))
            move = answers[-1].lines[0].move
            position, moves = position.play(move), (*moves, move)
        return answers

    yield ask
    for each in opened:
        each.close()


def test_same_question_asked_again_later_is_answered_again():
    """A second hint in the same position; between the two nothing was asked."""
    thoughts = queue.Queue()
    thinker = Thinker(Roster(), thoughts.put, pytest.fail)
    try:
        for _ in range(2):
            thinker.ask(Question(1, (), CHESS, LIMIT))
            assert thoughts.get(timeout=30).lines
            thinker.ask(None)
    finally:
        thinker.close()


def test_engine_answers_for_itself(program, think):
    (answer,) = think(program('print("bestmove a2a3", flush=True)'))
    assert ([str(line.move) for line in answer.lines], answer.failure) == (["a2a3"], "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("sys.exit(3)", "stopped working (exit code 3)"),
        ("pass", "does not answer as a UCI engine does"),
        ('print("bestmove e2e5", flush=True)', "Fake wants to play “e2e5”"),
    ],
    ids=["crashes", "hangs", "cheats"],
)
def test_where_an_engine_fails_our_search_plays_and_says_so(program, think, monkeypatch, answer, told):
    monkeypatch.setattr(uci, "LATE_S", 0.2)
    monkeypatch.setattr(sys.modules[__name__], "LIMIT", Limit(seconds=0.1))
    first, second, third = think(program(answer), 1, 2, 3)
    assert told in first.failure
    assert first.failure.endswith("This move is by reedboard's own search.")
    assert told in second.failure
    assert "failed 2 times in this game; reedboard's own search plays on for it." in third.failure
    assert all(each.lines for each in (first, second, third))


def test_engine_with_no_move_to_say_has_not_failed_and_is_asked_again(program, think):
    """As Fairy-Stockfish where a King stands alone in Courier Chess; here it has one again the third time."""
    silent = 'n = globals().get("n", 0) + 1; print("bestmove", "(none)" if n < 3 else "a2a3", flush=True)'
    *answers, last = think(program(silent), 1, 2, 3)
    said = "Fake has no move to say here, as if the game were over. This move is by reedboard's own search."
    assert [answer.failure for answer in answers] == [said] * 2
    assert all(answer.lines for answer in answers)
    assert (last.failure, len(last.lines)) == ("", 1)


@pytest.mark.slow
def test_engine_told_to_stop_while_it_is_being_closed_fails_for_nobody_else(program, monkeypatch):
    """The game's loop tells it so at any time; closing one that hangs takes seconds."""
    monkeypatch.setattr(uci, "LATE_S", 0.1)
    engine, close, told = uci.UciOpponent(program("pass")), talk.Talk.close, []

    def closed(process):
        told.append(engine.stop())
        close(process)

    monkeypatch.setattr(talk.Talk, "close", closed)
    engine.start(CHESS)
    with pytest.raises(OpponentError, match="does not answer"):
        engine.go(Limit(seconds=0.01))
    assert told == [None]


def test_search_told_to_stop_while_it_is_being_closed_fails_for_nobody_else(monkeypatch):
    opponent = SearchOpponent(command=["cat"])
    opponent._talk = talk.Talk("The search", ["cat"])
    monkeypatch.setattr(search, "time", SimpleNamespace(monotonic=opponent.close))
    opponent.stop()
    assert opponent.pid is None


def test_engine_a_record_names_is_not_started_unless_somebody_at_the_keyboard_named_it(program):
    path = program("pass")
    with pytest.raises(OpponentError, match="may not be started from here"):
        Roster().of(path)
    allowed = Roster([path])
    assert allowed.of(path) is allowed.of(path)
    assert path in allowed.offered()


def test_engines_are_found_where_packages_put_them(tmp_path, monkeypatch):
    (tmp_path / "stockfish").write_text("")
    (tmp_path / "stockfish").chmod(0o755)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(engines, "FOLDERS", (str(tmp_path),))
    assert engines.installed() == ["stockfish"]
    assert engines.located("stockfish") == str(tmp_path / "stockfish")


@pytest.mark.parametrize(
    ("words", "name"),
    [("4", "reedboard level 4"), ("search:3", "reedboard level 3"), ("search", f"reedboard level {LAST}")],
)
def test_opponent_on_the_command_line_is_a_players_name(words, name):
    assert players("Ada", "", words, "black") == ("Ada", name)


def test_engine_by_a_path_is_kept_from_the_root_of_all_folders(program, tmp_path, monkeypatch):
    program("pass")
    monkeypatch.chdir(tmp_path.parent)
    monkeypatch.setattr("reedboard.cli.commands.play.LONGEST_NAME", 999)
    _, name = players("", "", f"./{tmp_path.name}/engine:2", "black")
    assert (seat_of(name).engine, seat_of(name).level) == (str(tmp_path / "engine"), 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--opponent", "no-such-engine"), "There is no program “no-such-engine”; expected the path or name of"),
        (("--opponent", "99"), f"“99” is no level; expected a number from 1 to {LAST}."),
        (("--opponent", f"{sys.executable}:{LAST + 1}"), f"“{LAST + 1}” is no level"),
        (("--opponent", ":3"), "An opponent needs a name"),
        (("--opponent", "search:3", "--black", "Bob"), "Bob plays Black; let the opponent play the other side"),
    ],
)
def test_opponent_nobody_can_be_is_told_in_one_line(words, said):
    result = CliRunner().invoke(main, ["play", "--board", "virtual", *words])
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_path_too_long_for_a_players_name_is_told(program, tmp_path):
    folder = tmp_path / ("x" * 60)
    folder.mkdir()
    (folder / "engine").symlink_to(program("pass"))
    result = CliRunner().invoke(main, ["play", "--opponent", str(folder / "engine")])
    assert result.exit_code == 2
    assert "have the engine's folder in PATH" in result.output


@pytest.mark.slow
def test_program_that_is_no_engine_or_plays_other_games_begins_no_game(program, monkeypatch):
    monkeypatch.setattr(uci, "ANSWER_S", 0.3)
    monkeypatch.setattr("reedboard.cli.commands.play.LONGEST_NAME", 999)
    monkeypatch.setattr("reedboard.game.terms.LONGEST_NAME", 999)
    play = ["play", "--board", "virtual", "--opponent"]
    result = CliRunner().invoke(main, [*play, "cat", "--game", "chess"])
    assert (result.exit_code, "(no “uciok”); expected an engine that speaks" in result.output) == (2, True), (
        result.output
    )
    monkeypatch.undo()
    monkeypatch.setattr("reedboard.cli.commands.play.LONGEST_NAME", 999)
    monkeypatch.setattr("reedboard.game.terms.LONGEST_NAME", 999)
    result = CliRunner().invoke(main, [*play, program("pass"), "--game", "sfhiodgei"])
    assert result.exit_code == 2
    assert "Fake does not play sFhIoDgEi; of our games it plays chess." in result.output


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("engine /bin/sh", "The engine “/bin/sh” may not be started from here"),
        ("engine stockfish level 44", "“44” is no level"),
        ("reedboard level 44", "“44” is no level"),
    ],
)
def test_new_game_refuses_whom_it_may_not_start_at_the_field_that_names_them(tmp_path, name, said):
    archive = Archive(tmp_path)
    api = RunningGameApi(queue.Queue(), archive, lambda: 1, None, dict, dict)
    terms = {"white": "Ada", "black": name, "time": "", "stop": "move", "flag": "tell", "rated": ""}
    with pytest.raises(TermsError, match=said) as refused:
        api.new_game("chess", None, terms)
    assert refused.value.field == "black"
    archive.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", [*forms.WHOLE, "usi:shogi"])
def test_fairy_stockfish_plays_the_games_it_knows(name):
    """Against itself; some moves are drawn by chance, for positions it would not seek."""
    protocol, _, game = name.rpartition(":")
    engine = named(f"{protocol}:fairy-stockfish" if protocol else "fairy-stockfish")
    rng = random.Random(name)
    position, made = fairyrules.game(game).start(), 0
    try:
        for _ in range(PLIES):
            if position.outcome() is not None or (game == "courier" and bare(position)):
                break
            if rng.random() < 0.2:
                position = position.play(rng.choice(position.legal_moves()))
                continue
            engine.start(position)
            line = engine.go(Limit(nodes=200))
            assert all(move in at.legal_moves() for at, move in played(position, line.pv))
            position, made = position.play(line.move), made + 1
        assert made > 8
    finally:
        engine.close()


def bare(position):
    """Whether a King stands alone, which ends the game for this engine, and by our rules of Courier Chess does not."""
    letters = [letter for letter in position.fen().split()[0] if letter.isalpha()]
    return 1 in (sum(map(str.isupper, letters)), sum(map(str.islower, letters)))


def played(position, moves):
    """Each move with the position it is made in."""
    for move in moves:
        yield position, move
        position = position.play(move)
