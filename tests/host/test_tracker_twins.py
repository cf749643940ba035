"""Plies that felt alike whatever they were: one line stands for all, play tells, and answers may come late."""

from dataclasses import replace
from random import Random

import pytest

import fairyrules
from reedboard.bench.hands import perform
from reedboard.bench.style import Style
from reedboard.board.events import Answer, Reading, Tick
from reedboard.tracker import Asked, Moved, Settled, begin, conclude, look_ahead, observe
from reedboard.tracker.complete import completed
from reedboard.tracker.footprint import book
from reedboard.tracker.gesture import put
from reedboard.tracker.line import start
from reedboard.tracker.sites import sites_of
from reedboard.tracker.twins import MOST, twins_of
from reedboard.tracker.unheard import blindly
from script import belief_after, heard, told

SILVER = {"game": "shogi", "fen": "k8/9/9/4S4/9/9/9/9/4K4[] w - - 0 1"}
DROPS = {"game": "crazyhouse", "fen": "1rb2b1B/p1p2Pr1/n2k4/P2n1P2/7P/1P3PN1/p1PN4/R2+n1RK1[PPQbpppq] b - - 0 32"}
MANY_DROPS = (
    "1r3b1B/pqp2Pr1/n2k2P1/P2n3N/1P5P/1P3P1b/p1PN4/R2+n1RK1[BPQppp] b - - 2 35",
    "6157+c4 6187+a3 6555-g7 6605+g8 6615-f7 6745-g8 7011+g8 7264-g8 7362+g8 7612+f7 8136-c4 8264-d2 8443+c4 8899-d6 "
    "9028+e7 9043+f2 9143-d5 9244+e3 9384+d2 9537-b7 9712+e4 10195-a1 10369-d1 10713+d1 10733+c3 11170-f2 11307-e3 "
    "11367+d4 11434+e3 11486-d4",
)
BEFORE_CASTLING = (
    "lohjszB1afgzs1hol/1rm1p1q1faqb1nmr1/2r4k4bp1c1/cv1v4t4v3/d1d1g1d1d1d3d1d/1n8tv2tv1/4d7d4/7i9/6j2P7/3V1v5V5/"
    "4D3D3D1D2/tN4Q2P3V1N1/D1D7D3R1D/TV2Tv3V2T3T/1CM3O1J3G4/1R3B2KA1B2MRC/L1HJSZGFAF1ZS1HOL[d|BIQTTVVVV] "
    "w b2p2q2b16p16 - 0 33"
)
BISHOP = {"game": "shogi", "fen": "k8/9/9/9/9/3B5/9/9/8K[] w - - 0 1"}


@pytest.mark.parametrize(
    ("went", "moves", "asked"),
    [
        ("-e7 +d7", ["e6e7=+S", "a9a8", "e7d7"], []),  # as gold only
        ("-e7 +d6", ["e6e7", "a9a8", "e7d6"], [3]),  # as silver only; it may be turned now
        ("-e7 +e8", ["e6e7", "a9a8", "e7e8"], [1, 3]),
    ],
)
def test_a_piece_was_turned_if_it_goes_on_as_only_a_turned_one_may(went, moves, asked):
    belief, _ = belief_after(f"-e6 +e7 ... -a9 +a8 ... {went} ...", **SILVER)
    assert [str(move) for move in belief.moves] == moves
    assert sorted(belief.questions) == asked


def test_where_either_of_two_plies_may_have_turned_it_both_stay_open():
    script = "-d4 +g7 ... -a9 +a8 ... -g7 +h8 ... -a8 +a7 ... -h8 +h7 ..."
    belief, _ = belief_after(script, **BISHOP)
    assert {1, 3} <= belief.questions.keys()
    for turned, others in (("d4g7=+B", ["g7h8"]), ("g7h8=+B", ["d4g7"])):
        answered, _ = belief_after(f"{script} ?{turned} ...", **BISHOP)
        assert turned in map(str, answered.moves)
        assert not {1, 3} & answered.questions.keys()
        assert all(each in map(str, answered.moves) for each in others)


@pytest.mark.parametrize("answer", ["e6e7", "e6e7=+S"])
def test_an_answer_is_told_though_another_question_stays_open(answer):
    _, said = belief_after(f"-e6 +e7 ... -a9 +a8 ... -e7 +e8 ... ?{answer} ...", **SILVER)
    asked = next(number for number, each in enumerate(said) if isinstance(each, Asked) and each.ply == 1)
    assert [str(each.move) for each in said[asked:] if isinstance(each, Moved) and each.ply == 1][:1] == [answer]


def test_what_somebody_answered_is_not_doubted_for_a_move_it_makes_illegal():
    said = belief_after("-e6 +e7 ... ?e6e7 ... -a9 +a8 ... -e7 +d7 ... ...", **SILVER)[0]
    assert [str(move) for move in said.moves] == ["e6e7", "a9a8"]
    assert said.mismatch == (("e7",), ("d7",))


def test_the_same_move_asked_about_twice_is_answered_twice():
    drop = {"game": "shogi", "fen": "k8/9/9/P8/9/9/9/9/4K4[P] w - - 0 1"}
    script = "-a6 +a7 ... -a9 +b9 ... -a7 +a8 ... -b9 +c9 ... +a6 ... -c9 +d9 ... -a8 +a9 ... -d9 +e9 ... -a6 +a7 ..."
    turned = ["?a6a7", "?a7a8=+P", "?a6a7"]
    belief, _ = belief_after(f"{script} {' '.join(turned)} ...", **drop)
    assert not belief.questions


def test_a_clock_press_leaves_open_what_it_does_not_tell():
    belief, said = belief_after("-e6 +e7 !w ... ...", **SILVER)
    assert [str(move) for move in belief.questions[1]] == ["e6e7", "e6e7=+S"]
    assert not any(isinstance(each, Settled) for each in said)


def test_the_kind_of_a_dropped_piece_is_asked_unless_it_was_seen_to_come_to_the_hand():
    drop = {"game": "crazyhouse", "fen": "4k3/8/8/8/3n4/8/4P3/4K2R[BP] w - - 0 1"}
    belief, said = belief_after("+a5 ... ...", **drop)
    assert [str(move) for each in said if isinstance(each, Asked) for move in each.moves] == ["B@a5", "P@a5"]
    assert belief.questions


def test_boards_with_and_without_trays_share_nothing_of_what_feels_alike():
    drop = {"game": "crazyhouse", "fen": "4k3/8/8/8/3n4/8/4P3/4K2R[BP] w - - 0 1"}
    slots = {"w:B1": True, "w:P1": True}
    assert told("+a5 ... ...", **drop)[1] == [1]
    assert told("-w:B1 +a5 ... ...", **drop, slots=slots) == (["B@a5"], [])
    assert told("+a5 ... ...", **drop)[1] == [1]


def test_the_reply_to_a_check_that_an_unknown_piece_would_give_tells_its_kind():
    drop = {"game": "crazyhouse", "fen": "4k3/7p/8/8/8/8/8/4K3[RN] w - - 0 1"}
    assert told("+e5 ... -h7 +h5 ...", **drop)[0] == ["N@e5", "h7h5"]


@pytest.mark.parametrize(("name", "seeds"), [("shogi", (1, 3, 5, 7)), ("crazyhouse", (0, 2, 6, 8))])
def test_whole_games_without_trays_are_told_though_nobody_answers_before_the_end(name, seeds):
    asked = 0
    for seed in seeds:
        game, rng = fairyrules.game(name), Random(f"{name} {seed}")
        position, truth = game.start(), []
        belief = begin(position, False, {})
        for _ in range(120):
            if not position.legal_moves():
                break
            move = rng.choice(position.legal_moves())
            late_ms = belief.t_ms + 1500
            for each in perform(position, move, Style.PLAIN, rng):
                belief, _ = observe(belief, Reading(late_ms + each.t_ms, each.site, each.on))
            position = position.play(move)
            truth.append(str(move))
        belief, _ = conclude(belief)
        asked += len(belief.questions)
        for _ in belief.moves:
            if belief.asking is None:
                break
            answer = truth[belief.asking.ply - 1]
            assert answer in map(str, belief.asking.moves), (seed, belief.asking.ply)
            belief, _ = observe(belief, Answer(belief.t_ms + 4000, answer))
            belief, _ = conclude(belief)
        assert not belief.questions
        assert [str(move) for move in belief.moves] == truth, seed
    assert asked >= 8


def test_looking_ahead_changes_nothing_of_a_game_in_which_nobody_answers():
    game, rng = fairyrules.game("shogi"), Random("ahead")
    position, readings = game.start(), []
    for _ in range(110):
        move = rng.choice(position.legal_moves())
        late_ms = readings[-1].t_ms + rng.choice([120, 400, 1500]) if readings else 0
        handled = perform(position, move, rng.choice(list(Style)), rng)
        readings += [Reading(late_ms + each.t_ms, each.site, each.on) for each in handled]
        position = position.play(move)
    heard = []
    for ahead in (False, True):
        belief = begin(game.start(), False, {})
        said = []
        for each in readings:
            for t_ms in range(belief.t_ms + 20, min(each.t_ms, belief.t_ms + 3100), 50) if ahead else ():
                look_ahead(belief)
                belief, more = observe(belief, Tick(t_ms))
                said += more
            belief, more = observe(belief, each)
            said += more
        belief, more = conclude(belief)
        heard.append((said + more, belief.moves, belief.asked))
    assert heard[0] == heard[1]
    assert len(heard[0][2]) >= 3


@pytest.mark.parametrize("name", ["shogi", "crazyhouse", "chess", "sfhiodgei"])
def test_twins_are_all_lines_that_feel_alike_and_differ_in_one_ply_or_later_ones_that_have_to(name):
    game, rng = fairyrules.game(name), Random(f"{name} twins")
    sites = sites_of(game, ())
    found = 0
    for _ in range(3):
        lines = [start(game.start(), sites)]
        for _ in range(40):
            footprints = book(lines[-1].position, sites).footprints
            if not footprints:
                break
            made = rng.choice([each for each in footprints if each.taken] or footprints)
            lines.append(lines[-1].extended(made.move, made.changed))
        twins = twins_of(lines[-1], 0)
        every = list(_by_hand(lines, sites))
        assert [((twin.ply, twin.move), twin.line) for twin in twins] == every[-MOST:]
        for twin in twins:
            assert [twin.line.back(ply).occupancy for ply in range(len(lines))] == [each.occupancy for each in lines]
            assert twin.line.back(twin.ply).move == twin.move
            plies = [ply for ply in range(1, len(lines)) if twin.line.back(ply).move != lines[ply].move]
            assert plies[0] == twin.ply
            assert sum(1 << ply for ply in plies) == twin.differing
        found += len(twins)
    assert found or name in ("chess", "sfhiodgei")


def _by_hand(lines, sites):
    """The same, by trying every other move of every ply."""
    for ply in range(1, len(lines)):
        for other in book(lines[ply - 1].position, sites).footprints:
            if other.move == lines[ply].move or other.felt != _made(lines, ply, sites).felt:
                continue
            line = lines[ply - 1].extended(other.move, other.changed)
            if line == lines[ply]:
                continue
            for later in range(ply + 1, len(lines)):
                made = _made(lines, later, sites)
                alike = [each for each in book(line.position, sites).footprints if each.felt == made.felt]
                if not alike:
                    break
                played = next((each for each in alike if each.move == made.move), alike[0])
                line = line.extended(played.move, played.changed)
            else:
                yield (ply, other.move), line


def _made(lines, ply, sites):
    return book(lines[ply - 1].position, sites).of(lines[ply].move)


def test_a_drop_onto_a_sensor_in_doubt_is_one_line_whatever_was_dropped():
    """In sFhIoDgEi a reading made 207 stories of 25, one for each kind on each such cell, and took 23 ms."""
    game = fairyrules.game("crazyhouse")
    belief = begin(game.position("3qk3/8/8/8/8/8/8/4K3[PNBRQ] w - - 0 1"), False, {})
    (story,) = belief.stories
    story.sick = 1 << game.board.cell("d5")
    dropped = [each.line.move for each in blindly(story, belief.now(1000), puts=True)]
    assert len(dropped) == 1
    assert str(dropped[0]).endswith("@d5")


def test_a_move_named_beforehand_is_the_one_made_in_an_unlikely_story_too():
    """Twins are looked at in the three likeliest lines only, but for what somebody said."""
    belief, _ = belief_after("-e6", **SILVER)
    (story,) = [each for each in belief.stories if each.hand]
    story.answer = "e6e7=+S"
    game = belief.sites.game
    cell = game.board.cell("e7")
    now = replace(belief, raw=belief.raw | 1 << cell).now(1000).alone
    made = [each.line.move for one in put(story, cell, now) for each in completed(one, cell, now)]
    assert {str(move) for move in made} == {"e6e7=+S"}


@pytest.mark.parametrize("gap_ms", [80, 150])
def test_a_piece_perhaps_promoted_that_moves_on_while_the_move_before_is_under_way_was_promoted(gap_ms):
    """The Bishop on g7 takes beside it, as a Horse may, before Black's King is set down: three stories had no reply."""
    script = "-c3 +c4 ... -c9 +c8 ... -b2 -g7 +g7 -g7 +g7 -e9 -f7 -g7 +d8 +f7 -h8 -a1 +a1 ..."
    moves, _ = told(script, game="shogi", gap_ms=gap_ms)
    assert moves == ["c3c4", "c9c8", "b2g7=+B", "e9d8", "g7f7", "h8a1"]


@pytest.mark.parametrize("gap_ms", [30, 60, 100])
def test_a_drop_of_which_it_is_open_what_was_dropped_is_not_settled_by_what_is_lifted_later(gap_ms):
    """Three drops and a lift without a rest: nothing explained the board just then, so nothing seemed to be open."""
    belief, said = belief_after("+b7 !b +b4 +g6 -f5 -g6 +g6 ...", gap_ms=gap_ms, **DROPS)
    assert [str(move) for move in belief.moves] == ["B@b7", "P@b4", "P@g6", "f5g6"]
    assert sorted(belief.questions) == [1, 3]
    assert not any(isinstance(each, Settled) for each in said)


@pytest.mark.parametrize("between", ["", "... "])
def test_what_was_open_stays_open_when_the_other_side_castles(between):
    belief, said = belief_after(f"-c13 -g17 +c13 {between}-j16 +f16 -b16 +h16 ...", "sfhiodgei", BEFORE_CASTLING)
    assert [str(move) for move in belief.moves] == ["g17c13", "j16f16"]
    assert sorted(belief.questions) == [1]
    assert not [each for each in said if isinstance(each, Settled)]


def test_lines_that_feel_alike_leave_room_for_another_idea():
    """A quick game with six drops, each of any piece: that the Knight on d4 is the one taken on e3 had no room."""
    fen, felt = MANY_DROPS
    assert str(heard(felt, "crazyhouse", fen).moves[-1]) == "f2e3"
