"""Two pictures to scale, from the board's own data: a strip as it looks, and one cell from above and cut open."""

from collections.abc import Iterator

from reedboard.wiring.circuit.picture import box, circuit_picture, document, words
from reedboard.wiring.magnet_reach import Build, promise_mm, reed_offset_mm
from reedboard.wiring.strip.design import StripDesign
from reedboard.wiring.strip.layout import LED_X, OUTLINE_X, circuit_of


def strip_picture(design: StripDesign) -> str:
    """A strip from above: parts, copper of both sides, cell borders."""
    cuts = [cell * design.pitch_mm - OUTLINE_X for cell in range(1, design.cells)]
    return circuit_picture(circuit_of(design), cuts)


def cell_picture(design: StripDesign) -> str:
    """One cell from above and cut open: where magnet, reed and LED lie."""
    return document(design.pitch_mm + 44, design.pitch_mm + 46, _cell(design.pitch_mm), "One cell")


STEP_MM = 0.5
"""How finely the picture shows where a magnet closes the reed."""


def _cell(pitch: float) -> Iterator[str]:
    """Above, the cell seen from the top; below, cut through the reed."""
    build = Build()
    reed_x, magnet, reed = reed_offset_mm(pitch), build.magnet, build.reed
    left, top = 22.0, 6.0
    x, y = left + pitch / 2, top + pitch / 2
    yield box("wood", x, y, pitch, pitch)
    yield from _closing(build, x, y, pitch)
    yield f'<circle class="piece" cx="{x:g}" cy="{y:g}" r="12"/>'
    yield f'<circle class="promise" cx="{x:g}" cy="{y:g}" r="{promise_mm(pitch):g}"/>'
    yield f'<circle class="magnet" cx="{x:g}" cy="{y:g}" r="{magnet.width_mm / 2:g}"/>'
    yield box("glass", x + reed_x, y, reed.glass_mm, reed.width_mm)
    yield box("led", x + LED_X, y, 5, 5)
    yield words(x + LED_X, y + 5.5, "LED")
    yield words(x + reed_x + 2, y - 2.4, "reed")
    yield words(x, y + 15, "magnet in the piece")
    yield words(x, top + pitch + 3.2, f"{pitch:g} mm; reed {reed_x:g} mm and LED {-LED_X:g} mm off the middle")
    yield words(x, top + pitch + 6.4, "green: a magnet whose middle is here closes the reed; circle: promised")
    yield words(x, top + pitch + 9.2, "computed, to be tried on the bench board")
    surface = top + pitch + 20
    yield box("piece", x, surface - 4, 24, 8)
    yield box("magnet", x, surface - magnet.height_mm / 2, magnet.width_mm, magnet.height_mm)
    yield box("wood", x, surface + build.surface_mm / 2, pitch, build.surface_mm)
    strip = surface + build.surface_mm + build.spacer_mm
    yield box("glass", x + reed_x, strip - reed.width_mm / 2, reed.glass_mm, reed.width_mm)
    yield box("board", x, strip + 0.8, pitch, 1.6)
    yield box("led", x + LED_X, strip - 0.8, 5, 1.6)
    told = f"{build.surface_mm:g} mm of wood, {build.spacer_mm:g} mm spacer with the reed in it, strip; plugs below"
    yield words(x, strip + 5, told)


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
                yield box("closes", x + middle, y + down, width, STEP_MM)
                start = None
