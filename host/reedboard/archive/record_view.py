"""A recorded game as its page shows it: plain values that serialise to JSON."""

from dataclasses import asdict
from typing import Any

from reedboard.archive.database import Archive, Record
from reedboard.archive.handling import Felt, felt, handling
from reedboard.archive.pgn_records import game_record
from reedboard.archive.search import local_time
from reedboard.game.status import Parts
from reedboard.game.trace import Traced, TraceError, parse_line
from reedboard.game.view.game_tree import Node, game_tree


def record_view(archive: Archive, number: int) -> Parts:
    """Everything the page of a record shows.

    Raises: ReedboardError or FairyRulesError with a sentence where it cannot be shown.
    """
    found = archive.record(number)
    told = game_record(archive, number)
    moves = archive.moves(number)
    tree = game_tree(told)
    nodes = [_node(node) for node in tree.nodes]
    touched = [node.last for node in tree.nodes[1 : len(moves) + 1]]
    took = handling(_events(archive, number), [move.t_ms for move in moves], touched)
    for node, move, hands in zip(nodes[1:], moves, took, strict=False):
        told_times = {"t_ms": move.t_ms, "thought_ms": hands.thought_ms, "handled_ms": hands.handled_ms}
        node |= {name: value for name, value in told_times.items() if value is not None}
        if move.state != "settled":
            node["state"] = move.state
    return {
        "id": number,
        "game": {"id": found.game, "name": told.start.game.name},
        "begun": local_time(found.begun),
        "result": found.result,
        "reason": found.reason,
        "origin": found.origin,
        "readings": found.lines,
        "tags": dict(told.tags),
        "layout": asdict(tree.layout),
        "palette": [asdict(piece) for piece in tree.palette],
        "nodes": nodes,
    }


def readings_view(archive: Archive, number: int) -> Parts:
    """What the sensors said during a game: see `Felt`."""
    found: Felt = felt(_events(archive, number))
    return asdict(found)


def row_view(record: Record, name: str) -> Parts:
    """A recorded game as one of a list."""
    return {
        "id": record.id,
        "game": record.game,
        "name": name,
        "white": record.tags.get("White", ""),
        "black": record.tags.get("Black", ""),
        "played": _day(record),
        "plies": record.plies,
        "result": record.result,
    }


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


def _node(node: Node) -> dict[str, Any]:
    """The node without what is empty."""
    return {name: value for name, value in asdict(node).items() if value not in (None, (), "", {})}
