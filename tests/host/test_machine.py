"""The program at the table, at a loop with events put on its queue by hand: the test thinks in its place."""

import pytest

import fairyrules
from fairyrules.search import Line
from reedboard.app.requests import EndUndone, HintWanted, NewGameWanted, ProposalMade, ReplyGiven
from reedboard.app.thinker import Thought
from reedboard.archive.pgn_records import pgn_of
from reedboard.archive.replay import replay
from reedboard.errors import ReedboardError
from reedboard.opponent import LEVELS


def test_the_programs_move_is_asked_for_lit_and_told_until_the_board_shows_it(sit):
    here = sit()
    assert here.asked is None
    here.touch("e2", "e4")
    assert (here.asked.level.number, [str(move) for move in here.asked.moves]) == (4, ["e2e4"])
    assert here.status.machine.thinking
    here.think("e7e5")
    assert here.asked is None
    assert here.lit == {"e7": "from", "e5": "fill"}
    assert here.status.machine.text == "reedboard plays 1... e5."
    assert [step.text for step in here.status.machine.steps] == ["Black Pawn: from e7 to e5"]
    here.touch("e7")
    assert here.lit == {"e5": "fill"}
    here.touch("e5")
    here.wait()
    assert here.moves == ["e2e4", "e7e5"]
    assert (here.status.machine.text, here.asked) == ("", None)
    assert "e5" in here.lit
    assert "fill" not in here.lit.values()


def test_a_capture_is_lit_in_the_order_hands_need_whichever_they_take(sit):
    fen = "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1"
    here = sit(fen=fen)
    here.think("d5e4")
    assert here.lit == {"e4": "clear", "d5": "later"}
    assert [step.text for step in here.status.machine.steps] == [
        "Take away what stands on e4",
        "Black Pawn: from d5 to e4",
    ]
    here.touch("e4")
    assert here.lit == {"d5": "from", "e4": "fill"}
    here.touch("d5")
    assert here.lit == {"e4": "fill"}
    here.move("e4")
    assert here.moves == ["d5e4"]
    other = sit(fen=fen)
    other.think("d5e4")
    other.touch("d5")
    assert other.lit["e4"] == "clear"
    other.touch("e4")
    assert other.lit == {"e4": "fill"}
    other.move("e4")
    assert other.moves == ["d5e4"]


def test_a_cell_touched_before_the_programs_capture_there_counts_as_not_yet_taken(sit):
    here = sit(fen="4k3/8/8/3p4/8/4P3/8/4K3 w - - 0 1")
    here.touch("e3", "e4")
    here.think("d5e4")
    here.touch("d5")
    assert here.lit == {"e4": "clear"}


def test_castling_is_lit_piece_by_piece(sit):
    here = sit(fen="4k2r/8/8/8/8/8/8/4K3 b k - 0 1")
    here.think("e8g8")
    assert here.lit == {"e8": "from", "g8": "fill", "h8": "later", "f8": "later"}
    here.touch("e8", "g8")
    assert here.lit == {"h8": "from", "f8": "fill"}
    here.wait()
    assert here.lit == {"h8": "from", "f8": "fill"}
    assert here.status.trouble is None
    here.move("h8", "f8")
    assert here.moves == ["e8g8"]


@pytest.mark.parametrize("kind", "QNR")
def test_a_promotion_is_the_piece_that_was_announced_and_nobody_is_asked(sit, kind):
    here = sit(fen="7k/8/8/8/8/8/3p4/7K b - - 0 1")
    here.think(f"d2d1={kind}")
    name = {"Q": "Queen", "N": "Knight", "R": "Rook"}[kind]
    steps = [step.text for step in here.status.machine.steps]
    assert steps[0] == "Take away what stands on d2"
    assert steps[1].startswith(f"Black {name}")
    assert steps[1].endswith("to d1")
    sites = [site for site, role in here.lit.items() if role == "clear"]
    here.touch(*sites)
    here.touch(*[site for site, role in here.lit.items() if role == "from"])
    here.touch("d1")
    here.wait()
    assert here.status.question is None
    assert here.moves == [f"d2d1={kind}"]


def test_another_move_of_its_side_is_told_put_back_and_not_accepted(sit):
    here = sit()
    here.move("e2", "e4")
    here.think("g8f6")
    here.touch("b8", "c6")
    assert here.status.machine.text == "Nc6 was played, but reedboard plays 1... Nf6. Put it back first."
    here.wait()
    assert here.lit == {"c6": "clear", "b8": "fill"}
    assert [step.text for step in here.status.trouble.steps] == ["Black Knight: from c6 to b8"]
    assert here.status.machine.text.startswith("Nc6 was played, but")
    assert here.moves == ["e2e4"]
    here.touch("c6", "b8")
    here.wait(1)
    assert here.lit == {"g8": "from", "f6": "fill"}
    assert here.status.machine.text == "reedboard plays 1... Nf6."
    here.move("g8", "f6")
    assert here.moves == ["e2e4", "g8f6"]
    assert replay(here.archive, 1, pytest.fail).differences == ()


@pytest.mark.parametrize("pause", [0, 5])
def test_its_piece_put_on_a_wrong_cell_may_go_on_to_the_right_one(sit, pause):
    here = sit(fen="r3k3/8/8/8/8/8/8/4K3 b - - 0 1")
    here.think("a8a5")
    here.touch("a8", "a6")
    here.wait(pause)
    here.touch("a6", "a5")
    here.wait()
    assert here.moves == ["a8a5"]
    assert (here.status.trouble, here.status.machine.text) == (None, "")


def test_its_piece_lifted_from_a_wrong_cell_has_taken_nothing_yet(sit):
    here = sit(fen="r3k3/8/8/P7/8/8/8/4K3 b - - 0 1")
    here.think("a8a5")
    here.touch("a8", "a6")
    here.wait()
    here.touch("a6")
    here.wait()
    assert here.moves == []
    here.touch("a5", "a5")
    here.wait()
    assert here.moves == ["a8a5"]


def test_its_capture_begun_is_no_capture_by_a_piece_that_stays_where_it_is(sit):
    """AtTENdance's Vampire bites what is lifted first for the Bishop; asked to be put back, it was lifted again."""
    fen = "5k4/2vb6/2W7/10/10/10/10/10/10/5K4 b - - 0 13 leaps=2/2"
    here = sit(game=fairyrules.game("attendance"), board="10x10", fen=fen)
    here.think("d9c8")
    assert here.lit == {"c8": "clear", "d9": "later"}
    here.touch("c8")
    assert here.lit == {"d9": "from", "c8": "fill"}
    here.wait()
    assert here.lit == {"d9": "from", "c8": "fill"}
    here.move("d9", "c8")
    assert here.moves == ["d9c8"]
    assert (here.status.trouble, here.status.machine.text) == (None, "")
    assert replay(here.archive, 1, pytest.fail).differences == ()


def test_another_move_of_its_side_put_back_at_once_leaves_no_trace(sit):
    here = sit()
    here.move("e2", "e4")
    here.think("g8f6")
    here.touch("b8", "c6", "c6", "b8", "g8", "f6")
    here.wait()
    assert here.moves == ["e2e4", "g8f6"]


def test_moves_taken_back_on_the_board_are_given_back_both(sit):
    here = sit()
    here.move("e2", "e4")
    here.think("e7e5")
    here.move("e7", "e5")
    here.touch("e5", "e7", "e4", "e2")
    here.wait()
    assert here.moves == []
    assert (here.asked, here.status.machine.text) == (None, "")
    here.move("d2", "d4")
    assert [str(move) for move in here.asked.moves] == ["d2d4"]


@pytest.mark.parametrize("value", [0, 1])
def test_moves_asked_back_are_given_back_so_that_a_person_moves(sit, value):
    here = sit()
    here.move("e2", "e4")
    here.think("e7e5")
    here.move("e7", "e5")
    here.request(ProposalMade("w", "undo", value))
    assert (here.moves, here.status.proposal) == ([], None)


@pytest.mark.parametrize(("score", "result"), [(50, None), (-300, "1/2-1/2")])
def test_the_program_takes_a_draw_when_it_is_behind(sit, score, result):
    here = sit()
    here.move("e2", "e4")
    here.think("e7e5", score=score)
    here.move("e7", "e5")
    here.request(ProposalMade("w", "draw"))
    assert here.status.proposal is None
    assert (here.status.outcome and here.status.outcome.result) == result


@pytest.mark.parametrize("level", [7, 14, LEVELS[-1].number], ids=["any", "the last of before", "the last"])
def test_the_opponent_is_in_the_record_and_plays_on_when_the_game_is_taken_up_again(sit, level):
    here = sit(white=f"reedboard level {level}", black="Bob")
    here.think("e2e4")
    assert f'[White "reedboard level {level}"]' in pgn_of(here.archive, 1)
    here.close()
    again = sit(record=1)
    assert again.asked is None
    assert again.lit == {"e2": "from", "e4": "fill"}
    assert again.status.machine.text == "reedboard plays 1. e4."
    again.move("e2", "e4", "e7", "e5")
    assert (again.moves, again.asked.level.number) == (["e2e4", "e7e5"], level)


def test_a_move_announced_and_half_made_is_gone_on_with_when_the_game_is_taken_up_again(sit):
    fen = "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1"
    here = sit(fen=fen)
    here.think("d5e4")
    here.touch("e4")
    here.close()
    again = sit(record=1, fen=fen)
    assert (again.asked, again.lit) == (None, {"d5": "from", "e4": "fill"})
    again.touch("d5")
    assert again.lit == {"e4": "fill"}
    again.move("e4")
    assert again.moves == ["d5e4"]


def test_what_was_announced_in_moves_taken_back_is_not_announced_in_others(sit):
    here = sit()
    here.move("e2", "e4")
    here.think("e7e5")
    here.touch("e4", "e2")
    here.move("d2", "d4")
    here.close()
    again = sit(record=1)
    assert ([str(move) for move in again.asked.moves], again.lit.get("e7")) == (["d2d4"], None)


def test_an_engine_is_asked_by_name_and_plays_under_its_own(sit):
    here = sit(white="engine /opt/fish level 3", black="Bob")
    assert (here.asked.engine, here.asked.level.number) == ("/opt/fish", 3)
    assert here.status.machine.text == "fish is thinking."
    here.loop.take([Thought(here.asked, (Line(here.asked.position.parse("e2e4"), 0, 1, ()),), "It crashed.")])
    assert here.status.machine.text == "fish plays 1. e4."
    assert here.status.notices == ("It crashed.",)
    other = sit(white="engine fish", black="Bob")
    assert (other.asked.engine, other.asked.level) == ("fish", None)


def test_another_game_goes_on_against_it_and_an_old_answer_says_nothing(sit):
    here = sit(white="reedboard level 2", black="Bob")
    old = here.asked
    here.loop.take([NewGameWanted("chess")])
    assert here.asked.record == 2
    here.loop.take([Thought(old, (Line(old.position.parse("e2e4"), 0, 1, ()),))])
    assert here.status.machine.san == ""


def test_a_failure_is_told_until_there_is_an_answer(sit):
    here = sit(white="reedboard level 2", black="Bob")
    here.loop.take([Thought(here.asked, failure="The search stopped working; it starts over with the next move.")])
    assert "The search stopped working; it starts over with the next move." in here.status.notices
    here.think("e2e4")
    assert here.status.notices == ()


def test_a_hint_is_lit_in_its_own_colour_shown_with_its_lines_and_noted(sit):
    here = sit(black="Bob")
    here.request(HintWanted())
    assert here.status.advice.text == "Looking for good moves…"
    here.think("g1f3", "d2d4")
    assert here.lit == {"g1": "hint from", "f3": "hint to"}
    assert [(line.value, line.line) for line in here.status.advice.lines] == [("+0.20", "Nf3"), ("+0.20", "d4")]
    here.move("e2", "e4")
    assert here.status.advice is None
    assert "hint" not in " ".join(here.lit.values())
    assert here.status.moves[0].hinted
    assert "with a hint}" in pgn_of(here.archive, 1)
    assert here.archive.journal(1)[0].endswith('"hint": 0}')


def test_a_hint_is_refused_in_a_sentence_where_nobody_needs_one(sit):
    here = sit(white="reedboard level 2", black="Bob")
    with pytest.raises(ReedboardError, match="It is reedboard's move"):
        here.request(HintWanted())


ROUTE = ["b1c3", "b8c6", "c3e4", "c6e5", "e4c5", "e5c4", "c5b3", "c4b6", "b3a5", "b6a4", "a5c4", "a4c5"]
ROUTE += ["c4a3", "c5a6", "a3b1", "a6b8"]
"""Knights that wander and come home: a position a third time is no matter of this test."""


def wander(here, plies, score):
    for ply in range(plies):
        move = ROUTE[ply % len(ROUTE)]
        if ply % 2:
            here.think(move, score=score)
        here.move(move[:2], move[2:])


def test_it_offers_a_draw_where_nothing_happens_and_a_move_declines_it(sit, monkeypatch):
    monkeypatch.setattr("reedboard.game.prospects.FIRST_DRAW_PLY", 16)
    monkeypatch.setattr("reedboard.game.prospects.PAUSE_PLIES", 4)
    here = sit()
    wander(here, 17, 3)
    assert here.status.proposal is None
    here.think("b8c6", score=3)
    assert here.status.proposal.text == "Black offers a draw."
    assert here.lit == {"b8": "from", "c6": "fill"}
    here.move("b8", "c6")
    assert (here.lit["e1"], here.lit["e8"]) == ("draw offer", "draw offer")
    here.move("c3", "e4")
    assert here.status.proposal is None
    here.think("c6e5", score=3)
    assert here.status.proposal is None
    here.move("c6", "e5")
    here.move("e4", "c5")
    here.think("e5c4", score=3)
    here.request(ReplyGiven(here.status.proposal.number, True))
    assert (here.status.outcome.result, here.status.outcome.reason) == ("1/2-1/2", "draw agreed")
    assert (here.lit["e1"], here.lit["e8"]) == ("given up", "given up")
    assert '[Result "1/2-1/2"]' in pgn_of(here.archive, 1)


def test_it_takes_a_draw_where_it_might_offer_one(sit, monkeypatch):
    monkeypatch.setattr("reedboard.game.prospects.FIRST_DRAW_PLY", 10)
    monkeypatch.setattr("reedboard.game.prospects.EVEN_FOR", 3)
    monkeypatch.setattr("reedboard.game.prospects.PAUSE_PLIES", 1000)
    here = sit()
    wander(here, 10, 3)
    here.request(ProposalMade("w", "draw"))
    assert here.status.outcome.reason == "draw agreed"


@pytest.mark.parametrize(("score", "ended"), [(-50, "1/2-1/2"), (50, None)])
def test_it_claims_a_draw_by_fifty_moves_unless_it_is_better(sit, score, ended):
    here = sit(fen="4k2r/8/8/8/8/8/8/R3K3 b - - 100 80")
    here.think("h8h5", score=score)
    assert (here.status.outcome and here.status.outcome.result) == ended
    if ended:
        assert here.status.outcome.reason == "draw claimed: fifty moves"


LOST = "3qk3/8/8/8/8/8/8/4K3 w - - 0 1"


def go_on_lost(here):
    for mine, theirs in (("e1e2", "e8e7"), ("e2e3", "e7e6"), ("e3e4", "e6e7")):
        here.think(mine, score=-2000)
        if not here.status.outcome:
            here.move(mine[:2], mine[2:])
            here.move(theirs[:2], theirs[2:])


def test_it_gives_up_a_lost_game_where_it_was_asked_to(sit):
    here = sit(white="reedboard level 4, resigns", black="Bob", fen=LOST)
    assert here.asked.level.number == 4
    go_on_lost(here)
    assert (here.status.outcome.result, here.status.outcome.reason) == ("0-1", "White resigns")
    assert (here.lit.get("e3"), here.lit.get("e6") == "given up") == ("given up", False)
    told = pgn_of(here.archive, 1)
    assert '[Result "0-1"]' in told
    assert '[White "reedboard level 4, resigns"]' in told
    here.request(EndUndone())
    here.think("e3e4", score=-2000)
    assert here.status.outcome is None
    assert here.status.machine.san


def test_it_plays_a_lost_game_on_where_nobody_asked_it_to_resign(sit):
    here = sit(white="reedboard level 4", black="Bob", fen=LOST)
    go_on_lost(here)
    assert here.status.outcome is None
