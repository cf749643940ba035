"""From the files on flash to a running board: whatever is wrong with them becomes a note, never a dead board."""

from reed import config
from reed.board import Board

BARE = {
    "board": "unconfigured",
    "driver": "none",
    "bits": 0,
    "leds": 0,
    "buttons": "",
    "buzzer": False,
    "led_budget_ma": 0,
    "tied_low": "",
    "tied_high": "",
}  # a board that can greet and say what is wrong with its files


class NoSensors:
    """The driver of a board that knows nothing of its sensors."""

    chip_bytes = 1

    def __init__(self):
        self.levels = bytearray(0)

    def read(self):
        """Nothing to read, nothing to distrust."""
        return -1


def start(edge, send, boot, folder=""):
    """The board of this configuration.

    Args:
        edge: makes what touches hardware: `sensors(config)`, `output(config)`, `panel(config)`.
        send: writes without blocking, see `Outbox`.
        boot: a number no two power-ups share.
        folder: where the files are, with its slash; the flash's root on a microcontroller.
    """
    notes: list = []
    values = _read(folder + config.CONFIG, notes)
    if values is None:
        values = BARE
        notes.append("no configuration: run `reedboard flash --board BOARD`")

    def keep(kept):
        config.save(folder + config.CALIBRATION, kept)

    calibration = _read(folder + config.CALIBRATION, notes) or {}
    try:
        sensors = NoSensors() if values["driver"] == "none" else edge.sensors(values)
        board = Board(values, calibration, sensors, edge.output(values), edge.panel(values), send, boot, keep)
    except Exception as error:  # whatever a wrong file makes fail, the board must still be able to say so
        notes.append("%s cannot be used (%s %s): flash the board again" % (config.CONFIG, type(error).__name__, error))
        board = Board(BARE, {}, NoSensors(), edge.output(BARE), edge.panel(BARE), send, boot, keep)
    if notes:
        board.talk.complain(notes[0])
    return board


def _read(name, notes):
    try:
        return config.load(name)
    except (config.ConfigError, ValueError) as error:
        notes.append(str(error))
        return None

