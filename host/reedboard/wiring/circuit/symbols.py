"""The schematic symbols of all parts: a box, and pins to its left and right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reedboard.wiring.circuit.sexpr import Node, Word, dump, expr

GRID = 2.54
"""Distance between pins, in mm; KiCad's schematic grid."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin: number, name, KiCad's electrical type."""

    number: int
    name: str
    type: str = "passive"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A box with pins from top to bottom on either side."""

    kind: str
    letter: str
    left: Sequence[Pin]
    right: Sequence[Pin]
    width: float = 4 * GRID

    @property
    def height(self) -> float:
        """Of the box."""
        return (max(len(self.left), len(self.right)) + 1) * GRID

    def spots(self) -> Iterator[tuple[Pin, float, float, int]]:
        """Each pin with where a wire joins it, seen from the symbol's middle (y up), and the angle its line runs at."""
        for side, pins, angle in ((-1, self.left, 0), (1, self.right, 180)):
            for row, pin in enumerate(pins):
                yield pin, side * (self.width / 2 + GRID), self.height / 2 - (row + 1) * GRID, angle


def _inputs() -> list[Pin]:
    return [Pin(pin, f"D{k}", "input") for k, pin in enumerate((11, 12, 13, 14, 3, 4, 5, 6))]


def _plug(count: int) -> list[Pin]:
    return [Pin(number, str(number)) for number in range(1, count + 1)]


SYMBOLS = {
    symbol.kind: symbol
    for symbol in (
        Symbol(
            "74hc165", "U",
            [
                *_inputs(), Pin(10, "DS", "input"), Pin(1, "~{PL}", "input"),
                Pin(2, "CP", "input"), Pin(15, "~{CE}", "input"),
            ],
            [Pin(16, "VCC", "power_in"), Pin(9, "Q7", "output"), Pin(7, "~{Q7}", "output"), Pin(8, "GND", "power_in")],
            6 * GRID,
        ),
        Symbol(
            "buffer", "U",
            [Pin(1, "1A", "input"), Pin(3, "2A", "input"), Pin(2, "GND", "power_in")],
            [Pin(6, "1Y", "output"), Pin(4, "2Y", "output"), Pin(5, "VCC", "power_in")],
        ),
        Symbol("pack", "RN", [Pin(n, f"{n}") for n in (1, 2, 3, 4)], [Pin(n, f"{n}") for n in (8, 7, 6, 5)]),
        Symbol("resistor", "R", [Pin(1, "1")], [Pin(2, "2")]),
        Symbol("capacitor", "C", [Pin(1, "1")], [Pin(2, "2")]),
        Symbol("reed", "SW", [Pin(1, "1")], [Pin(2, "2")]),
        Symbol(
            "led", "D",
            [Pin(4, "DIN", "input"), Pin(1, "VDD", "power_in")],
            [Pin(2, "DOUT", "output"), Pin(3, "VSS", "power_in")],
            6 * GRID,
        ),
        Symbol("plug", "J", _plug(8), []),
        Symbol("feed", "J", _plug(2), []),
        Symbol("jack", "J", [Pin(1, "tip"), Pin(2, "sleeve"), Pin(3, "switch")], []),
        Symbol("header2", "J", _plug(2), []),
        Symbol("fuse", "F", [Pin(1, "1")], [Pin(2, "2")]),
        Symbol("diode", "D", [Pin(1, "K")], [Pin(2, "A")]),
        Symbol("electrolytic", "C", [Pin(1, "+")], [Pin(2, "-")]),
        Symbol("buzzer", "LS", [Pin(1, "1")], [Pin(2, "2")]),
        Symbol("pico", "U", _plug(20), [Pin(n, str(n)) for n in range(40, 20, -1)], 8 * GRID),
        Symbol("esp32", "U", _plug(19), [Pin(n, str(n)) for n in range(38, 19, -1)], 8 * GRID),
        Symbol(
            "gates", "U",
            [
                Pin(1, "~{1OE}", "input"), Pin(2, "1A", "input"), Pin(4, "~{2OE}", "input"), Pin(5, "2A", "input"),
                Pin(10, "~{3OE}", "input"), Pin(9, "3A", "input"), Pin(13, "~{4OE}", "input"), Pin(12, "4A", "input"),
            ],
            [
                Pin(14, "VCC", "power_in"), Pin(3, "1Y", "output"), Pin(6, "2Y", "output"), Pin(8, "3Y", "output"),
                Pin(11, "4Y", "output"), Pin(7, "GND", "power_in"),
            ],
            6 * GRID,
        ),
        Symbol("flag", "#FLG", [], [Pin(1, "pwr", "power_out")]),
    )
}  # fmt: skip
"""By kind of component; "flag" tells the rules check that a net is fed from outside."""


DRIVERS = frozenset({"output", "passive", "power_out"})
"""Pin types that hold a net at some level; whatever is passive may."""


def effects(size: float = 1.27, *justify: str) -> Node:
    """How a text is drawn."""
    font = expr("font", expr("size", size, size))
    return expr("effects", font, expr("justify", *map(Word, justify))) if justify else expr("effects", font)


HIDDEN = expr("effects", expr("font", expr("size", 1.27, 1.27)), Word("hide"))
"""A text that is not drawn."""


LIBRARY = "reedboard"
"""The symbol library's name in the project."""


def library() -> str:
    """The text of `reedboard.kicad_sym`, which the project's `sym-lib-table` names."""
    symbols = (definition(symbol, symbol.kind) for symbol in SYMBOLS.values())
    made = expr("kicad_symbol_lib", expr("version", 20211014), expr("generator", Word("reedboard")), *symbols)
    return dump(made) + "\n"


def library_table() -> str:
    """The text of `sym-lib-table`."""
    here = "${KIPRJMOD}/" + f"{LIBRARY}.kicad_sym"
    lib = expr(
        "lib", expr("name", LIBRARY), expr("type", "KiCad"), expr("uri", here), expr("options", ""), expr("descr", "")
    )
    return dump(expr("sym_lib_table", lib)) + "\n"


def definition(symbol: Symbol, name: str) -> Node:
    """The symbol under a name: its kind in the library, the library before it in a schematic."""
    half_width, half_height = symbol.width / 2, symbol.height / 2
    box = expr(
        "rectangle",
        expr("start", -half_width, half_height),
        expr("end", half_width, -half_height),
        expr("stroke", expr("width", 0.254), expr("type", Word("default")), expr("color", 0, 0, 0, 0)),
        expr("fill", expr("type", Word("background"))),
    )
    pins = [
        expr(
            "pin", Word(pin.type), Word("line"), expr("at", x, y, angle), expr("length", GRID),
            expr("name", pin.name, effects()), expr("number", str(pin.number), effects()),
        )
        for pin, x, y, angle in symbol.spots()
    ]  # fmt: skip
    return expr(
        "symbol", name, expr("pin_names", expr("offset", 0.508)),
        expr("in_bom", Word("yes")), expr("on_board", Word("yes")),
        expr("property", "Reference", symbol.letter, expr("id", 0), expr("at", 0, half_height + 1.27, 0), effects()),
        expr("property", "Value", symbol.kind, expr("id", 1), expr("at", 0, -half_height - 1.27, 0), effects()),
        expr("property", "Footprint", "", expr("id", 2), expr("at", 0, 0, 0), HIDDEN),
        expr("property", "Datasheet", "", expr("id", 3), expr("at", 0, 0, 0), HIDDEN),
        expr("symbol", f"{symbol.kind}_0_1", box),
        expr("symbol", f"{symbol.kind}_1_1", *pins),
    )  # fmt: skip
