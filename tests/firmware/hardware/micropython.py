"""Stands in for MicroPython's `micropython` on CPython; MicroPython has its own and never sees this one."""


def kbd_intr(sign):
    pass


def native(function):
    return function


def __getattr__(name):
    raise ImportError("CPython makes no machine code: found %s" % name)
