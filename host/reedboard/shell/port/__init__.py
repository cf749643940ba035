"""The door to the board: the link over any serial port. The only part of the shell the virtual board may import."""
