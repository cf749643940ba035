"""What is generated from the geometry files: as committed, and all of one mind."""

import ast
import csv
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from wireviz import wireviz

from reedboard.assets import boards
from reedboard.board.profile import parse
from reedboard.cli.main import main
from reedboard.virtual import firmware
from reedboard.wiring import documents, unsound
from reedboard.wiring.carrier import CARRIERS, MODULES, carrier, carrier_documents
from reedboard.wiring.power import WIRE_MA
from reedboard.wiring.terminals import Use, terminals

pytestmark = pytest.mark.slow

HARDWARE = Path(__file__).parents[2] / "hardware"

MATRIX = """
id = "matrix"
name = "Matrix"
pitch_mm = 40
[sensors]
driver = "{driver}"
inputs = 8
[[sensors.run]]
cells = "a1-h8"
bit = 0
[power]
budget_ma = 200
fuse_ma = 500
supply_ma = 500
"""


PICO_GPIO = (
    0, 1, None, 2, 3, 4, 5, None, 6, 7, 8, 9, None, 10, 11, 12, 13, None, 14, 15,
    16, 17, None, 18, 19, 20, 21, None, 22, None, 26, 27, None, 28, None, None, None, None, None, None
)  # fmt: skip
"""What is behind pin 1, 2, ... of a Pico's header; None for supplies. Source: its data sheet's pin map."""

DEVKITC_GPIO = (
    None, None, 36, 39, 34, 35, 32, 33, 25, 26, 27, 14, 12, None, 13, 9, 10, 11, None,
    6, 7, 8, 15, 2, 0, 4, 16, 17, 5, 18, 19, None, 21, 3, 1, 22, 23, None
)  # fmt: skip
"""Likewise of an ESP32-DevKitC: J2 down, then J3 up."""


@pytest.fixture(params=boards.shipped())
def profile(request):
    return boards.load(request.param)


@pytest.fixture
def made(profile):
    return documents(profile)


def rows(text):
    return list(csv.DictReader(text.splitlines()))


def test_committed_files_are_what_the_geometry_file_gives(profile, made):
    folder = HARDWARE / profile.id
    committed = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    assert set(committed) == set(made), f"run: reedboard wiring {profile.id} --out hardware/{profile.id}"
    for name, text in made.items():
        assert committed[name].read_text(encoding="utf-8") == text, f"{profile.id}/{name} is not as generated"


@pytest.mark.parametrize("name", CARRIERS)
def test_committed_carrier_is_what_its_netlist_gives(name):
    made, folder = carrier_documents(name), HARDWARE / name
    assert {path.name for path in folder.iterdir()} == set(made), "run: reedboard wiring --all --out hardware"
    for file, text in made.items():
        assert (folder / file).read_text(encoding="utf-8") == text, f"{name}/{file} is not as generated"


def test_sensor_table_agrees_with_the_profile(profile, made):
    found = {row["site"]: int(row["bit"]) for row in rows(made["sensors.csv"]) if row["site"]}
    assert found == {site.name: site.bit for site in profile.sites.values()}


def test_light_table_agrees_with_the_profile(profile, made):
    found = {int(row["led"]): row["site"] for row in rows(made["lights.csv"])}
    assert found == profile.site_of_led
    assert list(found) == list(range(profile.leds))


def test_configuration_agrees_with_the_sensor_table(profile, made):
    told = firmware.module("config").unpack(made["board.cfg"], "board.cfg")
    for key, use in (("tied_low", Use.LOW), ("tied_high", Use.HIGH)):
        mask = int.from_bytes(bytes.fromhex(told[key]), "little")
        bits = [int(row["bit"]) for row in rows(made["sensors.csv"]) if row["use"] == use.value]
        assert [bit for bit in range(profile.bits) if mask >> bit & 1] == bits
    assert (told["bits"], told["leds"]) == (profile.bits, profile.leds)


def test_picture_shows_every_site_with_its_bit_and_led(profile, made):
    texts = [(node.get("class"), node.text) for node in ElementTree.fromstring(made["board.svg"]).iter() if node.text]
    shown = {kind: [text for k, text in texts if k == kind] for kind in ("name", "bit", "led")}
    assert shown["name"] == list(profile.sites)
    assert shown["bit"] == [str(site.bit) for site in profile.sites.values()]
    assert shown["led"] == [str(site.led) for site in profile.sites.values() if site.led is not None]


def test_harness_is_read_by_wireviz_and_links_every_strip(profile, made, capsys):
    if profile.id == "4x4":
        assert "harness.yml" not in made  # wired on a breadboard, pin by pin
        return
    drawn = wireviz.parse(made["harness.yml"], return_types=("harness",))
    assert "not referenced" not in capsys.readouterr().out
    strips = {name for name in drawn.connectors if name.startswith("Strip") and name.endswith("in")}
    assert len(strips) == len(profile.strips)


def test_parts_are_as_many_as_the_table_needs(profile, made):
    count = {row["part"].split(",")[0]: int(row["quantity"]) for row in rows(made["parts.csv"])}
    sensors = [row for row in rows(made["sensors.csv"]) if row["use"] == "sensor"]
    assert count["reed switch"] == len(sensors)
    assert count["shift register 74HC165"] == len({row["part"] for row in rows(made["sensors.csv"])})
    assert count["LED with controller"] == len(rows(made["lights.csv"]))


def test_parts_are_those_of_the_drawn_strips(profile, made):
    """Counted in the committed circuit board, without the last cells that shorter strips leave empty."""
    if "strip/strip.kicad_pcb" not in made:
        return
    board = made["strip/strip.kicad_pcb"]
    drawn = Counter(re.findall(r'\(footprint "reedboard:([^"]+)"', board))
    strips, sites = len(profile.strips), len(profile.sites)
    of_cells = dict.fromkeys(("reed", "led", "led-capacitor"), sites)
    wanted = {kind: of_cells.get(kind, strips * count) for kind, count in drawn.items()}
    kinds = {
        "reed switch": "reed",
        "LED with controller": "led",
        "shift register 74HC165": "74hc165",
        "resistor array 4 x 10 kohm": "pack",
        "double Schmitt buffer": "buffer",
        "header 8 way": "plug",
        "screw terminal 2 way": "feed",
        "screw M3 with nut": "hole",
    }
    bill = [(row["part"].split(",")[0], int(row["quantity"])) for row in rows(made["parts.csv"])]
    found = {kinds[part]: count for part, count in bill if part in kinds}
    found["plug"] -= 1  # the carrier has one of its own
    found["feed"] -= sum(part.kind == "feed" for part in carrier("pico").parts)
    found["resistor"] = sum(count for part, count in bill if part in ("resistor 10 kohm", "resistor 39 ohm")) - 1
    small = {row["part"]: int(row["quantity"]) for row in rows(made["parts.csv"])}["capacitor 100 nF, 0603"]
    assert small == wanted.pop("led-capacitor") + wanted.pop("capacitor")
    assert found == wanted


def test_cables_are_long_enough_and_the_same_in_harness_and_list(profile, made):
    if "cables.md" not in made:
        return
    told = re.findall(r"\| (\w+) \| (.+?) \| (\d) \| (\d+) \|", made["cables.md"])
    lengths = {name: int(mm) / 1000 for name, _, _, mm in told}
    harness = re.findall(r"  (\w+):\n    length: ([\d.]+)", made["harness.yml"])
    assert {name: float(metres) for name, metres in harness} == lengths
    neighbours = [mm for name, _, _, mm in told if name.startswith("Link")][1:]
    assert all(int(mm) >= profile.pitch_mm + 60 for mm in neighbours)


def test_shipped_boards_are_sound(profile):
    assert list(unsound(profile)) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("fuse_ma = 2500", "fuse_ma = 3600", "more than a plug's contact carries"),
        ("fuse_ma = 2500", "fuse_ma = 5000", "K warmer at the fuse's 5000 mA"),
        ("pitch_mm = 50.0", "pitch_mm = 63.0", "a strip of 8 cells is 504 mm long"),
    ],
)
def test_board_that_could_not_be_built_is_told_in_a_sentence(old, new, complaint, tmp_path):
    text = (boards.folder() / "8x8.toml").read_text().replace("supply_ma = 3000", "supply_ma = 6000")
    assert old in text
    own = tmp_path / "own.toml"
    own.write_text(text.replace(old, new))
    assert any(complaint in fault for fault in unsound(boards.load(str(own))))
    done = CliRunner().invoke(main, ["boards", "check", str(own)])
    assert done.exit_code == 2
    assert len(done.output.strip().splitlines()) == 1


def test_wire_behind_the_fuse_carries_what_the_fuse_lets_through(profile, made):
    (mm2,) = re.findall(r"Wire of ([\d.]+) mm²", made["power.md"])
    assert float(mm2) >= 0.75, "the rule of docs/BUILD.md"
    assert WIRE_MA[mm2] >= profile.power.fuse_ma


def test_power_budget_agrees_with_the_profile(profile, made):
    assert f"| **idle** | **{profile.idle_ma}** |" in made["power.md"]
    assert f"| **at most** | **{profile.power.budget_ma}** |" in made["power.md"]


@pytest.mark.parametrize(
    ("driver", "bit", "part", "pin"),
    [
        ("74hc165", 13, "U2", "D5 (pin 4)"),
        ("diode-matrix", 13, "R1 Q1 (pin 1)", "U1 D5 (pin 4)"),
        ("mcp23017", 29, "0x21", "GPB5 (pin 6)"),
    ],
)
def test_terminal_names_the_drivers_own_pin(driver, bit, part, pin):
    terminal = list(terminals(parse(MATRIX.format(driver=driver), "matrix")))[bit]
    assert (terminal.part, terminal.pin) == (part, pin)


def test_parts_of_a_matrix_have_a_diode_a_reed():
    bill = documents(parse(MATRIX.format(driver="diode-matrix"), "matrix"))["parts.csv"]
    assert re.search(r"^64,diode,", bill, re.MULTILINE)


def test_wiring_command_writes_the_documents_of_one_board(tmp_path):
    done = CliRunner().invoke(main, ["wiring", "4x4", "--out", str(tmp_path / "new")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "new" / "board.svg").read_text().startswith("<svg")


def test_wiring_command_shows_the_table_when_no_folder_is_told():
    done = CliRunner().invoke(main, ["wiring", "4x4"])
    assert done.exit_code == 0
    assert "# Wiring of Bench board" in done.output


@pytest.mark.parametrize("args", [["wiring", "--out", "x"], ["wiring", "9x9", "--out", "x"], ["wiring", "--all"]])
def test_wiring_command_exits_2_with_one_line_when_the_board_is_not_told(args):
    done = CliRunner().invoke(main, args)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("variant", "table", "gpio_of"), [("pico", "PICO", PICO_GPIO), ("esp32", "ESP32", DEVKITC_GPIO)]
)
def test_carrier_joins_the_pins_the_firmware_uses(variant, table, gpio_of):
    tree = ast.parse((HARDWARE.parent / "firmware" / "edge" / "pins.py").read_text())
    (value,) = [node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == table]
    firmwares = ast.literal_eval(value)
    lines = MODULES[variant].lines
    keys = {
        "CLOCK_OUT": "sck",
        "LOAD": "load",
        "SENSORS": "miso",
        "WHITE": "white",
        "BLACK": "black",
        "BUZZER": "buzzer",
    }
    wanted = {line: firmwares[key] for line, key in keys.items()} | {"LEDS_3V3": firmwares["leds"][0]}
    assert {line: gpio for line, (_, gpio) in lines.items() if gpio is not None} == wanted
    assert {line: gpio_of[pin - 1] for line, (pin, _) in lines.items() if line in wanted} == wanted
    (module,) = [part for part in carrier(variant).parts if part.ref == "U1"]
    assert all(gpio_of[pin - 1] is None for pin, net in module.pins.items() if net in ("GND", "+3V3", "VSYS"))
    assert sum(net == "GND" for net in module.pins.values()) == (8 if variant == "pico" else 3)


def test_build_guide_links_to_files_that_are_there():
    guide = HARDWARE.parent / "docs" / "BUILD.md"
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", guide.read_text()) if not link.startswith("https://")]
    assert len(links) > 8
    assert [link for link in links if not (guide.parent / link).exists()] == []
