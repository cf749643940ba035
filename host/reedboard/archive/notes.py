"""What a PGN file says beside a move, as the archive keeps it: a JSON object, or "" where it says nothing."""

import json
from collections.abc import Iterable
from typing import Any

from fairyrules import Position
from fairyrules.moves import Move
from fairyrules.pgn import Ply, Variation
from reedboard.game.status import PlyView


def format_notes(ply: Ply) -> str:
    """Everything beside the move but the time it took, which the archive keeps by itself."""
    told = _beside(ply)
    return json.dumps(told) if told else ""


def annotated(move: Move, before: Position, notes: str, elapsed_ms: int | None) -> Ply:
    """The move, legal in `before`, with its notes beside it."""
    return _with(move, before, json.loads(notes) if notes else {}, elapsed_ms)


HINTED = "with a hint"
"""What is said beside a move before which somebody looked at a hint."""
ADJOURNED = "adjourned here"
"""What is said beside the move after which the players left the game for another time."""


def as_played(notes: str, ply: PlyView) -> str:
    """The notes of a move with what its game knows: what the clock showed after it, whether a hint was looked at,
    and whether the game was left for another time after it."""
    told = json.loads(notes) if notes else {}
    told.pop("clk", None)
    if ply.clock_ms is not None:
        told["clk"] = ply.clock_ms
    if ply.hinted and HINTED not in told.get("comments", ()):
        told["comments"] = [HINTED, *told.get("comments", ())]
    if ply.adjourned and ADJOURNED not in told.get("comments", ()):
        told["comments"] = [*told.get("comments", ()), ADJOURNED]
    return json.dumps(told) if told else ""


def _beside(ply: Ply) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if ply.glyphs:
        told["glyphs"] = list(ply.glyphs)
    if ply.comments:
        told["comments"] = list(ply.comments)
    if ply.clock_ms is not None:
        told["clk"] = ply.clock_ms
    if ply.variations:
        told["variations"] = [_format_variation(each) for each in ply.variations]
    return told


def _format_variation(variation: Variation) -> dict[str, Any]:
    plies = []
    for ply in variation.plies:
        told = {"move": str(ply.move)} | _beside(ply)
        if ply.elapsed_ms is not None:
            told["emt"] = ply.elapsed_ms
        plies.append(told)
    return {"comments": list(variation.comments), "plies": plies}


def _with(move: Move, before: Position, told: dict[str, Any], elapsed_ms: int | None) -> Ply:
    return Ply(
        move,
        tuple(told.get("glyphs", ())),
        tuple(told.get("comments", ())),
        told.get("clk"),
        elapsed_ms,
        tuple(_parse_variation(before, each) for each in told.get("variations", ())),
    )


def _parse_variation(before: Position, told: dict[str, Any]) -> Variation:
    return Variation(tuple(_line(before, told["plies"])), tuple(told["comments"]))


def _line(position: Position, plies: Iterable[dict[str, Any]]) -> Iterable[Ply]:
    for told in plies:
        move = position.parse(told["move"])
        yield _with(move, position, told, told.get("emt"))
        position = position.play(move)
