"""Plates as DXF (the oldest dialect, which every laser and router reads), in mm: outline, holes, marks to engrave."""

from collections.abc import Iterator

from reedboard.wiring.mechanics.plan import Box, Hole


def plate_dxf(plate: Box, holes: tuple[Hole, ...], marks: tuple[Box, ...] = ()) -> str:
    """One plate: layer CUT has the outline, DRILL the holes, MARK the cells."""
    lines = ["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1009", "0", "ENDSEC"]
    lines += ["0", "SECTION", "2", "TABLES", "0", "TABLE", "2", "LAYER", "70", "3"]
    for name, colour in (("CUT", 1), ("DRILL", 5), ("MARK", 8)):
        lines += ["0", "LAYER", "2", name, "70", "0", "62", str(colour), "6", "CONTINUOUS"]
    lines += ["0", "ENDTAB", "0", "ENDSEC", "0", "SECTION", "2", "ENTITIES"]
    for box, layer in [(plate, "CUT"), *((mark, "MARK") for mark in marks)]:
        lines += _box(box, layer)
    for hole in holes:
        lines += [
            "0",
            "CIRCLE",
            "8",
            "DRILL",
            "10",
            f"{hole.x:.3f}",
            "20",
            f"{hole.y:.3f}",
            "40",
            f"{hole.width / 2:.3f}",
        ]
    return "\n".join([*lines, "0", "ENDSEC", "0", "EOF"]) + "\n"


def _box(box: Box, layer: str) -> Iterator[str]:
    corners = [(box.left, box.low), (box.right, box.low), (box.right, box.high), (box.left, box.high)]
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        yield from ("0", "LINE", "8", layer, "10", f"{x1:.3f}", "20", f"{y1:.3f}", "11", f"{x2:.3f}", "21", f"{y2:.3f}")
