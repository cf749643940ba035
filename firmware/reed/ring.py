"""The last events, numbered from 1, kept for a host that was away; preallocated, the oldest gives way."""

from array import array

CHANGE = 0
PUSHED = 1
NOISE = 2
CHAIN = 3
HELD = 4


class Ring:
    """`head` is the last event's number, `oldest` the first one still held (`head + 1` when empty)."""

    def __init__(self, capacity=128):
        self._capacity = capacity
        self._kind = bytearray(capacity)
        self._t_ms = array("I", bytes(4 * capacity))
        self._where = array("H", bytes(2 * capacity))
        self._value = bytearray(capacity)
        self._count = bytearray(capacity)
        self.head = 0
        self.oldest = 1

    def push(self, kind, t_ms, where, value, count):
        """Adds an event; no allocation."""
        self.head += 1
        at = self.head % self._capacity
        self._kind[at] = kind
        self._t_ms[at] = t_ms
        self._where[at] = where
        self._value[at] = value
        self._count[at] = count
        if self.head - self.oldest >= self._capacity:
            self.oldest += 1

    def body(self, boot, seq):
        """The line's body of event `seq` of this boot, which must be held."""
        at = seq % self._capacity
        kind = self._kind[at]
        t_ms = self._t_ms[at]
        where = self._where[at]
        value = self._value[at]
        if kind == CHANGE:
            return "CHANGE %d %d %d %d %d %d" % (boot, seq, t_ms, where, value, self._count[at])
        if kind == PUSHED:
            return "PUSHED %d %d %d %s" % (boot, seq, t_ms, "wb"[value])
        if kind == HELD:
            return "HELD %d %d %d %s" % (boot, seq, t_ms, "wb"[value])
        if kind == NOISE:
            return "NOISE %d %d %d %d %d" % (boot, seq, t_ms, where, self._count[at])
        if value:
            return "CHAIN %d %d %d %d" % (boot, seq, t_ms, where)
        return "CHAIN %d %d %d ok" % (boot, seq, t_ms)
