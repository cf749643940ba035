"""`reedboard tune`: the fit, the games it learns from, the match that decides, and what the search does with it."""

import json
import math
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

import fairyrules
from fairyrules.search import Search, Values, tuned
from fairyrules.search.tuned import Shift, Tuning
from reedboard.bench.engine_match import Score
from reedboard.bench.kept_games import KeptGames
from reedboard.bench.tuning import FEWER, Sample, Training, logistic, prove, proved, tried, unequal
from reedboard.cli.main import main
from reedboard.errors import ReedboardError

CHESS = fairyrules.game("chess")
ACCEPTED = sorted(path.stem.replace("+", "/") for path in Path(tuned.__file__).parent.glob("*.json"))


def test_fit_finds_the_shift_by_which_games_were_won():
    rng = random.Random(1)
    rows = []
    for _ in range(4000):
        value, more = rng.uniform(-300, 300), rng.choice((-1.0, 0.0, 1.0))
        won = rng.random() < 1 / (1 + math.exp(-0.01 * (value + 80 * more)))
        rows.append((value, [more, 1.0], float(won), 1.0))
    found = logistic(rows, [100.0, 0.0])
    assert found[0] == pytest.approx(80, abs=12)
    assert found[1] == 0, "what may not change does not"


def test_fit_leaves_what_few_games_tell_as_it_was():
    rows = [(0.0, [1.0], 1.0, 1.0), (50.0, [0.0], 1.0, 1.0), (50.0, [0.0], 0.0, 1.0)]
    assert abs(logistic(rows, [1.0])[0]) < 1


@pytest.mark.parametrize("game_id", ["chess", "crazyhouse"])
def test_samples_count_what_shifts_add(game_id, tmp_path):
    game, rng = fairyrules.game(game_id), random.Random(game_id)
    training = Training(game, 10, 1, tmp_path / "games")
    derived = training.values
    shifts = {letter: Shift(rng.randrange(-40, 40), *rng.choices(range(-40, 40), k=3)) for letter in sorted(game.kinds)}
    changed = Values(game.start(), Tuning(derived.derived, shifts))
    assert changed.tuned
    position = game.start()
    for _ in range(60):
        position = position.play_unchecked(rng.choice(position.legal_moves()))
        stands = training.stands(position)
        wanted = 0.0
        for number, (letter, shift) in enumerate(shifts.items()):
            count, ahead, inward, across = stands[4 * number : 4 * number + 4]
            worth = 0 if letter == "K" else shift.worth
            wanted += worth * count / 100 + shift.forward * ahead / 7 + shift.middle * inward / 4
            wanted += shift.aside * across / 7
        # Each piece's two places, and each kind in hand, are whole numbers.
        assert changed.total(position) - derived.total(position) == pytest.approx(wanted, abs=100)


def test_games_broken_off_go_on_as_if_they_had_not_been(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert list(Training(CHESS, 1, 1, whole).play(2)) == [1, 2]
    assert list(Training(CHESS, 1, 1, parts).play(1)) == [1]
    assert list(Training(CHESS, 1, 1, parts).play(2)) == [2]
    assert parts.read_text() == whole.read_text()
    assert any(Training(CHESS, 1, 1, parts).samples)


def test_army_is_worth_what_it_was_however_much_a_kind_decides(tmp_path):
    """The search's margins are in hundredths of a Pawn: with values three times as large it lost two of three games."""
    training = Training(CHESS, 1, 1, tmp_path / "games")
    place = 4 * sorted(CHESS.kinds).index("N")

    def met(knights):
        stands = tuple(100 * knights if each == place else 0 for each in range(24))
        return [Sample(0, stands, (1 + knights) / 2)]

    ahead = [[Sample(900, (0,) * 24, points)] for points in (1.0, 1.0, 1.0, 0.0)]
    training.samples = [met(1), met(-1)] * 500 + ahead * 100
    found = training.fit()
    worth = {kind: training.values.worth[CHESS.rules.codes.code(kind, 0)] for kind in "PNBRQ"}
    assert found.kinds["N"].worth > worth["N"] / 4
    assert all(found.kinds[kind].worth < 0 for kind in "PBRQ"), "what decides nothing is worth less beside it"
    counts = {"P": 8, "N": 2, "B": 2, "R": 2, "Q": 1}
    assert sum(count * found.kinds[kind].worth for kind, count in counts.items()) == pytest.approx(0, abs=8)


@pytest.mark.parametrize("game_id", ["sittuyin", "antichess", "dual-chess"])
def test_fit_of_no_games_changes_nothing(game_id, tmp_path):
    game = fairyrules.game(game_id)
    found = Training(game, 1, 1, tmp_path / "games").fit()
    assert set(found.kinds.values()) == {Shift()}


@pytest.mark.parametrize("game_id", ["chess", "wildeurasian-qi", "sfhiodgei", "crazyhouse"])
def test_games_to_learn_from_begin_with_unequal_armies(game_id):
    """Of 856 games of Wildeurasian Qi from equal ones 775 were drawn, and taught nothing."""
    game, rng = fairyrules.game(game_id), random.Random(1)
    start = game.start()
    differences = set()
    for _ in range(40):
        position = unequal(start, rng)
        assert game.position(position.fen()) == position, "the rules allow it"
        left = [len(position.pieces_by_side[side]) for side in (0, 1)]
        whole = [len(start.pieces_by_side[side]) for side in (0, 1)]
        assert all(0 <= before - now <= before // FEWER for before, now in zip(whole, left, strict=True))
        assert all(
            cell in position.pieces_by_side[0] | position.pieces_by_side[1]
            for cell in game.setup(position.fen()).rights
        )
        differences.add(left[0] - left[1])
    assert len(differences) > 3


def test_games_of_something_else_are_refused(tmp_path):
    path = tmp_path / "games"
    Training(CHESS, 1, 1, path)
    with pytest.raises(ReedboardError, match=r"'seed': 1.*asked for were.*'seed': 2"):
        Training(CHESS, 1, 2, path)
    with path.open("a") as file:
        file.write("[3]\n")
    with pytest.raises(ReedboardError, match="line 2: expected a game"):
        Training(CHESS, 1, 1, path)
    path.write_text("nonsense\n")
    with pytest.raises(ReedboardError, match="line 1: expected a game"):
        Training(CHESS, 1, 1, path)


@pytest.mark.parametrize("lines_kept", [0, 2])
def test_killed_while_it_wrote_goes_on_before_that_game(tmp_path, lines_kept):
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    list(Training(CHESS, 1, 1, whole).play(2))
    lines = whole.read_text().splitlines(keepends=True)
    cut.write_text("".join(lines[:lines_kept]) + lines[lines_kept][:-5])
    list(Training(CHESS, 1, 1, cut).play(2))
    assert cut.read_text() == whole.read_text()


@pytest.mark.slow
def test_match_ends_once_it_cannot_be_won():
    """Who takes a Queen for a Pawn loses."""
    worse = Tuning(Values(CHESS.start()).derived, {"Q": Shift(worth=-850), "R": Shift(worth=-500)})
    told = []
    score = prove(CHESS, worse, 20, 30, KeptGames[float](), lambda now: told.append(str(now)))
    assert not proved(score, 20)
    assert 2 * len(told) == score.won + score.drawn + score.lost < 20


def test_trial_chooses_the_share_that_wins(monkeypatch):
    points = {40: Score(20, 20, 20), 20: Score(30, 10, 20), 10: Score(25, 20, 15)}
    asked = []

    def play(game, first, second, games, most_plies, seed, kept, match):
        worth = kept
        asked.append((worth, seed, match))
        return Score(points[worth].won / 30, points[worth].drawn / 30, points[worth].lost / 30)

    monkeypatch.setattr("reedboard.bench.tuning.play_match", play)
    whole = Tuning(Values(CHESS.start()).derived, {"R": Shift(40, -8, 4, 1)})
    found, scores = tried(CHESS, whole, 1, lambda part: part.kinds["R"].worth, lambda share, score: None)
    assert found.kinds == {"R": Shift(20, -4, 2, 0)}
    assert [round(scores[share].share) for share in (100, 50, 25)] == [50, 58, 58]
    assert {seed >= 2_000_000 for _, seed, _ in asked} == {True}, "no opening of the match"
    assert len(asked) == 90


def test_only_a_match_that_was_played_to_its_end_proves():
    assert proved(Score(6, 0, 4), 10)
    assert proved(Score(5, 2, 3), 10)
    assert not proved(Score(5, 1, 4), 10)
    assert not proved(Score(6, 0, 0), 10)


def test_tuning_of_other_values_is_not_used():
    start = CHESS.start()
    derived = Values(start)
    stale = Values(start, Tuning(derived.derived ^ 1, {"Q": Shift(worth=50)}))
    assert not stale.tuned
    assert stale.worth == derived.worth


def test_tuning_is_written_as_it_is_read():
    tuning = Tuning(7, {"P": Shift(1, -2, 3), "Q": Shift()}, "12 won")
    assert tuned.parse(tuned.text_of(tuning)) == tuning
    assert tuned.of("no-such-game") is None


def test_search_plays_by_what_was_accepted(monkeypatch):
    derived, rook = Values(CHESS.start()), CHESS.rules.codes.code("R", 0)
    found = tuned.text_of(Tuning(derived.derived, {"R": Shift(worth=40)}))
    monkeypatch.setattr("pkgutil.get_data", lambda package, name: found.encode() if name == "chess.json" else None)
    assert Search(CHESS.start(), 1000).values.worth[rook] == derived.worth[rook] + 40


def test_what_was_accepted_counts_still():
    """A sheet, or the way values are derived, that changes takes a tuning's proof away: `reedboard tune` again."""
    for game_id in ACCEPTED:
        start = fairyrules.game(game_id).start()
        assert Values(start, tuned.of(game_id)).tuned, game_id


def test_command_accepts_what_the_match_proves_and_nothing_else(tmp_path, monkeypatch):
    arguments = ["tune", "chess", "--games", "10", "--nodes", "1", "--match", "4", "--into", str(tmp_path)]
    kept, path = tmp_path / "kept.jsonl", tmp_path / "chess.json"
    for score, accepted in ((Score(2, 0, 2), False), (Score(3, 0, 1), True)):
        monkeypatch.setattr("reedboard.cli.commands.tune.prove", lambda *_, score=score: score)
        monkeypatch.setattr("reedboard.bench.tuning.TRIAL_GAMES", 2)
        page = tmp_path / "page.md"
        more = ["--keep", str(kept), "--results", str(page), *(["--resume"] if accepted else [])]
        result = CliRunner().invoke(main, [*arguments, *more])
        assert result.exit_code == 0, result.output
        assert ("Nothing is accepted" not in result.output) is accepted
        assert path.exists() is accepted
        assert "\n`reedboard tune chess --games 10 --nodes 1 --match 4`\n" in page.read_text()
    assert json.loads(path.read_text())["proof"].startswith("3 won, 0 drawn, 1 lost")
    refused = CliRunner().invoke(main, [*arguments, "--keep", str(kept)])
    assert refused.exit_code == 2
    assert "go on with them by --resume" in refused.stderr


def test_match_of_what_is_accepted_is_played_again(tmp_path, monkeypatch):
    """The search changes, and the proof was of another one."""
    arguments = ["tune", "chess", "--again", "--into", str(tmp_path), "--keep", str(tmp_path / "kept.jsonl")]
    path = tmp_path / "chess.json"

    def run(score=None):
        def play(game, found, *_):
            assert found.kinds == {"Q": Shift(worth=50)}
            return score

        monkeypatch.setattr("reedboard.cli.commands.tune.prove", play)
        return CliRunner().invoke(main, arguments)

    refused = run()
    assert refused.exit_code == 2
    assert "without --again chess is tuned" in refused.stderr
    derived = Values(CHESS.start()).derived
    path.write_text(tuned.text_of(Tuning(derived ^ 1, {"Q": Shift(worth=50)}, "of other values")))
    refused = run()
    assert refused.exit_code == 2
    assert "proved for other values" in refused.stderr
    path.write_text(tuned.text_of(Tuning(derived, {"Q": Shift(worth=50)}, "of long ago")))
    result = run(Score(50, 100, 50))
    assert result.exit_code == 0, result.output
    assert "stands, unproved" in result.output
    assert tuned.parse(path.read_text()).proof == "of long ago"
    result = run(Score(100, 50, 50))
    assert result.exit_code == 0, result.output
    assert "| chess | nothing anew | 100 won, 50 drawn, 50 lost of 200 | 62 % | yes |" in result.output
    assert tuned.parse(path.read_text()).proof.startswith("100 won, 50 drawn, 50 lost, 1000 nodes")
