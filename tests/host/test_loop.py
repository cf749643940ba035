"""The loop and the game it owns, with events put on its queue by hand: no port, no process, no page."""

import queue
import threading

import pytest

import fairyrules
from fairyrules.pieces import Side
from reedboard import tracker
from reedboard.app import loop, spare_time
from reedboard.app.game_boards import RealGameBoard
from reedboard.app.game_clock import now_ms
from reedboard.app.loop import Loop
from reedboard.app.play import Play
from reedboard.app.requests import AnswerGiven, EndAgreed, FellOver, NewGameWanted, Stop
from reedboard.app.status_watch import Watch
from reedboard.archive.database import Archive
from reedboard.archive.game_writer import Keeper
from reedboard.archive.replay import replay
from reedboard.assets import boards
from reedboard.board import occupancy
from reedboard.board.link_events import BoardLost, BoardShape, Changed, Greeted, Pressed, Restored, Snapshot
from reedboard.board.profile import place
from reedboard.board.shape_check import shape_of
from reedboard.errors import ReedboardError
from reedboard.game import game_state

CHESS = fairyrules.game("chess")
GREETING = Greeted(shape_of(boards.load("8x8")), "1.0")


class Lamps:
    """Remembers the lights it was asked for."""

    def __init__(self):
        self.frames = []

    def show(self, glows):
        self.frames.append(glows)


class SimulatedGame:
    """A loop at a real 8x8 board that a test plays on."""

    def __init__(self, folder, fen=None, record=None):
        self.events = queue.Queue()
        self.archive = Archive(folder)
        self.keeper = Keeper(self.archive)
        self.placement = place(boards.load("8x8"), CHESS)
        self.lamps, self.watch = Lamps(), Watch()
        start = CHESS.position(fen) if fen else CHESS.start()
        self.placement = self.placement.stocked(start)
        self.play = (
            Play.begin(self.keeper, self.placement, start)
            if record is None
            else Play.resume(self.keeper, self.placement, self.archive.record(record))
        )
        self.occupied = set(occupancy.expected(start, self.placement.slots))
        table = RealGameBoard("port", boards.load("8x8"))
        self.loop = Loop(self.events, self.lamps, table, self.keeper, self.play, (self.watch.show,))
        self.thread = self.loop.start()

    def greet(self, occupied=None):
        sites = self.occupied if occupied is None else occupied
        bits = sum(1 << self.placement.sites[site].bit for site in sites)
        self.events.put(GREETING)
        self.events.put(Snapshot(now_ms(), bits))

    def touch(self, *sites, after_ms=0):
        """Lifts or places, one site after the other, `after_ms` from now by the board's clock."""
        for site in sites:
            on = site not in self.occupied
            (self.occupied.add if on else self.occupied.remove)(site)
            self.events.put(Changed(now_ms() + after_ms, self.placement.sites[site].bit, on, 0))

    def ask(self, request):
        self.events.put(request)
        return request.done.result(timeout=60.0)

    def wait(self, wanted):
        status = self.watch.wait_for(wanted, 60.0)
        assert status is not None, self.watch.status
        return status

    def close(self):
        if self.thread.is_alive():
            self.ask(Stop())
            self.thread.end(5.0)
        self.keeper.close()
        self.archive.close()


@pytest.fixture
def sit(tmp_path):
    opened = []

    def start(**options):
        opened.append(SimulatedGame(tmp_path, **options))
        return opened[-1]

    yield start
    for sitting in opened:
        sitting.close()


def moves(*wanted):
    return lambda status: tuple(ply.move for ply in status.moves) == wanted


def test_loop_shows_how_things_stand_before_anything_happens(sit, monkeypatch):
    """Whoever ends the program at once is told of its game, even if the loop's thread never had a turn."""
    monkeypatch.setattr(Loop, "run", lambda loop: None)
    here = sit()
    assert here.watch.status.game.id == "chess"
    assert here.lamps.frames


def test_loop_records_what_it_shows(sit):
    here = sit()
    here.greet()
    here.touch("e2", "e4")
    here.wait(moves("e2e4"))
    assert [move.move for move in here.archive.moves(1)] == ["e2e4"]
    assert len(here.archive.journal(1)) == 2
    assert any(here.lamps.frames)


def test_loop_journals_presses_and_settles_the_move(sit):
    here = sit()
    here.greet()
    here.touch("a1", "a1", "d2", "d4")
    here.events.put(Pressed(now_ms(), Side.WHITE))
    here.wait(lambda status: [ply.state for ply in status.moves] == ["settled"])
    assert '"button": "w"' in here.archive.journal(1)[-1]


def test_loop_tells_loss_and_return_and_takes_the_move_made_meanwhile(sit):
    here = sit()
    here.greet()
    here.touch("e2")
    here.events.put(BoardLost("the plug was pulled"))
    status = here.wait(lambda status: status.connection.state == "lost")
    assert "the plug was pulled" in status.connection.text
    here.occupied.add("e4")
    here.greet()
    here.events.put(Restored())
    here.wait(lambda status: moves("e2e4")(status) and status.connection.state == "connected")


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        (BoardShape("17x17", 480, 329, 2), "The board that answers is 17x17, this game lies on 8x8"),
        (
            BoardShape("8x8", 8, 96, 2),
            "greets with 8 inputs, 96 LEDs and 2 clock buttons, but its geometry file",
        ),
        (BoardShape("unconfigured", 0, 0, 0), "configuration is missing or damaged: run `reedboard flash --board 8x8`"),
    ],
)
def test_loop_ignores_sensors_of_a_board_of_another_shape_and_says_so(sit, shape, words):
    here = sit()
    here.events.put(Greeted(shape, "1.0"))
    here.events.put(Snapshot(now_ms(), 0))
    status = here.wait(lambda status: status.notices)
    assert words in status.notices[0]
    assert status.connection.state == "lost"
    here.greet()
    here.touch("e2", "e4")
    status = here.wait(moves("e2e4"))
    assert (status.trouble, status.notices, status.connection.state) == (None, (), "connected")


def test_loop_sends_its_lights_again_when_a_board_greets(sit):
    here = sit()
    here.greet()
    here.touch("e2")
    here.wait(lambda status: status.lights)
    lit = here.lamps.frames[-1]
    assert lit
    here.lamps.frames.clear()
    here.greet()
    here.events.put(FellOver("The virtual board was ended by signal 9."))
    here.wait(lambda status: "The virtual board was ended by signal 9." in status.notices)
    assert lit in here.lamps.frames


def test_loop_stops_although_the_last_events_cannot_be_kept(sit, monkeypatch):
    here = sit()
    here.greet()

    def full(self):
        raise OSError("no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Play, "keep", full)
        with pytest.raises(OSError, match="no space"):
            here.ask(Stop())
    here.thread.end(60.0)
    assert not here.thread.is_alive()


def test_loop_guides_the_set_up_when_the_board_is_bare(sit):
    here = sit()
    here.greet(occupied=set())
    status = here.wait(lambda status: status.trouble is not None)
    assert status.trouble.text.startswith("Set up the pieces: ")
    cells = here.occupied - set(here.placement.slots)
    assert set(status.trouble.fill) - set(here.placement.slots) == cells
    here.greet()
    here.wait(lambda status: status.trouble is None)


@pytest.mark.slow
def test_loop_answers_only_what_is_asked(sit):
    here = sit(fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    here.greet()
    with pytest.raises(ReedboardError, match="e7e8=N fits no question"):
        here.ask(AnswerGiven("e7e8=N"))
    here.touch("e7", "e8")
    here.wait(lambda status: status.question is not None)
    with pytest.raises(ReedboardError, match="expected one of"):
        here.ask(AnswerGiven("a1a2"))
    here.ask(AnswerGiven("e7e8=N"))
    here.wait(moves("e7e8=N"))


@pytest.mark.slow
def test_loop_takes_any_legal_move_for_the_ply_in_question(sit):
    here = sit(fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    here.greet()
    here.touch("e7", "e8")
    here.wait(lambda status: status.question is not None)
    with pytest.raises(ReedboardError, match="Ka3"):
        here.ask(AnswerGiven("Ka3", 1))
    with pytest.raises(ReedboardError, match="fits no question"):
        here.ask(AnswerGiven("Kb1", 2))
    here.ask(AnswerGiven("Kb1", 1))
    here.wait(moves("a1b1"))
    assert here.wait(lambda status: status.trouble is not None).question is None
    here.touch("e8", "e7")
    here.touch("a1", "b1")
    here.wait(lambda status: status.trouble is None)
    here.wait(moves("a1b1"))


@pytest.mark.slow
def test_loop_says_what_was_answered_when_two_people_answer(sit):
    here = sit(fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    here.greet()
    here.touch("e7", "e8")
    here.wait(lambda status: status.question is not None)
    here.ask(AnswerGiven("e7e8=N"))
    here.ask(AnswerGiven("e7e8=N"))
    with pytest.raises(ReedboardError, match=r"answered already: e8=N\. If it was another move, take it back"):
        here.ask(AnswerGiven("e7e8=R"))
    here.touch("e8", "e7")
    here.wait(moves())
    here.touch("e7", "e8", after_ms=1000)
    here.wait(lambda status: status.question is not None)
    here.ask(AnswerGiven("e7e8=R"))
    here.wait(moves("e7e8=R"))
    assert [move.move for move in here.archive.moves(1)] == ["e7e8=R"]


@pytest.mark.slow
def test_loop_says_what_was_answered_when_the_game_went_on(sit):
    here = sit(fen="k7/4P3/8/8/8/8/6p1/K7 w - - 0 1")
    here.greet()
    here.touch("e7", "e8")
    here.wait(lambda status: status.question is not None)
    here.touch("a8", "a7")
    assert here.wait(lambda status: len(status.moves) == 2).question.text.startswith("White's move 1: what stands")
    here.ask(AnswerGiven("e7e8=N"))
    here.touch("a1", "b1")
    here.wait(moves("e7e8=N", "a8a7", "a1b1"))
    with pytest.raises(ReedboardError, match="answered already: e8=N"):
        here.ask(AnswerGiven("e7e8=B"))


@pytest.mark.slow
def test_loop_takes_no_for_an_answer_to_a_question_with_one_move(sit):
    """Three plies taken back in one act, which might have been two more."""
    here = sit(fen="7k/8/8/8/8/8/8/R1K5 w - - 0 1")
    here.greet()
    for number, site in enumerate(["a1", "a2", "h8", "h7", "c1", "d1", "d1", "a2", "h7", "a1", "c1", "h8"]):
        here.touch(site, after_ms=100 * number)
    question = here.wait(lambda status: status.question is not None).question
    assert [choice.text for choice in question.choices] == ["Ra2", "No"]
    here.ask(AnswerGiven(question.choices[-1].move))
    assert not here.wait(lambda status: status.question is None).moves


@pytest.mark.slow
def test_loop_keeps_a_question_open_while_the_board_is_lost(sit):
    here = sit(fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    here.greet()
    here.touch("e7", "e8")
    here.wait(lambda status: status.question is not None)
    here.events.put(BoardLost("the plug was pulled"))
    assert here.wait(lambda status: status.connection.state == "lost").question is not None
    here.ask(AnswerGiven("e7e8=B"))
    assert here.wait(moves("e7e8=B")).connection.state == "lost"
    here.occupied -= {"h8"}
    here.occupied |= {"g7"}
    here.greet()
    here.events.put(Restored())
    asked = here.wait(lambda status: status.question is not None).question
    assert [choice.text for choice in asked.choices] == ["1... Kg7", "Something else"]
    with pytest.raises(ReedboardError, match="expected one of away:0, away:none"):
        here.ask(AnswerGiven("h8g7"))
    here.ask(AnswerGiven(asked.choices[0].move))
    here.wait(moves("e7e8=B", "h8g7"))
    assert [move.move for move in here.archive.moves(1)] == ["e7e8=B", "h8g7"]
    assert replay(here.archive, 1, pytest.fail).differences == ()


def test_loop_asks_what_was_played_unwatched_once_the_hands_rest(sit):
    """A board that starts again while a piece is in the hand: before, lines that lead to its empty cell were offered
    after it had been put down, and the true one was not."""
    here = sit()
    here.greet()
    here.touch("b1", "a3")
    here.wait(lambda status: status.moves and status.moves[-1].state == "settled")
    here.events.put(BoardLost("the board started again"))
    here.occupied.remove("a3")
    here.greet()
    here.events.put(Restored())
    here.wait(lambda status: status.connection.state == "connected" and "a3" not in status.occupied)
    here.touch("c3")
    here.wait(lambda status: "c3" in status.occupied and status.question is None)
    asked = here.wait(lambda status: status.question is not None).question
    assert "1. Nc3, not Na3" in [choice.text for choice in asked.choices]


def test_loop_says_so_when_the_wrong_clock_is_pressed(sit):
    here = sit()
    here.greet()
    here.touch("e2", "e4")
    here.wait(moves("e2e4"))
    here.events.put(Pressed(now_ms(), Side.BLACK))
    said = here.wait(lambda status: status.notices)
    assert said.notices == ("Black's clock was pressed, but Black has not moved yet: it is Black's move.",)
    assert moves("e2e4")(said)
    here.touch("e7", "e5")
    here.wait(lambda status: moves("e2e4", "e7e5")(status) and not status.notices)
    here.events.put(Pressed(now_ms(), Side.BLACK))
    here.wait(lambda status: [ply.state for ply in status.moves] == ["settled"] * 2)
    assert here.watch.status.notices == ()


def test_loop_ends_a_game_once_and_then_leaves_the_sensors_out_of_it(sit):
    here = sit()
    here.greet()
    here.touch("e2", "e4")
    here.wait(moves("e2e4"))
    here.ask(EndAgreed("1-0"))
    with pytest.raises(ReedboardError, match="over already"):
        here.ask(EndAgreed("0-1"))
    here.touch("e7", "e5")
    here.wait(lambda status: "e5" in status.occupied)
    assert moves("e2e4")(here.watch.status)
    record = here.archive.record(1)
    assert (record.result, record.reason, len(here.archive.journal(1))) == ("1-0", "Black resigns", 2)


def test_loop_keeps_the_old_game_when_the_new_one_cannot_be(sit):
    here = sit()
    here.greet()
    with pytest.raises(ReedboardError, match="8x8"):
        here.ask(NewGameWanted("sfhiodgei"))
    here.touch("e2", "e4")
    assert here.wait(moves("e2e4")).game.record == 1
    here.touch("e4", "e2")
    here.wait(moves())
    here.ask(NewGameWanted("chess"))
    assert here.wait(lambda status: status.game.record == 2).trouble is None


def test_loop_takes_a_finished_game_up_again_when_its_last_move_is_taken_back(sit):
    here = sit(fen="7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
    here.greet()
    here.touch("g6", "g7")
    assert here.wait(lambda status: status.outcome is not None).outcome.result == "1-0"
    assert here.archive.record(1).result == "1-0"
    here.touch("g7", "g6")
    here.wait(lambda status: status.outcome is None and not status.moves)
    assert here.archive.record(1).result == "*"


def test_loop_keeps_a_finished_game_when_its_pieces_are_put_up_for_the_next(sit):
    here = sit()
    here.greet()
    here.touch("f2", "f3", "e7", "e5", "g2", "g4", "d8", "h4")
    assert here.wait(lambda status: status.outcome is not None).outcome.result == "0-1"
    here.touch("h4", "d8", "g4", "e5", "f3", "e7", "g2", "f2")
    here.wait(lambda status: status.offer is not None)
    assert [move.move for move in here.archive.moves(1)] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert here.archive.record(1).result == "0-1"
    assert replay(here.archive, 1, pytest.fail).differences == ()
    here.ask(NewGameWanted("chess"))
    assert here.wait(lambda status: status.game.record == 2).moves == ()


def test_loop_offers_a_new_game_when_the_array_is_put_up_after_resigning(sit):
    here = sit()
    here.greet()
    here.touch("e2", "e4", "e7", "e5")
    here.wait(moves("e2e4", "e7e5"))
    here.ask(EndAgreed("1-0"))
    here.touch("e4", "e2", "e5", "e7")
    status = here.wait(lambda status: status.offer is not None)
    assert (status.offer.game, status.offer.fen, status.lights) == ("chess", None, {})
    here.events.put(Pressed(now_ms(), Side.BLACK))
    assert here.wait(lambda status: status.game.record == 2).moves == ()
    assert len(here.archive.moves(1)) == 2


def test_loop_offers_the_first_position_again_when_it_was_no_array(sit):
    fen = "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1"
    here = sit(fen=fen)
    here.greet()
    here.touch("e2", "e4", "e8", "d8", "e4", "e5", "d8", "e8", "e5", "e6", "e8", "d8", "h1", "h5", "d8", "e8")
    here.wait(lambda status: len(status.moves) == 8)
    here.touch("h5", "h1", "e6", "e2")
    status = here.wait(lambda status: status.offer is not None)
    assert (status.offer.fen, status.trouble) == (fen, None)
    here.ask(NewGameWanted("chess", status.offer.fen))
    again = here.wait(lambda status: status.game.record == 2)
    assert (again.game.fen, again.moves, again.trouble) == (fen, (), None)


@pytest.mark.slow
def test_loop_takes_the_trays_as_they_are_found(sit):
    here = sit(fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    here.occupied -= set(here.placement.slots)
    here.greet()
    assert "Still for the trays: 2 × White Queen, 2 × Black Queen." in here.wait(lambda status: status.hint).hint
    here.touch("e7", "e8")
    asked = here.wait(lambda status: status.question is not None).question
    assert {choice.move[-1] for choice in asked.choices} == set("QRBN")
    assert '"w:Q1": 0' in here.archive.record(1).header


def test_loop_shows_an_error_nobody_foresaw_and_goes_on(sit, monkeypatch, caplog):
    here = sit()
    here.greet()
    here.wait(lambda status: status.connection.state == "connected")
    observe = tracker.observe

    def fails_once(belief, event):
        monkeypatch.setattr(game_state.tracker, "observe", observe)
        raise ZeroDivisionError("a slip")

    monkeypatch.setattr(game_state.tracker, "observe", fails_once)
    (notice,) = here.wait(lambda status: status.notices).notices
    assert "ZeroDivisionError: a slip" in notice
    assert "records export 1 --trace" in notice
    here.touch("e2", "e4")
    here.wait(moves("e2e4"))
    assert "ZeroDivisionError" in caplog.text


def test_play_resumes_where_the_journal_ends_and_sees_what_was_moved_meanwhile(sit):
    first = sit()
    first.greet()
    first.touch("e2", "e4", "e7")
    first.wait(lambda status: moves("e2e4")(status) and "e7" not in status.occupied)
    first.close()
    again = sit(record=1)
    assert moves("e2e4")(again.wait(lambda status: True))
    again.occupied = first.occupied | {"e5"}
    again.greet()
    again.wait(moves("e2e4", "e7e5"))
    times = [move.t_ms for move in again.archive.moves(1)]
    assert times == sorted(times)


def test_play_resumed_is_recorded_as_it_is_read_today(sit, tmp_path):
    first = sit()
    first.greet()
    first.touch("e2", "e4")
    first.wait(moves("e2e4"))
    first.close()
    archive = Archive(tmp_path)
    archive._db.execute("UPDATE move SET move = 'd2d4', san = 'd4'")
    archive.close()
    again = sit(record=1)
    assert moves("e2e4")(again.wait(lambda status: True))
    assert [move.move for move in again.archive.moves(1)] == ["e2e4"]


def test_the_loop_has_spare_time_while_the_board_rests_and_none_while_a_piece_is_in_a_hand(sit, monkeypatch):
    spare = threading.Event()
    monkeypatch.setattr(loop, "IDLE_S", 0.02)
    monkeypatch.setattr(spare_time, "use", spare.set)
    game = sit()
    game.greet()
    game.wait(lambda status: status.connection.state == "connected")
    assert spare.wait(60.0)
    game.touch("e2")
    game.wait(lambda status: "e2" not in status.occupied)
    spare.clear()
    assert not spare.wait(0.3)


def test_the_loop_looks_ahead_while_a_piece_is_in_a_hand_and_nothing_comes(sit, monkeypatch):
    ahead = []
    looked = threading.Event()
    look_ahead = tracker.look_ahead

    def seen(belief):
        ahead.append(belief)
        look_ahead(belief)
        looked.set()

    monkeypatch.setattr(tracker, "look_ahead", seen)
    game = sit()
    game.greet()
    game.touch("e2")
    game.wait(lambda status: "e2" not in status.occupied)
    looked.clear()
    assert looked.wait(60.0)
    assert not ahead[-1].raw >> ahead[-1].sites.find("e2") & 1
