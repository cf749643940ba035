"""The picture of a board: cells, tray positions, sensor chain and LED line, as SVG for screen and paper.

Seen from above with White at the bottom. Each site carries its name, its sensor bit (blue, round) and its LED index
(orange, square); the two lines run in the order of the chain and of the LEDs, away from the microcontroller. Where a
cable leads on, the line ends and a ring begins the next one.
"""

from collections.abc import Iterable, Sequence
from math import dist
from xml.sax.saxutils import escape

from reedboard.board.profile import BoardProfile, Site, Tray

PITCH = 64
"""Pixels a cell."""

MARGIN = 1.1
"""Pitches of paper around the outermost site."""

CHAIN_AT, LIGHT_AT = (-12, 8), (13, 22)
"""Where the two marks of a site lie from its middle, in pixels, so that no line covers another or a name."""

LEGEND_WIDTH = 560
"""Pixels the legend needs."""

NEIGHBOUR = 1.6
"""Sites further apart than so many pitches are joined by a cable, which is not drawn across the board."""

STYLE = """
  text { font-family: "DejaVu Sans", Verdana, sans-serif; text-anchor: middle; dominant-baseline: central }
  .paper { fill: #fdfcf9 }
  .light { fill: #f3ecdd; stroke: #c9bda4; stroke-width: 1 }
  .dark { fill: #e3d6bb; stroke: #c9bda4; stroke-width: 1 }
  .tray { fill: #eef0ee; stroke: #b9c2bb; stroke-width: 1 }
  .name { font-size: 14px; font-weight: bold; fill: #3b352a }
  .bit { font-size: 10.5px; fill: #ffffff; font-weight: bold }
  .led { font-size: 10.5px; fill: #ffffff; font-weight: bold }
  .bit-mark { fill: #1f5f99 }
  .led-mark { fill: #b4540a }
  .chain { fill: none; stroke: #1f5f99; stroke-width: 2; stroke-linejoin: round }
  .line { fill: none; stroke: #b4540a; stroke-width: 2; stroke-dasharray: 5 3; stroke-linejoin: round }
  .chain-start { fill: none; stroke: #1f5f99; stroke-width: 2 }
  .line-start { fill: none; stroke: #b4540a; stroke-width: 2 }
  .head { font-size: 22px; font-weight: bold; fill: #3b352a; text-anchor: start }
  .note { font-size: 13px; fill: #5c5445; text-anchor: start }
  .edge { font-size: 15px; fill: #8a7f6a }
"""


def picture(profile: BoardProfile) -> str:
    """The picture as a whole SVG document."""
    sites = list(profile.sites.values())
    left, right = min(site.x for site in sites) - MARGIN, max(site.x for site in sites) + MARGIN
    low, high = min(site.y for site in sites) - MARGIN, max(site.y for site in sites) + MARGIN + 1.1
    paper = _Paper(left, high)
    width, height = max((right - left) * PITCH, LEGEND_WIDTH), (high - low) * PITCH
    chain = [site for site in sorted(sites, key=lambda site: site.bit)]
    lights = sorted((site for site in sites if site.led is not None), key=lambda site: site.led or 0)
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">',
        f"<title>{escape(profile.name)}: sensor chain and LED order</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width:g}" height="{height:g}"/>',
        *_legend(profile),
        *(paper.ground(site) for site in sites),
        *_edges(paper, profile),
        *(paper.tray_name(tray) for tray in profile.trays.values()),
        *paper.paths("chain", chain, CHAIN_AT),
        *paper.paths("line", lights, LIGHT_AT),
        *(text for site in sites for text in paper.labels(site)),
        "</svg>",
    ]
    return "\n".join(body) + "\n"


def _legend(profile: BoardProfile) -> Iterable[str]:
    chips = profile.bits // 8
    yield f'<text class="head" x="28" y="34">{escape(profile.name)}</text>'
    yield '<circle class="bit-mark" cx="37" cy="64" r="9"/>'
    yield (
        f'<text class="note" x="54" y="64">sensor bit along the chain: {profile.bits} inputs, {chips} groups of eight, '
        f"{profile.driver.value}</text>"
    )
    yield '<rect class="led-mark" x="28" y="76" width="18" height="16" rx="3"/>'
    yield (
        f'<text class="note" x="54" y="84">LED index along the data line: {profile.leds} LEDs; '
        "a ring begins what a cable leads to</text>"
    )


def _edges(paper: "_Paper", profile: BoardProfile) -> Iterable[str]:
    """File letters below and rank numbers left of the cells."""
    cells = [site for site in profile.sites.values() if site.tray is None]
    low, left = min(site.y for site in cells), min(site.x for site in cells)
    for x in sorted({site.x for site in cells}):
        letter = next(site.name[0] for site in cells if site.x == x)
        yield paper.text("edge", x, low, letter, dy=PITCH * 0.5 + 10)
    for y in sorted({site.y for site in cells}):
        number = next(site.name[1:] for site in cells if site.y == y)
        yield paper.text("edge", left, y, number, dx=-PITCH * 0.5 - 14)


def _rect(kind: str, x: float, y: float, width: float, height: float, corner: float) -> str:
    """A rectangle around its middle."""
    left, top = x - width / 2, y - height / 2
    return f'<rect class="{kind}" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="{corner:g}"/>'


class _Paper:
    """Turns pitches (y up) into pixels (y down)."""

    def __init__(self, left: float, high: float) -> None:
        self._left, self._high = left, high

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self._left) * PITCH, (self._high - y) * PITCH

    def ground(self, site: Site) -> str:
        x, y = self.at(site.x, site.y)
        shade = "tray" if site.tray else ("light" if (site.x + site.y) % 2 else "dark")
        return _rect(shade, x, y, PITCH, PITCH, 8 if site.tray else 0)

    def labels(self, site: Site) -> Iterable[str]:
        yield self.text("name", site.x, site.y, site.name, dy=-18)
        x, y = self.at(site.x, site.y)
        dx, dy = CHAIN_AT
        yield _rect("bit-mark", x + dx, y + dy, 18 if site.bit < 100 else 24, 14, 7)
        yield self.text("bit", site.x, site.y, str(site.bit), dx, dy)
        if site.led is not None:
            dx, dy = LIGHT_AT
            yield _rect("led-mark", x + dx, y + dy, 24, 14, 3)
            yield self.text("led", site.x, site.y, str(site.led), dx, dy)

    def text(self, kind: str, x: float, y: float, words: str, dx: float = 0, dy: float = 0) -> str:
        px, py = self.at(x, y)
        return f'<text class="{kind}" x="{px + dx:g}" y="{py + dy:g}">{escape(words)}</text>'

    def tray_name(self, tray: Tray) -> str:
        x, y = tray.spot(tray.positions[0])
        if tray.upright:
            return self.text("edge", x, y, tray.name, dy=PITCH * 0.5 + 10)
        return self.text("edge", x, y, tray.name, dx=-PITCH * 0.5 - 20)

    def paths(self, kind: str, sites: Sequence[Site], mark: tuple[float, float]) -> Iterable[str]:
        """One path for each row of neighbours, with a ring around its first site."""
        row: list[Site] = []
        for site in sites:
            if row and dist((row[-1].x, row[-1].y), (site.x, site.y)) > NEIGHBOUR:
                yield from self._row(kind, row, mark)
                row = []
            row.append(site)
        if row:
            yield from self._row(kind, row, mark)

    def _row(self, kind: str, sites: Sequence[Site], mark: tuple[float, float]) -> Iterable[str]:
        points = [(x + mark[0], y + mark[1]) for x, y in (self.at(site.x, site.y) for site in sites)]
        steps = " ".join(f"{'L' if number else 'M'}{x:g} {y:g}" for number, (x, y) in enumerate(points))
        yield f'<path class="{kind}" d="{steps}"/>'
        x, y = points[0]
        yield f'<circle class="{kind}-start" cx="{x:g}" cy="{y:g}" r="15"/>'
