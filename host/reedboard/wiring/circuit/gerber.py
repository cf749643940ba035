"""What a maker's machines read: copper, mask, paste, legend and outline as Gerber (RS-274X), holes as Excellon.

Coordinates are millimetres from the board's lower left corner, y up. Nothing depends on when or where it is written.
Source: Ucamco's Gerber format specification; IPC-NC-349 for drilling.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from reedboard.wiring.circuit.footprints import BACK, FIRST_PIN, FOOTPRINTS, HOLE, LABEL_MM, Pad, Spot
from reedboard.wiring.circuit.lettering import strokes
from reedboard.wiring.circuit.netlist import Circuit
from reedboard.wiring.circuit.routing import VIA, VIA_DRILL, Routed, route

MASK_MM = 0.05
"""How much wider than its pad an opening in the mask is, on each side."""

LETTER_MM, NAME_MM, PEN_MM = 0.8, 0.6, 0.12
"""Height of references, of the plugs' names, and the legend's line."""

OUTLINE_MM = 0.1


def films(circuit: Circuit) -> Mapping[str, str]:
    """File name -> text, for every layer that has something on it and both kinds of holes."""
    routed = route(circuit)
    drawn = {
        f"{circuit.name}-F_Cu.gbr": _copper(routed, back=False),
        f"{circuit.name}-B_Cu.gbr": _copper(routed, back=True),
        f"{circuit.name}-F_Mask.gbr": _openings(routed, back=False),
        f"{circuit.name}-B_Mask.gbr": _openings(routed, back=True),
        f"{circuit.name}-F_Paste.gbr": _paste(routed),
        f"{circuit.name}-F_Silkscreen.gbr": _legend(routed, back=False),
        f"{circuit.name}-B_Silkscreen.gbr": _legend(routed, back=True),
        f"{circuit.name}-Edge_Cuts.gbr": _outline(routed),
        f"{circuit.name}-PTH.drl": _drill(routed, _plated(routed)),
        f"{circuit.name}-NPTH.drl": _drill(routed, {HOLE: list(routed.holes)}),
    }
    return {name: text for name, text in drawn.items() if name.endswith(".drl") or "D0" in text.partition("%LPD*%")[2]}


class _Film:
    """One layer: flashes and strokes, gathered by aperture."""

    def __init__(self, function: str, height: float, *, negative: bool = False) -> None:
        self._head = ["%TF.GenerationSoftware,reedboard*%", f"%TF.FileFunction,{function}*%"]
        self._head += [f"%TF.FilePolarity,{'Negative' if negative else 'Positive'}*%", "%FSLAX46Y46*%", "%MOMM*%"]
        self._height = height
        self._apertures: dict[str, int] = {}
        self._drawn: dict[int, list[str]] = defaultdict(list)

    def flash(self, x: float, y: float, width: float, height: float, shape: str) -> None:
        """A pad: "C" round, "R" a rectangle, "O" an oval."""
        size = f"C,{width:.4f}" if shape == "C" else f"{shape},{width:.4f}X{height:.4f}"
        self._drawn[self._aperture(size)].append(f"{self._at(x, y)}D03*")

    def stroke(self, width: float, *points: tuple[float, float]) -> None:
        """A line with round ends through these points."""
        code = self._aperture(f"C,{width:.4f}")
        first, *rest = points
        self._drawn[code].append(f"{self._at(*first)}D02*")
        self._drawn[code] += [f"{self._at(*point)}D01*" for point in rest]

    def text(self) -> str:
        """The file."""
        lines = ["%LPD*%", "G01*"]
        lines += [f"%ADD{code}{size}*%" for size, code in self._apertures.items()]
        for code, drawn in self._drawn.items():
            lines += [f"D{code}*", *drawn]
        return "\n".join([*self._head, *lines, "M02*"]) + "\n"

    def _aperture(self, size: str) -> int:
        return self._apertures.setdefault(size, 10 + len(self._apertures))

    def _at(self, x: float, y: float) -> str:
        return f"X{round(x * 1e6)}Y{round((self._height - y) * 1e6)}"


def _pads(routed: Routed) -> Iterator[tuple[Spot, Pad]]:
    for spot in routed.spots:
        for pad in FOOTPRINTS[spot.shape].pads:
            yield spot, pad


def _flash(film: _Film, spot: Spot, pad: Pad, more: float = 0.0) -> None:
    shape = "R" if not pad.drill else "C" if pad.width == pad.height else "O"
    film.flash(spot.x + pad.x, spot.y + pad.y, pad.width + 2 * more, pad.height + 2 * more, shape)


def _copper(routed: Routed, *, back: bool) -> str:
    film = _Film("Copper,L2,Bot" if back else "Copper,L1,Top", routed.height)
    for spot, pad in _pads(routed):
        if pad.drill or not back:
            _flash(film, spot, pad)
    for via in routed.vias:
        film.flash(via.x, via.y, VIA, VIA, "C")
    for track in routed.tracks:
        if track.back is back:
            film.stroke(track.width, (track.x1, track.y1), (track.x2, track.y2))
    return film.text()


def _openings(routed: Routed, *, back: bool) -> str:
    """Where the mask leaves copper bare; vias are covered."""
    film = _Film(f"Soldermask,{'Bot' if back else 'Top'}", routed.height, negative=True)
    for spot, pad in _pads(routed):
        if pad.drill or not back:
            _flash(film, spot, pad, MASK_MM)
    for x, y in routed.holes:
        film.flash(x, y, HOLE, HOLE, "C")
    return film.text()


def _paste(routed: Routed) -> str:
    film = _Film("Paste,Top", routed.height)
    for spot, pad in _pads(routed):
        if not pad.drill:
            _flash(film, spot, pad)
    return film.text()


def _legend(routed: Routed, *, back: bool) -> str:
    """References, dots at pin 1, and on the front the names of the plugs' contacts; the back reads from behind."""
    film = _Film(f"Legend,{'Bot' if back else 'Top'}", routed.height)
    for spot in routed.spots:
        shape, behind = FOOTPRINTS[spot.shape], spot.shape in BACK
        if behind is back:
            half = max(shape.height / 2, max(abs(pad.y) + pad.height / 2 for pad in shape.pads)) + 0.1
            _write(film, spot.part.ref, spot.x, spot.y + half + 0.7, LETTER_MM, back=back)
            _write(film, spot.label, spot.x, spot.y + half + LABEL_MM, LETTER_MM, back=back)
        if spot.shape in FIRST_PIN and (behind or not back):
            x, y = spot.x + FIRST_PIN[spot.shape][0], spot.y + FIRST_PIN[spot.shape][1]
            film.flash(x, y, 0.5, 0.5, "C")
        if behind and not back:
            for pad in shape.pads:
                name = (spot.part.pins[pad.number] or "").partition("_")[0]
                above = spot.y + pad.y - pad.height / 2 - 0.4 - 0.3 * len(name)
                _write(film, name, spot.x + pad.x, above, NAME_MM, upright=True)
    return film.text()


def _write(
    film: _Film, words: str, x: float, y: float, height: float, *, back: bool = False, upright: bool = False
) -> None:
    for line in strokes(words, height):
        turned = [(-py, px) if upright else (-px if back else px, py) for px, py in line]
        film.stroke(PEN_MM, *((x + px, y - py) for px, py in turned))


def _outline(routed: Routed) -> str:
    film = _Film("Profile,NP", routed.height)
    width, height = routed.width, routed.height
    film.stroke(OUTLINE_MM, (0, 0), (width, 0), (width, height), (0, height), (0, 0))
    return film.text()


def _plated(routed: Routed) -> dict[float, list[tuple[float, float]]]:
    """Drill -> middles, vias first."""
    found: dict[float, list[tuple[float, float]]] = {VIA_DRILL: [(via.x, via.y) for via in routed.vias]}
    for spot, pad in _pads(routed):
        if pad.drill:
            found.setdefault(pad.drill, []).append((spot.x + pad.x, spot.y + pad.y))
    return found


def _drill(routed: Routed, holes: Mapping[float, list[tuple[float, float]]]) -> str:
    lines = ["M48", "METRIC,TZ", "FMAT,2"]
    lines += [f"T{number}C{drill:.3f}" for number, drill in enumerate(holes, 1)]
    lines += ["%", "G90", "G05"]
    for number, middles in enumerate(holes.values(), 1):
        lines.append(f"T{number}")
        lines += [f"X{x:.4f}Y{routed.height - y:.4f}" for x, y in middles]
    return "\n".join([*lines, "M30"]) + "\n"
