"""A PDF of lines, circles and words: uncompressed, without dates, so that the same drawing is always the same bytes."""

MM = 72 / 25.4
"""Points a millimetre."""

ARC = 0.5523
"""How far a curve's handles reach for a quarter circle of radius 1."""


class Page:
    """One sheet, in mm from its lower left corner."""

    def __init__(self, width_mm: float, height_mm: float) -> None:
        self.width_mm, self.height_mm = width_mm, height_mm
        self._drawn: list[str] = []

    def clip(self, x: float, y: float, width: float, height: float) -> None:
        """From here on nothing shows outside this rectangle."""
        self._drawn.append(f"q {_n(x)} {_n(y)} {_n(width)} {_n(height)} re W n")

    def unclip(self) -> None:
        """Ends `clip`."""
        self._drawn.append("Q")

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.2, grey: float = 0.0) -> None:
        """A straight line."""
        self._drawn.append(f"{grey:g} G {_n(width)} w {_n(x1)} {_n(y1)} m {_n(x2)} {_n(y2)} l S")

    def box(self, x: float, y: float, width: float, height: float, line: float = 0.2, grey: float = 0.0) -> None:
        """A rectangle."""
        self._drawn.append(f"{grey:g} G {_n(line)} w {_n(x)} {_n(y)} {_n(width)} {_n(height)} re S")

    def circle(self, x: float, y: float, radius: float, width: float = 0.2) -> None:
        """A circle, and a cross at its middle for the punch."""
        h = ARC * radius
        curve = [
            f"0 G {_n(width)} w {_n(x + radius)} {_n(y)} m",
            _curve((x + radius, y + h), (x + h, y + radius), (x, y + radius)),
            _curve((x - h, y + radius), (x - radius, y + h), (x - radius, y)),
            _curve((x - radius, y - h), (x - h, y - radius), (x, y - radius)),
            _curve((x + h, y - radius), (x + radius, y - h), (x + radius, y)),
        ]
        self._drawn.append(" ".join(curve) + " s")
        self.line(x - 1, y, x + 1, y, 0.1)
        self.line(x, y - 1, x, y + 1, 0.1)

    def words(self, x: float, y: float, text: str, size_mm: float = 3.0) -> None:
        """A line of text."""
        told = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        self._drawn.append(f"BT /F1 {_n(size_mm)} Tf {_n(x)} {_n(y)} Td ({told}) Tj ET")

    @property
    def stream(self) -> str:
        """The page's drawing."""
        return "\n".join(self._drawn)


def pdf(title: str, pages: list[Page]) -> str:
    """The file's text; plain ASCII."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
    numbers = [4 + 2 * place for place in range(len(pages))]
    objects.append(f"<< /Type /Pages /Kids [{' '.join(f'{n} 0 R' for n in numbers)}] /Count {len(pages)} >>")
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for page, number in zip(pages, numbers, strict=True):
        size = f"[0 0 {_n(page.width_mm)} {_n(page.height_mm)}]"
        fonts = "<< /Font << /F1 3 0 R >> >>"
        contents = f"/Contents {number + 1} 0 R"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox {size} /Resources {fonts} {contents} >>")
        objects.append(f"<< /Length {len(page.stream)} >>\nstream\n{page.stream}\nendstream")
    objects.append(f"<< /Title ({title}) /Producer (reedboard) >>")
    text, starts = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        starts.append(len(text))
        text += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    tail = (
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\nstartxref\n{len(text)}\n%%EOF\n"
    )
    return text + head + tail


def _n(mm: float) -> str:
    return f"{mm * MM:.3f}".rstrip("0").rstrip(".")


def _curve(*points: tuple[float, float]) -> str:
    return " ".join(f"{_n(x)} {_n(y)}" for x, y in points) + " c"
