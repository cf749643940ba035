"""The people of the bench's club evening: what they do is possible, and the truth told of it is so."""

from functools import cache
from itertools import pairwise
from random import Random

import pytest
from click.testing import CliRunner

import fairyrules
from fairyrules.pieces import Piece, Side
from reedboard.bench.evening.game import Sitting
from reedboard.bench.evening.happens import happens_in
from reedboard.bench.evening.near import cells_between, near_cells
from reedboard.bench.evening.overlap import merged
from reedboard.bench.evening.people import BY_NAME, PEOPLE, Odd
from reedboard.bench.evening.row import Evening
from reedboard.bench.evening.tabletop import Act, ImpossibleError, Tabletop, Verb
from reedboard.bench.noise import Failure
from reedboard.bench.sections.tracker import UNCOMMON_GAMES
from reedboard.board.events import Press, Reading
from reedboard.cli.main import main

PAWN = Piece(Side.WHITE, "P")
ROOK = Piece(Side.BLACK, "R")


def bench(*words):
    return CliRunner().invoke(main, ["bench", "evening", *words])


def start_of(played):
    game = fairyrules.game(played.header.game)
    return game.start() if played.header.fen is None else game.position(played.header.fen)


@cache
def some(seed):
    """A game of everybody, each of another kind."""
    games = [UNCOMMON_GAMES[(number + seed) % len(UNCOMMON_GAMES)] for number in range(len(PEOPLE))]
    rows = [
        Evening(person.name, game, bool((number + seed) % 2), seed)
        for number, (person, game) in enumerate(zip(PEOPLE, games, strict=True))
    ]
    return [row.sitting().played(24) for row in rows]


SEEDS = range(1, 5)


@pytest.mark.parametrize("person", ["blitz player", "drinker", "analyst"])
def test_equal_seeds_play_equal_games(person):
    def played(seed):
        return Evening(person, "crazyhouse", True, seed).sitting().played(20)

    assert played(3) == played(3)
    assert played(3).events != played(4).events


@pytest.mark.parametrize("seed", SEEDS)
def test_readings_lead_from_the_first_board_to_the_last_and_each_changes_its_site(seed):
    for played in some(seed):
        board = fairyrules.game(played.header.game).board
        occupied = {name: start_of(played).piece_at(name) is not None for name in board.by_name}
        occupied |= played.header.slots
        t_ms = 0
        for event in played.events:
            assert event.t_ms >= t_ms
            t_ms = event.t_ms
            if isinstance(event, Reading):
                assert occupied[event.site] is not event.on
                occupied[event.site] = event.on
        final = {name for name in board.by_name if played.final.piece_at(name) is not None}
        assert {name for name in board.by_name if occupied[name]} == final


@pytest.mark.parametrize("seed", SEEDS)
def test_moves_are_legal_and_spans_hold_what_was_felt_of_them(seed):
    for played in some(seed):
        position = start_of(played)
        assert len(played.spans) == len(played.moves)
        for number, (move, (first, last)) in enumerate(zip(played.moves, played.spans, strict=True)):
            assert move in position.legal_moves()
            assert 0 <= first < last <= len(played.events)
            felt = {event.site for event in played.events[first:last] if isinstance(event, Reading)}
            effect = position.effect(move)
            changed = {each.origin for each in effect.travels} | {each.cell for each in effect.removals}
            changed |= {each.target for each in effect.travels} | {each.cell for each in effect.entries}
            missed = {position.game.board.name(cell) for cell in changed} - felt
            assert not missed or number in played.unheard
            position = position.play_unchecked(move)
        assert position == played.final


@pytest.mark.parametrize("seed", SEEDS)
def test_moves_taken_back_were_legal_too_and_are_told_with_their_spans(seed):
    for played in some(seed):
        for moves, spans in played.undone:
            position = start_of(played)
            assert len(moves) == len(spans)
            assert all(first < last <= len(played.events) for first, last in spans)
            for move in moves:
                position = position.play(move)


def test_whoever_pushes_a_piece_out_leaves_its_move_unheard():
    assert any(played.unheard for seed in SEEDS for played in some(seed))


@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.name)
def test_what_is_odd_about_somebody_does_happen(person):
    seldom = {Odd.VICTIM_FORGOTTEN, Odd.ROOK_FORGOTTEN, Odd.CASTLES_SHORT, Odd.EXCHANGE_FORGOTTEN, Odd.BORROWS}
    wanted = set(person.odd) - seldom - {Odd.TOUCHES_SHOOTER}
    seen = set()
    for seed in range(40):
        rng = Random(f"{person.name} {seed}")
        sitting = Sitting(fairyrules.game(("crazyhouse", "chess")[seed % 2]), (person, person), rng, seed % 4 < 3)
        sitting.played(40)
        seen |= {odd for _, odd in sitting.odd}
        if wanted <= seen:
            return
    pytest.fail(f"{wanted - seen} never happened")


def test_what_few_moves_allow_happens_where_they_are_played():
    tired, old, two_handed = (BY_NAME[name] for name in ("tired", "old-timer", "two-handed"))
    fen = "4k3/P6P/8/2pP4/8/8/8/R3K2R w KQ c6 0 1"
    seen = set()
    for seed in range(30):
        for person in (tired, old, two_handed):
            game = fairyrules.game("chess")
            sitting = Sitting(game, (person, person), Random(seed), True, fen)
            sitting.played(6)
            seen |= {odd for _, odd in sitting.odd}
        sitting = Sitting(fairyrules.game("attendance"), (old, tired), Random(seed), False)
        sitting.played(30)
        seen |= {odd for _, odd in sitting.odd}
    few = {Odd.VICTIM_FORGOTTEN, Odd.ROOK_FORGOTTEN, Odd.CASTLES_SHORT, Odd.EXCHANGE_FORGOTTEN, Odd.BORROWS}
    assert seen >= few | {Odd.TOUCHES_SHOOTER}


def test_a_sensor_stays_closed_while_one_piece_pushes_another_out():
    table = Tabletop(["a1", "a2"], {"a1": PAWN, "a2": ROOK})
    assert table.do(Act(1, Verb.LIFT, Side.WHITE, "a1")) == Reading(1, "a1", False)
    assert table.do(Act(2, Verb.PUSH_IN, Side.WHITE, "a2", PAWN)) is None
    assert table.on == {"a2": PAWN}
    assert table.held[Side.WHITE] == [ROOK]


@pytest.mark.parametrize(
    "act",
    [
        Act(5, Verb.LIFT, Side.WHITE, "a2"),
        Act(5, Verb.LIFT, Side.WHITE, "a1", ROOK),
        Act(5, Verb.PUT, Side.WHITE, "a1", PAWN),
        Act(5, Verb.PUT, Side.WHITE, "a2", PAWN),
        Act(5, Verb.PUT, Side.WHITE, "z9", PAWN),
        Act(5, Verb.PUSH_IN, Side.WHITE, "a2", PAWN),
        Act(5, Verb.CALL, Side.WHITE, "a1", ROOK, PAWN),
        Act(5, Verb.ASIDE, Side.BLACK, "", PAWN),
    ],
)
def test_hands_cannot_do_what_no_table_shows(act):
    table = Tabletop(["a1", "a2"], {"a1": PAWN})
    with pytest.raises(ImpossibleError):
        table.do(act)
    assert table.on == {"a1": PAWN}


def test_a_reply_begun_early_puts_its_piece_down_after_the_move_unless_it_overtakes():
    table = Tabletop(["a1", "a2", "b1", "b2"], {"a1": PAWN, "b1": ROOK})
    move = [Act(100, Verb.LIFT, Side.WHITE, "a1", PAWN), Act(900, Verb.PUT, Side.WHITE, "a2", PAWN)]
    reply = [Act(2000, Verb.LIFT, Side.BLACK, "b1", ROOK), Act(2400, Verb.PUT, Side.BLACK, "b2", ROOK)]
    for overtakes, order in ((False, ["a1", "b1", "a2", "b2"]), (True, ["a1", "b1", "b2", "a2"])):
        both = merged(table, move, reply, overtakes, Random(1))
        assert [act.site for act in both] == order
    blocked = [Act(2000, Verb.LIFT, Side.BLACK, "a2", PAWN), Act(2400, Verb.PUT, Side.BLACK, "b2", PAWN)]
    assert merged(table, move, blocked, True, Random(1)) is None


def test_spans_overlap_where_the_reply_is_begun_early():
    played = [
        Sitting(fairyrules.game("chess"), (BY_NAME["hasty"],) * 2, Random(seed), False).played(40) for seed in (1, 2)
    ]
    pairs = [pair for each in played for pair in pairwise(each.spans)]
    assert any(first[1] > second[0] for first, second in pairs)
    assert all(first[0] < second[0] for first, second in pairs)


def test_a_clock_is_pressed_by_one_side_after_the_other():
    for seed in range(6):
        sitting = Sitting(fairyrules.game("chess"), (BY_NAME["hasty"],) * 2, Random(seed), False)
        pressed = [event.side for event in sitting.played(40).events if isinstance(event, Press)]
        assert len(pressed) >= 40
        assert pressed[:2] == [Side.WHITE, Side.BLACK]


def test_nobody_litters_a_board_on_which_that_would_be_a_drop():
    for game, reserves, littered in (("chess", "", True), ("crazyhouse", "[]", False)):
        position = fairyrules.game(game).position(f"4k3/8/8/3p4/4P3/8/8/4K3{reserves} w - - 0 1")
        assert happens_in(Odd.VICTIM_ON_BOARD, position, position.parse("e4d5"), trays=True) is littered


def test_cells_about_a_cell_and_between_two():
    board = fairyrules.game("chess").board
    assert sorted(near_cells(board, board.cell("a1"), 1)) == ["a2", "b1", "b2"]
    assert cells_between(board, board.cell("a1"), board.cell("d4")) == ["b2", "c3"]
    assert cells_between(board, board.cell("d4"), board.cell("d1")) == ["d3", "d2"]
    assert cells_between(board, board.cell("b1"), board.cell("c3")) == []


def test_bench_prints_a_line_for_everybody_named_and_one_for_all(tmp_path):
    words = "--person", "tidy", "--person", "tired", "--game", "chess", "--seed", "2", "--jobs", "1"
    result = bench(*words, "--keep", str(tmp_path / "kept"))
    assert result.exit_code == 0, result.output
    lines = [line.strip("| ").split(" | ") for line in result.output.splitlines() if line.startswith("|")]
    assert [line[0] for line in lines[2:]] == ["tidy", "tired", "**all**"]
    assert sum(int(line[1]) for line in lines[2:4]) == int(lines[4][1])
    assert lines[4][7].endswith("/4")


def test_a_sensor_may_fail_on_such_an_evening():
    tally = Evening("tidy", "chess", False, 1, fault=Failure.DEAD).played()
    assert tally.games == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--person", "tidi"], "“tidi” is nobody of the club; the nearest are “tidy”"),
        (["--person", "zzz"], "“zzz” is nobody of the club; expected one of: tidy, blitz player"),
        (["--game", "nochess"], "nochess"),
    ],
)
def test_bench_says_in_one_sentence_what_it_cannot_use(words, said):
    result = bench(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert len(result.output.splitlines()) == 1
