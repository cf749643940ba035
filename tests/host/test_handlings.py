"""Uncommon handlings: each row does what it is named for, and the pieces stand in the end as the moves say."""

from itertools import accumulate, pairwise

import pytest

import fairyrules
from reedboard.bench.handlings import BADLY, UNCOMMON, UncommonHabit, UncommonStyle
from reedboard.bench.sections.tracker import kinds
from reedboard.bench.trial import Trial
from reedboard.board.events import Answer
from reedboard.tracker import Asked, Mended

SMALL = ("chess", "dual-chess", "crazyhouse")


def sitting(game, handling, trays=True, plies=40, number=0, seed=7):
    return Trial(game, handling, trays, 1, plies, 0.0, None, seed, None).sitting(number)[0]


def start_of(played):
    game = fairyrules.game(played.header.game)
    return game.position(played.header.fen) if played.header.fen else game.start()


def followed(played):
    """Every position with its move and the readings of its span."""
    position = start_of(played)
    for move, (first, last) in zip(played.moves, played.spans, strict=True):
        yield position, move, played.events[first:last]
        position = position.play(move)


def lifted_slots(readings):
    return [each.site for each in readings if not each.on and ":" in each.site]


@pytest.mark.parametrize(("game", "handling", "trays"), [kind for kind in kinds((), (), True) if kind[0] in SMALL])
def test_pieces_stand_in_the_end_as_the_moves_say(game, handling, trays):
    played = sitting(game, handling, trays)
    start = start_of(played)
    board = start.game.board
    stands = {board.name(cell): start.piece_at(cell) is not None for cell in board.cells} | dict(played.header.slots)
    for before, after in pairwise(played.events):
        assert before.t_ms <= after.t_ms
    for event in played.events:
        assert stands[event.site] != event.on, event
        stands[event.site] = event.on
    wrong = [board.name(cell) for cell in board.cells if stands[board.name(cell)] != bool(played.final.piece_at(cell))]
    assert len(wrong) in ((0, 2) if handling == UncommonHabit.SETS_ELSEWHERE.value else (0,))
    assert played.final == [position.play(move) for position, move, _ in followed(played)][-1]


def test_every_uncommon_style_and_habit_has_a_row():
    assert {each.value for each in (*UncommonStyle, *UncommonHabit)} | {BADLY} <= set(UNCOMMON)
    assert {name for _, name, _ in kinds((), (), True)} == set(UNCOMMON)
    assert set(kinds(("shogi",), (), True)) >= {("shogi", UncommonStyle.KINDS_TRIED.value, True)}
    assert UncommonStyle.BOTH_AT_ONCE.value not in {name for _, name, _ in kinds(("shogi",), (), True)}


def test_a_piece_set_elsewhere_stands_there_while_moves_are_made():
    played = sitting("chess", UncommonHabit.SETS_ELSEWHERE.value, trays=False)
    position = start_of(played)
    board = position.game.board
    stands = {board.name(cell): position.piece_at(cell) is not None for cell in board.cells}
    astray = 0
    for (_, last), (position, move, _) in zip(played.spans, followed(played), strict=True):
        now = stands | {each.site: each.on for each in played.events[:last]}
        after = position.play(move)
        astray += any(now[board.name(cell)] != (after.piece_at(cell) is not None) for cell in board.cells)
    assert astray >= 3


def test_a_piece_set_on_a_wrong_cell_is_put_right_after_the_reply():
    played = sitting("chess", UncommonHabit.SETS_WRONG.value)
    board = start_of(played).game.board
    replied = 0
    for (position, move, readings), (_, done), (first, _) in zip(
        followed(played), played.spans, played.spans[1:], strict=False
    ):
        ends = {board.name(cell) for each in position.effect(move).travels for cell in (each.origin, each.target)}
        away = [each.site for each in readings if each.on and ":" not in each.site and each.site not in ends]
        if away:
            right = next(number for number, each in enumerate(played.events[done:], done) if each.site == away[0])
            assert not played.events[right].on
            replied += right > first
    assert replied >= 3


def test_replies_begin_before_the_move_is_done():
    played = sitting("chess", UncommonHabit.BEGINS_EARLY.value)
    overlaps = [done - first for (_, done), (first, _) in pairwise(played.spans)]
    assert max(overlaps) >= 2
    assert sum(overlap > 0 for overlap in overlaps) >= 5


def test_replies_are_done_before_the_piece_that_moves_is_set_down():
    played = sitting("chess", UncommonHabit.OVERTAKES.value)
    overtaken = [
        played.events[done - 1].t_ms - played.events[end - 1].t_ms
        for (_, done), (_, end) in pairwise(played.spans)
        if done > end
    ]
    assert len(overtaken) >= 5
    assert min(overtaken) >= 100
    assert max(overtaken) > 600


def test_lines_looked_into_are_taken_back():
    played = sitting("chess", UncommonHabit.ANALYSES.value)
    assert played.undone
    assert all(len(looked.moves) > 0 for looked in played.undone)


def test_people_who_are_asked_name_what_they_had_played_by_then():
    """Shogi's one lost game was answered with a move played only after the one asked about was taken back."""
    played = sitting("shogi", UncommonHabit.TAKES_BACK_AT_ONCE.value, plies=80, seed=41)

    def named(ply, t_ms):
        return list(played.answers([Mended(t_ms), Asked(t_ms, ply, ())], t_ms))

    assert played.undone
    retold = 0
    for looked in played.undone:
        ply, (first, _) = len(looked.moves), looked.spans[-1]
        begun_ms = played.events[first].t_ms
        assert named(ply, begun_ms) == [Answer(begun_ms, str(looked.moves[-1]))]
        retold += looked.moves[-1] != played.moves[ply - 1]
    assert retold
    last_ms = played.events[-1].t_ms
    assert named(1, played.events[0].t_ms - 1) == named(len(played.moves) + 9, last_ms) == []
    assert named(80, last_ms) == [Answer(last_ms, str(played.moves[-1]))]


def test_new_pieces_come_from_the_other_tray_and_other_kinds_are_tried_first():
    borrowed = tried = 0
    for number in range(3):
        for position, _, readings in followed(
            sitting("dual-chess", UncommonStyle.BORROWED.value, plies=80, number=number)
        ):
            borrowed += any(not site.startswith(position.side.letter) for site in lifted_slots(readings))
    for _, _, readings in followed(sitting("crazyhouse", UncommonStyle.KINDS_TRIED.value, plies=80)):
        tried += len({site.rstrip("0123456789") for site in lifted_slots(readings)}) > 1
    assert borrowed
    assert tried


def test_wrong_pieces_are_dropped_first_and_victims_go_astray():
    wrong = misplaced = 0
    for position, move, readings in followed(sitting("crazyhouse", UncommonStyle.WRONG_FIRST.value, plies=80)):
        cell = {position.game.board.name(each.cell) for each in position.effect(move).entries}
        wrong += sum(each.on and each.site in cell for each in readings) > 1
    for position, move, readings in followed(sitting("chess", UncommonStyle.MISPLACED.value)):
        kinds_taken = {each.piece.kind for each in position.effect(move).removals}
        filled = {each.site[2:].rstrip("0123456789") for each in readings if each.on and ":" in each.site}
        misplaced += bool(filled - kinds_taken)
    assert wrong
    assert misplaced


def test_castling_with_both_hands_lifts_two_pieces_in_one_moment():
    castled = 0
    for number in range(3):
        for position, move, readings in followed(sitting("chess", UncommonStyle.BOTH_AT_ONCE.value, number=number)):
            if len(position.effect(move).travels) == 2:
                castled += 1
                assert [each.on for each in readings] == [False, False, True, True]
                assert readings[1].t_ms - readings[0].t_ms <= 40
                assert readings[3].t_ms - readings[2].t_ms <= 40
    assert castled


def test_quick_touches_are_50_to_150_ms_apart_and_slow_slides_a_second():
    gaps = [
        after.t_ms - before.t_ms
        for _, _, readings in followed(sitting("chess", "in quick touches", plies=20))
        for before, after in pairwise(readings)
    ]
    assert sorted(gaps)[len(gaps) // 2] in range(50, 151)
    slow = [
        after.t_ms - before.t_ms
        for _, _, readings in followed(sitting("chess", UncommonStyle.SLID_SLOWLY.value))
        for before, after in pairwise(readings)
    ]
    assert any(700 <= gap <= 1800 for gap in slow)


def test_a_slip_stands_for_seconds_and_an_adjourned_board_for_longer():
    left = sitting("chess", UncommonHabit.LEAVES_ILLEGAL.value)
    assert max(after.t_ms - before.t_ms for before, after in pairwise(left.events)) >= 4000
    adjourned = sitting("chess", UncommonHabit.ADJOURNS.value, trays=False, plies=80)
    on_board = list(accumulate((1 if event.on else -1 for event in adjourned.events), initial=32))
    assert 0 in on_board


def test_a_game_from_the_middle_begins_with_its_reserves_on_their_slots():
    played = sitting("crazyhouse", "from the middle of a game")
    reserves = start_of(played).reserves
    held = [slot for slot, on in played.header.slots.items() if on]
    assert held
    assert len(held) == sum(sum(each.values()) for each in reserves)
