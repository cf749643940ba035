"""A home that is used: the program is started three times and led through every game from the page each time."""

import io
import json
import logging
from urllib.request import Request, urlopen

from rich.console import Console

import fairyrules
from fairyrules.effect import Effect
from reedboard.app.log import logged
from reedboard.app.program import Options, Program

STARTS = 3
PLIES = 2
PATIENCE_S = 60.0
"""How long each step may take on a busy machine; on an idle one it takes less than a second."""
EVERY = (
    "attendance",
    "capablanca",
    "chess",
    "courier",
    "crazyhouse",
    "dual-chess",
    "grand",
    "sfhiodgei",
    "shogi",
    "wildeurasian-qi",
    "xiang-courier",
    "xiangqi",
)
"""One game at least for every shape of board; all others lie on the boards of these."""


class Page:
    """What the page sends and is shown."""

    def __init__(self, program):
        self._program = program

    def post(self, path, **body):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._program.guard.token}"}
        asked = Request(f"{self._program.page.local_url}api/v1/{path}", json.dumps(body).encode(), headers)
        with urlopen(asked, timeout=PATIENCE_S) as answer:
            assert answer.status == 200

    def wait(self, wanted):
        status = self._program.watch.wait_for(wanted, PATIENCE_S)
        assert status is not None, self._program.watch.status
        return status


def plain_move(position):
    """A legal move of one piece to an empty cell that no other move looks like to the sensors."""
    board, seen = position.game.board, {}
    for move in position.legal_moves():
        effect = position.effect(move)
        for travel in effect.travels if effect == Effect(travels=effect.travels[:1]) else ():
            seen.setdefault((board.name(travel.origin), board.name(travel.target)), []).append(move)
    return next((cells, moves[0]) for cells, moves in sorted(seen.items()) if len(moves) == 1)


def play(page, game_id):
    """Two plies from the array, by taps on the page."""
    position, told = fairyrules.game(game_id).start(), []
    for _ in range(PLIES):
        (origin, target), move = plain_move(position)
        page.post("hands", lift=origin)
        page.wait(lambda status, site=origin: site not in status.occupied)
        page.post("hands", place=target)
        told.append(str(move))
        page.wait(lambda status, moves=tuple(told): tuple(ply.move for ply in status.moves) == moves)
        position = position.play(move)


def test_every_game_is_played_from_the_page_in_each_of_three_starts_in_one_home(tmp_path):
    first, terminal = fairyrules.game("wildeurasian-qi").start(), io.StringIO()
    for start in range(STARTS):
        order = EVERY[start:] + EVERY[:start]  # each start changes from other shapes to others
        with Program(Options("virtual", first, port=0), tmp_path, Console(file=terminal)) as program:
            page = Page(program)
            for game_id in order:
                page.post("game", game=game_id, fen=None)
                status = page.wait(
                    lambda status, wanted=game_id: status.game.id == wanted and status.connection.state == "connected"
                )
                assert (status.trouble, status.notices) == (None, ()), game_id
                play(page, game_id)
            records = program.archive.records()
    assert logged(tmp_path, logging.WARNING) == []
    assert "lost" not in terminal.getvalue(), terminal.getvalue()  # one board taking another's place is no mishap
    assert "\nVirtual board, Seventeen by seventeen\n" in terminal.getvalue()
    played = [record.game for record in records if record.plies == PLIES]
    assert sorted(played) == sorted(EVERY * STARTS)
