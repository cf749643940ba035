"""A board's schematic in KiCad 6 format: every pin has a short wire and a label with its net's name."""

from collections.abc import Iterator

from reedboard.wiring.circuit.netlist import Circuit, Component
from reedboard.wiring.circuit.sexpr import Node, Word, dump, expr, stamp
from reedboard.wiring.circuit.symbols import GRID, HIDDEN, LIBRARY, SYMBOLS, definition, effects

ROW = {
    "plug": (0, 20), "feed": (0, 20), "buffer": (0, 20), "resistor": (0, 20), "flag": (0, 20),
    "74hc165": (1, 26), "pack": (2, 20), "capacitor": (3, 14), "reed": (4, 14), "led": (5, 20),
    "pico": (1, 26), "esp32": (1, 26), "gates": (2, 26), "electrolytic": (3, 14), "diode": (3, 14), "buzzer": (3, 14),
    "jack": (4, 20), "fuse": (4, 14), "header2": (4, 14),
}  # fmt: skip
"""In which row of the sheet a kind stands, and how many grid steps apart."""

ROW_STEPS = (16, 22, 12, 8, 8, 10)
"""Height of each row in grid steps."""

LEFT, TOP = 24, 20
"""Where the first symbol stands, in grid steps."""


def schematic(circuit: Circuit) -> str:
    """The text of the `.kicad_sch` file."""
    sheet = stamp(circuit.key, "sheet")
    flags = [Component(f"#FLG{n}", "flag", "PWR_FLAG", {1: net}) for n, net in enumerate(circuit.supplied, 1)]
    placed = list(_placed([*circuit.parts, *flags]))
    body: list[Node] = [node for part, x, y in placed for node in _drawn(circuit, part, x, y)]
    instances = [
        expr(
            "path", f"/{stamp(circuit.key, part.ref)}", expr("reference", part.ref), expr("unit", 1),
            expr("value", part.value), expr("footprint", _footprint(part)),
        )
        for part, _, _ in placed
    ]  # fmt: skip
    return (
        dump(
            expr(
                "kicad_sch", expr("version", 20211123), expr("generator", Word("reedboard")), expr("uuid", Word(sheet)),
                expr("paper", "A1"),
                expr("title_block", expr("title", circuit.title), expr("company", "reedboard")),
                expr("lib_symbols", *(definition(symbol, f"{LIBRARY}:{symbol.kind}") for symbol in SYMBOLS.values())),
                *body,
                expr("sheet_instances", expr("path", "/", expr("page", "1"))),
                expr("symbol_instances", *instances),
            )
        )
        + "\n"
    )  # fmt: skip


def _footprint(part: Component) -> str:
    return "" if part.kind == "flag" else f"reedboard:{part.kind}"


def _placed(parts: list[Component]) -> Iterator[tuple[Component, float, float]]:
    """Each part with the middle of its symbol, in mm on the sheet."""
    used: dict[int, int] = {}
    for part in parts:
        row, step = ROW[part.kind]
        x = LEFT + used.get(row, 0)
        used[row] = used.get(row, 0) + step
        y = TOP + sum(ROW_STEPS[:row])
        shift = 0 if round(SYMBOLS[part.kind].height / GRID) % 2 else 0.5
        yield part, x * GRID, (y + shift) * GRID


def _drawn(circuit: Circuit, part: Component, x: float, y: float) -> Iterator[Node]:
    """The symbol, and at each pin a wire and its label, or the mark of a pin left open."""
    symbol = SYMBOLS[part.kind]
    half = symbol.height / 2
    name = (circuit.key, part.ref)
    hidden = HIDDEN if part.kind == "flag" else effects()
    yield expr(
        "symbol", expr("lib_id", f"{LIBRARY}:{part.kind}"), expr("at", x, y, 0), expr("unit", 1),
        expr("in_bom", Word("yes")), expr("on_board", Word("yes")), expr("uuid", Word(stamp(*name))),
        expr("property", "Reference", part.ref, expr("id", 0), expr("at", x, y - half - 1.27, 0), hidden),
        expr("property", "Value", part.value, expr("id", 1), expr("at", x, y + half + 1.27, 0), effects()),
        expr("property", "Footprint", _footprint(part), expr("id", 2), expr("at", x, y, 0), HIDDEN),
        expr("property", "Datasheet", "", expr("id", 3), expr("at", x, y, 0), HIDDEN),
        *(expr("pin", str(pin.number), expr("uuid", Word(stamp(*name, pin.number)))) for pin, *_ in symbol.spots()),
    )  # fmt: skip
    for pin, dx, dy, angle in symbol.spots():
        at_x, at_y, out = x + dx, y - dy, (-GRID if angle == 0 else GRID)
        net = part.pins[pin.number]
        mark = expr("uuid", Word(stamp(*name, pin.number, "mark")))
        if net is None:
            yield expr("no_connect", expr("at", at_x, at_y), mark)
            continue
        stroke = expr("stroke", expr("width", 0), expr("type", Word("default")), expr("color", 0, 0, 0, 0))
        ends = expr("pts", expr("xy", at_x, at_y), expr("xy", at_x + out, at_y))
        yield expr("wire", ends, stroke, expr("uuid", Word(stamp(*name, pin.number, "wire"))))
        turn, justify = (180, "right") if out < 0 else (0, "left")
        yield expr("label", net, expr("at", at_x + out, at_y, turn), effects(1.27, justify, "bottom"), mark)
