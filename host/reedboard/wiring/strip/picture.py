"""Two pictures to scale, from the board's own data: a strip as it looks, and one cell from above and cut open."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from reedboard.wiring.magnet_reach import Build, promise_mm, reed_offset_mm
from reedboard.wiring.strip.design import StripDesign
from reedboard.wiring.strip.layout import BACK, FOOTPRINTS, HOLE, LED_X, OUTLINE_X, SCREW_HEAD, Spot
from reedboard.wiring.strip.routing import VIA, Routed, route

SCALE = 5
"""Pixels a millimetre."""

STYLE = """
  text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 2.2px; text-anchor: middle; fill: #3b352a }
  .board { fill: #2e5d46 } .copper { stroke: #d9a05b; fill: none; stroke-linecap: round } .back { stroke: #7fb3d5 }
  .part { fill: #f6f1e4; stroke: #3b352a; stroke-width: .15 } .pad { fill: #d9a05b } .hole { fill: #fdfcf9 }
  .below { fill: none; stroke: #f6f1e4; stroke-dasharray: .8 .5 }
  .head { fill: none; stroke: #f6f1e4; stroke-width: .2 }
  .cut { stroke: #fdfcf9; stroke-width: .2; stroke-dasharray: 1 1 } .paper { fill: #fdfcf9 }
  .wood { fill: #e3d6bb; stroke: #c9bda4; stroke-width: .2 } .magnet { fill: #8c8f96 } .led { fill: #b4540a }
  .piece { fill: #fffdf6; fill-opacity: .45; stroke: #3b352a; stroke-width: .3 }
  .closes { fill: #a8c69a } .promise { fill: none; stroke: #2e5d46; stroke-width: .3; stroke-dasharray: 1 .6 }
  .glass { fill: #cfe3ee; stroke: #1f5f99; stroke-width: .25 }
"""


def strip_picture(design: StripDesign) -> str:
    """A strip from above: parts, copper of both sides, cell borders."""
    routed = route(design)
    return _document(routed.width, routed.height, _strip(design, routed), f"Strip of board {design.board}")


def cell_picture(design: StripDesign) -> str:
    """One cell from above and cut open: where magnet, reed and LED lie."""
    return _document(design.pitch_mm + 44, design.pitch_mm + 46, _cell(design.pitch_mm), "One cell")


def _document(width: float, height: float, body: Iterator[str], title: str) -> str:
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


def _strip(design: StripDesign, routed: Routed) -> Iterator[str]:
    yield f'<rect class="board" width="{routed.width:g}" height="{routed.height:.2f}" rx="1"/>'
    for back in (True, False):
        kind = "copper back" if back else "copper"
        for track in routed.tracks:
            if track.back is back:
                ends = f'x1="{track.x1:.2f}" y1="{track.y1:.2f}" x2="{track.x2:.2f}" y2="{track.y2:.2f}"'
                yield f'<line class="{kind}" stroke-width="{track.width:g}" {ends}/>'
    for via in routed.vias:
        yield f'<circle class="pad" cx="{via.x:.2f}" cy="{via.y:.2f}" r="{VIA / 2:g}"/>'
    for cell in range(1, design.cells):
        x = cell * design.pitch_mm - OUTLINE_X
        yield f'<line class="cut" x1="{x:g}" y1="0" x2="{x:g}" y2="{routed.height:.2f}"/>'
    for x, y in routed.holes:
        yield f'<circle class="head" cx="{x:.2f}" cy="{y:.2f}" r="{SCREW_HEAD / 2:g}"/>'
        yield f'<circle class="hole" cx="{x:.2f}" cy="{y:.2f}" r="{HOLE / 2:g}"/>'
    for spot in sorted(routed.spots, key=lambda spot: spot.shape not in BACK):
        yield from _part(spot)


def _part(spot: Spot) -> Iterator[str]:
    shape = FOOTPRINTS[spot.shape]
    yield _box("part below" if spot.shape in BACK else "part", spot.x, spot.y, shape.width, shape.height)
    for pad in shape.pads:
        x, y = spot.x + pad.x, spot.y + pad.y
        if pad.drill:
            yield f'<circle class="pad" cx="{x:.2f}" cy="{y:.2f}" r="{pad.width / 2:g}"/>'
            yield f'<circle class="hole" cx="{x:.2f}" cy="{y:.2f}" r="{pad.drill / 2:g}"/>'
        else:
            yield _box("pad", x, y, pad.width, pad.height)
    if shape.width > 3:
        yield _words(spot.x, spot.y + 0.8, spot.part.ref)


STEP_MM = 0.5
"""How finely the picture shows where a magnet closes the reed."""


def _cell(pitch: float) -> Iterator[str]:
    """Above, the cell seen from the top; below, cut through the reed."""
    build = Build()
    reed_x, magnet, reed = reed_offset_mm(pitch), build.magnet, build.reed
    left, top = 22.0, 6.0
    x, y = left + pitch / 2, top + pitch / 2
    yield _box("wood", x, y, pitch, pitch)
    yield from _closing(build, x, y, pitch)
    yield f'<circle class="piece" cx="{x:g}" cy="{y:g}" r="12"/>'
    yield f'<circle class="promise" cx="{x:g}" cy="{y:g}" r="{promise_mm(pitch):g}"/>'
    yield f'<circle class="magnet" cx="{x:g}" cy="{y:g}" r="{magnet.width_mm / 2:g}"/>'
    yield _box("glass", x + reed_x, y, reed.glass_mm, reed.width_mm)
    yield _box("led", x + LED_X, y, 5, 5)
    yield _words(x + LED_X, y + 5.5, "LED")
    yield _words(x + reed_x + 2, y - 2.4, "reed")
    yield _words(x, y + 15, "magnet in the piece")
    yield _words(x, top + pitch + 3.2, f"{pitch:g} mm; reed {reed_x:g} mm and LED {-LED_X:g} mm off the middle")
    yield _words(x, top + pitch + 6.4, "green: a magnet whose middle is here closes the reed; circle: promised")
    yield _words(x, top + pitch + 9.2, "computed, to be tried on the bench board")
    surface = top + pitch + 20
    yield _box("piece", x, surface - 4, 24, 8)
    yield _box("magnet", x, surface - magnet.height_mm / 2, magnet.width_mm, magnet.height_mm)
    yield _box("wood", x, surface + build.surface_mm / 2, pitch, build.surface_mm)
    strip = surface + build.surface_mm + build.spacer_mm
    yield _box("glass", x + reed_x, strip - reed.width_mm / 2, reed.glass_mm, reed.width_mm)
    yield _box("board", x, strip + 0.8, pitch, 1.6)
    yield _box("led", x + LED_X, strip - 0.8, 5, 1.6)
    told = f"{build.surface_mm:g} mm of wood, {build.spacer_mm:g} mm spacer with the reed in it, strip; plugs below"
    yield _words(x, strip + 5, told)


def _closing(build: Build, x: float, y: float, pitch: float) -> Iterator[str]:
    """Where a magnet's middle surely closes the reed, row by row."""
    reed_x, half = reed_offset_mm(pitch), int(pitch / STEP_MM)
    for row in range(-half // 2, half // 2):
        down = (row + 0.5) * STEP_MM
        start = None
        for column in range(-half // 2, half // 2 + 1):
            right = (column + 0.5) * STEP_MM
            inside = column < half // 2 and build.closes(reed_x - right, down)
            if inside and start is None:
                start = column * STEP_MM
            elif not inside and start is not None:
                middle, width = (start + column * STEP_MM) / 2, column * STEP_MM - start
                yield _box("closes", x + middle, y + down, width, STEP_MM)
                start = None


def _box(kind: str, x: float, y: float, width: float, height: float) -> str:
    left, top = x - width / 2, y - height / 2
    return f'<rect class="{kind}" x="{left:.2f}" y="{top:.2f}" width="{width:g}" height="{height:g}"/>'


def _words(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}">{escape(words)}</text>'
