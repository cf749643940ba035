"""Hands that know no rules and do only what the lights say carry out the program's moves, on a virtual board."""

import os

import pytest
from rich.console import Console

import fairyrules
from reedboard.app.program import Options, Program
from reedboard.game.terms import parse_terms

pytestmark = pytest.mark.slow
PATIENCE_S = 60.0
PLIES = int(os.environ.get("REEDBOARD_PLIES_BY_LIGHTS", "4"))
"""How long a game is played; some 300 plies are a whole one."""
FIVE = ["wildeurasian-qi", "sfhiodgei", "attendance", "xiang-courier", "dual-chess"]


class HandsByLights:
    """Does what the board's lights say, until they say nothing more."""

    def __init__(self, program):
        self.table, self.watch = program.table, program.watch
        self.touched = 0

    def lit(self, status, role):
        return [site for site, light in status.lights.items() if light.role == role]

    def settle(self, plies):
        """Carries out the program's move of this number; gives the status after it."""
        while True:
            before = self.watch.wait_for(lambda status: self.wanted(status) or self.done(status, plies), PATIENCE_S)
            assert before is not None, self.told()
            if self.done(before, plies):
                return before
            take, put = self.lit(before, "clear") + self.lit(before, "from"), self.lit(before, "fill")
            if take:
                self.table.lift(take[0])
            else:
                self.table.place(put[0])
            self.touched += 1
            shown = self.watch.wait_for(lambda status, old=before: status.lights != old.lights, PATIENCE_S)
            assert shown is not None, self.told()

    def wanted(self, status):
        return any(self.lit(status, role) for role in ("clear", "from", "fill"))

    def told(self):
        now = self.watch.status
        moves = [(ply.move, ply.state) for ply in now.moves[-3:]]
        return moves, now.machine, now.lights, now.question, now.trouble, now.notices, now.hint

    def done(self, status, plies):
        return status.outcome is not None or len(status.moves) >= plies


@pytest.mark.parametrize("game_id", FIVE)
def test_a_game_of_the_program_against_itself_is_played_by_the_lights_alone(game_id, tmp_path):
    terms = parse_terms("reedboard level 2", "reedboard level 1")
    options = Options("virtual", fairyrules.game(game_id).start(), port=0, anew=True, terms=terms)
    with Program(options, tmp_path, Console(quiet=True)) as program:
        hands = HandsByLights(program)
        for ply in range(1, PLIES + 1):
            status = hands.settle(ply)
            assert status.question is None
            if status.outcome is not None:
                break
        assert status.outcome is not None or len(status.moves) >= PLIES
        assert hands.touched >= 2 * len(status.moves)
        print(game_id, len(status.moves), "plies,", hands.touched, "touches,", status.outcome)
