"""Our own rules check of a board, without KiCad: the files are read back and compared with the netlist.

What KiCad's own checks would say besides is told in docs/BUILD.md, with the version that was run.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import hypot

from reedboard.wiring.circuit.netlist import Circuit
from reedboard.wiring.circuit.routing import VIA, VIA_DRILL, Routed, route
from reedboard.wiring.circuit.sexpr import Node, Word, load
from reedboard.wiring.circuit.symbols import DRIVERS, SYMBOLS

CLEARANCE, HOLE_GAP = 0.15, 0.25
"""Copper to copper of different nets, and hole to hole of any, in mm."""


def joints(circuit: Circuit) -> dict[tuple[str, str], str]:
    """(reference, pin) -> net, as the netlist has it."""
    return {(part.ref, str(pin)): net for part in circuit.parts for pin, net in part.pins.items() if net}


def circuit_faults(circuit: Circuit, files: Mapping[str, str]) -> Iterator[str]:
    """One sentence for everything wrong with a board's schematic and copper; none for a good one."""
    for part in circuit.parts:
        drawn = {pin.number for pin, *_ in SYMBOLS[part.kind].spots()}
        if drawn != set(part.pins):
            yield f"{part.ref}: its symbol has pins {sorted(drawn)}, the netlist {sorted(part.pins)}"
    wanted = joints(circuit)
    if schematic_nets(files[f"{circuit.name}.kicad_sch"]) != wanted:
        yield "the schematic's labels do not join what the netlist joins"
    if board_nets(files[f"{circuit.name}.kicad_pcb"]) != wanted:
        yield "the board's pads are not on the netlist's nets"
    yield from electrical_faults(circuit)
    yield from _copper_faults(route(circuit))


def electrical_faults(circuit: Circuit) -> Iterator[str]:
    """What KiCad's electrical rules check would call an error: pins alone, inputs nobody drives, outputs joined,
    supplies without a source.
    """
    kinds: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for part in circuit.parts:
        for pin, *_ in SYMBOLS[part.kind].spots():
            if net := part.pins.get(pin.number):
                kinds[net].append((f"{part.ref} pin {pin.number}", pin.type))
    for net, found in kinds.items():
        types = [kind for _, kind in found]
        if len(found) < 2:
            yield f"net {net} joins nothing: it has one pin"
        if types.count("output") > 1:
            yield f"net {net} joins two outputs: {', '.join(pin for pin, kind in found if kind == 'output')}"
        if "power_in" in types and net not in circuit.supplied:
            yield f"net {net} feeds a chip and has no source"
        if "input" in types and net not in circuit.supplied and not DRIVERS & set(types):
            yield f"net {net} has inputs and nothing that drives it"


def schematic_nets(text: str) -> dict[tuple[str, str], str]:
    """(reference, pin) -> net, found from where symbols, wires and labels lie."""
    tree = load(text)
    labels = {_spot(child, "at"): str(child[1]) for child in _children(tree, "label")}
    ends: dict[tuple[float, float], tuple[float, float]] = {}
    for wire in _children(tree, "wire"):
        first, second = (_xy(point) for point in _children(_children(wire, "pts")[0], "xy"))
        ends[first] = second
    found = {}
    for symbol in _children(tree, "symbol"):
        kind = _text(_children(symbol, "lib_id")[0][1]).partition(":")[2]
        if kind == "flag":
            continue
        ref = next(_text(prop[2]) for prop in _children(symbol, "property") if prop[1] == "Reference")
        x, y = _spot(symbol, "at")
        for pin, dx, dy, _ in SYMBOLS[kind].spots():
            joint = (round(x + dx, 3), round(y - dy, 3))
            if joint in ends:
                found[ref, str(pin.number)] = labels[ends[joint]]
    return found


def board_nets(text: str) -> dict[tuple[str, str], str]:
    """(reference, pad) -> net, as the board file says."""
    found = {}
    for footprint in _children(load(text), "footprint"):
        ref = next(_text(words[2]) for words in _children(footprint, "fp_text") if words[1] == Word("reference"))
        for pad in _children(footprint, "pad"):
            for net in _children(pad, "net"):
                found[ref, _text(pad[1])] = _text(net[2])
    return found


def _copper_faults(routed: Routed) -> Iterator[str]:
    """Vias drilled too near, and tracks and vias of different nets that come too near, side by side on one layer."""
    near = CLEARANCE - 1e-6  # sums of decimal fractions are not exact
    drilled = sorted((v.x, v.y) for v in routed.vias)
    for number, (x, y) in enumerate(drilled):
        for right, low in drilled[number + 1 :]:
            if right - x >= VIA_DRILL + HOLE_GAP:
                break
            if hypot(right - x, low - y) < VIA_DRILL + HOLE_GAP - 1e-6:
                yield f"two vias are drilled nearer than {HOLE_GAP} mm at x = {x:.2f} mm"
    for back in (False, True):
        boxes = [
            (min(t.x1, t.x2) - t.width / 2, min(t.y1, t.y2) - t.width / 2,
             max(t.x1, t.x2) + t.width / 2, max(t.y1, t.y2) + t.width / 2, t.net)
            for t in routed.tracks if t.back is back
        ]  # fmt: skip
        boxes += [(v.x - VIA / 2, v.y - VIA / 2, v.x + VIA / 2, v.y + VIA / 2, v.net) for v in routed.vias]
        boxes.sort()
        for number, (_, y1, x2, y2, net) in enumerate(boxes):
            for left, top, _, bottom, other in boxes[number + 1 :]:
                if left >= x2 + near:
                    break
                if other != net and top < y2 + near and bottom > y1 - near:
                    yield f"copper of {net} and {other} is nearer than {CLEARANCE} mm at x = {left:.2f} mm"


def _children(node: Node, keyword: str) -> list[tuple[Node, ...]]:
    assert isinstance(node, tuple)
    return [child for child in node if isinstance(child, tuple) and child and child[0] == Word(keyword)]


def _xy(node: tuple[Node, ...]) -> tuple[float, float]:
    return round(float(_text(node[1])), 3), round(float(_text(node[2])), 3)


def _spot(node: tuple[Node, ...], keyword: str) -> tuple[float, float]:
    return _xy(_children(node, keyword)[0])


def _text(node: Node) -> str:
    assert isinstance(node, Word | str)
    return node.text if isinstance(node, Word) else node
