"""The virtual board: the real firmware on simulated sensors and LEDs, and its named faults."""
