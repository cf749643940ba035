"""`loops.py` as machine code where this MicroPython has a compiler for it, else the same text as plain Python."""


def _same(buffer):
    return buffer


def _plain():
    """What `loops.py` defines, without its compiler: on CPython, and on MicroPython's virtual machine in a browser."""
    with open(__file__.replace("compiled.py", "loops.py")) as file:
        text = file.read()
    names = {"ptr8": _same, "ptr32": _same}
    exec(text.replace("import micropython\n", "").replace("@micropython.viper\n", ""), names)
    return names


try:
    from reed import loops

    found = loops.__dict__
except (ImportError, SyntaxError):
    found = _plain()

count_glows = found["count_glows"]
next_noisy = found["next_noisy"]
next_set = found["next_set"]
paint = found["paint"]
read_glows = found["read_glows"]
untrue = found["untrue"]
vote = found["vote"]

__all__ = ("count_glows", "next_noisy", "next_set", "paint", "read_glows", "untrue", "vote")
