"""What people are asked at one moment, and what an answer makes of the game."""

import pytest

import fairyrules
from reedboard.board.events import Answer, Tick
from reedboard.tracker import Asked, begin, observe
from script import events, heard

WRONG_CELL = "2bq1bnr/1p1ppkpp/2n2p2/2P2P2/1R6/5NPP/r1PPPP2/2BQKB1R[NPp] b K - 2 10"
"""The Rook goes a2-a5 and is set on b5; White slides along the fourth rank. A Pawn dropped on b5 explains it, too."""
ON_B5 = (
    "1000-a2 1346+b5 5138-b4 5171+c4 5411-c4 5437+d4 5534-d4 5557+e4 5688-e4 5719+f4 5797-f4 5827+g4 5931-g4 6147+h4"
)
TRAYS = {"w:P1": True, "w:N1": True, "b:P1": True, "b:P2": False}

SLIDES = (
    "1000-h1 1395+i2 2883-g9 3143+b4 3664-b3 4628-j3 4657+j4 4808-j4 5261+j5 6738-c9 7210+g5 11309-h2 11641+f5 "
    "13575-f5 14048+e5 16278-b10 16572+c9 37310-e5 37925+a9 42642-a8 42893+a6 45574-i1 46153+j4 47875-g5 48715+j2 "
    "50811-b1 51701+e2 53743-c10 54220+a8 55924-f1 56443+h2 64700-d8 64944+d7 65538-d7 65676+d7 71983-d1 72369+f1 "
    "73526-g10 74141+f9 79652-i8 80131-d2 80480+i7 85691-d10 86107+e9 89139-h2 89339+g2 92374-c9 92871+d6 103314-c3 "
    "104282+c2 106403-e10 106870+c10 108089-a10 108726+d10"
)
"""Plies 2 and 3 slide over cells on which they might have ended; the piece of ply 21 stands wrong, on c2."""
PLAYED = "h1i2 g9b4xb3 j3j5 c9g5 h2e5 b10c9 e5a9 a8a6 i1j4 g5j2 b1e2 c10a8 f1h2 d8d7 d1f1 g10f9 d2i7xi8 d10e9 h2g2 c9d6"


def followed(felt, game, fen=None, slots=None):
    """The belief after readings and three seconds of ticks, and all that was said."""
    known = fairyrules.game(game)
    belief, said = begin(known.position(fen) if fen else known.start(), slots is not None, slots or {}), []
    felt_now = list(events(felt))
    for event in [*felt_now, *(Tick(felt_now[-1].t_ms + step) for step in range(50, 3050, 50))]:
        belief, more = observe(belief, event)
        said += more
    return belief, said


def test_an_answer_that_was_not_offered_is_believed():
    belief, said = followed(ON_B5, "crazyhouse", WRONG_CELL, TRAYS)
    asked = [each for each in said if isinstance(each, Asked)]
    assert [each.ply for each in asked] == [1]
    assert "a2a5" not in map(str, asked[0].moves)
    belief, said = observe(belief, Answer(belief.t_ms + 4000, "a2a5"))
    assert list(map(str, belief.moves)) == ["a2a5", "b4h4"]
    assert belief.asking is None
    assert not any(isinstance(each, Asked) for each in said)


@pytest.mark.parametrize("mended", ["1000-b5 1200+a5", "1000-c5 1200-b5 1400+c5"], ids=["put right", "moved on"])
def test_play_goes_on_after_such_an_answer(mended):
    later = " ".join(f"{40000 + int(each[:4])}{each[4:]}" for each in mended.split())
    belief = heard(f"{ON_B5} 32000?a2a5 {later}", "crazyhouse", WRONG_CELL, TRAYS)
    expected = ["a2a5", "b4h4"] + (["a5c5"] if "c5" in mended else [])
    assert list(map(str, belief.moves)) == expected
    assert belief.mismatch is None


def test_an_answer_that_names_no_legal_move_changes_nothing():
    belief, _ = followed(ON_B5, "crazyhouse", WRONG_CELL, TRAYS)
    for text in ("a2a9", "e8e7", "nonsense", ""):
        after, said = observe(belief, Answer(belief.t_ms + 4000, text))
        assert (after.moves, after.asking.moves, said) == (belief.moves, belief.asking.moves, [])


def test_each_explanation_is_asked_about_where_it_parts_from_what_is_shown():
    """A line that has a slide in two moves differs from the shown one at every ply since: that is one question."""
    belief, said = followed(SLIDES, "attendance")
    asked = {each.ply: each.moves for each in said if isinstance(each, Asked)}
    assert " ".join(map(str, belief.moves[:20])) == PLAYED
    assert len(asked) <= 3
    for ply, moves in asked.items():
        before = belief.shown.back(ply - 1).position
        assert all(map(before.is_legal, moves))


def test_what_somebody_answered_is_not_thought_over():
    """Each answer that a line contradicts costs as much as a lost reading."""
    answers = "109326?g9b4xb3 109326?c9d6 109326?c3d2"
    more = "111367-j4 111799+i5 117521-c2 118244+d2 124291-j8 125304-i7 125699+i7"
    belief = heard(f"{SLIDES} {more} {answers}", "attendance")
    assert " ".join(map(str, belief.moves[:20])) == PLAYED


GIVEN_BACK = (
    "1000-d1 2422+a2 7469-d8 7856+e10 18542-g1 19946+h1 21657-h1 21973-a2 22416-e10 23058+d1 23460+g1 23952+d8 "
    "{} 29428-g3 30706+d4 32833-b4 33304+b2"
)
"""Three plies taken back in one act, which might have been two more: whether the first was played is asked."""
BEFORE = "r1bm3b1r/3aqk3m/n1pgppp2p/7p2/7t2/a2w1BP3/Pc5P2/2PPPPM2P/2R1Q5/1NBMGTK1NR w a10j10 - 2 21"


@pytest.mark.parametrize(
    ("answer", "played"),
    [("26000?none", ["g3d4", "b4b2"]), ("26000?d1a2", ["d1a2", "d8e10", "a2d1", "e10d8", "g3d4", "b4b2"])],
)
def test_a_question_with_one_move_can_be_denied(answer, played):
    belief = heard(GIVEN_BACK.format(answer), "wildeurasian-qi", BEFORE)
    assert belief.asked == {1}
    assert list(map(str, belief.moves)) == played


def test_of_several_moves_all_cannot_be_denied():
    belief, _ = followed(ON_B5, "crazyhouse", WRONG_CELL, TRAYS)
    asked = belief.asking
    assert len(asked.moves) > 1
    belief, said = observe(belief, Answer(belief.t_ms + 4000, "none"))
    assert said == []
    assert belief.asking.moves == asked.moves
