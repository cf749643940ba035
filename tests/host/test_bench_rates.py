"""`reedboard bench rates`: what hands did, counted from the moves that were made, beside the tracker's costs."""

import pytest
from click.testing import CliRunner

import fairyrules
from reedboard.bench.gestures import COUNTED, SENSORS, counted
from reedboard.bench.handlings import UncommonHabit
from reedboard.bench.sections import rates
from reedboard.bench.simulated_game import SimulatedGame
from reedboard.bench.trial import Trial
from reedboard.board.events import Reading
from reedboard.cli.main import main
from reedboard.game.trace import TraceHeader, format_header, format_line

ROOKS = "4k3/8/8/p7/8/8/8/R3K2R w KQ - 0 1"


def bench(*words):
    return CliRunner().invoke(main, ["bench", "rates", *words])


def game(fen, *played, slots=None):
    """Moves in machine form, each with its script: `-a1 +a5` lifts and puts, `...` rests for a second."""
    rules = fairyrules.game("chess")
    position = start = rules.position(fen)
    events, moves, spans, t_ms = [], [], [], 0
    for text, script in played:
        first = len(events)
        for word in script.split():
            t_ms += 1000 if word == "..." else 100
            if word != "...":
                events.append(Reading(t_ms, word[1:], word[0] == "+"))
        t_ms += 1000
        moves.append(position.parse(text))
        spans.append((first, len(events)))
        position = position.play(moves[-1])
    header = TraceHeader("chess", fen, slots is not None, slots or {})
    return SimulatedGame(header, tuple(events), tuple(moves), position, tuple(spans)), start


@pytest.mark.parametrize(
    ("move", "script", "happened"),
    [
        ("a1a5", "-a5 -a1 +a5", {}),
        ("a1a5", "-a1 +a3 -a3 -a5 +a5", {"REST": 1}),
        ("a1a5", "-a1 -a5 +b6 -b6 +a5", {"OUT_OF_TURN": 1}),
        ("a1a5", "-a1", {"UNFELT": 1}),
        ("a1a5", "-a1 +b:P1", {"UNFELT": 1}),
        ("a1a5", "-a5 +w:R1 -a1 +a5", {"WRONG_SLOT": 1}),
        ("a1a5", "-a1 ... -a5 +a5", {"PAUSE": 1}),
        ("a1a5", "-a1 -e8 +e8 -a5 +a5", {"ADJUSTED": 1}),
        ("a1a5", "-h1 -a5 -a1 +a5", {"OWN_OFF": 1, "HANDFUL": 1}),
        ("a1a4", "-a1 +a4 +b:P1", {"UNTAKEN": 1}),
        ("a1a4", "-w:Q1 -a1 +a4", {"UNUSED": 1}),
        ("a1a4", "+a4 ... -a1", {"STRAY": 1, "PAUSE": 1}),
        ("a1a4", "", {"UNTOUCHED": 1}),
        ("e1g1", "-e1 +g1 -h1 +f1", {"SECOND": 1}),
    ],
)
def test_what_hands_do_is_counted_by_the_name_of_its_cost(move, script, happened):
    found = counted(*game(ROOKS, (move, script)))
    assert dict(+found.happened) == {"PLY": 1} | happened
    assert found.among["plies"] == 1
    assert found.among["captures"] == (move == "a1a5")


def test_a_new_piece_from_the_other_tray_is_borrowed():
    slots = {"b:Q1": True, "w:Q1": False}
    found = counted(*game("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ("a7a8=Q", "-a7 -b:Q1 +a8"), slots=slots))
    assert dict(+found.happened) == {"PLY": 1, "BORROWED": 1}
    assert found.among["new pieces"] == 1


def test_a_reply_begun_early_is_no_touch_of_the_move():
    played, start = game(ROOKS, ("a1a4", "-a1 -e8 +a4"), ("e8e7", "+e7"))
    assert played.spans == ((0, 3), (3, 4))
    overlapping = SimulatedGame(played.header, played.events, played.moves, played.final, ((0, 3), (1, 4)))
    found = counted(overlapping, start)
    assert dict(+found.happened) == {"PLY": 2, "CROSSED": 1, "PAUSE": 1}


def test_a_piece_set_elsewhere_is_astray_until_it_is_put_right():
    played, _, _ = Trial("chess", UncommonHabit.SETS_ELSEWHERE.value, False, 1, 60, 0.0, None, 7, None).sitting(0)
    found = counted(played, fairyrules.game("chess").start())
    assert found.happened["ASTRAY"] > 3


def test_bench_names_what_no_hands_do_and_what_nobody_counts():
    result = bench("--game", "chess", "--plies", "4")
    assert result.exit_code == 0, result.output
    rows = {line.split(" | ")[0].strip("| "): line for line in result.output.splitlines() if line.startswith("| ")}
    costs = rates._costs()
    assert list(rows)[1 : 1 + len(costs)] == list(costs)
    assert set(costs) & COUNTED.keys()
    assert rows["done by sensors"] == f"| done by sensors | {', '.join(name for name in costs if name in SENSORS)} |"
    assert "UNTOUCHED" in rows["no hands here do it"]


def test_bench_counts_peoples_traces_and_leaves_out_what_is_none(tmp_path):
    played, _ = game(ROOKS, ("a1a4", "-a1 +a4"), ("e8e7", "-e8 +e7"), ("e1e2", "-h1 +h1 -e1 +e2"))
    trace = tmp_path / "evening.jsonl"
    lines = [format_header(played.header), *map(format_line, played.events)]
    trace.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (tmp_path / "letter.txt").write_text("Dear all,\n", encoding="utf-8")
    result = bench("--trace", str(trace), "--trace", str(tmp_path / "letter.txt"))
    assert result.exit_code == 0, result.output
    assert "hands of people: 3 plies" in result.output
    assert "letter.txt" in result.output
    assert "left the game out" in result.output
    adjusted = next(line for line in result.output.splitlines() if line.startswith("| ADJUSTED"))
    assert "1 in 3 plies" in adjusted, adjusted
    nothing = bench("--trace", str(tmp_path / "letter.txt"))
    assert nothing.exit_code == 2
    assert "no move was found" in nothing.output
