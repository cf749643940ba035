"""When a sheet's own moves are asked for, and what a position counts for it."""

import random
from collections import Counter

import pytest

import fairyrules
from fairyrules.errors import SheetError
from fairyrules.game import Game
from fairyrules.moves import TurnAll

WITH_PAWNS_OF_CAMEL = "4k2r*******/8*1OO3/8*6/8*2m3/8*6/8*6/8*1oo3/4K2R******* w - - 0 1"


def games_by_lot(game, number=6, plies=60):
    rng = random.Random(14)
    for _ in range(number):
        position = game.start()
        for _ in range(plies):
            yield position
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play_unchecked(rng.choice(moves))


@pytest.mark.parametrize("game_id", ["dual-chess", "sittuyin"])
def test_what_more_moves_need_takes_none_away(game_id):
    game = fairyrules.game(game_id)
    always = Game("always", game.sheet.derive(more_moves_need=""))
    for position in games_by_lot(game):
        asked = always.position(position.fen())
        assert list(map(str, position.legal_moves())) == list(map(str, asked.legal_moves()))


def test_more_moves_are_asked_for_only_where_one_may_be():
    asked = []
    sheet = fairyrules.game("dual-chess").sheet

    def counted(position):
        asked.append(position)
        return sheet.more_moves(position)

    game = Game("counted", sheet.derive(more_moves=counted))
    game.start().legal_moves()
    assert not asked
    position = game.position(WITH_PAWNS_OF_CAMEL)
    position.legal_moves()
    assert len(asked) == 1
    turning = next(p for p in games_by_lot(game, 30) if p.extra("turn") is not None)
    assert any(isinstance(move, TurnAll) for move in turning.legal_moves())


def test_a_need_that_the_sheet_does_not_know_is_refused():
    sheet = fairyrules.game("dual-chess").sheet.derive(more_moves_need="O turned")
    with pytest.raises(SheetError, match="turned is neither a kind nor an extra"):
        Game("wrong", sheet).start()


@pytest.mark.parametrize(
    "game_id", ["chess", "crazyhouse", "atomic", "s-chess", "sfhiodgei", "dual-chess", "attendance"]
)
def test_a_position_counts_its_pieces_as_they_stand(game_id):
    for position in games_by_lot(fairyrules.game(game_id), 3):
        tally = position.tally()
        counted = Counter(code for code in position.codes if code)
        assert {code: count for code, count in enumerate(tally) if count} == counted


@pytest.mark.parametrize("game_id", ["sfhiodgei", "attendance", "grand", "wildeurasian-qi"])
def test_what_is_asked_anew_equals_what_a_new_game_says(game_id):
    """A promotion whose choice a sheet's function says is asked for each time, whatever is kept of the piece's ways."""
    for position in games_by_lot(fairyrules.game(game_id), 1, 120):
        if position.fullmove % 5 == 0:
            new = Game(game_id, fairyrules.game(game_id).sheet).position(position.fen())
            assert list(map(str, position.legal_moves())) == list(map(str, new.legal_moves()))
