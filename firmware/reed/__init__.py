"""The board's program without its hardware: runs on the microcontroller, on CPython and in the MicroPython VM alike."""
