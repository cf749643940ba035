"""For many eyes: the way to the page for a phone, as a code to be photographed, and a view to be streamed."""

import io

import segno
from flask import Flask, Response, current_app, render_template

OUTSIDE = "OUTSIDE_URL"
"""Where the application's settings hold the address that others reach the page by; "" where nobody else does."""
SCALE, BORDER = 8, 4
"""Units of a module of the code, and modules of quiet around it. Source: ISO/IEC 18004, 9.1: four."""


def add_watching(app: Flask) -> None:
    """Adds the routes."""

    @app.get("/watch")
    def watch() -> str:
        return render_template("watch.html", address=_address())

    @app.get("/watch.svg")
    def watch_code() -> Response:
        drawn = io.BytesIO()
        code = segno.make(_address() or "-", error="m", micro=False)
        code.save(drawn, kind="svg", scale=SCALE, border=BORDER, light="#ffffff", dark="#000000", xmldecl=False)
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    @app.get("/overlay")
    def overlay() -> str:
        return render_template("overlay.html")


def _address() -> str:
    return str(current_app.config.get(OUTSIDE, ""))
