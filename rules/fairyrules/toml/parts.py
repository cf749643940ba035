"""The rules of a TOML sheet that concern several kinds: promotions, castling, capture in passing, reserves."""

from fairyrules.board import Board
from fairyrules.declared import Kept, Lost
from fairyrules.sheet import Castling, Passing, Promotion, Reserves, Wing
from fairyrules.toml.ground import zone
from fairyrules.toml.table import Table


def letter(table: Table, key: str, letters: set[str]) -> str:
    """The letter of a kind there is."""
    value = table.text(key)
    if value not in letters:
        raise table.complaint(key, f"one of the kinds {' '.join(sorted(letters))}")
    return value


def letters_of(table: Table, key: str, letters: set[str]) -> tuple[str, ...]:
    """The letters of kinds there are."""
    values = table.texts(key)
    if not values or not set(values) <= letters:
        raise table.complaint(key, f"a list of kinds {' '.join(sorted(letters))}")
    return values


def read_promotion(table: Table, board: Board, letters: set[str]) -> Promotion:
    """One of `[[promotions]]`: kinds, zone, into, and if need be forced, leaving, only_lost."""
    into = letters_of(table, "into", letters)
    promotion = Promotion(
        kinds=" ".join(letters_of(table, "kinds", letters)),
        zone=zone(table, "zone", board),
        into=Lost(into) if table.flag("only_lost", False) else into,
        forced=table.flag("forced", True),
        leaving=table.flag("leaving", False),
        turns=all(kind.startswith("+") for kind in into),
    )
    if not promotion.zone:
        raise table.complaint("zone", "the cells where the promotion happens, as in a8-h8")
    table.close()
    return promotion


def read_castling(table: Table, board: Board, letters: set[str]) -> Castling:
    """One of `[[castlings]]`: kind, partner, home, and its wings."""
    castling = Castling(
        kind=letter(table, "kind", letters),
        partner=letter(table, "partner", letters),
        home=zone(table, "home", board),
        wings=tuple(read_wing(wing, board) for wing in table.tables("wings")),
        safe=table.flag("safe", True),
        stride=table.number("stride", 1),
    )
    if not castling.home:
        raise table.complaint("home", "the cells the King must never have left, as in e1")
    if not castling.wings:
        raise table.complaint("wings", "one table a side, as in [[castlings.wings]]")
    table.close()
    return castling


def read_wing(table: Table, board: Board) -> Wing:
    """One of `[[castlings.wings]]`: partner_home, target_file, partner_file."""
    files = [chr(97 + file) for file in range(board.files)]
    wing = Wing(zone(table, "partner_home", board), table.text("target_file"), table.text("partner_file"))
    for key, file in (("target_file", wing.target_file), ("partner_file", wing.partner_file)):
        if file not in files:
            raise table.complaint(key, f"a file {files[0]}-{files[-1]}")
    table.close()
    return wing


def read_passing(table: Table, board: Board, letters: set[str]) -> Passing:
    """One of `[[passing]]`: kind, advance, taken_at, taken_by, sideways, zone."""
    passing = Passing(
        kind=letter(table, "kind", letters),
        advance=table.number("advance", 2),
        taken_at=table.number("taken_at", 1),
        taken_by=" ".join(letters_of(table, "taken_by", letters)),
        sideways=table.number("sideways", 0),
        zone=zone(table, "zone", board),
    )
    if abs(passing.sideways) not in (0, passing.advance):
        raise table.complaint("sideways", f"0, or {passing.advance} for a step as far aside as ahead")
    if not 0 < passing.taken_at < passing.advance:
        raise table.complaint("taken_at", f"a rank that is passed, 1 to {passing.advance - 1}")
    table.close()
    return passing


def read_reserves(table: Table, board: Board, letters: set[str]) -> Reserves:
    """`[reserves]`: whether captured pieces are kept, what is held at the start, where it may enter."""
    start = table.text("start", "")
    if not all(letter.isascii() and letter.upper() in letters for letter in start):
        raise table.complaint("start", f"letters of {' '.join(sorted(letters))}, Black's in lower case, as in HEhe")
    reserves = Reserves(
        captured=Kept() if table.flag("captured", True) else None,
        drop_cells=zone(table, "drops", board),
        start=start,
        first=table.flag("first", False),
        gates=zone(table, "gates", board),
    )
    table.close()
    return reserves
