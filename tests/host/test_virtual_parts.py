"""The virtual board's parts remember no more than somebody asks for."""

from reedboard.virtual.parts import LATEST_BEEPS, Panel


def test_only_the_latest_beeps_are_remembered_and_each_is_told_once():
    panel = Panel(lambda: 0)
    told = []
    for hz in range(1000, 1000 + 10 * LATEST_BEEPS):
        panel.beep(hz, 50)
        told += panel.beeps_since(panel.beeps - 1)
    assert told == [(hz, 50) for hz in range(1000, 1000 + 10 * LATEST_BEEPS)]
    assert panel.beeps_since(panel.beeps) == []
    assert panel.beeps_since(0) == told[-LATEST_BEEPS:]
