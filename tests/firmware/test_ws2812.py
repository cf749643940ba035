"""The LEDs' signal against the data sheets: what an ESP32 is told, and the Pico's program cycle by cycle."""

import importlib
from pathlib import Path

import pytest

EARLY = {"zero": ((250, 550), (700, 1000)), "one": ((650, 950), (300, 50_000))}  # WS2812B, 2013; a longer low is none
LATE = {"zero": ((220, 380), (580, 50_000)), "one": ((580, 1000), (580, 50_000))}  # WS2812B-V5, 2019


@pytest.fixture
def leds(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "hardware"))
    return lambda name: importlib.import_module(f"edge.{name}")


@pytest.mark.parametrize("sheet", [EARLY, LATE])
def test_times_suit_the_data_sheets(leds, sheet):
    times = leds("ws2812")
    for bit, (high, low) in (("zero", times.ZERO_NS), ("one", times.ONE_NS)):
        for ns, (least, most) in zip((high, low), sheet[bit], strict=True):
            assert least <= ns <= most, (bit, ns)


def test_pico_program_keeps_to_the_times(leds, monkeypatch):
    """Its instructions are run by hand: each takes one cycle and its delay, at the level of its side-set."""
    module, times = leds("leds_rp2"), leds("ws2812")
    program = []

    class Step:
        def __init__(self, does):
            self.does, self.level, self.cycles = does, 0, 1
            program.append(self)

        def side(self, level):
            self.level = level
            return self

        def __getitem__(self, delay):
            self.cycles = 1 + delay
            return self

    labels = {}
    words = {
        "label": lambda name: labels.setdefault(name, len(program)),
        "out": lambda *_: Step("out"),
        "jmp": lambda *where: Step(where),
        "nop": lambda: Step("nop"),
        "x": "x",
        "not_x": "not_x",
    }
    for name, word in words.items():
        monkeypatch.setattr(module, name, word, raising=False)
    module._ws2812()
    for bit, wanted in ((0, times.ZERO_NS), (1, times.ONE_NS)):
        levels, at = [], labels["bit"]
        while len(levels) == 0 or at != labels["bit"]:
            step = program[at]
            levels += [step.level] * step.cycles
            at = (at + 1) % len(program)
            match step.does:
                case ("not_x", label) if not bit:
                    at = labels[label]
                case (label,):
                    at = labels[label]
        ns = 1e9 / module.HZ
        assert (levels.count(1) * ns, levels.count(0) * ns) == wanted
        assert "01" not in "".join(map(str, levels)).lstrip("0"), "high once"
