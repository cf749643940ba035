"""The link to a board over any serial port, and finding boards."""
