"""A circuit board as it looks from above, to scale: parts, and the copper of both sides."""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from reedboard.wiring.circuit.footprints import BACK, FOOTPRINTS, HOLE, SCREW_HEAD, Spot
from reedboard.wiring.circuit.netlist import Circuit
from reedboard.wiring.circuit.routing import VIA, route

SCALE = 5
"""Pixels a millimetre."""

STYLE = """
  text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 2.2px; text-anchor: middle; fill: #3b352a }
  .board { fill: #2e5d46 } .copper { stroke: #d9a05b; fill: none; stroke-linecap: round } .back { stroke: #7fb3d5 }
  .part { fill: #f6f1e4; stroke: #3b352a; stroke-width: .15 } .pad { fill: #d9a05b } .hole { fill: #fdfcf9 }
  .below { fill: none; stroke: #f6f1e4; stroke-dasharray: .8 .5 }
  .head { fill: none; stroke: #f6f1e4; stroke-width: .2 }
  .label { font-size: 1.7px; fill: #1f5f99 }
  .cut { stroke: #fdfcf9; stroke-width: .2; stroke-dasharray: 1 1 } .paper { fill: #fdfcf9 }
  .wood { fill: #e3d6bb; stroke: #c9bda4; stroke-width: .2 } .magnet { fill: #8c8f96 } .led { fill: #b4540a }
  .piece { fill: #fffdf6; fill-opacity: .45; stroke: #3b352a; stroke-width: .3 }
  .closes { fill: #a8c69a } .promise { fill: none; stroke: #2e5d46; stroke-width: .3; stroke-dasharray: 1 .6 }
  .glass { fill: #cfe3ee; stroke: #1f5f99; stroke-width: .25 }
"""


def circuit_picture(circuit: Circuit, cuts: Sequence[float] = ()) -> str:
    """A board from above; `cuts` are the x of dashed lines across it, as between a strip's cells."""
    routed = route(circuit)
    return document(routed.width, routed.height, _circuit(circuit, cuts), circuit.title)


def document(width: float, height: float, body: Iterator[str], title: str) -> str:
    """A drawing in mm."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width * SCALE:g}" '
    lines = [
        f'{head}height="{height * SCALE:g}">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width:g}" height="{height:g}"/>',
        *body,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _circuit(circuit: Circuit, cuts: Sequence[float]) -> Iterator[str]:
    routed = route(circuit)
    yield f'<rect class="board" width="{routed.width:g}" height="{routed.height:.2f}" rx="1"/>'
    for back in (True, False):
        kind = "copper back" if back else "copper"
        for track in routed.tracks:
            if track.back is back:
                ends = f'x1="{track.x1:.2f}" y1="{track.y1:.2f}" x2="{track.x2:.2f}" y2="{track.y2:.2f}"'
                yield f'<line class="{kind}" stroke-width="{track.width:g}" {ends}/>'
    for via in routed.vias:
        yield f'<circle class="pad" cx="{via.x:.2f}" cy="{via.y:.2f}" r="{VIA / 2:g}"/>'
    for x in cuts:
        yield f'<line class="cut" x1="{x:g}" y1="0" x2="{x:g}" y2="{routed.height:.2f}"/>'
    for x, y in routed.holes:
        yield f'<circle class="head" cx="{x:.2f}" cy="{y:.2f}" r="{SCREW_HEAD / 2:g}"/>'
        yield f'<circle class="hole" cx="{x:.2f}" cy="{y:.2f}" r="{HOLE / 2:g}"/>'
    for spot in sorted(routed.spots, key=lambda spot: spot.shape not in BACK):
        yield from _part(spot)


def _part(spot: Spot) -> Iterator[str]:
    shape = FOOTPRINTS[spot.shape]
    yield box("part below" if spot.shape in BACK else "part", spot.x, spot.y, shape.width, shape.height)
    for pad in shape.pads:
        x, y = spot.x + pad.x, spot.y + pad.y
        if pad.drill:
            yield f'<circle class="pad" cx="{x:.2f}" cy="{y:.2f}" r="{pad.width / 2:g}"/>'
            yield f'<circle class="hole" cx="{x:.2f}" cy="{y:.2f}" r="{pad.drill / 2:g}"/>'
        else:
            yield box("pad", x, y, pad.width, pad.height)
    if shape.width > 3:
        pads_there = shape.height > 5 and any(abs(pad.x) < 3 and abs(pad.y) < 1.2 for pad in shape.pads)
        yield words(spot.x, spot.y - (1.3 if pads_there else -0.8), spot.part.ref)
    if spot.label:
        low = spot.y + (4 if shape.height > 15 else shape.height / 2 - 0.5)
        yield f'<text class="label" x="{spot.x:.2f}" y="{low:.2f}">{escape(spot.label)}</text>'


def box(kind: str, x: float, y: float, width: float, height: float) -> str:
    """A rectangle by its middle."""
    left, top = x - width / 2, y - height / 2
    return f'<rect class="{kind}" x="{left:.2f}" y="{top:.2f}" width="{width:g}" height="{height:g}"/>'


def words(x: float, y: float, told: str) -> str:
    """A text around its middle."""
    return f'<text x="{x:.2f}" y="{y:.2f}">{escape(told)}</text>'
