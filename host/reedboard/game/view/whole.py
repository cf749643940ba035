"""The whole picture of a scene."""

from typing import Literal

from reedboard.board.wire import Pattern
from reedboard.game.lights import Light
from reedboard.game.move_list import MoveList
from reedboard.game.status import GameView, LightView, PlyView, Status
from reedboard.game.view import board, questions
from reedboard.game.view.scene import Scene

PATTERNS: dict[Pattern, Literal["steady", "blink", "fast", "pulse"]] = {
    Pattern.STEADY: "steady",
    Pattern.BLINK: "blink",
    Pattern.FAST: "fast",
    Pattern.PULSE: "pulse",
}


def status(scene: Scene) -> Status:
    """Everything there is to see."""
    return Status(
        connection=scene.connection,
        game=GameView(scene.record, scene.game.id, scene.game.name, scene.move_list.start.fen()),
        layout=board.layout(scene.game, scene.placement),
        turn=questions.turn(scene.position),
        pieces=board.pieces(scene),
        occupied=tuple(site for site in scene.placement.sites if site in scene.occupied),
        reserves=board.reserves(scene.position),
        lights={site: _light(light) for site, light in scene.lights.items()},
        moves=ply_views(scene.move_list),
        last=board.last_sites(scene),
        question=questions.question(scene),
        hint=questions.hint(scene),
        unseen=() if scene.ended else questions.unseen(scene.position),
        trouble=None if scene.offer else questions.trouble(scene),
        sensors=tuple(questions.sensors(scene)),
        outcome=scene.ended,
        claim="" if scene.ended else scene.position.may_claim_draw(),
        offer=scene.offer,
        notices=scene.notices,
        hands=board.hands(scene),
    )


def _light(light: Light) -> LightView:
    return LightView(light.role, f"#{light.colour:06x}", PATTERNS[light.pattern])


def ply_views(move_list: MoveList) -> tuple[PlyView, ...]:
    """The move list, as the page shows and the archive keeps it."""
    return tuple(
        PlyView(
            ply, entry.before.fullmove, entry.before.side.letter, entry.san, str(entry.move), entry.t_ms, entry.state
        )
        for ply, entry in enumerate(move_list.entries, 1)
    )
