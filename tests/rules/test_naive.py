"""The engine's legal moves against a slow second opinion: make every move, then see whether anything takes the King."""

import inspect
import random

import pytest

import fairyrules
from each_game import each_game
from fairyrules import follow, generate, play
from fairyrules.moves import Castling, Drop, Rifle, Travel
from fairyrules.pieces import Side
from fairyrules.state import State

GAMES = [
    game_id if option is None else f"{game_id}/{option.name}"
    for game_id in fairyrules.games()
    for option in (None, *fairyrules.game(game_id).options)
    if option is None or not option.name.endswith("=")
]
KINGS_ALONE = [game_id for game_id in GAMES if not fairyrules.game(game_id).start().rules.special]
"""The games in which a move is legal if it leaves the one King safe; the others are held to Fairy-Stockfish."""


def takes(move, cell):
    match move:
        case Travel(target=target):
            return target == cell
        case Rifle(victim=victim):
            return victim == cell
    return False


def kings_face(position):
    """Walks the sheet's facing lines from one King to the other over empty cells."""
    rules = position.rules
    white, black = position.kings
    for pattern in rules.movement.facing:
        here = white
        for step in pattern.steps:
            here = rules.board.step(here, step)
            if here == black:
                return True
            if here < 0 or position.codes[here]:
                break
    return False


def is_attacked_naively(position, cell, by):
    return any(takes(move, cell) for origin in position.pieces_by_side[by] for move in follow.ways_of(position, origin))


def leaves_king_safe(position, move):
    after = position.play_unchecked(move)
    king = after.kings[position.side]
    return not is_attacked_naively(after, king, after.side) and not kings_face(after)


def positions(game_id, seed, plies):
    rng = random.Random(seed)
    position = fairyrules.game(game_id).start()
    for _ in range(plies):
        yield position
        moves = position.legal_moves()
        if not moves:
            return
        captures = [move for move in moves if isinstance(move, Travel) and position.codes[move.target]]
        position = position.play(rng.choice(captures if captures and rng.random() < 0.2 else moves))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", KINGS_ALONE)
def test_legal_moves_are_those_that_leave_the_king_safe(game_id):
    for position in positions(game_id, seed=7, plies=30 if game_id == "sfhiodgei" else 90):
        legal = position.legal_moves()
        assert len(set(legal)) == len(legal) == len({move.text for move in legal})
        ways = {move for cell in position.pieces_by_side[position.side] for move in follow.ways_of(position, cell)}
        assert {move for move in ways if leaves_king_safe(position, move)} == ways & set(legal), position
        for move in legal:
            assert leaves_king_safe(position, move), (position, move)
            if isinstance(move, Castling | Drop):
                assert not position.codes[move.target] or move.target == getattr(move, "partner_origin", None)


@pytest.mark.parametrize("game_id", each_game(GAMES))
def test_check_is_what_takes_the_king(game_id):
    for position in positions(game_id, seed=8, plies=60):
        assert position.in_check() == is_attacked_naively(position, position.king(position.side), position.side.other)
        assert not is_attacked_naively(position, position.king(position.side.other), position.side)


@pytest.mark.parametrize("game_id", each_game(GAMES))
def test_position_is_the_same_when_read_back_from_its_fen(game_id):
    game = fairyrules.game(game_id)
    for position in positions(game_id, seed=9, plies=120):
        again = game.position(position.fen())
        assert again == position
        assert hash(again) == hash(position)
        assert again.fen() == position.fen()
        assert again.legal_moves() == position.legal_moves()
        assert all(position.parse(str(move)) == move for move in position.legal_moves())


@pytest.mark.parametrize("game_id", each_game(GAMES))
def test_play_does_what_the_effect_says(game_id):
    for position in positions(game_id, seed=10, plies=60):
        for move in position.legal_moves()[:40]:
            effect = position.effect(move)
            pieces = position.pieces()
            for removal in effect.removals:
                assert pieces.pop(removal.cell) == removal.piece
            for travel in effect.travels:
                assert pieces.pop(travel.origin) == travel.piece
            pieces |= {travel.target: travel.piece for travel in effect.travels}
            for change in (*effect.exchanges, *effect.turns):
                assert pieces[change.cell] == change.before
                pieces[change.cell] = change.after
            pieces |= {entry.cell: entry.piece for entry in effect.entries}
            after = position.play_unchecked(move)
            assert after.pieces() == dict(sorted(pieces.items()))
            assert after.occupancy == sum(1 << cell for cell in pieces)
            assert [sorted(own.items()) for own in after.pieces_by_side] == [
                sorted((cell, after.codes[cell]) for cell, piece in pieces.items() if piece.side is side)
                for side in Side
            ]


@pytest.mark.parametrize("game_id", each_game(GAMES))
def test_plain_travel_played_by_itself_is_played_as_its_effect_says(game_id):
    for position in positions(game_id, seed=11, plies=60):
        for move in position.legal_moves()[:60]:
            by_itself, by_effect = position.play_unchecked(move), position.after(play.outcome_of(position, move))
            assert parts_of(by_itself) == parts_of(by_effect), (position, move)


def parts_of(position):
    """Everything a position holds but what it finds out later; compiled classes do not tell their slots."""
    names = [name for name, part in vars(State).items() if inspect.isdatadescriptor(part) and name[0] != "_"]
    assert {"codes", "kings", "rights", "passed", "reserves", "extras", "key", "past"} <= set(names)
    return {name: getattr(position, name) for name in names}


@pytest.mark.parametrize("game_id", each_game(GAMES))
def test_moves_between_cells_are_the_legal_ones_without_those_from_or_to_elsewhere(game_id):
    rng = random.Random(game_id)
    for position in positions(game_id, 5, 60):
        left, entered = (rng.getrandbits(position.rules.board.size) for _ in range(2))
        legal = position.legal_moves()
        found = position.legal_moves_between(left, entered)
        assert found == [move for move in legal if move in set(found)]
        assert not [move for move in found if isinstance(move, Drop) and not entered >> move.target & 1]
        for move in legal:
            if isinstance(move, Travel | Drop) and not entered >> move.target & 1:
                continue
            if isinstance(move, Travel) and not left >> move.origin & 1:
                continue
            if isinstance(move, Rifle) and not left >> move.origin & 1 and move.origin != move.target:
                continue
            if isinstance(move, Castling) and not (left >> move.origin | left >> move.partner_origin) & 1:
                continue
            assert move in found, (position.fen(), str(move))


def test_moves_between_cells_have_captures_that_burst_wherever_they_end():
    """What bursts stands nowhere afterwards; in passing, the cell of the capture is empty before and after."""
    for fen, origin, capture in (
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4", "e4d5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "e5d6"),
    ):
        position = fairyrules.game("atomic").position(fen)
        left = 1 << position.game.board.cell(origin)
        assert [str(move) for move in position.legal_moves_between(left, 0)] == [capture]


@pytest.mark.parametrize("game_id", each_game(GAMES))
def test_moves_to_a_cell_are_the_legal_ones_there(game_id):
    rng = random.Random(game_id)
    for position in positions(game_id, 12, 60):
        legal = position.legal_moves()
        own = sorted(position.pieces_by_side[position.turn])
        cells = rng.sample(own, min(4, len(own)))
        for target in {move.target for move in legal if isinstance(move, Travel)}:
            found = generate.legal_moves_to(position, cells, target)
            assert len(set(found)) == len(found)
            assert set(found) <= set(legal), (position, found)
            wanted = {m for m in legal if isinstance(m, Travel) and m.target == target and m.origin in cells}
            assert {move for move in found if isinstance(move, Travel) and move.target == target} >= wanted
        drops = {move for move in legal if isinstance(move, Drop)}
        for target in rng.sample(position.board.cells, 6):
            assert set(generate.legal_drops_on(position, target)) == {drop for drop in drops if drop.target == target}


@pytest.mark.parametrize("game_id", each_game(GAMES))
def test_a_move_is_legal_and_gives_check_whether_or_not_the_list_is_made(game_id):
    rng = random.Random(game_id)
    for position in positions(game_id, 13, 60):
        legal = position.legal_moves()
        elsewhere = rng.choice(position.board.cells)
        for move in rng.sample(legal, min(12, len(legal))):
            fresh = position.fresh()
            assert fresh.is_legal(move)
            assert position.gives_check(move) == position.play_unchecked(move).in_check(), (position, move)
            if isinstance(move, Travel):
                other = position.book.travel(move.origin, elsewhere)
                assert fresh.is_legal(other) == (other in legal)
                assert fresh.parse(move.text) == move
