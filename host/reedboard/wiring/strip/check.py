"""Our own rules check of a strip, without KiCad: the files are read back and compared with the wiring table.

What KiCad's own checks would say besides is told in docs/BUILD.md, with the version that was run.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from reedboard.board.profile import BoardProfile
from reedboard.wiring.strip.design import StripDesign, components
from reedboard.wiring.strip.routing import VIA, Routed, route
from reedboard.wiring.strip.sexpr import Node, Word, load
from reedboard.wiring.strip.symbols import SYMBOLS
from reedboard.wiring.terminals import Use, terminals

CLEARANCE = 0.15
"""Copper to copper of different nets, in mm."""


def faults(profile: BoardProfile, design: StripDesign, files: Mapping[str, str]) -> Iterator[str]:
    """One sentence for everything wrong with a strip's schematic and board; none for a good one."""
    parts = components(design)
    for part in parts:
        drawn = {pin.number for pin, *_ in SYMBOLS[part.kind].spots()}
        if drawn != set(part.pins):
            yield f"{part.ref}: its symbol has pins {sorted(drawn)}, the netlist {sorted(part.pins)}"
    wanted = {(part.ref, str(pin)): net for part in parts for pin, net in part.pins.items() if net}
    if schematic_nets(files["strip.kicad_sch"]) != wanted:
        yield "the schematic's labels do not join what the netlist joins"
    if board_nets(files["strip.kicad_pcb"]) != wanted:
        yield "the board's pads are not on the netlist's nets"
    members: dict[str, int] = defaultdict(int)
    for net in wanted.values():
        members[net] += 1
    for net, count in members.items():
        if count < 2:
            yield f"net {net} joins nothing: it has one pin"
    yield from _table_faults(profile, design, wanted)
    yield from _copper_faults(route(design))


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


def _table_faults(profile: BoardProfile, design: StripDesign, wanted: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Whether chip, pin and use of every input of every strip are as the wiring table says."""
    for terminal in terminals(profile):
        strip = profile.strips[terminal.strip - 1]
        place = terminal.bit - strip.bit
        pin = terminal.pin.partition("pin ")[2].rstrip(")")
        net = wanted[f"U{place // 8 + 1}", pin]
        match terminal.use:
            case Use.SENSOR:
                reed = wanted.get((f"SW{place + 1}", "1"))
                if net != reed:
                    yield f"bit {terminal.bit}: the table says {terminal.site} at pin {pin}, the strip has {net} there"
            case Use.LOW if net != "GND":
                yield f"bit {terminal.bit}: the table ties it to ground, the strip to {net}"
            case Use.HIGH if net != "+3V3":
                yield f"bit {terminal.bit}: the table ties it to the supply, the strip to {net}"


def _copper_faults(routed: Routed) -> Iterator[str]:
    """Tracks and vias of different nets that come too near, side by side on one layer."""
    near = CLEARANCE - 1e-6  # sums of decimal fractions are not exact
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
