"""The ways a game of a TOML sheet ends, beside mate: `[[endings]]`, each with its `type`; and `[bursts]`."""

from fairyrules import betza
from fairyrules.board import Board
from fairyrules.ending import Checks, Counting, Ending, Extinction, Goal, Standstill
from fairyrules.sheet import Burst
from fairyrules.toml.ground import zone
from fairyrules.toml.table import Table

TYPES = ("goal", "checks", "extinction", "counting", "standstill")


def read_ending(table: Table, board: Board, letters: set[str]) -> Ending:
    """One of `[[endings]]`."""
    found: Ending
    match table.text("type"):
        case "goal":
            found = Goal(
                kinds=kinds_of(table, "kinds", letters),
                cells=zone(table, "cells", board),
                black_cells=zone(table, "black_cells", board),
                answered=table.flag("answered", False),
            )
        case "checks":
            found = Checks(positive(table, "count"))
        case "extinction":
            found = Extinction(
                kinds=kinds_of(table, "kinds", letters, ()),
                most=table.number("most", 0),
                others=table.number("others", 0),
                answer=table.flag("answer", False),
                wins=table.flag("wins", False),
            )
        case "counting":
            found = Counting(
                pawns=kinds_of(table, "pawns", letters),
                board=positive(table, "board"),
                pieces=tuple((needed, limit) for needed, limit in worth(table, "pieces", letters, several=True)),
                otherwise=positive(table, "otherwise"),
            )
        case "standstill":
            found = Standstill(worth(table, "values", letters), table.number("second_tenths", 0) / 10)
        case _:
            raise table.complaint("type", f"one of {', '.join(TYPES)}")
    table.close()
    return found


def read_burst(table: Table, letters: set[str]) -> Burst:
    """`[bursts]`: around, spared."""
    around = table.checked("around", table.text("around", "K"), betza.read_shots, "plain leaps in Betza's notation")
    burst = Burst(around, kinds_of(table, "spared", letters, ()))
    table.close()
    return burst


def kinds_of(table: Table, key: str, letters: set[str], default: tuple[str, ...] | None = None) -> str:
    """The letters of kinds there are, as a sheet has them."""
    values = table.texts(key, default)
    if not set(values) <= letters:
        raise table.complaint(key, f"a list of kinds {' '.join(sorted(letters))}")
    return " ".join(values)


def positive(table: Table, key: str) -> int:
    """A whole number from 1 on."""
    number = table.number(key)
    if number < 1:
        raise table.complaint(key, "a whole number from 1 on")
    return number


def worth(table: Table, key: str, letters: set[str], several: bool = False) -> tuple[tuple[str, int], ...]:
    """Pairs of a kind, or of several kinds' letters in a row, and a number: ["R 13", "C 7"]."""
    pairs = []
    for text in table.texts(key):
        kinds, _, number = text.partition(" ")
        fits = set(kinds) <= letters and kinds != "" if several else kinds in letters
        if not fits or not (number.isascii() and number.isdigit()) or len(number) > len("9999"):
            raise table.complaint(key, 'a list of kinds with a number each, as in ["R 13", "C 7"]')
        pairs.append((kinds, int(number)))
    return tuple(pairs)
