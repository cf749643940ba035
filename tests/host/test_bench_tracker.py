"""`reedboard bench tracker` on a handful of moves: what it counts, prints and keeps."""

from random import Random

import pytest
from click.testing import CliRunner

import fairyrules
from reedboard.bench.hands import perform
from reedboard.bench.judge import Score
from reedboard.bench.simulated_game import SimulatedGame, play
from reedboard.bench.style import Style
from reedboard.bench.trial import COLUMNS, Tally, Trial, write
from reedboard.cli.main import main
from reedboard.game.trace import TraceHeader, parse_header


def bench(*words):
    return CliRunner().invoke(main, ["bench", "tracker", *words])


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_bench_counts_every_ply_of_every_row_and_pools_the_games():
    result = bench("--game", "chess", "--game", "grand", "--handling", "plain", "--plies", "6", "--sittings", "2")
    assert result.exit_code == 0, result.output
    tables = result.output.split("\n\n")
    titles = [part for part in tables if part.strip() and not part.startswith("|")]
    assert [title.strip().split(":")[0] for title in titles] == ["chess", "grand", "all games"]
    lines = [cells(line) for line in result.output.splitlines() if line.startswith("| plain")]
    assert [dict(zip(COLUMNS, line, strict=True))["plies"] for line in lines] == ["12"] * 4 + ["24"] * 2
    whole = dict(zip(COLUMNS, cells(result.output.splitlines()[-1]), strict=True))
    assert (whole["handling"], whole["plies"], whole["right %"], whole["silent"]) == ("**all**", "48", "100.00", "0")


@pytest.mark.slow
def test_bench_plays_the_same_games_however_many_rows_at_once():
    row = Trial("chess", "slid", False, 1, 8, 0.0, None, 3, None)
    one, other = row.played(), row.played()
    assert one.score == other.score == Score(right=8)
    words = "--game", "chess", "--handling", "slid", "--plies", "8", "--seed", "3"
    alone, together = bench(*words, "--jobs", "1").output, bench(*words, "--jobs", "2").output
    assert [cells(line)[:9] for line in alone.splitlines()] == [cells(line)[:9] for line in together.splitlines()]


@pytest.mark.slow
def test_bench_keeps_the_games_it_did_not_understand(tmp_path):
    rng = Random(5)
    sitting = play(fairyrules.game("chess"), rng, [Style.PLAIN], plies=12)
    late = sitting.spans[4][0]
    assert Tally().watch(sitting, sitting.events[:late]).missing == 8
    spoilt = SimulatedGame(sitting.header, sitting.events[:late], sitting.moves, sitting.final, sitting.spans)
    write(spoilt, tmp_path / "spoilt")
    header, *events = (tmp_path / "spoilt.jsonl").read_text().splitlines()
    assert parse_header(header) == TraceHeader("chess", None, False, {})
    assert len(events) == late
    assert (tmp_path / "spoilt.moves").read_text().split() == [str(move) for move in sitting.moves]
    dead_row = Trial("chess", "plain", False, 1, 8, 0.5, None, 1, tmp_path)
    assert dead_row.played().score.right < 8
    assert list(tmp_path.glob("chess-plain-plain-*.jsonl"))


@pytest.mark.parametrize(
    "words",
    [
        ["--handling", "telepathy"],
        ["--fault", "melted"],
        ["--game", "nochess"],
        ["--sittings", "0"],
        ["--plies", "-1"],
        ["--jobs", "0"],
        ["--noise", "1.5"],
        ["--keep", "/dev/null/traces"],
    ],
)
def test_bench_says_in_one_line_what_it_cannot_use(words):
    result = bench(*words)
    assert result.exit_code == 2
    assert words[1] in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize("style", list(Style))
def test_hands_play_an_explosion_in_which_the_capturing_piece_is_lost(style):
    position = fairyrules.game("atomic").position("rnbqkbnr/ppp2ppp/8/3pp3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3")
    for seed in range(20):
        readings = perform(position, position.parse("e4d5"), style, Random(seed))
        last = {each.site: each.on for each in readings}
        assert {site for site, on in last.items() if not on} == {"e4", "d5"}


def test_a_handling_nearly_named_is_named():
    result = bench("--handling", "several set elsewhere")
    assert result.exit_code == 2
    assert "the nearest are “several set elsewhere, put right”" in " ".join(result.output.split())
