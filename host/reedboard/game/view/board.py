"""The board's part of the picture: its drawing, the pieces on cells and in trays, the reserves, the last move."""

from collections.abc import Mapping
from dataclasses import replace

from fairyrules import Game, Position
from fairyrules.pieces import Piece, Side
from reedboard.board.profile import Placement
from reedboard.game import piece_view as looks
from reedboard.game.move_list import touched
from reedboard.game.status import HeldView, Layout, PieceView
from reedboard.game.view.geography import lines
from reedboard.game.view.scene import Scene


def layout(game: Game, placement: Placement) -> Layout:
    """The drawing of the game's board and of the slots this board has for it."""
    board = game.board
    bound = game.has_reserves and any("17" in name for name in placement.cells)
    return Layout(
        board.files,
        board.ranks,
        tuple(placement.cells),
        tuple(placement.slots),
        lines(game),
        pattern="bound" if bound else "checker",
    )


def pieces(scene: Scene) -> Mapping[str, PieceView]:
    """Site -> the piece to draw there: standing, lifted (its site is empty) or loose (nobody knows what it is)."""
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


def slot_piece(slot: str) -> Piece:
    """The piece that belongs into a slot; a neutral one is drawn as White's."""
    side, _, kind = slot.rstrip("0123456789").partition(":")
    return Piece(Side.BLACK if side == "b" else Side.WHITE, kind)


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
