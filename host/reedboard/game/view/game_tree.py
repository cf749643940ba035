"""A recorded game as a tree of positions: its moves and its variations, each told by what it changes on the board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from fairyrules import Game, Position
from fairyrules.pgn import GameRecord, Ply, Variation
from fairyrules.pieces import Piece
from reedboard.game import piece_view as looks
from reedboard.game.placing_times import touched
from reedboard.game.status import HeldView, Layout, PieceView, SideLetter
from reedboard.game.view import board

Held = Mapping[str, tuple[HeldView, ...]]


@dataclass(frozen=True, slots=True)
class Node:
    """A position of the tree, and the move that led to it; of the start there is no move, and `parent` is -1.

    `parent` is the place of the node before in the tree's list. `variation` numbers the nesting: 0 is the game itself.
    `changes` gives the cells that differ from the parent's: the piece's place in the palette, or None for an empty
    one; of the start all its pieces. `reserves` is None where they are the parent's.
    """

    parent: int
    variation: int
    ply: int
    number: int
    side: SideLetter
    move: str
    san: str
    fen: str
    changes: Mapping[str, int | None]
    reserves: Held | None
    last: tuple[str, ...]
    glyphs: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    clock_ms: int | None = None
    elapsed_ms: int | None = None


@dataclass(frozen=True, slots=True)
class GameTree:
    """A game with all its variations. The start comes first, then the moves of the game, then the variations."""

    layout: Layout
    palette: tuple[PieceView, ...]
    nodes: tuple[Node, ...]


def game_tree(record: GameRecord) -> GameTree:
    """The tree of a record."""
    growing = _Growing(record.start.game)
    growing.grow(record)
    return GameTree(board.drawing(record.start.game), tuple(growing.palette), tuple(growing.nodes))


class _Growing:
    """A tree while it is made."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.nodes: list[Node] = []
        self.palette: list[PieceView] = []
        self._places: dict[Piece, int] = {}

    def grow(self, record: GameRecord) -> None:
        start = record.start
        pieces = self._pieces(start)
        side = start.side.letter
        reserves = board.reserves(start)
        first = Node(
            -1, 0, 0, start.fullmove, side, "", "", start.fen(), pieces, reserves, (), comments=record.comments
        )
        self.nodes.append(first)
        # Not by recursion: a file may nest its variations deeper than Python calls.
        waiting = list(self._line(start, 0, 0, 0, record.plies, ()))
        while waiting:
            position, parent, ply, variation, depth = waiting.pop(0)
            waiting += self._line(position, parent, ply, depth, variation.plies, variation.comments)

    def _line(
        self, position: Position, parent: int, ply: int, depth: int, plies: tuple[Ply, ...], before: tuple[str, ...]
    ) -> Iterator[tuple[Position, int, int, Variation, int]]:
        """Adds a line after `parent`; gives the variations that hang on it, with the position each begins from."""
        for told in plies:
            after = position.play_unchecked(told.move)
            for variation in told.variations:
                if variation.goes_on(told):
                    onward = replace(variation, plies=variation.plies[1:])
                    yield after, len(self.nodes), ply + 1, onward, depth + 1
                else:
                    yield position, parent, ply, variation, depth + 1
            ply += 1
            comments, before = before + told.comments, ()
            self.nodes.append(self._node(position, after, parent, ply, depth, told, comments))
            position, parent = after, len(self.nodes) - 1

    def _node(
        self, before: Position, after: Position, parent: int, ply: int, depth: int, told: Ply, comments: tuple[str, ...]
    ) -> Node:
        was, now = self._pieces(before), self._pieces(after)
        changes = {cell: now.get(cell) for cell in sorted(was.keys() | now.keys()) if was.get(cell) != now.get(cell)}
        reserves = board.reserves(after)
        return Node(
            parent,
            depth,
            ply,
            before.fullmove,
            before.side.letter,
            str(told.move),
            before.san(told.move),
            after.fen(),
            changes,
            None if reserves == board.reserves(before) else reserves,
            tuple(self.game.board.name(cell) for cell in touched(before.effect(told.move))),
            told.glyphs,
            comments,
            told.clock_ms,
            told.elapsed_ms,
        )

    def _pieces(self, position: Position) -> dict[str, int | None]:
        return {cell: self._place(piece) for cell, piece in position.named_pieces().items()}

    def _place(self, piece: Piece) -> int:
        if piece not in self._places:
            self._places[piece] = len(self.palette)
            self.palette.append(looks.look(self.game, piece))
        return self._places[piece]
