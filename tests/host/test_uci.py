"""UCI both ways: engines as opponents, and our search as an engine."""

import random
import sys
import threading
import time

import pytest
from click.testing import CliRunner

import fairyrules
from fairyrules.errors import FairyRulesError
from fairyrules.search import Line
from reedboard.cli.main import main
from reedboard.opponent import (
    Levelled,
    Limit,
    NoMoveError,
    OpponentError,
    SearchOpponent,
    UciOpponent,
    UsiOpponent,
    forms,
    named,
    uci,
)
from reedboard.opponent.uci_server import UciServer

OURS = (sys.executable, "-c", "from reedboard.cli.main import main; main(['uci'])")
GREETING = "id name Fake\noption name UCI_Variant type combo default chess var chess var xiangqi\nuciok"


def start_of(game_id):
    return fairyrules.game(game_id).start()


def wandered(game_id, plies):
    rng = random.Random(game_id)
    position = start_of(game_id)
    for _ in range(plies):
        yield position
        moves = position.legal_moves()
        if not moves:
            return
        rare = [move for move in moves if not str(move).isalnum()]
        position = position.play_unchecked(rng.choice(rare if rare and rng.random() < 0.4 else moves))


@pytest.mark.parametrize("game_id", [name for name in fairyrules.games() if name != "sfhiodgei"])
def test_every_move_is_read_back_from_the_form_engines_use(game_id):
    for position in wandered(game_id, 12):
        written = {forms.form(position, move): move for move in position.legal_moves()}
        assert len(written) == len(position.legal_moves())
        for text in list(written)[::5]:
            assert forms.move_of(position, text) == written[text]


@pytest.mark.parametrize("game_id", forms.WHOLE)
def test_every_position_is_read_back_from_the_form_engines_use(game_id):
    for position in wandered(game_id, 60):
        assert forms.position_of(position.game, forms.fen(position)) == position


def test_position_nobody_can_read_is_told():
    with pytest.raises(FairyRulesError):
        forms.position_of(fairyrules.game("capablanca"), "8/8")


def fake(*answers):
    """An engine that greets, is ready, and answers `go` with these lines."""
    said = "\n".join(answers)
    script = f"""
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci": print({GREETING!r}, flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "go" and {said!r}: print({said!r}, flush=True)
    if word == "quit": break
"""
    return UciOpponent(sys.executable, "-c", script)


@pytest.fixture
def closed():
    """Opponents that are closed when the test ends."""
    made = []
    yield lambda opponent: made.append(opponent) or opponent
    for opponent in made:
        opponent.close()


def test_engine_is_played_against(closed):
    engine = closed(fake("info depth 3 score cp 31 multipv 1 pv e2e4 e7e5 e4e6", "bestmove e2e4 ponder e7e5"))
    engine.start(start_of("chess"))
    line = engine.go(Limit(seconds=1))
    assert (engine.name, str(line.move), line.score, line.depth) == ("Fake", "e2e4", 31, 3)
    assert [str(move) for move in line.pv] == ["e2e4", "e7e5"], "what cannot be played is left out"


@pytest.mark.parametrize(("mate", "expected"), [("3", 3), ("-2", -2), ("1", 1)])
def test_mate_is_read(closed, mate, expected):
    engine = closed(fake(f"info depth 3 score mate {mate} pv e2e4", "bestmove e2e4"))
    engine.start(start_of("chess"))
    assert engine.go(Limit(seconds=1)).mate_in == expected


@pytest.mark.parametrize("answer", ["bestmove e2e5", "bestmove", "bestmove none of these"])
def test_engine_that_cheats_is_told(closed, answer):
    engine = closed(fake(answer))
    engine.start(start_of("chess"))
    with pytest.raises(OpponentError, match=r"wants to play .* not legal here; it starts over"):
        engine.go(Limit(seconds=1))


@pytest.mark.parametrize("answer", ["bestmove (none)", "bestmove 0000", "bestmove resign ponder e7e5"])
def test_engine_that_says_no_move_is_told_as_such_and_does_not_start_over(closed, answer):
    engine = closed(fake(answer))
    engine.start(start_of("chess"))
    for _ in range(2):
        with pytest.raises(NoMoveError, match=r"^Fake has no move to say here, as if the game were over\.$"):
            engine.go(Limit(seconds=1))
    assert engine._talk is not None


@pytest.mark.slow
def test_engine_that_hangs_is_told(closed, monkeypatch):
    monkeypatch.setattr(uci, "LATE_S", 0.1)
    engine = closed(fake())
    engine.start(start_of("chess"))
    with pytest.raises(OpponentError, match="does not answer"):
        engine.go(Limit(seconds=0.1))


def test_program_that_is_no_engine_is_told(closed, monkeypatch):
    monkeypatch.setattr(uci, "ANSWER_S", 0.2)
    with pytest.raises(OpponentError, match=r"stopped working|does not answer as a UCI engine does"):
        closed(UciOpponent("cat")).start(start_of("chess"))


def test_game_an_engine_does_not_know_is_told(closed):
    engine = closed(fake("bestmove e2e4"))
    for game_id in ("shogi", "sfhiodgei"):
        with pytest.raises(OpponentError, match="of our games it plays chess, xiangqi"):
            engine.start(start_of(game_id))


def test_engine_that_is_not_there_is_told():
    with pytest.raises(OpponentError, match="no program “no-such-engine”"):
        named("no-such-engine")


def test_opponents_are_found_by_name():
    assert isinstance(named("search"), SearchOpponent)
    assert isinstance(named("search:3"), Levelled)
    assert isinstance(named(sys.executable), UciOpponent)
    assert isinstance(named(f"usi:{sys.executable}"), UsiOpponent)
    for name in ("search:99", "search:", "99", "", ":3", "usi:"):
        with pytest.raises(OpponentError):
            named(name)


class Quick:
    """Plays the first legal move at once."""

    name = "Quick"

    def __init__(self):
        self.limits = []
        self.position = None

    def start(self, position):
        self.position = position

    def lines(self, limit, count):
        self.limits.append(limit)
        return tuple(Line(move, 12, 4, (move,)) for move in self.position.legal_moves()[:count])

    def stop(self):
        pass

    def close(self):
        pass


def conversation(*lines, game="chess"):
    said, quick = [], Quick()
    UciServer(said.append, quick, fairyrules.game(game)).serve(lines)
    return said, quick


def test_we_say_who_we_are_and_which_games_we_know():
    said, _ = conversation("uci", "isready")
    assert said[-2:] == ["uciok", "readyok"]
    assert any("var sfhiodgei" in line and "var kingofthehill" in line for line in said)


def test_we_play_on_from_the_moves_we_are_told():
    said, _ = conversation("position startpos moves e2e4 e7e5", "go depth 2", "quit")
    assert said[-1] == "bestmove b1c3"
    assert said[-2].startswith("info depth 4 multipv 1 score cp 12 pv b1c3")


def test_promotions_are_written_as_guis_expect():
    said, _ = conversation("setoption name MultiPV value 20", "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1", "go nodes 5")
    assert any(" pv a7a8q" in line for line in said)


def test_another_game_is_chosen():
    said, _ = conversation(
        "setoption name UCI_Variant value xiangqi", "position startpos moves h3e3", "go infinite", "stop"
    )
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("movetime 1500", Limit(seconds=1.5)),
        ("nodes 70", Limit(nodes=70)),
        ("depth 5", Limit(depth=5)),
        ("infinite", Limit()),
        ("wtime 31000 btime 5 winc 500", Limit(seconds=1.5)),
        ("wtime 10 btime 5", Limit(seconds=0.01 / 31)),
        ("wtime 60000 movestogo 1", Limit(seconds=24)),
    ],
)
def test_time_is_kept(words, limit):
    _, quick = conversation("position startpos", f"go {words}", "stop")
    [asked] = quick.limits
    assert (asked.nodes, asked.depth) == (limit.nodes, limit.depth)
    assert asked.seconds == pytest.approx(limit.seconds)


@pytest.mark.parametrize(
    "line",
    [
        "position startpos moves e2e5",
        "position fen 8/8 w - - 0 1",
        "position",
        "setoption name UCI_Variant value draughts",
        "setoption name MultiPV value many",
        "fly",
    ],
)
def test_line_we_cannot_use_is_told_and_the_next_is_answered(line):
    said, _ = conversation(line, "isready")
    assert len(said) == 2
    assert said[0].startswith("info string ")
    assert said[1] == "readyok"


def test_unknown_game_is_told_in_one_line():
    result = CliRunner().invoke(main, ["uci", "--game", "draughts"], input="uci\n")
    assert result.exit_code == 2
    assert len(result.output.strip().splitlines()) == 1


@pytest.mark.slow
def test_our_client_plays_our_engine(closed):
    """Both ends of the same protocol, over real pipes, in games with drops, promotions and castling letters."""
    engine = closed(UciOpponent(*OURS))
    for game_id in ("chess", "shogi", "capablanca", "crazyhouse"):
        position = start_of(game_id)
        for _ in range(3):
            engine.start(position)
            position = position.play(engine.go(Limit(nodes=40)).move)
    engine.start(start_of("chess"))
    assert len(engine.lines(Limit(depth=2), 3)) == 3


@pytest.mark.slow
def test_endless_thinking_ends_with_the_word(closed):
    engine = closed(UciOpponent(*OURS))
    engine.start(start_of("chess"))
    threading.Timer(0.3, engine.stop).start()
    begun = time.monotonic()
    assert engine.go(Limit()).move
    assert time.monotonic() - begun < 20
