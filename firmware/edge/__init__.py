"""The only files that touch the machine, beside `main.py`: pins, buses, LEDs, buttons and the way to the host."""
