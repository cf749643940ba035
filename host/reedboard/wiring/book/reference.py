"""What is looked up in the book: which way round, cables, strips, power, what to do when something is wrong."""

from collections.abc import Iterator

from reedboard.board.profile import BoardProfile
from reedboard.board.profile.board import CHIP_INPUTS, CLOSED_REED_MA, LED_FULL_MA
from reedboard.wiring.book.html import items, part, section, table, take, words
from reedboard.wiring.cables import button_cables, feed_cables, links
from reedboard.wiring.harness import COLOURS
from reedboard.wiring.magnet_reach import promise_mm, reed_offset_mm
from reedboard.wiring.power import wire_mm2
from reedboard.wiring.strip.design import StripDesign, input_net
from reedboard.wiring.strip.layout import LED_X
from reedboard.wiring.table import fed_runs
from reedboard.wiring.terminals import SHIFT_PINS, STRIP_PINS

COLOUR_WORDS = {
    "BK": "black", "RD": "red", "OG": "orange", "YE": "yellow", "GN": "green", "BU": "blue", "WH": "white", "GY": "grey",
}  # fmt: skip

ROUND = (
    ("chip", "U1, U2, U3 on a strip: 74HC165", "The dot on the board is pin 1; the chip's own dot or the end with the "
     "notch goes there. All of a strip's chips lie alike: with the strip's plugs at your left and its front up, pin 1 "
     "is at the lower left."),
    ("buffer", "the six-legged buffer (the highest U of a strip)", "The dot on the board is pin 1; the chip's own dot, "
     "seen with a lens, goes there."),
    ("led", "D1, D2, ... on a strip: LEDs", "The dot on the board is pin 1 (+5 V). On a WS2812B pin 1 is the corner "
     "opposite the cut one: turn the cut corner away from the dot, and compare with the data sheet of your make."),
    ("pack", "RN1, RN2, ...: resistor packs", "Either way round."),
    ("small", "small resistors and capacitors", "Either way round."),
    ("reed", "SW1, SW2, ...: reeds", "Either way round. Bend the wires with pliers held *between glass and bend*, no nearer "
     "to the glass than 3 mm: glass that cracks leaks, and the reed dies weeks later."),
    ("plug", "J1, J2 on a strip: eight-way plugs", "They sit on the *back* of the strip. The dot, on both sides of the "
     "board, is pin 1 (ground). J1 is at the left end and looks towards the carrier; J2, beside it, goes on."),
    ("feed", "J3 on a strip: screw terminal", "On the back, its wire holes towards the nearer long edge. Pin 1 (dot) is "
     "ground, the other +5 V."),
    ("module", "U1 on the carrier: microcontroller", "Its USB socket at the carrier's *left* edge, parts side up. The dot "
     "is pin 1."),
    ("shifter", "U2 on the carrier: level shifter", "The dot is pin 1; the end with the notch is at the left. A socket lets "
     "you take it out again."),
    ("diode", "D1 on the carrier", "Its ring at the dot, towards the microcontroller. The other way round the microcontroller "
     "stays without power from the supply."),
    ("electrolytic", "C2 on the carrier, and the 1000 µF across each feed", "The longer leg is plus: on the carrier at the dot. "
     "The stripe on its side marks minus. The wrong way round it may burst."),
    ("buzzer", "LS1, R1, R2, C1 on the carrier", "Either way round."),
    ("magnet", "magnets", "All the same way up: lay them out as one stack, mark the upper side of each with a pen, glue the "
     "mark downwards."),
    ("jack", "the supply's plug", "Plus is inside, as printed on the supply. No other way is safe: look before you plug in."),
)  # fmt: skip
"""Anchor, what, which way round."""

TROUBLE = (
    ("silent", "no port is found, or nobody greets", "Another USB cable: many only charge. Then hold the microcontroller's "
     "BOOTSEL (ESP32: BOOT) button while plugging in, and flash again ([Flash](#flash)). On Linux your user must be in "
     "the group `dialout`."),
    ("chain", "the sensor chain is broken before chip U*n*", "The table [Strip by strip](#strips) says on which strip that "
     "chip is. Look at the cable to that strip (pin 7, SENSORS), its crimp contacts, then pins 9 and 10 around that chip. "
     "When the chip is the first of its strip, look at J2 of the strip before as well."),
    ("dark", "the LED line is broken before LED *n*; strip 2 stays dark", "The data joint between that LED and the one before "
     "it; for a strip's first LED the cable (pin 8, LEDS). An LED that is the wrong way round, or a skipped place without "
     "its drop of wire, does the same. If its 5 V are missing, the feed."),
    ("yellow", "LEDs far away turn yellow or flicker", "The 5 V are too low there: measure at that strip's test point +5V while "
     "it is lit. Below 4.5 V a feed is missing, or its wire is too thin or too long ([Power](#power))."),
    ("dead", "a cell is dead", "The reed's two joints; then hold the magnet straight to the reed's end. Closed only then: the "
     "surface is too thick or the magnet too weak. Still dead: the glass is cracked, take another reed."),
    ("stuck", "a cell is stuck", "A bridge of solder to ground beside the reed or at the chip's pin; then the reed: one that "
     "once had 5 V across it is welded."),
    ("chatters", "a cell chatters", "The magnet is not in the middle of its piece, or the piece stands on the reed's open line; "
     "otherwise a cold joint."),
    ("crosstalk", "a magnet also closes a neighbour", "The magnet is too strong or too thick. Take 10 x 1 mm of N35, or turn the "
     "neighbour's reed a little away."),
    ("swapped", "two cells are swapped", "Nothing need be soldered: `reedboard selftest --learn` lets the board keep it."),
    ("fuse", "the fuse blows", "Something joins 5 V and ground. Unplug all strips, put in a new fuse *of the same size*, and plug "
     "the strips in one by one; the last one has the short. Never take a larger fuse."),
    ("warm", "something gets hot", "Pull the supply's plug. What was hot has a short behind it or lies the wrong way round: see "
     "[Which way round](#round)."),
    ("stops", "a strip stops when the cable is moved", "A crimp contact: pull at each wire; it must not slip. Crimp it anew, do "
     "not solder it."),
    ("usb", "the board restarts when many LEDs shine", "It runs from USB alone: plug in the supply, or lower `budget_ma` to 350 in "
     "the geometry file and flash again."),
)  # fmt: skip
"""Anchor, what is seen or said, what to do."""


def which_way_round() -> str:
    """How every part lies that has a direction, and which have none."""
    rows = [(f"#round-{anchor}|{what}", told) for anchor, what, told in ROUND]
    return section(
        "round",
        "Which way round",
        words(
            "“Front” is the side of the reeds and LEDs. A white dot on a board marks pin 1 of every part that could lie wrong."
        ),
        table(("part", "how it lies"), rows),
    )


def trouble() -> str:
    """What to do when something is wrong."""
    rows = [(f"#trouble-{anchor}|{what}", told) for anchor, what, told in TROUBLE]
    return section(
        "trouble",
        "When something is wrong",
        words("The self-test names what it found in these words. Unplug before you solder."),
        table(("it says, or you see", "do this"), rows),
    )


def cables(profile: BoardProfile) -> str:
    """Every cable: ends, wires, colours, length."""
    every = (*links(profile), *feed_cables(profile), *button_cables(profile))
    rows = [(f"#cable-{cable.name}|{cable.name}", cable.way, str(cable.wires), str(cable.length_mm)) for cable in every]
    pins = [
        (str(number), name, COLOUR_WORDS[colour])
        for number, (name, colour) in enumerate(zip(STRIP_PINS, COLOURS, strict=True), 1)
    ]
    return section(
        "cables",
        "Cables",
        words(
            "Links are eight wires of 0.33 mm² (AWG 22) with a plug at both ends, *pin to pin*: pin 1 to pin 1. "
            f"Power cables are two wires of {wire_mm2(profile)} mm² with bare ends for the screw terminals, black to ground. "
            "Cables to the buttons have a two-way plug at the carrier and are soldered to the button, either way round. "
            "Lengths follow from the drawing, with room to plug; computed, so try the first one before cutting all."
        ),
        part("colours", "Colours of a link", table(("pin", "line", "colour"), pins)),
        part("cable-list", "Every cable", table(("cable", "from, to", "wires", "mm"), rows, right=("wires", "mm"))),
    )


def strips(profile: BoardProfile) -> str:
    """The order of the strips with their chips, LEDs and cables, each with its test."""
    fed = {run.name: number for number, run in enumerate(fed_runs(profile), 1)}
    link_mm = {number: cable.length_mm for number, cable in enumerate(links(profile), 1)}
    rows = []
    for number, strip in enumerate(sorted(profile.strips, key=lambda strip: strip.bit), 1):
        leds = [led for site in strip.sites if (led := profile.sites[site].led) is not None]
        first, last = strip.bit // CHIP_INPUTS + 1, (strip.bit + strip.inputs) // CHIP_INPUTS
        rows.append(
            (
                f"#strip-{number}|{number}",
                strip.name,
                f"Link{number}, {link_mm[number]} mm",
                f"Power{fed[strip.name]}" if strip.name in fed else "",
                f"U{first}-U{last}" if last > first else f"U{first}",
                f"{min(leds)}-{max(leds)}" if leds else "",
                f"`reedboard selftest --step {number}`",
            )
        )
    told = table(("strip", "cells", "cable to it", "feed", "chips", "LEDs", "test"), rows)
    return told + part(
        "chips",
        "Which chip is U5?",
        words(
            "The self-test counts chips along the whole chain, as this table does. On every strip's board they are printed U1, U2, ... again. "
            "Strips of a row all lie the same way round, their plugs at White's left."
        ),
    )


def inputs(design: StripDesign) -> str:
    """Which cell of a strip hangs on which pin of which chip."""
    rows = []
    for place in range(8 * design.chips):
        net = input_net(design, place)
        use = f"cell {place + 1}, reed SW{place + 1}" if net.startswith("IN") else f"tied to {net}"
        rows.append((f"U{place // 8 + 1}", str(SHIFT_PINS[place % 8]), use))
    half = (len(rows) + 1) // 2
    both = [(*left, *right) for left, right in zip(rows[:half], [*rows[half:], ("", "", "")], strict=False)]
    return part(
        "inputs",
        "Which pin is which cell",
        words("For the meter: without a magnet each of these pins has 3.3 V, with one 0 V. Ties never change."),
        table(("chip", "pin", "goes to", "chip ", "pin ", "goes to "), both),
    )


def power(profile: BoardProfile) -> str:
    """Supply, fuse, feeds and wire."""
    own = profile.power
    rows = [
        ("supply", f"5 V, {own.supply_ma / 1000:g} A, plug 2.1 mm, plus inside"),
        ("fuse F1", f"{own.fuse_ma / 1000:g} A, 5 x 20 mm, quick"),
        ("all LEDs dark, pieces set up", f"about {profile.idle_ma} mA"),
        ("the firmware lets the board draw", f"at most {own.budget_ma} mA"),
        ("wire behind the fuse", f"{wire_mm2(profile)} mm² or more"),
    ]
    fed = ", ".join(f"strip {_number(profile, run.name)} ({run.name})" for run in fed_runs(profile))
    return section(
        "power",
        "Power",
        table(("what", "how much"), rows),
        part(
            "feeds",
            "Which strips are fed",
            words(
                f"The 5 V go by cable into J3 of {fed}. Each gets a 1000 µF capacitor across its terminal, plus at +5 V. Feeding the "
                "first strip alone is not enough: LEDs far away turn yellow."
            ),
        ),
        part(
            "current",
            "Why it does not draw 60 mA for each LED",
            words(
                f"{profile.leds} LEDs at full white would draw {profile.leds * LED_FULL_MA / 1000:.1f} A. The firmware adds up every frame "
                f"and dims it to the budget, whatever is asked of it. A closed reed draws {CLOSED_REED_MA} mA. The fuse protects you "
                "if all of that fails. Estimates from data sheets, until you have measured yours."
            ),
        ),
        part(
            "usb",
            "From USB alone",
            words(
                "Up to 350 mA: set `budget_ma = 350` and `fuse_ma = 500` in a copy of the geometry file and flash that. The LEDs are dimmer. "
                "Supply and USB may be plugged in together: the diode D1 keeps the supply's current out of the computer."
            ),
        ),
    )


def magnets(profile: BoardProfile, picture: str) -> str:
    """Magnets, reeds, pieces and thickness."""
    wood = profile.mechanics
    offset, promise = reed_offset_mm(profile.pitch_mm), promise_mm(profile.pitch_mm)
    return section(
        "magnets",
        "Magnets and pieces",
        picture,
        items(
            f"One magnet a piece: a disc of 10 x 1 mm, N35, in the middle of its foot. A piece is felt anywhere within *{promise:g} mm* of the "
            "middle of its cell. Computed with a fifth to spare; try one cell before you glue all.",
            f"The surface above the strips is {wood.surface_mm:g} mm thick. Another thickness: write it into `[mechanics]` of a copy of the geometry "
            "file, and `reedboard boards check FILE` says whether the magnets still reach.",
            f"Feet up to 24 mm wide leave the LED in sight: it shines {-LED_X:g} mm left of the middle of its cell, the reed lies {offset:g} mm right of it.",
            "Stronger magnets are not better: thick ones also close the neighbour's reed.",
            "All magnets the same way up, or pieces jump at each other. `mechanics/jig.stl` is a cup that puts the magnet in the middle.",
        ),
        take("Two swallowed magnets injure: keep them from children and pets."),
    )


def contents(parts: Iterator[tuple[str, str]]) -> str:
    """Sections with their pages."""
    lines = "".join(f'<li><a href="#{anchor}">{title}</a></li>' for anchor, title in parts)
    return f'<ul class="contents">{lines}</ul>'


def _number(profile: BoardProfile, name: str) -> int:
    along = sorted(profile.strips, key=lambda strip: strip.bit)
    return next(number for number, strip in enumerate(along, 1) if strip.name == name)
