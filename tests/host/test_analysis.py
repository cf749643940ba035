"""Recorded games analysed: values, judgements, better lines and puzzles, kept beside the moves that were recorded."""

import re
from contextlib import closing

import pytest
from click.testing import CliRunner

import fairyrules
from fairyrules.pieces import Side
from fairyrules.search import MATE, Line, Search
from fairyrules.search import Limit as Bound
from reedboard.app.analysing import analyse, summary
from reedboard.archive.analysed import analysis_of
from reedboard.archive.database import Archive
from reedboard.archive.pgn_records import bring_in, game_record, pgn_of
from reedboard.archive.puzzles import puzzle, puzzles
from reedboard.archive.record_view import record_view
from reedboard.cli.commands.play import puzzle_terms
from reedboard.cli.main import main
from reedboard.errors import ReedboardError
from reedboard.game import judging
from reedboard.game.judging import Judgement, Seen, chances, judge
from reedboard.opponent import Limit, OpponentError
from reedboard.opponent.levels import LEVELS

FOOLS_MATE = "1. f3 {Why not?} e5 2. g4 Qh4# 0-1\n"
NODES = Limit(nodes=400)


class Here:
    """Our search in this process; counts what it is asked."""

    name = "Here"

    def __init__(self, dies_after=1000):
        self.asked = 0
        self._left = dies_after

    def start(self, position):
        self._position = position

    def lines(self, limit, count):
        self.asked += 1
        self._left -= 1
        if self._left < 0:
            raise OpponentError("Here stopped working.")
        return Search(self._position, 1000).go(self._position, Bound(limit.nodes, limit.depth), count, lambda: False)


@pytest.fixture
def archive(tmp_path):
    with closing(Archive(tmp_path)) as archive:
        bring_in(archive, FOOLS_MATE, "a file")
        yield archive


def analysed(archive, number=1, opponent=None, limit=NODES):
    return list(analyse(archive, number, opponent or Here(), limit))


def start_of(game_id):
    return fairyrules.game(game_id).start()


def test_chances_say_little_where_a_game_is_decided():
    assert chances(0) == 0
    assert chances(MATE - 3) == 1
    assert chances(-MATE) == -1
    assert chances(100) - chances(0) > 4 * (chances(900) - chances(800))


def line_of(position, text, score):
    return Line(position.parse(text), score, 3, (position.parse(text),))


@pytest.mark.parametrize(
    ("after", "judgement"),
    [(-20, None), (60, Judgement.INACCURACY), (100, Judgement.MISTAKE), (300, Judgement.BLUNDER)],
)
def test_move_is_judged_by_the_chances_it_lost(after, judgement):
    position = start_of("chess")
    before = Seen(position.fen(), "x", 30, (line_of(position, "e2e4", 30),))
    worse = position.parse("f2f3")
    then = position.play(worse)
    verdict = judge(worse, before, Seen(then.fen(), "x", after, ()), Side.WHITE)
    assert verdict.judgement is judgement
    assert verdict.value.score == -after
    assert verdict.best == before.lines[0]


def test_best_move_is_never_blamed():
    position = start_of("chess")
    best = line_of(position, "e2e4", 30)
    verdict = judge(best.move, Seen(position.fen(), "x", 30, (best,)), Seen("", "x", 900, ()), Side.WHITE)
    assert (verdict.lost, verdict.judgement, verdict.best) == (0, None, None)


def test_game_gets_values_and_blunders_with_what_was_better(archive):
    assert analysed(archive)[-1] == (5, 5)
    found = analysis_of(archive, 1, game_record(archive, 1))
    assert sorted(found.seen) == [0, 1, 2, 3, 4]
    assert found.verdicts[3].judgement is Judgement.BLUNDER
    assert found.verdicts[3].value.mate_in == -1
    assert found.verdicts[4].value.score == -MATE, "Black has won"
    assert "White: 1 blunder" in summary(found)
    assert found.by == "Here, 400 positions a move"


def test_nothing_recorded_is_overwritten_and_the_pgn_says_both(archive):
    moves, row = archive.moves(1), archive.record(1)
    analysed(archive)
    assert (archive.moves(1), archive.record(1)) == (moves, row)
    text = re.sub(r"\s+", " ", pgn_of(archive, 1))
    assert re.search(r"1\. f3 (\$\d )?\{\[%eval -?\d+\.\d\d,\d+\] Why not\?\}", text)
    assert re.search(r"2\. g4 \$4 \{\[%eval #-1,\d+\]\} \(2\. ", text)
    assert text.rstrip().endswith("Qh4# 0-1")


TRACE = """{"game": "chess", "fen": null, "trays": false, "slots": {}}
{"t": 1000, "cell": "e2", "on": 0}
{"t": 1200, "cell": "e4", "on": 1}
{"t": 3000, "cell": "e7", "on": 0}
{"t": 3250, "cell": "e5", "on": 1}
"""


def test_game_exported_before_or_after_it_was_analysed_is_known_again(archive):
    bring_in(archive, TRACE, "a trace")
    before = pgn_of(archive, 2)
    analysed(archive, 2)
    after = pgn_of(archive, 2)
    assert before != after
    for text in (before, after):
        assert [(each.record, each.known) for each in bring_in(archive, text, "again")] == [(2, True)]


def test_analysis_that_was_broken_off_goes_on_where_it_was(archive):
    with pytest.raises(OpponentError):
        analysed(archive, opponent=Here(dies_after=2))
    rest = Here()
    assert analysed(archive, opponent=rest)[0] == (3, 5), "the end of the game, and two looks"
    assert rest.asked == 2
    idle = Here()
    assert analysed(archive, opponent=idle) == [(5, 5)]
    assert idle.asked == 0
    analysed(archive, opponent=idle, limit=Limit(nodes=500))
    assert idle.asked == 4, "looked at longer, all of it is looked at again"


def test_what_was_seen_of_another_position_says_nothing(archive):
    analysed(archive)
    bring_in(archive, "1. f3 e5 2. h4 Nc6 *", "another")
    for ply, text in archive.analysis(1).items():
        archive.note_analysis(2, ply, text)
    archive.note_analysis(2, 1, "no JSON")
    assert sorted(analysis_of(archive, 2, game_record(archive, 2)).seen) == [0, 2]


def test_record_page_shows_values_for_white(archive):
    assert record_view(archive, 1).analysed == ""
    analysed(archive)
    view = record_view(archive, 1)
    assert view.analysed == "Here, 400 positions a move"
    assert [node.value for node in view.nodes[3:]] == ["#-1", "0-1"]
    assert view.nodes[3].judged == "blunder"
    assert view.nodes[3].best.startswith("Qh4#")
    assert view.nodes[4].chances == -1


def test_position_in_which_one_move_wins_is_a_puzzle(archive):
    analysed(archive)
    (only,) = puzzles(archive)
    assert (only.name, only.played, only.found) == ("1/3", "Qh4#", True)
    assert puzzle(archive, "1/3") == only
    assert list(puzzles(archive, "shogi")) == []
    assert list(puzzles(archive, "chess")) == [only]


@pytest.mark.parametrize("name", ["", "1", "1/2", "9/1", "a/b", "1/3/5", "²/1"])
def test_puzzle_that_is_none_is_told(archive, name):
    analysed(archive)
    with pytest.raises(ReedboardError, match=r"puzzle|No game"):
        puzzle(archive, name)


def test_puzzle_is_set_up_as_a_game_against_the_program(archive, tmp_path, monkeypatch):
    analysed(archive)
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path))
    position = game_record(archive, 1).start
    for text in ("f2f3", "e7e5", "g2g4"):
        position = position.play(position.parse(text))
    assert puzzle_terms("1/3") == ("chess", position.fen(), str(LEVELS[-1].number), "white")
    result = CliRunner().invoke(main, ["play", "--puzzle", "1/3", "--game", "chess"])
    assert (result.exit_code, "leave out --game" in result.output) == (2, True)


def test_single_legal_move_is_no_puzzle():
    position = start_of("chess")
    won, lost = line_of(position, "e2e4", 900), line_of(position, "f2f3", -50)
    assert judging.only_winning_move(Seen("", "x", 900, (won,))) is None
    assert judging.only_winning_move(Seen("", "x", 900, (won, lost))) is won
    assert judging.only_winning_move(Seen("", "x", 900, (won, line_of(position, "f2f3", 700)))) is None


def run(*words):
    return CliRunner().invoke(main, ["records", *words])


@pytest.mark.slow
@pytest.mark.parametrize(
    "game_id", ["chess", "wildeurasian-qi", "sfhiodgei", "attendance", "xiang-courier", "dual-chess"]
)
def test_every_game_can_be_analysed_by_the_command(tmp_path, monkeypatch, game_id):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path))
    position, sans = start_of(game_id), []
    for _ in range(4):
        move = position.legal_moves()[0]
        sans.append(position.san(move))
        position = position.play(move)
    with closing(Archive(tmp_path)) as archive:
        bring_in(archive, f'[Variant "{game_id}"]\n\n{" ".join(sans)} *\n', "a file")
    result = run("analyse", "1", "--nodes", "40")
    assert result.exit_code == 0, result.output
    assert "5 positions by The search, 40 positions a move" in result.output
    assert run("export", "1").output.count("[%eval ") == 4
    assert run("puzzles", "--solutions").exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("analyse",), "Which game?"),
        (("analyse", "7"), "No game is recorded as number 7"),
        (("analyse", "1", "--seconds", "nan"), "not a number"),
        (("analyse", "1", "--opponent", "no-such-engine"), "There is no program"),
        (("analyse", "1", "--opponent", "search:99"), "is no level"),
    ],
)
def test_analysis_that_cannot_be_is_told_in_one_line(archive, tmp_path, monkeypatch, words, said):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path))
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_without_an_analysis_there_is_no_puzzle(archive, tmp_path, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path))
    assert "No puzzle yet" in run("puzzles").output
