"""The strip's board in KiCad 6 format: parts, copper, outline, names."""

from collections.abc import Iterator

from reedboard.wiring.strip.design import StripDesign, nets
from reedboard.wiring.strip.layout import FOOTPRINTS, Pad, Spot
from reedboard.wiring.strip.routing import VIA, VIA_DRILL, Routed, route
from reedboard.wiring.strip.sexpr import Node, Word, dump, expr, stamp

LAYERS = (
    (0, "F.Cu", "signal"), (31, "B.Cu", "signal"), (34, "B.Paste", "user"), (35, "F.Paste", "user"),
    (36, "B.SilkS", "user"), (37, "F.SilkS", "user"), (38, "B.Mask", "user"), (39, "F.Mask", "user"),
    (44, "Edge.Cuts", "user"), (46, "B.CrtYd", "user"), (47, "F.CrtYd", "user"),
    (48, "B.Fab", "user"), (49, "F.Fab", "user"),
)  # fmt: skip

ORIGIN = 30.0
"""Where the board's corner lies on the sheet."""


def board(design: StripDesign) -> str:
    """The text of `strip.kicad_pcb`."""
    routed = route(design)
    names = nets(tuple(spot.part for spot in routed.spots))
    number = {name: place for place, name in enumerate(names, 1)}
    return (
        dump(
            expr(
                "kicad_pcb", expr("version", 20211014), expr("generator", Word("reedboard")),
                expr("general", expr("thickness", 1.6)), expr("paper", "A0"),
                expr("title_block", expr("title", f"Strip of board {design.board}"), expr("company", "reedboard")),
                expr("layers", *((Word(str(n)), name, Word(kind)) for n, name, kind in LAYERS)),
                expr("setup", expr("pad_to_mask_clearance", 0)),
                expr("net", 0, ""),
                *(expr("net", place, name) for name, place in number.items()),
                *(_footprint(design, spot, number) for spot in routed.spots),
                *_outline(design, routed),
                *_copper(design, routed, number),
            )
        )
        + "\n"
    )  # fmt: skip


def _footprint(design: StripDesign, spot: Spot, number: dict[str, int]) -> Node:
    shape, path = FOOTPRINTS[spot.shape], (design.board, "board", spot.part.ref)
    drilled = any(pad.drill for pad in shape.pads)
    half_w = max(shape.width / 2, max(abs(pad.x) + pad.width / 2 for pad in shape.pads)) + 0.1
    half_h = max(shape.height / 2, max(abs(pad.y) + pad.height / 2 for pad in shape.pads)) + 0.1
    body = _box(shape.width / 2, shape.height / 2, "F.Fab", 0.1, (*path, "body"))
    yard = _box(half_w, half_h, "F.CrtYd", 0.05, (*path, "yard"))
    return expr(
        "footprint", f"reedboard:{spot.shape}", expr("layer", "F.Cu"), expr("tedit", Word("0")),
        expr("tstamp", Word(stamp(*path))), expr("at", ORIGIN + spot.x, ORIGIN + spot.y),
        expr("path", f"/{stamp(design.board, spot.part.ref)}"),
        expr("attr", Word("through_hole" if drilled else "smd")),
        _text("reference", spot.part.ref, half_h + 0.7, "F.SilkS", (*path, "reference")),
        _text("value", spot.part.value, 0, "F.Fab", (*path, "value")),
        body, yard, *(_pad(pad, spot.part.pins[pad.number], number, path) for pad in shape.pads),
    )  # fmt: skip


def _box(half_w: float, half_h: float, layer: str, line: float, path: tuple[str, ...]) -> Node:
    return expr(
        "fp_rect", expr("start", -half_w, -half_h), expr("end", half_w, half_h), expr("layer", layer),
        expr("width", line), expr("fill", Word("none")), expr("tstamp", Word(stamp(*path))),
    )  # fmt: skip


def _text(kind: str, words: str, y: float, layer: str, path: tuple[str, ...]) -> Node:
    font = expr("effects", expr("font", expr("size", 0.8, 0.8), expr("thickness", 0.12)))
    return expr(
        "fp_text", Word(kind), words, expr("at", 0, y), expr("layer", layer), font, expr("tstamp", Word(stamp(*path)))
    )


def _pad(pad: Pad, net: str | None, number: dict[str, int], path: tuple[str, ...]) -> Node:
    kind, shape = ("thru_hole", "circle") if pad.drill else ("smd", "rect")
    if pad.drill and pad.width != pad.height:
        shape = "oval"
    layers = ("*.Cu", "*.Mask") if pad.drill else ("F.Cu", "F.Paste", "F.Mask")
    joined = (expr("net", number[net], net),) if net else ()
    return expr(
        "pad", str(pad.number), Word(kind), Word(shape), expr("at", pad.x, pad.y), expr("size", pad.width, pad.height),
        *((expr("drill", pad.drill),) if pad.drill else ()), expr("layers", *layers), *joined,
        expr("tstamp", Word(stamp(*path, "pad", pad.number))),
    )  # fmt: skip


def _outline(design: StripDesign, routed: Routed) -> Iterator[Node]:
    yield expr(
        "gr_rect", expr("start", ORIGIN, ORIGIN), expr("end", ORIGIN + routed.width, ORIGIN + routed.height),
        expr("layer", "Edge.Cuts"), expr("width", 0.1), expr("fill", Word("none")),
        expr("tstamp", Word(stamp(design.board, "outline"))),
    )  # fmt: skip


def _copper(design: StripDesign, routed: Routed, number: dict[str, int]) -> Iterator[Node]:
    for place, track in enumerate(routed.tracks):
        yield expr(
            "segment", expr("start", ORIGIN + track.x1, ORIGIN + track.y1),
            expr("end", ORIGIN + track.x2, ORIGIN + track.y2), expr("width", track.width),
            expr("layer", "B.Cu" if track.back else "F.Cu"), expr("net", number[track.net]),
            expr("tstamp", Word(stamp(design.board, "track", place))),
        )  # fmt: skip
    for place, via in enumerate(routed.vias):
        yield expr(
            "via", expr("at", ORIGIN + via.x, ORIGIN + via.y), expr("size", VIA), expr("drill", VIA_DRILL),
            expr("layers", "F.Cu", "B.Cu"), expr("net", number[via.net]),
            expr("tstamp", Word(stamp(design.board, "via", place))),
        )  # fmt: skip
