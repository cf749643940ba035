"""Whether a sheet can be played: faults that no single value shows."""

from collections.abc import Iterator

from fairyrules import fenreader
from fairyrules.board import Cell
from fairyrules.errors import FairyRulesError
from fairyrules.game import Game
from fairyrules.pieces import Side
from fairyrules.rules import Rules
from fairyrules.sheet import Kind, Sheet

Fault = tuple[str, str, str]
"""Key, value, and what was expected."""


def faults(sheet: Sheet) -> Iterator[Fault]:
    """What is wrong with a sheet whose values are well written one by one, the worst first.

    Kinds whose movement changes in play (a function of the phase) are taken as sound.
    """
    rules = Rules(sheet)
    for side in Side:
        if not (rules.codes.royals_given[side] or sheet.endings):
            royals = rules.codes.royals
            if not royals:
                yield "kinds", "none royal", "a kind with royal = true, or [[endings]] by which a game is won"
            else:
                king = royals[0].lower() if side else royals[0]
                yield "array", sheet.array, f"a {king}, the royal piece of {side.name.title()}, or [[endings]]"
            return
    unknown = [letter for kind in sheet.kinds for letter in kind.shuns.split() if not rules.codes.has(letter)]
    if unknown:
        yield "shuns", " ".join(unknown), "letters of kinds"
        return
    if sheet.stalemate_loses and sheet.stalemate_wins:
        yield "stalemate_wins", "true", "stalemate_loses or stalemate_wins, not both"
    try:
        placement(rules)
    except FairyRulesError as error:
        yield "array", sheet.array, f"one piece, empty cell or hole for each place; {str(error).rstrip('.')}"
        return
    for kind in sheet.kinds:
        yield from kind_faults(rules, kind)
    yield from promotion_faults(rules)
    yield from castling_faults(rules)
    try:
        Game("sheet", sheet).start()
    except FairyRulesError as error:
        yield "array", sheet.array, f"a position that may stand; {str(error).rstrip('.')}"


def kind_faults(rules: Rules, kind: Kind) -> Iterator[Fault]:
    """A kind that never moves, a zone it is not in, a kind it cannot be held as."""
    if callable(kind.moves):
        return
    key = f"kinds.{kind.letter}"
    inside = rules.movement.zone(kind.zone, Side.WHITE) if kind.zone else frozenset(rules.board.cells)
    if not any(targets(rules, kind, cell) for cell in inside) and not kind.rifle:
        if kind.zone and any(targets(rules, unzoned(kind), cell) for cell in rules.board.cells):
            yield f"{key}.zone", kind.zone, f"cells among which {kind.name} can move"
        else:
            yield f"{key}.moves", str(kind.moves), f"a movement that takes {kind.name} somewhere on this board"
    outside = [cell for cell, letter in placement(rules).items() if letter == kind.letter and cell not in inside]
    if outside:
        found = f"{kind.zone} without {rules.board.name(outside[0])}"
        yield f"{key}.zone", found, f"every cell on which the array puts White's {kind.name}"
    if kind.held and not rules.codes.has(kind.held):
        yield f"{key}.held", kind.held, "the letter of a kind"
    if "i" in str(kind.moves) and not kind.home:
        yield f"{key}.home", "", f"the cells from which the i moves of {kind.moves} are allowed"


def unzoned(kind: Kind) -> Kind:
    """The kind without its zone."""
    return Kind(kind.letter, kind.name, kind.moves, home=kind.home)


def targets(rules: Rules, kind: Kind, cell: Cell) -> set[Cell]:
    """Where the kind may ever land from the cell, whatever has to stand where."""
    code = rules.codes.code(kind.letter, Side.WHITE)
    found = set()
    for pattern in rules.movement.patterns(kind, None):
        if pattern.initial and cell not in rules.movement.home(kind, Side.WHITE):
            continue
        path = rules.movement.walk(pattern, Side.WHITE, cell)
        found |= set(path[pattern.first :])
    if kind.zone:
        found &= rules.movement.zone(kind.zone, Side.WHITE)
    return {target for target in found if kind.lands is None or rules.movement.may_land(code, None, cell, target)}


def promotion_faults(rules: Rules) -> Iterator[Fault]:
    """A promotion that can never happen."""
    for number, promotion in enumerate(rules.sheet.promotions, start=1):
        zone = rules.movement.zone(promotion.zone, Side.WHITE)
        for kind in (kind for kind in rules.codes.kinds if kind.letter in promotion.kinds.split()):
            if callable(kind.moves):
                continue
            arrives = any(targets(rules, kind, cell) & zone for cell in rules.board.cells)
            leaves = promotion.leaving and any(targets(rules, kind, cell) for cell in zone)
            if not (arrives or leaves):
                yield f"promotions[{number}].zone", promotion.zone, f"cells that {kind.name} can reach by a move"


def castling_faults(rules: Rules) -> Iterator[Fault]:
    """A castling whose pieces do not stand where it starts."""
    board = rules.board
    placed = placement(rules)
    for number, castling in enumerate(rules.sheet.castlings, start=1):
        key = f"castlings[{number}]"
        if not any(placed.get(cell) == castling.kind for cell in board.zone(castling.home)):
            yield f"{key}.home", castling.home, f"a cell where White's {castling.kind} stands in the array"
        for place, wing in enumerate(castling.wings, start=1):
            if not any(placed.get(cell) == castling.partner for cell in board.zone(wing.partner_home)):
                yield (
                    f"{key}.wings[{place}].partner_home",
                    wing.partner_home,
                    f"a cell where White's {castling.partner} stands in the array",
                )


def placement(rules: Rules) -> dict[Cell, str]:
    """The array's pieces by cell, in FEN letters."""
    return {cell: str(piece) for cell, piece in fenreader.placement_only(rules, rules.sheet.array).items()}
