"""The whole picture of a scene."""

from collections.abc import Collection
from typing import Literal

from reedboard.board.wire import Pattern
from reedboard.game.chess_clock import Standing
from reedboard.game.lights import Light
from reedboard.game.move_list import MoveList
from reedboard.game.status import GameView, LightView, PlyView, Status
from reedboard.game.view import board, questions, table
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
        game=GameView(
            scene.record, scene.game.id, scene.game.name, scene.move_list.start.fen(), *scene.names, scene.rated
        ),
        layout=board.layout(scene.game, scene.placement),
        turn=questions.turn(scene.position),
        pieces=board.pieces(scene),
        occupied=tuple(site for site in scene.placement.sites if site in scene.occupied),
        reserves=board.reserves(scene.position),
        lights={site: _light(light) for site, light in scene.lights.items()},
        moves=ply_views(scene.move_list, scene.standing, scene.hinted, scene.adjourned),
        last=board.last_sites(scene),
        question=questions.question(scene),
        hint=questions.hint(scene),
        unseen=() if scene.ended else questions.unseen(scene.position),
        trouble=None if scene.offer else questions.trouble(scene),
        machine=scene.machine,
        advice=scene.advice,
        coach=scene.coach,
        sensors=tuple(questions.sensors(scene)),
        outcome=scene.ended,
        claim="" if scene.ended else scene.position.may_claim_draw(),
        clock=scene.clock,
        proposal=table.proposal(scene.proposal, scene.move_list) if scene.proposal else None,
        tour=scene.tour,
        offer=scene.offer,
        notices=_notices(scene),
        hands=board.hands(scene),
    )


def _notices(scene: Scene) -> tuple[str, ...]:
    """What is told beside the game, a fallen flag last."""
    flag = "" if scene.ended else table.flag_words(scene.clock, scene.position)
    return (*scene.notices, flag) if flag else scene.notices


def _light(light: Light) -> LightView:
    return LightView(light.role, f"#{light.colour:06x}", PATTERNS[light.pattern])


def ply_views(
    move_list: MoveList,
    standing: Standing | None = None,
    hinted: Collection[int] = (),
    adjourned: Collection[int] = (),
) -> tuple[PlyView, ...]:
    """The move list, as the page shows and the archive keeps it, with what the clock showed after each move.

    `hinted`: after how many moves somebody looked at a hint.
    `adjourned`: after how many the game was left for another time.
    """
    clocks = [time.left_ms for time in standing.after] if standing else []
    return tuple(
        PlyView(
            ply=ply,
            number=entry.before.fullmove,
            side=entry.before.side.letter,
            san=entry.san,
            move=str(entry.move),
            t_ms=entry.t_ms,
            state=entry.state,
            clock_ms=clocks[ply - 1] if ply <= len(clocks) else None,
            hinted=ply - 1 in hinted,
            adjourned=ply in adjourned,
        )
        for ply, entry in enumerate(move_list.entries, 1)
    )
