"""A recorded game as its page shows it: plain values that serialise to JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import islice
from typing import Any

from fairyrules.pieces import Side
from reedboard.archive.analysed import TELLING, Analysis, analysis_of
from reedboard.archive.database import Archive, Record
from reedboard.archive.handling import Felt, felt, handling
from reedboard.archive.pgn_records import game_record
from reedboard.archive.search import local_time
from reedboard.game import judging
from reedboard.game.status import HeldView, Layout, Parts, PieceView
from reedboard.game.trace import Traced, TraceError, parse_line
from reedboard.game.view.game_tree import Node, game_tree
from reedboard.game.view.shown_moves import sans, shown


@dataclass(frozen=True, slots=True)
class GameName:
    """A game's id and its name for people."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class NodeView:
    """A position of the game or of a variation; see `Node`. What is empty, or not known, is left out.

    `t_ms` is when the move was made, by the game's clock; `thought_ms` and `handled_ms` see `Handling`; `state` is
    there where the move did not settle. Of a position that was analysed: `value` is White's ("+0.35", "#3"), `chances`
    White's from -1 to 1, `best` the moves expected from here, `judged` what was thought of the move that led to it.
    """

    parent: int
    side: str
    number: int
    fen: str
    variation: int = 0
    ply: int = 0
    move: str = ""
    san: str = ""
    changes: Mapping[str, int | None] = field(default_factory=dict)
    reserves: Mapping[str, tuple[HeldView, ...]] | None = None
    last: tuple[str, ...] = ()
    glyphs: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    clock_ms: int | None = None
    elapsed_ms: int | None = None
    t_ms: int | None = None
    thought_ms: int | None = None
    handled_ms: int | None = None
    state: str = ""
    value: str = ""
    chances: float | None = None
    judged: str = ""
    best: str = ""


@dataclass(frozen=True, slots=True)
class RecordView:
    """A recorded game.

    `nodes`: the start, then the moves, then the variations; their `changes` name pieces by their place in `palette`.
    `readings` counts the lines of its journal. `analysed`: by whom, in words; "" where nobody did.
    """

    id: int
    game: GameName
    begun: str
    result: str
    reason: str
    origin: str
    readings: int
    tags: Mapping[str, str]
    layout: Layout
    palette: tuple[PieceView, ...]
    nodes: tuple[NodeView, ...]
    analysed: str = ""


@dataclass(frozen=True, slots=True)
class RowView:
    """A recorded game as one of a list; names are "" where none are known. `ply`: when a position looked for stood."""

    id: int
    game: str
    name: str
    white: str
    black: str
    played: str
    plies: int
    result: str
    ply: int


def record_view(archive: Archive, number: int) -> RecordView:
    """Everything the page of a record shows.

    Raises: ReedboardError or FairyRulesError with a sentence where it cannot be shown.
    """
    found = archive.record(number)
    told = game_record(archive, number)
    moves = archive.moves(number)
    tree = game_tree(told)
    played = tree.nodes[1 : len(moves) + 1]
    times = handling(_events(archive, number), [move.t_ms for move in moves], [node.last for node in played])
    analysis = analysis_of(archive, number, told)
    nodes = [replace(_node(tree.nodes[0]), **_valued(analysis, 0))]
    for node, move, took in zip(played, moves, times, strict=True):
        state = "" if move.state == "settled" else move.state
        known = {"t_ms": move.t_ms, "thought_ms": took.thought_ms, "handled_ms": took.handled_ms, "state": state}
        known |= _valued(analysis, node.ply)
        nodes.append(replace(_node(node), **known))  # type: ignore[arg-type]  # each value is its own field's
    nodes += [_node(node) for node in tree.nodes[len(nodes) :]]
    return RecordView(
        id=number,
        game=GameName(found.game, told.start.game.name),
        begun=local_time(found.begun),
        result=found.result,
        reason=found.reason,
        origin=found.origin,
        readings=found.lines,
        tags=dict(told.tags),
        layout=tree.layout,
        palette=tree.palette,
        nodes=tuple(nodes),
        analysed=analysis.by,
    )


def _valued(analysis: Analysis, ply: int) -> dict[str, Any]:
    """What is known of the position after so many moves; nothing where nobody looked at it."""
    seen, verdict = analysis.seen.get(ply), analysis.verdicts.get(ply)
    if seen is None:
        return {}
    position = analysis.positions[ply]
    score = seen.score if position.side is Side.WHITE else -seen.score
    best = " ".join(islice(sans(position, seen.best), TELLING)) if seen.best else ""
    judged = verdict.judgement.value if verdict and verdict.judgement else ""
    return {"value": shown(score), "chances": round(judging.chances(score), 3), "judged": judged, "best": best}


def record_parts(view: RecordView) -> Parts:
    """The view as JSON values, without what is empty in its nodes."""
    told = asdict(view)
    told["nodes"] = [
        {name: value for name, value in node.items() if value not in (None, (), "", {})} for node in told["nodes"]
    ]
    return told


def readings_view(archive: Archive, number: int) -> Felt:
    """What the sensors said during a game."""
    archive.record(number)
    return felt(_events(archive, number))


def row_view(record: Record, name: str, ply: int = 0) -> RowView:
    """A recorded game as one of a list."""
    white, black = record.tags.get("White", ""), record.tags.get("Black", "")
    return RowView(record.id, record.game, name, white, black, _day(record), record.plies, record.result, ply)


def _day(record: Record) -> str:
    """When a game was played, as far as it is known: its Date tag, else when its record began."""
    date = record.tags.get("Date", "").replace("?", "").strip(".").replace(".", "-")
    return date or local_time(record.begun)


def _events(archive: Archive, number: int) -> list[Traced]:
    """What can be read of the journal; what cannot is told where the record is checked, not here."""
    found = []
    for _, line in archive.usable_journal(number, lambda words: None):
        try:
            found.append(parse_line(line))
        except TraceError:
            continue
    return found


def _node(node: Node) -> NodeView:
    return NodeView(**{each.name: getattr(node, each.name) for each in fields(node)})
