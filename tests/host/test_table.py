"""The clock and what players agree on, at a loop with events put on its queue by hand; time is what the test says."""

import json
import random

import pytest

import fairyrules
from at_the_table import AtTheTable
from fairyrules.pieces import Side
from reedboard.app import game_clock, loop
from reedboard.app.play import ALIVE_MS
from reedboard.app.requests import (
    AnswerGiven,
    ClockWanted,
    EndAgreed,
    EndUndone,
    NewGameWanted,
    ProposalMade,
    ReplyGiven,
    Stop,
)
from reedboard.archive.correct import correct
from reedboard.archive.pgn_records import bring_in, pgn_of
from reedboard.archive.record_view import readings_view
from reedboard.archive.replay import replay
from reedboard.board import wire
from reedboard.board.board_clock import BoardClock
from reedboard.board.link_events import Changed, Pressed
from reedboard.errors import ReedboardError
from reedboard.game.inference import infer
from reedboard.game.mating_material import can_win
from reedboard.game.terms import parse_terms


class Table(AtTheTable):
    """Two people and a clock."""

    NAMES = ("", "")

    def move(self, *sites, after=10):
        """Lifts and places, the last of them so many seconds from now."""
        self.wait(after - 0.1 * (len(sites) - 1))
        self.touch(sites[0], apart_ms=0)
        self.touch(*sites[1:], apart_ms=100)

    def press(self, side):
        self.loop.take([Pressed(self.time[0], side)])

    def left(self):
        """What both faces show now, in seconds."""
        view = self.status.clock
        gone = self.time[0] - view.since_ms
        return tuple((view.sides[side].left_ms - (gone if view.running == side else 0)) / 1000 for side in ("w", "b"))


@pytest.fixture
def sit(tmp_path, monkeypatch):
    time = [1_000_000]
    for module in (game_clock, loop):
        monkeypatch.setattr(module, "now_ms", lambda: time[0])
    opened = []

    def start(record=None, fen=None, **terms):
        if opened:
            opened.pop().close()
        opened.append(Table(tmp_path, time, fen, record, **terms))
        return opened[-1]

    yield start
    for table in opened:
        table.close()


def test_clock_goes_from_placing_to_placing_and_stands_in_record_and_pgn(sit):
    here = sit(time="5m+2s", white="Ada", black="Bob")
    assert (here.status.clock.begun, here.status.clock.words) == (False, "5 min + 2 s a move")
    here.move("e2", "e4", after=8)
    here.wait(1)
    assert here.status.clock.running == "b"
    here.move("e7", "e5", after=9)
    here.move("g1", "f3", after=21)
    here.wait(5)
    assert here.moves == ["e2e4", "e7e5", "g1f3"]
    assert here.left() == (302 - 21 + 2, 302 - 10 - 5)
    assert [ply.clock_ms for ply in here.status.moves] == [302_000, 292_000, 283_000]
    text = pgn_of(here.archive, 1)
    assert '[White "Ada"]\n[Black "Bob"]' in text
    assert '[TimeControl "300+2"]' in text
    assert "[%clk 0:05:02]" in text
    assert "[%clk 0:04:52]" in text
    assert "[%clk 0:04:43]" in text


def test_clock_takes_the_placing_not_the_moment_at_which_it_is_known(sit):
    """What a Pawn became is asked, and answered a minute later: White's time ended when it was put down."""
    here = sit(fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1", time="5m")
    here.press(Side.BLACK)
    here.move("e7", "e8", after=10)
    here.wait(60)
    assert here.status.question.choices[0].move == "e7e8=Q"
    assert here.left() == (290, 240)
    here.request(AnswerGiven("e7e8=N"))
    here.wait(5)
    assert here.moves == ["e7e8=N"]
    assert here.left() == (290, 235)


def test_clock_is_stopped_by_presses_where_they_count(sit):
    here = sit(time="5m", stop="press")
    here.press(Side.BLACK)
    here.move("e2", "e4", after=10)
    here.wait(5)
    assert here.status.clock.running == "w"
    here.press(Side.WHITE)
    assert here.left() == (285, 300)
    here.move("e7", "e5", after=10)
    assert here.request(ClockWanted("press", "b")) == ""
    here.wait(4)
    assert here.left() == (281, 290)


def test_clock_stands_while_it_is_held_and_is_given_time(sit):
    here = sit(time="5m")
    here.move("e2", "e4")
    here.wait(10)
    here.request(ClockWanted("hold"))
    here.wait(100)
    assert (here.status.clock.held, here.left()) == (True, (300, 290))
    with pytest.raises(ReedboardError, match="stands already"):
        here.request(ClockWanted("hold"))
    here.request(ClockWanted("add", "b", 60_000))
    here.request(ClockWanted("go"))
    here.wait(10)
    assert here.left() == (300, 340)
    with pytest.raises(ReedboardError, match="goes already"):
        here.request(ClockWanted("go"))


def test_a_fallen_flag_is_told_and_play_goes_on(sit):
    here = sit(time="1m")
    here.move("e2", "e4")
    here.wait(59)
    assert not here.status.clock.sides["b"].flagged
    here.wait(3)
    assert here.status.clock.sides["b"].flagged
    assert here.status.outcome is None
    assert here.status.notices == ("Black's time is over: White may claim the game.",)
    here.move("e7", "e5")
    assert here.moves == ["e2e4", "e7e5"]


def test_a_fallen_flag_loses_where_that_is_agreed_and_may_be_taken_back(sit):
    here = sit(time="1m", flag="lose")
    here.move("e2", "e4")
    here.wait(62)
    assert (here.status.outcome.result, here.status.outcome.reason) == ("1-0", "Black's time is over")
    assert here.archive.record(1).result == "1-0"
    here.request(EndUndone())
    here.wait(3)
    assert (here.status.clock.held, here.status.outcome) == (True, None)
    here.request(ClockWanted("add", "b", 60_000))
    here.request(ClockWanted("go"))
    here.wait(5)
    assert here.status.outcome is None


@pytest.mark.parametrize("flag", ["tell", "lose"])
def test_a_flag_that_falls_against_a_lone_king_makes_a_draw(sit, flag):
    here = sit(time="1m", flag=flag, fen="3qk3/8/8/8/8/8/8/4K3 w - - 0 1")
    here.move("e1", "f2")
    here.wait(62)
    if flag == "tell":
        assert here.status.outcome is None
        [notice] = here.status.notices
        assert notice == "Black's time is over, but White has nothing left to mate with: that is a draw."
    else:
        drawn = ("1/2-1/2", "Black's time is over, and nothing is left to mate with")
        assert (here.status.outcome.result, here.status.outcome.reason) == drawn


@pytest.mark.parametrize(
    ("game_id", "fen", "wins"),
    [
        ("chess", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1", False),
        ("chess", "3qk3/8/8/8/8/8/8/4KN2 w - - 0 1", True),
        ("chess", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", False),
        ("chess", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", False),
        ("chess", "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", True),  # a mate that cannot be forced is one
        ("chess", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", True),  # in a corner, the other Knight in the King's way
        ("chess", "4k3/p7/8/8/8/8/8/4KB2 w - - 0 1", True),
        ("king-of-the-hill", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", True),
        ("wildeurasian-qi", None, True),
        ("crazyhouse", "3qk3/8/8/8/8/8/8/4K3[P] w - - 0 1", True),
        ("crazyhouse", "3qk3/8/8/8/8/8/8/4K3[p] w - - 0 1", False),
        ("king-of-the-hill", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1", True),  # it may walk to the middle
    ],
)
def test_a_side_can_win_only_where_there_is_enough_to_win_by(game_id, fen, wins):
    game = fairyrules.game(game_id)
    assert can_win(game.position(fen) if fen else game.start(), Side.WHITE) is wins


@pytest.mark.slow
@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_clock_survives_the_end_of_the_program(sit, how):
    here = sit(time="5m+2s", stop="move")
    here.move("e2", "e4")
    here.move("e7", "e5", after=10)
    here.wait(47)
    before = here.left()
    assert before == (302 - 47, 302 - 10 + 2 - 2)
    if how == "stopped":
        here.loop.take([Stop()])
    here.time[0] += 3_600_000  # an hour without power
    again = sit(record=1)
    again.wait(5)
    view = again.status.clock
    assert (view.held, view.control, again.moves) == (True, "300+2", ["e2e4", "e7e5"])
    lost_s = again.left()[0] - before[0]
    assert 0 <= lost_s <= (0 if how == "stopped" else ALIVE_MS / 1000 + 1)
    again.request(ClockWanted("go"))
    again.wait(10)
    assert again.left()[0] == before[0] + lost_s - 10


def test_an_adjourned_game_costs_nobody_time_and_its_record_tells_where_it_was_left(sit):
    here = sit(time="5m+2s", stop="move")
    here.move("e2", "e4")
    here.move("e7", "e5", after=10)
    here.wait(20)
    before = here.left()
    here.request(EndAgreed("*"))
    here.time[0] += 86_400_000
    here.wait(1)
    here.touch("d7")  # whatever is moved about meanwhile is no move
    here.touch("d7")
    here.request(EndUndone())
    assert here.left() == before
    here.request(ClockWanted("go"))
    here.move("g1", "f3", after=7)
    here.wait(5)
    archive = here.archive
    assert [json.loads(line) for line in archive.trace(1).splitlines() if "adjourned" in line] == [
        {"t": here.status.moves[1].t_ms + 20_000, "adjourned": 1}
    ]
    first, second, third = archive.moves(1)
    assert third.t_ms - second.t_ms == 28_000, "a second of it passed while nobody played"
    assert "e5 {[%clk" in pgn_of(archive, 1) and "adjourned here" in pgn_of(archive, 1)
    assert "adjourned here" in second.notes and "adjourned" not in first.notes + third.notes
    assert replay(archive, 1, pytest.fail).differences == ()
    assert readings_view(archive, 1).adjourned_ms == (second.t_ms + 20_000,)


def test_a_draw_is_offered_and_declined_then_offered_and_accepted(sit):
    here = sit()
    here.move("e2", "e4")
    here.request(ProposalMade("w", "draw"))
    assert here.status.proposal.text == "White offers a draw."
    number = here.status.proposal.number
    here.wait(1)
    with pytest.raises(ReedboardError, match="already"):
        here.request(ProposalMade("w", "draw"))
    here.request(ReplyGiven(number, accepted=False))
    assert (here.status.proposal, here.status.outcome) == (None, None)
    with pytest.raises(ReedboardError, match="open no longer"):
        here.request(ReplyGiven(number, accepted=True))
    here.request(ProposalMade("b", "draw"))
    here.request(ReplyGiven(here.status.proposal.number, accepted=True))
    assert (here.status.outcome.result, here.status.outcome.reason) == ("1/2-1/2", "draw agreed")
    with pytest.raises(ReedboardError, match="over already"):
        here.request(ProposalMade("b", "draw"))


def test_an_offer_lapses_when_the_other_side_moves(sit):
    here = sit()
    here.move("e2", "e4")
    here.request(ProposalMade("w", "draw"))
    here.wait(1)
    assert here.status.proposal is not None
    here.move("e7", "e5")
    here.wait(5)
    assert here.status.proposal is None


def test_two_offers_of_a_draw_are_an_agreement(sit):
    here = sit()
    here.move("e2", "e4")
    here.request(ProposalMade("w", "draw"))
    here.request(ProposalMade("b", "draw"))
    assert here.status.outcome.reason == "draw agreed"


def test_the_game_is_put_back_by_agreement_with_guidance_and_its_clocks(sit):
    here = sit(time="5m")
    for sites in (("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6")):
        here.move(*sites)
    here.wait(5)
    here.request(ProposalMade("b", "undo", 2))
    assert here.status.proposal.text == "Black asks to put the game back to after Black's move 1, e5."
    here.request(ReplyGiven(here.status.proposal.number, accepted=True))
    assert here.moves == ["e2e4", "e7e5"]
    assert set(here.status.trouble.fill) == {"g1", "b8"}
    assert set(here.status.trouble.clear) == {"f3", "c6"}
    assert [step.text for step in here.status.trouble.steps] == [
        "White Knight: from f3 to g1",
        "Black Knight: from c6 to b8",
    ]
    assert here.status.trouble.text == "Put the pieces back: 2 to go."
    assert here.status.clock.held
    here.wait(30)
    assert here.left() == (300, 290)
    here.move("c6", "b8", after=2)
    here.move("f3", "g1", after=2)
    here.wait(5)
    assert (here.status.trouble, here.moves) == (None, ["e2e4", "e7e5"])
    here.request(ClockWanted("go"))
    here.move("f1", "c4", after=7)
    here.wait(5)
    assert here.moves == ["e2e4", "e7e5", "f1c4"]
    assert [ply.ply for ply in here.status.moves] == [1, 2, 3]
    assert here.left() == (293, 285)
    # What the journal tells is what was played, to every reader of it.
    replayed = replay(here.archive, 1, pytest.fail)
    assert replayed.differences == ()
    assert [str(move) for move in replayed.state.move_list.moves] == here.moves
    told = list(infer(here.archive.trace(1).splitlines(), pytest.fail))
    assert json.loads(told[-1])["moves"] == here.moves
    again = sit(record=1)
    assert [entry.ply for entry in again.status.moves] == [1, 2, 3]
    assert [each.move for each in again.status.moves] == ["e2e4", "e7e5", "f1c4"]


def test_a_game_put_back_to_its_beginning_is_played_anew(sit):
    here = sit(time="5m")
    here.move("e2", "e4")
    here.wait(5)
    here.request(ProposalMade("w", "undo", 0))
    here.request(ProposalMade("b", "undo", 0))
    here.move("e4", "e2")
    here.wait(5)
    assert (here.moves, here.status.trouble) == ([], None)
    here.move("d2", "d4")
    here.wait(5)
    assert here.moves == ["d2d4"]


@pytest.mark.parametrize(
    ("request_made", "told"),
    [
        (ClockWanted("hold"), "no clock"),
        (ClockWanted("press", "x"), "“w” or “b”"),
        (ProposalMade("w", "peace"), "found “peace”"),
        (ProposalMade("x", "draw"), "“w” or “b”"),
        (ProposalMade("w", "undo", 1), "0 to 0 moves; found 1"),
        (ProposalMade("w", "undo", -1), "found -1"),
        (ProposalMade("w", "undo", 10**40), "many digits"),
        (ProposalMade("w", "time", 60_000), "no clock"),
        (ReplyGiven(12, accepted=True), "open no longer"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(sit, request_made, told):
    here = sit()
    here.move("e2", "e4")
    here.wait(5)
    before = here.archive.journal(1)
    with pytest.raises(ReedboardError, match=told):
        here.request(request_made)
    assert here.archive.journal(1) == before


@pytest.mark.parametrize("ms", [0, -1, 999, 3_600_001, 10**18])
def test_no_more_time_is_added_than_anybody_means(sit, ms):
    here = sit(time="5m")
    with pytest.raises(ReedboardError, match="Between 1 s and 1 h"):
        here.request(ClockWanted("add", "w", ms))


def test_another_game_is_played_by_the_same_terms_unless_others_are_said(sit):
    here = sit(time="5m", white="Ada")
    another = NewGameWanted("chess")
    here.loop.take([another])
    here.wait(10)
    assert (here.status.game.white, here.status.clock.control) == ("Ada", "300")
    other = NewGameWanted("chess", terms=parse_terms(white="Eve"))
    here.loop.take([other])
    here.wait(10)
    assert (here.status.game.white, here.status.clock) == ("Eve", None)
    assert here.archive.record(3).tags == {"White": "Eve"}


def test_a_trace_with_a_clock_is_brought_in_with_its_times(sit):
    here = sit(time="5m+2s")
    here.move("e2", "e4")
    here.move("e7", "e5")
    here.wait(5)
    (brought,) = bring_in(here.archive, here.archive.trace(1).replace("300+2", "400+2"), "trace")
    assert "[%clk 0:06:32]" in pgn_of(here.archive, brought.record)
    assert '[TimeControl "400+2"]' in pgn_of(here.archive, brought.record)


@pytest.mark.slow
def test_clock_is_true_to_the_boards_stamps_over_three_hours(sit):
    """Lines come late by 2 to 40 ms, the board's stamps wrap; both sides' times are those of the stamps."""
    rng = random.Random(3)
    here = sit(time="5h")
    clock, stamp = BoardClock(), wire.TIME_WRAP_MS - 3_600_000  # wraps in an hour's time
    host = here.time[0]  # the host's time at that stamp
    clock.read(stamp, host + 20, fresh=True)
    shuffle = ["g1 f3", "g8 f6", "f3 g1", "f6 g8"]
    spent = {"w": 0, "b": 0}
    last = None
    played, at = 0, stamp
    while at - stamp < 3 * 3_600_000:
        think = rng.randrange(5_000, 400_000)
        lift, put = shuffle[played % 4].split()
        at += think
        for site, moment in ((lift, at - 400), (put, at)):
            arrives = host + moment - stamp + rng.randrange(2, 40)
            while here.time[0] + 20_000 < arrives:
                here.time[0] += 20_000
                here.loop.take([])
            here.time[0] = arrives
            on = site not in here.occupied
            (here.occupied.add if on else here.occupied.remove)(site)
            told = clock.read(moment % wire.TIME_WRAP_MS, arrives, fresh=True)
            here.loop.take([Changed(told, here.placement.sites[site].bit, on, 0)])
        if last is not None:
            spent["wb"[played % 2]] += at - last
        last, played = at, played + 1
    assert len(here.status.moves) == played
    for side in "wb":
        shown = 5 * 3_600_000 - here.status.clock.sides[side].left_ms
        assert abs(shown - spent[side]) <= 50, (shown, spent[side])


def test_a_result_is_corrected_afterwards_and_what_it_was_stays_told(sit):
    here = sit()
    here.move("e2", "e4")
    here.request(EndAgreed("1-0"))
    correct(here.archive, 1, "0-1")
    assert (here.archive.record(1).result, here.archive.record(1).reason) == (
        "0-1",
        "corrected from 1-0, Black resigns",
    )
    correct(here.archive, 1, "1/2-1/2")
    found = here.archive.record(1)
    assert (found.result, found.reason) == ("1/2-1/2", "corrected from 1-0, Black resigns")
    assert '[Termination "adjudication"]' in pgn_of(here.archive, 1)
    assert pgn_of(here.archive, 1).rstrip().endswith("1/2-1/2")
    for result, told in (("1/2-1/2", "ended 1/2-1/2 already"), ("2-0", "found “2-0”"), ("*" * 9999, "found")):
        with pytest.raises(ReedboardError, match=told):
            correct(here.archive, 1, result)
    with pytest.raises(ReedboardError, match="No game is recorded"):
        correct(here.archive, 99, "1-0")
