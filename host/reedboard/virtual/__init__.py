"""The virtual board: the real firmware on simulated sensors and LEDs, and the hands that play on it."""
