"""One line on its way out, in as many portions as the port takes; it never waits."""


class Outbox:
    """Holds at most one line. `send(buffer, start)` writes what it can without blocking and says how many bytes."""

    def __init__(self, send):
        self._send = send
        self._line = b""
        self._sent = 0

    def load(self, line):
        """Takes the next line; only when idle."""
        self._line = line
        self._sent = 0

    def drain(self):
        """Sends on; True when nothing is left."""
        left = len(self._line) - self._sent
        if left:
            self._sent += self._send(self._line, self._sent)
            left = len(self._line) - self._sent
        return left == 0
