"""Random games of the five games: what holds at every ply. `--deep` plays a hundred games of 300 plies of each."""

import random
from collections import Counter
from itertools import islice

import pytest

import fairyrules
import walking
from fairyrules.particulars.attendance import MOST
from fairyrules.pieces import Side
from referee.attendance import Attendance
from referee.dual_chess import DualChess
from referee.sfhiodgei import Sfhiodgei
from referee.wildeurasian_qi import WildeurasianQi
from referee.xiang_courier import XiangCourier

REFEREES = {
    "attendance": Attendance(),
    "dual-chess": DualChess(),
    "sfhiodgei": Sfhiodgei(),
    "wildeurasian-qi": WildeurasianQi(),
    "xiang-courier": XiangCourier(),
}


def plies(game_id, deep):
    """(position, move chosen) of random games; each fifth move or so is no plain quiet one, if it can be."""
    rng = random.Random(f"{game_id} by lot")
    return walking.plies(game_id, rng, *((100, 300) if deep else (3, 120)), rare=0.2)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", REFEREES)
def test_every_ply_survives_its_fen(game_id, deep):
    game = fairyrules.game(game_id)
    for position, move in plies(game_id, deep):
        again = game.position(position.fen())
        assert again == position
        assert hash(again) == hash(position)
        assert again.fen() == position.fen()
        moves = position.legal_moves()
        assert [again.parse(str(legal)) for legal in moves] == list(moves)
        played, rebuilt = position.play(move), again.play(again.parse(str(move)))
        assert played == rebuilt
        assert (played.fen(), hash(played)) == (rebuilt.fen(), hash(rebuilt))


@pytest.mark.slow
@pytest.mark.timeout(6 * 3600)  # Deep, a hundred games of millions of moves; a few minutes each after `make fast`.
@pytest.mark.parametrize("game_id", REFEREES)
def test_san_of_every_legal_move_is_its_own_and_that_of_the_move_is_read_back(game_id, deep):
    # Every mark of check and mate is looked at, so by default only some plies are.
    for position, move in islice(plies(game_id, deep), 0, None, 1 if deep else 8):
        texts = {legal: position.san(legal) for legal in position.legal_moves()}
        assert len(set(texts.values())) == len(texts), position.fen()
        assert position.parse_san(texts[move]) == move, position.fen()


@pytest.mark.slow
@pytest.mark.parametrize("game_id", REFEREES)
def test_no_ply_leaves_the_own_king_attacked(game_id, deep):
    referee = REFEREES[game_id]
    for position, move in plies(game_id, deep):
        assert referee.safe(referee.read(position.play(move).fen()), position.side.letter), f"{position!r} {move}"


def on_board(position, side=None):
    return Counter(piece.kind.lstrip("+") for piece in position.pieces().values() if side in (None, piece.side))


def test_pieces_and_reserves_of_sfhiodgei_stay_the_same(deep):
    def owned(position):
        return sum((Counter(position.reserve(holder)) for holder in "wbn"), on_board(position))

    array = owned(fairyrules.game("sfhiodgei").start())
    assert array.total() == 116
    from_vanguards = {"V", "I", "R", "B", "N"}
    for position, move in plies("sfhiodgei", deep):
        now = owned(position.play(move))
        assert now.total() == array.total()
        assert all(now[kind] == array[kind] for kind in array if kind not in from_vanguards)
        assert sum(now[kind] for kind in from_vanguards) == sum(array[kind] for kind in from_vanguards)


def test_promotion_of_attendance_keeps_its_limits(deep):
    for position, move in plies("attendance", deep):
        for side in Side:
            now = on_board(position.play(move), side)
            assert all(now[kind] <= most for kind, most in MOST.items())
            assert now["V"] <= 2
            assert now["P"] <= 6


def test_promotion_of_wildeurasian_qi_gives_back_only_what_was_lost(deep):
    start = fairyrules.game("wildeurasian-qi").start()
    for position, move in plies("wildeurasian-qi", deep):
        for side in Side:
            array, now = on_board(start, side), on_board(position.play(move), side)
            assert all(now[kind] <= array[kind] for kind in array)
            assert now["P"] + now["W"] <= array["P"]
            assert now.total() <= array.total()


def test_former_guards_of_dual_chess_are_never_more_than_the_guards(deep):
    for position, move in plies("dual-chess", deep):
        now = on_board(position.play(move))
        assert now["G"] + now["W"] + now["F"] <= 4
        assert not now["G"] or not now["W"] + now["F"]


def test_soldiers_and_court_of_xiang_courier_keep_their_places(deep):
    board = fairyrules.game("xiang-courier").board
    fortresses = board.zone("e1-h4"), board.zone("e7-h10")
    for position, move in plies("xiang-courier", deep):
        for cell, piece in position.play(move).pieces().items():
            if piece.kind in "KWF":
                assert cell in fortresses[piece.side]
            if piece.kind == "E":
                assert board.rank_of(cell, piece.side is Side.BLACK) <= 5


@pytest.mark.parametrize("game_id", ["sfhiodgei", "shogi", "crazyhouse"])
def test_effect_accounts_for_every_reserve(game_id, deep):
    game = fairyrules.game(game_id)

    def held(kind):
        return game.kinds[kind].held or kind

    for position, move in plies(game_id, deep):
        effect = position.effect(move)
        reserves = {holder: Counter(position.reserve(holder)) for holder in "wbn"}
        for removal in effect.removals:
            assert removal.kind_held == held(removal.piece.kind)
            reserves[removal.holder][removal.kind_held] += 1
        for exchange in effect.exchanges:
            if exchange.given_to:
                reserves[exchange.given_to][held(exchange.before.kind)] += 1
            if exchange.taken_from:
                reserves[exchange.taken_from][exchange.after.kind] -= 1
        for entry in effect.entries:
            reserves[entry.holder][entry.piece.kind] -= 1
        after = position.play(move)
        assert {holder: +count for holder, count in reserves.items()} == {
            holder: Counter(after.reserve(holder)) for holder in "wbn"
        }
