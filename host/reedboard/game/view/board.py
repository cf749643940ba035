"""The board's part of the picture: its drawing, the pieces on cells and in trays, the reserves, the last move."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from fairyrules import Game, Position
from fairyrules.pieces import Piece, Side
from reedboard.board.profile import Placement
from reedboard.game import piece_view as looks
from reedboard.game.placing_times import touched
from reedboard.game.status import HandsView, HeldPieceView, HeldView, Layout, PieceView
from reedboard.game.view.scene import Scene
from reedboard.game.view.zone_lines import lines
from reedboard.game.virtual_pieces import UNKNOWN, HandState, slot_piece


def layout(game: Game, placement: Placement) -> Layout:
    """The drawing of the game's board and of the slots this board has for it."""
    return drawing(game, tuple(placement.slots))


def drawing(game: Game, slots: tuple[str, ...] = ()) -> Layout:
    """The drawing of the game's board, wherever it lies."""
    board = game.board
    cells = tuple(board.name(cell) for cell in board.cells)
    bound = game.has_reserves and any("17" in name for name in cells)
    pattern: Literal["checker", "bound"] = "bound" if bound else "checker"
    return Layout(board.files, board.ranks, cells, slots, lines(game), pattern)


def pieces(scene: Scene) -> Mapping[str, PieceView]:
    """Site -> the piece to draw there: standing, lifted (its site is empty) or loose (the game knows of none there).

    Of a virtual board the hands know what stands where, whatever its sensors say.
    """
    sensed = _sensed(scene)
    if scene.hands is None:
        return sensed
    return dict(_handled(scene, scene.hands, sensed))


def _handled(scene: Scene, hands: HandState, sensed: Mapping[str, PieceView]) -> Iterator[tuple[str, PieceView]]:
    expected = {scene.site(cell): piece for cell, piece in scene.position.pieces().items()}
    for site in scene.placement.sites:
        stands, belongs = hands.on.get(site), expected.get(site)
        if stands is not None:
            known = belongs is not None or ":" in site
            yield site, replace(_look(scene.game, stands), state="standing" if known else "loose")
        elif belongs is not None:
            # A sensor that is not believed says nothing of a piece that was lifted while it failed, either.
            yield site, replace(sensed[site], state="lifted")


def _look(game: Game, piece: Piece) -> PieceView:
    return looks.UNKNOWN if piece == UNKNOWN else looks.look(game, piece)


def hands(scene: Scene) -> HandsView | None:
    """What the hands of a virtual board hold, what lies beside it, and what really stands on it."""
    known = scene.hands
    if known is None:
        return None
    held = (HeldPieceView(_look(scene.game, each.piece), known.trays(each.piece)) for each in reversed(known.held))
    aside = Counter(known.aside)
    return HandsView(
        tuple(held),
        tuple(HeldView(_look(scene.game, piece), aside[piece]) for piece in sorted(aside, key=lambda each: str(each))),
        tuple(site for site in scene.placement.sites if site in known.on),
    )


def _sensed(scene: Scene) -> Mapping[str, PieceView]:
    """The pieces as sensors and game tell them."""
    seen: dict[str, PieceView] = {}
    doubted = scene.belief.suspects
    for cell, piece in scene.position.pieces().items():
        site = scene.site(cell)
        there = site in scene.occupied or site in doubted
        seen[site] = replace(looks.look(scene.game, piece), state="standing" if there else "lifted")
    for slot in scene.placement.slots:
        if slot in scene.occupied:
            seen[slot] = looks.look(scene.game, slot_piece(slot))
    lifted = [piece for piece in seen.values() if piece.state == "lifted"]
    stranger = replace(lifted[0], state="loose") if len(lifted) == 1 else looks.UNKNOWN
    for site in scene.placement.cells:
        if site in scene.occupied and site not in seen and site not in doubted:
            seen[site] = stranger
    return seen


def reserves(position: Position) -> Mapping[str, tuple[HeldView, ...]]:
    """What each holder ("w", "b", "n") has in reserve; empty for games without reserves."""
    if not position.game.has_reserves:
        return {}
    return {
        holder: tuple(
            HeldView(looks.look(position.game, Piece(side, kind)), count)
            for kind, count in sorted(position.reserve(holder).items())
            if count
        )
        for holder, side in (("w", Side.WHITE), ("b", Side.BLACK), ("n", Side.WHITE))
    }


def last_sites(scene: Scene) -> tuple[str, ...]:
    """The cells the last move touched, where it came from first."""
    if not scene.move_list.entries:
        return ()
    entry = scene.move_list.entries[-1]
    return tuple(scene.site(cell) for cell in touched(entry.before.effect(entry.move)))
