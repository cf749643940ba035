"""A board in KiCad 6 format: parts, copper, outline, names."""

from collections.abc import Iterator

from reedboard.wiring.circuit.footprints import BACK, FIRST_PIN, FOOTPRINTS, HOLE, LABEL_MM, SCREW_HEAD, Pad, Spot
from reedboard.wiring.circuit.netlist import Circuit, nets
from reedboard.wiring.circuit.routing import VIA, VIA_DRILL, Routed, route
from reedboard.wiring.circuit.sexpr import Node, Word, dump, expr, stamp

LAYERS = (
    (0, "F.Cu", "signal"), (31, "B.Cu", "signal"), (34, "B.Paste", "user"), (35, "F.Paste", "user"),
    (36, "B.SilkS", "user"), (37, "F.SilkS", "user"), (38, "B.Mask", "user"), (39, "F.Mask", "user"),
    (44, "Edge.Cuts", "user"), (46, "B.CrtYd", "user"), (47, "F.CrtYd", "user"),
    (48, "B.Fab", "user"), (49, "F.Fab", "user"),
)  # fmt: skip

ORIGIN = 30.0
"""Where the board's corner lies on the sheet."""


def board(circuit: Circuit) -> str:
    """The text of the `.kicad_pcb` file."""
    routed = route(circuit)
    names = nets(circuit.parts)
    number = {name: place for place, name in enumerate(names, 1)}
    return (
        dump(
            expr(
                "kicad_pcb", expr("version", 20211014), expr("generator", Word("reedboard")),
                expr("general", expr("thickness", 1.6)), expr("paper", "A0"),
                expr("title_block", expr("title", circuit.title), expr("company", "reedboard")),
                expr("layers", *((Word(str(n)), name, Word(kind)) for n, name, kind in LAYERS)),
                expr("setup", expr("pad_to_mask_clearance", 0)),
                expr("net", 0, ""),
                *(expr("net", place, name) for name, place in number.items()),
                *(_footprint(circuit, spot, number) for spot in routed.spots),
                *(_hole(circuit, place, x, y) for place, (x, y) in enumerate(routed.holes, 1)),
                *_outline(circuit, routed),
                *_copper(circuit, routed, number),
            )
        )
        + "\n"
    )  # fmt: skip


def _footprint(circuit: Circuit, spot: Spot, number: dict[str, int]) -> Node:
    shape, path = FOOTPRINTS[spot.shape], (circuit.key, "board", spot.part.ref)
    side = "B" if spot.shape in BACK else "F"
    drilled = any(pad.drill for pad in shape.pads)
    half_w = max(shape.width / 2, max(abs(pad.x) + pad.width / 2 for pad in shape.pads)) + 0.1
    half_h = max(shape.height / 2, max(abs(pad.y) + pad.height / 2 for pad in shape.pads)) + 0.1
    body = _box(shape.width / 2, shape.height / 2, f"{side}.Fab", 0.1, (*path, "body"))
    yard = _box(half_w, half_h, f"{side}.CrtYd", 0.05, (*path, "yard"))
    return expr(
        "footprint", f"reedboard:{spot.shape}", expr("layer", f"{side}.Cu"), expr("tedit", Word("0")),
        expr("tstamp", Word(stamp(*path))), expr("at", ORIGIN + spot.x, ORIGIN + spot.y),
        expr("path", f"/{stamp(circuit.key, spot.part.ref)}"),
        expr("attr", Word("through_hole" if drilled else "smd")),
        _text("reference", spot.part.ref, 0, half_h + 0.7, f"{side}.SilkS", (*path, "reference")),
        _text("value", spot.part.value, 0, 0, f"{side}.Fab", (*path, "value")),
        *_marks(spot, path),
        *([_text("user", spot.label, 0, half_h + LABEL_MM, f"{side}.SilkS", (*path, "label"))] if spot.label else []),
        body, yard, *(_pad(pad, spot.part.pins[pad.number], number, path) for pad in shape.pads),
    )  # fmt: skip


def _marks(spot: Spot, path: tuple[str, ...]) -> Iterator[Node]:
    """The dot at pin 1; plugs and feed wear it on both sides, and every contact's name on the front, where their ends
    are soldered: they are the strip's test points.
    """
    if spot.shape not in FIRST_PIN:
        return
    x, y = FIRST_PIN[spot.shape]
    for side in ("B", "F") if spot.shape in BACK else ("F",):
        yield expr(
            "fp_circle", expr("center", x, y), expr("end", x + 0.15, y), expr("layer", f"{side}.SilkS"),
            expr("width", 0.2), expr("fill", Word("solid")), expr("tstamp", Word(stamp(*path, "first", side))),
        )  # fmt: skip
    if spot.shape in BACK:
        for pad in FOOTPRINTS[spot.shape].pads:
            net = spot.part.pins[pad.number]
            assert net is not None
            name = net.partition("_")[0]
            above = -pad.height / 2 - 0.4 - 0.3 * len(name)
            yield _text("user", name, pad.x, above, "F.SilkS", (*path, "name", str(pad.number)), 0.6, 90)


def _hole(circuit: Circuit, place: int, x: float, y: float) -> Node:
    """A mounting hole without copper; its courtyard is a screw's head."""
    path = (circuit.key, "hole", str(place))
    head = expr(
        "fp_circle", expr("center", 0, 0), expr("end", SCREW_HEAD / 2, 0), expr("layer", "F.CrtYd"),
        expr("width", 0.05), expr("fill", Word("none")), expr("tstamp", Word(stamp(*path, "head"))),
    )  # fmt: skip
    pad = expr(
        "pad", "", Word("np_thru_hole"), Word("circle"), expr("at", 0, 0), expr("size", HOLE, HOLE),
        expr("drill", HOLE), expr("layers", "*.Cu", "*.Mask"), expr("tstamp", Word(stamp(*path, "pad"))),
    )  # fmt: skip
    return expr(
        "footprint", "reedboard:hole", expr("layer", "F.Cu"), expr("tedit", Word("0")),
        expr("tstamp", Word(stamp(*path))), expr("at", ORIGIN + x, ORIGIN + y),
        expr("attr", Word("exclude_from_pos_files"), Word("exclude_from_bom")),
        _text("reference", f"H{place}", 0, 0, "F.Fab", (*path, "reference")),
        _text("value", "M3", 0, 1.2, "F.Fab", (*path, "value")),
        head, pad,
    )  # fmt: skip


def _box(half_w: float, half_h: float, layer: str, line: float, path: tuple[str, ...]) -> Node:
    return expr(
        "fp_rect", expr("start", -half_w, -half_h), expr("end", half_w, half_h), expr("layer", layer),
        expr("width", line), expr("fill", Word("none")), expr("tstamp", Word(stamp(*path))),
    )  # fmt: skip


def _text(
    kind: str, words: str, x: float, y: float, layer: str, path: tuple[str, ...], size: float = 0.8, turn: int = 0
) -> Node:
    mirror = (expr("justify", Word("mirror")),) if layer.startswith("B.") else ()
    font = expr("effects", expr("font", expr("size", size, size), expr("thickness", round(0.15 * size, 3))), *mirror)
    return expr(
        "fp_text", Word(kind), words, expr("at", x, y, *((turn,) if turn else ())), expr("layer", layer), font,
        expr("tstamp", Word(stamp(*path))),
    )  # fmt: skip


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


def _outline(circuit: Circuit, routed: Routed) -> Iterator[Node]:
    yield expr(
        "gr_rect", expr("start", ORIGIN, ORIGIN), expr("end", ORIGIN + routed.width, ORIGIN + routed.height),
        expr("layer", "Edge.Cuts"), expr("width", 0.1), expr("fill", Word("none")),
        expr("tstamp", Word(stamp(circuit.key, "outline"))),
    )  # fmt: skip


def _copper(circuit: Circuit, routed: Routed, number: dict[str, int]) -> Iterator[Node]:
    for place, track in enumerate(routed.tracks):
        yield expr(
            "segment", expr("start", ORIGIN + track.x1, ORIGIN + track.y1),
            expr("end", ORIGIN + track.x2, ORIGIN + track.y2), expr("width", track.width),
            expr("layer", "B.Cu" if track.back else "F.Cu"), expr("net", number[track.net]),
            expr("tstamp", Word(stamp(circuit.key, "track", place))),
        )  # fmt: skip
    for place, via in enumerate(routed.vias):
        yield expr(
            "via", expr("at", ORIGIN + via.x, ORIGIN + via.y), expr("size", VIA), expr("drill", VIA_DRILL),
            expr("layers", "F.Cu", "B.Cu"), expr("net", number[via.net]),
            expr("tstamp", Word(stamp(circuit.key, "via", place))),
        )  # fmt: skip
