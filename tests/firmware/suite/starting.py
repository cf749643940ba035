import os

from fakes import Output, Panel, Port, Sensors, config, only
from reed import config as files
from reed.start import start


class Edge:
    def sensors(self, values):
        if values["driver"] != "74hc165":
            raise ValueError("the driver %s is unknown" % values["driver"])
        return Sensors(values["bits"] // 8)

    def output(self, values):
        return Output()

    def panel(self, values):
        return Panel()


def boot(text, calibration=None):
    """The first lines of a board whose board.cfg and calibration.cfg hold this; None for no file."""
    for name in (files.CONFIG, files.CONFIG + ".new", files.CALIBRATION):
        try:
            os.remove(name)
        except OSError:
            pass
    if text is not None:
        with open(files.CONFIG, "w") as file:
            file.write(text)
    if calibration is not None:
        with open(files.CALIBRATION, "w") as file:
            file.write(calibration)
    port = Port()
    board = start(Edge(), port.send, 1)
    for now in range(0, 40, 4):
        board.tick(now)
    if text is not None:
        os.remove(files.CONFIG)
    return port.lines()


def test_board_starts_from_its_configuration():
    lines = boot(files.pack(config()))
    assert lines[0].split(" ")[3:6] == ["test", "16", "8"]
    assert only(lines, "NOTE") == []


def test_board_without_configuration_greets_and_says_so():
    lines = boot(None)
    assert lines[0].split(" ")[3:6] == ["unconfigured", "0", "0"]
    assert only(lines, "NOTE") == ["NOTE no configuration: run `reedboard flash --board BOARD`"]


def test_board_with_a_truncated_configuration_greets_and_says_so():
    lines = boot(files.pack(config())[:60])
    assert lines[0].split(" ")[3] == "unconfigured"
    assert only(lines, "NOTE") == ["NOTE board.cfg is cut off or damaged (its check is wrong): flash the board again"]


def test_board_with_a_configuration_of_another_version_greets_and_says_so():
    lines = boot("reedboard-config 9 00000000\n{}\n")
    assert only(lines, "NOTE") == ["NOTE board.cfg has format 9, this firmware reads 1: flash the board again"]


def test_board_with_an_unusable_configuration_greets_and_says_so():
    values = config()
    values["driver"] = "telepathy"
    lines = boot(files.pack(values))
    assert lines[0].split(" ")[3] == "unconfigured"
    assert "telepathy" in only(lines, "NOTE")[0]


def test_board_with_an_unusable_calibration_goes_without_it_and_says_so():
    for calibration in (files.pack({"swaps": [[3, 999]]}), files.pack({"swaps": 5}), "rubbish"):
        lines = boot(files.pack(config()), calibration)
        assert lines[0].split(" ")[3] == "test"
        assert only(lines, "NOTE")[0].startswith("NOTE calibration.cfg "), calibration
