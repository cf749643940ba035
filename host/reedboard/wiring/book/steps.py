"""The steps in their order, each ending in a test that the board, or a meter, makes by itself."""

from collections.abc import Iterator

from reedboard.board.profile import BoardProfile
from reedboard.wiring.book.html import items, part, section, take, test, words
from reedboard.wiring.book.reference import inputs, strips
from reedboard.wiring.magnet_reach import promise_mm
from reedboard.wiring.strip.design import StripDesign

CARRIER_ORDER = (
    "R1 (39 ohm), R2 (330 ohm), then D1, its ring at the dot.",
    "The socket of U2 with its notch at the left; C1.",
    "J5, J6, J7, then F1, J2 to J4 with their wire holes to the upper edge, J1.",
    "C2 with plus at the dot; LS1.",
    "The pins or sockets of U1. Leave U1 itself and U2 out for now.",
)

STRIP_ORDER = (
    "The chips and the buffer: one leg first, look whether all lie on their pads, then the others.",
    "Packs, small capacitors, small resistors.",
    "The LEDs, 20 seconds at most a joint: they melt.",
    "From the *back*: J1, J2, J3. Cut their legs on the front to 1 mm.",
    "The reeds last, lying flat on the front.",
)


def order_boards(profile: BoardProfile, design: StripDesign, width: float, height: float) -> str:
    """What a maker of circuit boards is sent."""
    count = len(profile.strips)
    return section(
        "order-boards",
        "Have the circuit boards made",
        words(
            f"Two kinds: *{count} strips* of {width:.0f} x {height:.1f} mm, all alike, and *one carrier*. Send the maker the two zips of this "
            f"folder, `{profile.id}-strip.zip` and `carrier-pico.zip` (for an ESP32-DevKitC `carrier-esp32.zip`)."
        ),
        items(
            "Two layers, 1.6 mm thick, copper 35 µm (1 oz); colour and surface as you like. Tracks and gaps of 0.15 mm and holes of 0.3 mm are in every "
            "maker's cheapest class.",
            f"Order {count + max(2, count // 10)} strips, two or a tenth more than you need; many makers sell by fives.",
            "Chips, packs, buffer and LEDs are small: 0603 parts and legs 0.65 mm apart. Who does not like that lets the maker put them on: the zip has the list and the "
            "places (`bom.csv`, `placement.csv`). *Look at every part's turn in the maker's preview*; reeds and plugs you solder in any case.",
        ),
        take(
            "Nobody has had these boards made yet. They pass KiCad's design rules without a violation; order the smallest lot first."
        ),
        new_page=False,
    )


def tools() -> str:
    """What is needed besides parts."""
    return part(
        "tools",
        "Tools and time",
        items(
            "Soldering iron with a fine tip, solder of 0.5 mm, flux, tweezers, small pliers, a lens; a meter for volts and ohms.",
            "Crimping pliers for XH contacts (or cables bought with plugs on).",
            "Drill, 3.2 mm and 5 mm, countersink; a saw, or somebody with a laser or router (`mechanics/surface.dxf`). Hot glue or epoxy for magnets.",
            "A computer with Python 3.11 or newer, and a USB cable that carries data.",
            "Time, by guess: carrier 2 hours, a strip 1 to 2 hours by hand or 20 minutes when a maker put the small parts on, cables 10 minutes each, wood an evening.",
        ),
    )


def safety() -> str:
    """What can hurt."""
    return section(
        "safety",
        "Before you begin: safety",
        items(
            "Only the 5 V side of a finished plug-in supply is yours. Nothing here touches the mains.",
            "5 V do not shock, but several amperes burn. *The fuse comes first*, of the size in [Power](#power), never larger.",
            "Unplug before you solder. Solder in fresh air; wash your hands before you eat.",
            "Magnets: two swallowed ones injure. Reeds are glass: wear glasses when you cut their wires.",
        ),
        new_page=False,
    )


def steps(profile: BoardProfile, design: StripDesign, pictures: dict[str, str]) -> Iterator[str]:
    """Every step as a section or part."""
    yield section(
        "carrier",
        "Step 1: the carrier",
        pictures["carrier"],
        words(
            "The carrier holds the microcontroller: a Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W with pins, or on its own carrier an ESP32-DevKitC. A Pico is the "
            "better choice: its LEDs are written beside the program. Solder low parts first:"
        ),
        items(*CARRIER_ORDER, ordered=True),
        words("Which way round each part goes: [Which way round](#round)."),
        part(
            "carrier-test",
            "Measure before the microcontroller goes in",
            test(
                "Without the supply: between the two contacts of J2 more than 1 kΩ. Fuse in, supply in: 5.0 V between the contacts of J2 (dot: ground), 4.6 to 4.9 V "
                "between ground and VSYS (pin 39 of a Pico, *5V* of a DevKitC). Supply out, then U1 and U2 go in."
            ),
        ),
    )
    yield section(
        "flash",
        "Step 2: the firmware",
        items(
            "Put MicroPython on the microcontroller.",
            "A Pico: hold BOOTSEL while plugging in USB, copy the `.uf2` of `micropython.org/download/RPI_PICO` (`RPI_PICO_W`, `RPI_PICO2`) "
            "onto the drive that appears.",
            "An ESP32: `esptool`, as `micropython.org/download/ESP32_GENERIC` tells.",
            "`pip install 'reedboard[flash]'`",
            f"`reedboard flash --board {profile.id}`",
            ordered=True,
        ),
        test(
            f"`reedboard flash` ends with *greets as board {profile.id}*. If no port is found: [trouble](#trouble-silent)."
        ),
    )
    yield section(
        "strip-solder",
        "Step 3: solder the strips",
        pictures["strip"],
        words("All strips are alike. Build the first one whole and test it (step 4) before you solder the others."),
        items(*STRIP_ORDER, ordered=True),
        part(
            "unfitted",
            "Shorter rows",
            words(
                f"The strip has {design.cells} places. Where a row or tray has fewer cells, leave reed, LED and capacitor of the last places out, and join pads 2 and 4 of each LED left out "
                "with a short wire, so that the data go on."
            ),
        ),
        part(
            "strip-measure",
            "Measure each strip before it is plugged in",
            test(
                "From test point +5V to GND and from +3V3 to GND more than 1 kΩ: no short. The test points are the legs of J1, each with its name on the front."
            ),
        ),
        inputs(design),
    )
    yield section(
        "strips",
        "Step 4: plug in and test, strip by strip",
        words(
            "Lay the carrier and the strips on the table, fronts up, plugs at the left. Plug in strip 1 with its cable, then the supply, and run its test. Then unplug the supply, add the next strip, and so on. "
            "A cable goes from J2 of one strip to J1 of the next, pin to pin."
        ),
        test(
            "`reedboard selftest --step 3` finds every chip up to strip 3 (*Chips of the chain found*), lights that strip's LEDs one after the other, and asks for a magnet over each of its reeds. "
            "It ends with *Nothing wrong*, or says what to mend: [When something is wrong](#trouble)."
        ),
        strips(profile),
    )
    yield section(
        "wood",
        "Step 5: the wood",
        pictures["wood"],
        words(
            "Print `mechanics/template-a4.pdf` (or `-letter`) at 100 %, check the line of 100 mm, glue the sheets by their crosses and lay them on the surface: every LED hole (5 mm) and screw hole (3.2 mm, "
            "countersunk from above) is on them. `mechanics/surface.dxf` is the same for a laser or router. White sits at the lower edge of the drawing."
        ),
        part("cutting", "Cutting list, in mm", pictures["cutting"]),
        items(
            "Fill the LED holes with a drop of clear hot glue or a 5 mm diffuser.",
            "Screw the strips under the surface, fronts up, 3 mm spacers between: first the two end screws, then the others.",
            "The carrier goes under the edge where the jack is to be, on 10 mm spacers, its left edge at the frame: cut a slot for jack and USB.",
            "Plug in all cables; buttons into the frame, White's at White's side.",
        ),
        test(
            "`reedboard selftest --report selftest.md` walks over the whole board and ends with *Nothing wrong*. Keep the report: it has your board's own figures."
        ),
    )
    yield section(
        "pieces",
        "Step 6: the pieces",
        items(
            "`mechanics/foot.stl` is a foot with a pocket for the magnet, `mechanics/jig.stl` a cup that centres it.",
            "Mark the upper side of every magnet while all stick together as one stack; glue the marks downwards.",
            "Felt of 1 mm under a foot counts as surface: a thinner plate, or none at all.",
        ),
        test(
            f"`reedboard selftest` again, with a piece instead of the bare magnet, put {promise_mm(profile.pitch_mm):g} mm off the middle: no cell may be missed."
        ),
        new_page=False,
    )
    yield section(
        "play",
        "Step 7: the first game",
        items(
            "`reedboard play` finds the board and shows a page at `http://127.0.0.1:8080`.",
            f"`reedboard play --game {_game(profile)}` plays that game; `reedboard games` lists all.",
            "Set up the pieces: LEDs show what is missing. Then move; the page shows the game, and asks where a move could be read in two ways.",
        ),
        test("All lights go out when the array is complete, and the page says whose move it is."),
        new_page=False,
    )


def _game(profile: BoardProfile) -> str:
    return next(iter(profile.games), "chess")
