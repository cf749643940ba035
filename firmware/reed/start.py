"""From the files on flash to a running board: whatever is wrong with them becomes a note, never a dead board."""

from reed import config, geometry
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
        if not notes:
            notes.append("no configuration: run `reedboard flash --board BOARD`")

    def keep(kept):
        config.save(folder + config.CALIBRATION, kept)

    calibration = _read(folder + config.CALIBRATION, notes) or {}
    tries: tuple = (config.CALIBRATION, values, calibration), (config.CONFIG, values, {}), ("", BARE, {})
    for name, settings, kept in tries:
        try:
            sensors = NoSensors() if settings["driver"] == "none" else edge.sensors(settings)
            board = Board(settings, kept, sensors, edge.output(settings), edge.panel(settings), send, boot, keep)
            break
        except Exception as error:  # whatever a wrong file makes fail, the board must still be able to say so
            if kept or name != config.CALIBRATION:
                notes.append("%s cannot be used (%s %s): flash the board again" % (name, type(error).__name__, error))
    board.geometry = folder + geometry.FILE
    if notes:
        board.talk.complain(notes[-1])
    return board


def _read(name, notes):
    try:
        return config.load(name)
    except (config.ConfigError, ValueError) as error:
        notes.append(str(error))
        return None
