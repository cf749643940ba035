"""What is looked up by what stands where: the same as worked out anew, and never more than there is room for."""

import random

import pytest

import fairyrules
from fairyrules import follow, generate, kept
from fairyrules.board import NOWHERE
from fairyrules.kept import Kept
from fairyrules.lines import attacked, attacked_after, attacked_behind
from fairyrules.moves import Travel
from fairyrules.position import Position
from fairyrules.replies import Replies

PLIES = 40
GAMES = (
    "chess", "shogi", "xiangqi", "atomic", "racing-kings", "sfhiodgei", "wildeurasian-qi", "dual-chess", "attendance",
)  # fmt: skip


def walk(game_id: str, seed: int) -> list[Position]:
    """The positions of a game by lot; of two with one seed only the first finds tables without lists."""
    rng = random.Random(seed)
    position = fairyrules.game(game_id).start()
    positions = [position]
    for _ in range(PLIES):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play_unchecked(rng.choice(moves))
        positions.append(position)
    return positions


@pytest.mark.parametrize("game_id", GAMES)
def test_moves_looked_up_are_those_that_the_ways_give(game_id: str) -> None:
    for position in walk(game_id, 5):
        reach, side = position.rules.reach, position.turn
        phase = position.phase(side)
        for cell, code in position.pieces_by_side[side].items():
            followed = follow.follow(reach.of_piece(code, phase, cell), position, position.codes, side)
            for _ in range(2):  # The second time it is looked up.
                assert follow.pseudo_legal(position, [cell]) == followed


@pytest.mark.parametrize("game_id", fairyrules.games())
def test_moves_are_counted_as_they_are_listed(game_id: str) -> None:
    for position in walk(game_id, 8):
        assert generate.count_legal_moves(position) == len(generate.legal_moves(position))


@pytest.mark.parametrize("game_id", fairyrules.games())
def test_replies_are_counted_as_they_are_listed(game_id: str) -> None:
    for position in walk(game_id, 9)[::10]:
        replies = Replies(position)
        plain = position.rules.ask_phase is None and not position.rules.special
        for move in position.legal_moves():
            after = position.play_unchecked(move)
            counted = replies.count(move, after)
            on_passed = position.passed is not None and getattr(move, "target", None) in position.passed.targets
            if plain and type(move) is Travel and move.becomes is None and not on_passed:
                assert counted == follow.count(after), (position.fen(), str(move))
            else:
                assert counted == -1


@pytest.mark.parametrize("game_id", GAMES)
def test_attacks_looked_up_are_those_found_along_the_lines(game_id: str) -> None:
    for position in walk(game_id, 6)[::8]:
        assert position.placement() == position.fresh().placement()
        for side in (0, 1):
            table = position.rules.lines.dangers(side, position.phase(side))
            rare = table.standing(position.pieces_by_side[side])
            for cell in position.board.cells[::3]:
                lines = table.into(cell)
                walked = attacked(position.codes, lines, rare)
                for _ in range(2):
                    assert attacked_behind(position.mask(), position.codes, lines, rare, NOWHERE) == walked
                for left in list(position.pieces_by_side[1 - side])[::4]:
                    without = position.codes.copy()
                    without[left] = 0
                    behind = attacked_behind(position.mask(), position.codes, lines, rare, left)
                    assert behind == attacked(without, lines, rare)


@pytest.mark.parametrize("game_id", GAMES)
def test_attacks_after_a_travel_are_those_on_the_board_it_leaves(game_id: str) -> None:
    for position in walk(game_id, 7)[::16]:
        for side in (0, 1):
            table = position.rules.lines.dangers(side, position.phase(side))
            rare = table.standing(position.pieces_by_side[side])
            for origin, code in position.pieces_by_side[1 - side].items():
                for move in follow.ways_of(position, origin):
                    if not isinstance(move, Travel):
                        continue
                    after = position.codes.copy()
                    after[origin] = 0
                    after[move.target] = code
                    for cell in [move.target, *position.board.cells[origin % 40 :: 40]]:
                        lines = table.into(cell)
                        found = attacked_after(position.mask(), position.codes, lines, rare, origin, move.target)
                        assert found == attacked(after, lines, rare)


def test_moves_are_the_same_when_there_is_room_for_three_lists_only(monkeypatch: pytest.MonkeyPatch) -> None:
    with_room = [position.legal_moves() for position in walk("chess", 7)]
    monkeypatch.setattr(kept, "MOST", 3)
    assert [position.legal_moves() for position in walk("chess", 7)] == with_room


def test_all_is_forgotten_when_there_is_no_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 3)
    store = Kept()
    first, second = store.table(), store.table()
    for key in range(3):
        store.keep(first if key else second, key, "a result")
    assert len(first) + len(second) == 3
    store.keep(first, 3, "one more")
    assert (first, second) == ({3: "one more"}, {})
