"""The shapes of the chessmen, as SVG path data around (0, 0) in a cell 100 units wide. Drawn for this project."""

from collections.abc import Mapping
from dataclasses import dataclass

from fairyrules.equipment import Chessman, Equipment, Set


@dataclass(frozen=True, slots=True)
class Shape:
    """Outlines filled in the side's colour, then lines drawn over them."""

    fill: tuple[str, ...]
    line: tuple[str, ...] = ()


def base(half: int) -> str:
    """The foot of a chessman, `half` units to either side."""
    return f"M{-half} 34 V30 Q{-half} 25 {-half + 5} 25 H{half - 5} Q{half} 25 {half} 30 V34 Z"


def ball(x: float, y: float, r: float) -> str:
    """A disc."""
    return f"M{x - r:g} {y:g} a{r:g} {r:g} 0 1 0 {2 * r:g} 0 a{r:g} {r:g} 0 1 0 {-2 * r:g} 0 Z"


SHAPES: Mapping[Chessman, Shape] = {
    Chessman.PAWN: Shape(
        (
            "M-8 -4 C-7 9 -12 17 -16 25 H16 C12 17 7 9 8 -4 Z",
            ball(0, -17, 12.5),
            "M-13 -2 Q0 -8 13 -2 Q0 4 -13 -2 Z",
            base(22),
        ),
    ),
    Chessman.ROOK: Shape(
        (
            "M-13 -10 L-16 25 H16 L13 -10 Z",
            "M-21 -33 H-12 V-27 H-4.5 V-33 H4.5 V-27 H12 V-33 H21 V-17 L14 -10 H-14 L-21 -17 Z",
            base(25),
        ),
        ("M-19 -17 H19", "M-14.5 12 H14.5"),
    ),
    Chessman.KNIGHT: Shape(
        (
            "M-17 25 C-18 12 -4 6 -3 -7 C-7 -1 -13 0 -17 5 C-21 9 -28 7 -28 0 C-27 -7 -20 -13 -17 -21"
            " C-17 -26 -17 -30 -19 -36 C-13 -35 -9 -32 -6 -29 C13 -30 25 -14 25 8 C25 15 23 20 22 25 Z",
            base(25),
        ),
        ("M-1 -22 C12 -18 17 -4 16 12", "M-3 -7 C-2 -10 -2 -12 -3 -14", ball(-12.5, -15.5, 1.6), ball(-23, 0, 1)),
    ),
    Chessman.BISHOP: Shape(
        (
            "M-7 9 C-7 17 -12 20 -16 25 H16 C12 20 7 17 7 9 Z",
            "M0 -30 C11 -22 16 -13 16 -6 C16 2 11 7 7 9 H-7 C-11 7 -16 2 -16 -6 C-16 -13 -11 -22 0 -30 Z",
            ball(0, -33, 4.6),
            "M-14 11 Q0 5 14 11 Q0 17 -14 11 Z",
            base(23),
        ),
        ("M6 -22 L-3 -8",),
    ),
    Chessman.QUEEN: Shape(
        (
            "M-17 8 C-14 14 -16 20 -20 25 H20 C16 20 14 14 17 8 Z",
            "M-26 -17 L-18 10 Q0 4 18 10 L26 -17 L14 -5 L13.5 -27 L4.5 -8 L0 -31 L-4.5 -8 L-13.5 -27 L-14 -5 Z",
            *(ball(x, y, 3.6) for x, y in ((-27, -19), (-14, -29), (0, -33), (14, -29), (27, -19))),
            base(25),
        ),
        ("M-18 10 Q0 4 18 10", "M-17 16 Q0 11 17 16"),
    ),
    Chessman.KING: Shape(
        (
            "M-17 10 C-14 15 -16 20 -20 25 H20 C16 20 14 15 17 10 Z",
            "M-3 -39 H3 V-34 H8.5 V-28.5 H3 V-21 H-3 V-28.5 H-8.5 V-34 H-3 Z",
            "M0 -13 C-5 -24 -27 -22 -27 -7 C-27 2 -19 5 -17 11 Q0 5 17 11 C19 5 27 2 27 -7 C27 -22 5 -24 0 -13 Z",
            base(25),
        ),
        ("M0 -13 V6", "M-17 11 Q0 5 17 11", "M-17 16.5 Q0 11 17 16.5"),
    ),
    Chessman.TILE: Shape(("M-33 35 L-28 -24 Q-27 -28 -23 -29 L0 -37 L23 -29 Q27 -28 28 -24 L33 35 Z",)),
}

SCALE: Mapping[Set, float] = {Set.LARGE: 1.14, Set.SMALL: 0.82, Set.TILES: 1.0}

OWN_LETTER: Mapping[Chessman, str] = {
    Chessman.KING: "K",
    Chessman.QUEEN: "Q",
    Chessman.ROOK: "R",
    Chessman.BISHOP: "B",
    Chessman.KNIGHT: "N",
    Chessman.PAWN: "P",
}
"""The kinds a large chessman tells by its shape alone; any other it stands for wears its letter."""


def needs_badge(chessman: Equipment, letter: str) -> bool:
    """Whether the chessman has to wear the letter of the kind it stands for."""
    return chessman.set is not Set.TILES and OWN_LETTER[chessman.chessman] != letter


def black(chessman: Equipment) -> str:
    """Colour of a black chessman, one a set."""
    return "#6b3f2c" if chessman.set is Set.SMALL else "#37302b"


def white(chessman: Equipment) -> str:
    """Colour of a white chessman, one a set."""
    return "#f3dfb8" if chessman.set is Set.SMALL else "#fffaf0"
