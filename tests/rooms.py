"""The rooms of the house: what each is for, whether it is pure, and what it may import."""

from dataclasses import dataclass

THIRD_PARTY = frozenset(
    {"click", "flask", "platformdirs", "rich", "segno", "serial", "waitress", "weasyprint", "werkzeug", "mpremote"}
)
"""The dependencies; a pure room may import none of them."""


@dataclass(frozen=True, slots=True)
class Room:
    """A folder of `host/reedboard/`. `pure`: it knows no port, clock, file, thread, randomness or log."""

    what: str
    may_import: frozenset[str]
    pure: bool = False


def _room(what: str, *may_import: str, pure: bool = False) -> Room:
    return Room(what, frozenset(may_import), pure)


ROOMS = {
    "board": _room("one physical board: geometry, placement, occupancy, wire lines, link session", pure=True),
    "tracker": _room("readings to moves", "board", pure=True),
    "game": _room("the game in play: state, move list, lights, guidance, view, trace", "board", "tracker", pure=True),
    "wiring": _room("documents made from the geometry file", "board", pure=True),
    "assets": _room("files that come with the program: geometry files, firmware", "board"),
    "archive": _room("records, journal, kept sheets", "board", "game", "tracker"),
    "port": _room("the serial link, finding boards", "board"),
    "virtual": _room("the real firmware on simulated sensors and LEDs, named faults", "assets", "board"),
    "web": _room("the page and its server", "archive", "game"),
    "app": _room(
        "the loop: one queue, one thread that touches the game",
        *("archive", "assets", "board", "game", "opponent", "port", "selftest", "tracker", "virtual", "web"),
    ),
    "flash": _room("firmware onto the microcontroller", "assets", "board", "port"),
    "bridge": _room("boards of another make, as if they were ours", "board", "port"),
    "opponent": _room("who plays against people without hands: our search in a process of its own"),
    "service": _room("the program as a service of the computer beside the board"),
    "selftest": _room("first light of a board", "board", "port", "virtual", "web", "wiring"),
    "selftest/walk": _room("what to ask for, and what is wrong", "board", pure=True),
    "bench": _room(
        "hands that play, judges, noise, measurements",
        *("app", "archive", "assets", "board", "game", "opponent", "tracker", "virtual"),
    ),
    "stress": _room(
        "attacks on what is promised to be kept",
        *("app", "archive", "assets", "bench", "board", "game", "port", "tracker", "virtual", "web"),
    ),
    "cli": _room(
        "one file a command",
        *(
            "app",
            "archive",
            "assets",
            "bench",
            "board",
            "bridge",
            "flash",
            "game",
            "opponent",
            "port",
            "selftest",
            "service",
            "stress",
            "virtual",
            "web",
            "wiring",
        ),
    ),
}
"""Room -> its law. Every room may also import the standard library, fairyrules, `reedboard.errors` and itself."""
