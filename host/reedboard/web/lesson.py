"""What a piece on the board is: its name, how its kind moves in a sentence, and where it may go now."""

import threading
from dataclasses import asdict, dataclass
from functools import lru_cache

from flask import Response, jsonify, request

from fairyrules import Position
from reedboard.archive import game_lookup
from reedboard.errors import ReedboardError
from reedboard.web.event_stream import Hub
from reedboard.web.operations import Operations


@dataclass(frozen=True, slots=True)
class LessonView:
    """A piece on the board: its name, how its kind moves, and the cells it may go to now, by name."""

    name: str
    says: str
    goals: tuple[str, ...]


def declare_lesson(operations: Operations, hub: Hub) -> None:
    """Declares the route."""
    one_at_a_time = threading.Lock()

    @operations.get("/piece", LessonView, {"site": "the piece's cell"})
    def piece() -> Response:
        """What a piece of the game in play is, and where it may go."""
        state = hub.state
        if not state:
            raise ReedboardError("No game is played yet.")
        moves = tuple(ply["move"] for ply in state["moves"])
        with one_at_a_time:  # a crowd of askers works a position out once, and takes one core at most
            position = reached(state["game"]["id"], state["game"]["fen"], moves)
            return jsonify(asdict(lesson(position, request.args.get("site", ""))))


@lru_cache(1)
def reached(game: str, fen: str, moves: tuple[str, ...]) -> Position:
    """The position after these moves."""
    position = game_lookup.known(game).position(fen)
    for move in moves:
        position = position.play(position.parse(move))
    return position


def lesson(position: Position, site: str) -> LessonView:
    """What stands on a cell.

    Raises: ReedboardError where nothing stands, or there is no such cell.
    """
    game, board = position.game, position.game.board
    cell = next((each for each in position.pieces() if board.name(each) == site), None)
    if cell is None:
        raise ReedboardError(f"Nothing stands on {site[:20] or 'no cell'}.")
    piece = position.pieces()[cell]
    effects = [position.effect(move) for move in position.legal_moves()]
    goals = {effect.travels[0].target for effect in effects if effect.travels and effect.travels[0].origin == cell}
    kind = game.kinds[piece.kind]
    return LessonView(kind.name, game.guide.pieces.get(kind.letter, ""), tuple(sorted(map(board.name, goals))))
