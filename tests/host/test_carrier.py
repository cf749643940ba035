"""The carriers: our rules check, KiCad's where it is installed, and what is joined to what."""

from collections import Counter
from pathlib import Path

import pytest

from kicad import kicads_complaints
from reedboard.wiring.carrier import CARRIERS, carrier, carrier_documents
from reedboard.wiring.carrier.parts import carrier_parts
from reedboard.wiring.circuit.check import circuit_faults, electrical_faults
from reedboard.wiring.circuit.necks import CONTACT_MA, WARMING_LIMIT_K, necks
from reedboard.wiring.circuit.netlist import Component
from reedboard.wiring.terminals import STRIP_PINS

pytestmark = pytest.mark.slow

HARDWARE = Path(__file__).parents[2] / "hardware"


@pytest.fixture(params=CARRIERS)
def circuit(request):
    return carrier(request.param.removeprefix("carrier-"))


def on(circuit, net):
    """Every pin on a net, as "R1.2"."""
    return {f"{part.ref}.{pin}" for part in circuit.parts for pin, found in part.pins.items() if found == net}


def test_carrier_keeps_our_rules(circuit):
    assert list(circuit_faults(circuit, carrier_documents(circuit.key))) == []


@pytest.mark.parametrize("name", CARRIERS)
def test_carrier_keeps_kicads_rules_too_where_kicad_is_installed(name, tmp_path):
    for file in (HARDWARE / name).iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    assert kicads_complaints(tmp_path, "carrier") == []


def test_supply_goes_through_fuse_and_diode(circuit):
    assert on(circuit, "VIN") == {"J1.1", "F1.1"}, "nothing before the fuse"
    kinds = {part.ref: part.kind for part in circuit.parts}
    assert {kinds[pin.split(".")[0]] for pin in on(circuit, "VSYS")} == {"diode", circuit.key.removeprefix("carrier-")}
    (diode,) = [part for part in circuit.parts if part.kind == "diode"]
    assert (diode.pins[1], diode.pins[2]) == ("VSYS", "+5V"), "its ring looks towards the microcontroller"


def test_first_strips_plug_is_pin_to_pin_that_of_the_strips(circuit):
    (plug,) = [part for part in circuit.parts if part.value == "first strip"]
    assert tuple(plug.pins[n] for n in range(1, 9)) == STRIP_PINS


def test_leds_go_through_one_open_gate_and_others_rest(circuit):
    (gates,) = [part for part in circuit.parts if part.kind == "gates"]
    taken = [gate for gate in ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11)) if gates.pins[gate[2]]]
    ((enable, take, give),) = taken
    assert (gates.pins[enable], gates.pins[take], gates.pins[give]) == ("GND", "LEDS_3V3", "LEDS_5V")
    assert all(gates.pins[pin] == "GND" for pin in (1, 2, 4, 5, 9, 10, 12, 13) if pin != take)


def test_copper_stays_cool_at_the_largest_fuse(circuit):
    found = list(necks(circuit, CONTACT_MA))
    assert len(found) > 20
    assert max(neck.warming_k for neck in found) <= WARMING_LIMIT_K


def test_parts_list_is_the_netlist(circuit):
    told = [ref for refs in carrier_parts(circuit).values() for ref in refs]
    assert Counter(told) == Counter(part.ref for part in circuit.parts)


@pytest.mark.parametrize(
    ("part", "complaint"),
    [
        (Component("R9", "resistor", "x", {1: "ALONE", 2: "GND"}), "ALONE joins nothing"),
        (Component("U9", "buffer", "x", {1: "A", 2: "GND", 3: "A", 4: "A", 5: "+5V", 6: "A"}), "A joins two outputs"),
        (Component("U9", "buffer", "x", {1: "A", 2: "GND", 3: "A", 4: None, 5: "+5V", 6: None}), "nothing that drives"),
        (Component("U9", "buffer", "x", {1: "VIN", 2: "GND", 3: "GND", 4: None, 5: "VIN", 6: None}), "has no source"),
    ],
)
def test_electrical_check_finds(part, complaint):
    good = carrier("pico")
    assert list(electrical_faults(good)) == []
    spoilt = Spoilt((*good.parts, part), good.supplied)
    assert any(complaint in fault for fault in electrical_faults(spoilt))


class Spoilt:
    def __init__(self, parts, supplied):
        self.parts, self.supplied = parts, supplied
