"""Random games, by hands of every style, through firmware, wire and tracker in scaled time.

`make test` plays a few of Wildeurasian Qi and one of each other game. Two hundred of Wildeurasian Qi, eighty plies
each, take about seven minutes on one core:

    REEDBOARD_GAMES=200 .venv/bin/pytest tests/end_to_end/test_random_games.py -n 2
"""

import os
from random import Random

import pytest
from fast_table import FastTable

import fairyrules
from reedboard.assets import boards
from reedboard.bench.hands import perform
from reedboard.bench.style import Style
from reedboard.board.profile import place, smallest
from reedboard.game.move_list import MoveList

GAMES = int(os.environ.get("REEDBOARD_GAMES", "6"))
PLIES = 80
OTHERS = ("attendance", "xiang-courier", "dual-chess", "sfhiodgei")
PLAYED = [("wildeurasian-qi", seed) for seed in range(GAMES)] + [(game, 0) for game in OTHERS]


def understood(table, ply, move):
    """Whether the tracker has this move, or another that leads to the same position, in this ply."""
    entries = table.move_list.entries
    if len(entries) != ply or entries[-1].state == "asked":
        return False
    before = entries[-1].before
    return entries[-1].move == move or entries[-1].after == before.play(move)


@pytest.mark.parametrize(("game_id", "seed"), PLAYED)
def test_random_game_is_followed_without_a_silent_wrong_move(game_id, seed, record_property, tmp_path):
    game = fairyrules.game(game_id)
    rng = Random(seed)
    profile = smallest([boards.load(board) for board in boards.shipped()], game)
    assert profile is not None
    placement = place(profile, game)
    trays = placement.trays and seed % 2 == 0
    table = FastTable(placement, MoveList(game.start()), trays, tmp_path, seed)
    position = game.start()
    styles = list(Style)
    for ply in range(1, PLIES + 1):
        if position.outcome() is not None:
            break
        move = rng.choice(position.legal_moves())
        style = styles[(seed + ply) % len(styles)]
        slots = {slot: slot in table.occupied for slot in placement.slots} if trays else None
        table.perform(perform(position, move, style, rng, slots))
        table.wait(rng.randint(700, 2500))
        asking = table.belief.asking
        if not understood(table, ply, move) and asking is not None and move in asking.moves:
            table.answer(move)
            table.wait(300)
        read = [(str(entry.move), entry.state) for entry in table.move_list.entries[ply - 1 :]]
        assert understood(table, ply, move), f"ply {ply}, {style.value}: played {move}, read {read or 'nothing'}"
        position = table.move_list.position
    assert table.belief.mismatch is None
    record_property("plies", len(table.move_list.entries))
    record_property("asked", table.asked)
