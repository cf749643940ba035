"""Which games the kernel cannot play, and why."""

from typing import TYPE_CHECKING

from fairyrules.betza import Mode
from fairyrules.declared import Army, Kept
from fairyrules.search.kernel.layout import MOST_CELLS, MOST_CONDITIONS, MOST_HELD, MOST_KINDS, MOST_RIGHTS

if TYPE_CHECKING:
    from fairyrules.rules import Rules


def refusal(rules: "Rules") -> str:
    """Why the kernel cannot play the game, or nothing."""
    sheet, codes = rules.sheet, rules.codes
    reserves = sheet.reserves
    pieces = sum(codes.given) + (0 if reserves is None else len(reserves.start))
    conditions = sheet.phase.asks if isinstance(sheet.phase, Army) else ()
    reasons = {
        "it ends, or its moves are tested, by more than the one King's safety": rules.special,
        "a part of its state is its own": bool(rules.extras),
        "it adds moves, or to what moves do": sheet.more_moves is not None or sheet.aftermath is not None,
        "pieces take without going there": any(kind.rifle for kind in sheet.kinds),
        "only a function tells how an army moves": sheet.phase is not None and not isinstance(sheet.phase, Army),
        "only a function tells who keeps what is taken": reserves is not None
        and reserves.captured is not None
        and not isinstance(reserves.captured, Kept),
        "it is too large": len(sheet.kinds) > MOST_KINDS
        or rules.board.size > MOST_CELLS
        or pieces >= MOST_HELD
        or len(conditions) > MOST_CONDITIONS
        or len(right_cells(rules)) > MOST_RIGHTS,
        "a quiet move may take in passing": _quiet_passers(rules),
        "its castlings share cells, or who castles is taken in passing": _tangled(rules),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def right_cells(rules: "Rules") -> list[int]:
    """Where partners of castlings may stand, each once for each of its wings."""
    families = [family for side in rules.castlings.families for family in side]
    return sorted([cell for family in families for cells, _ in family.wings for cell in cells])


def _tangled(rules: "Rules") -> bool:
    """Whether a move tells not by itself which rights to castle it leaves."""
    cells = right_cells(rules)
    castling = {kind for each in rules.sheet.castlings for kind in (each.kind, each.partner)}
    passing = {kind for each in rules.sheet.passing for kind in (each.kind, *each.taken_by.split())}
    return len(cells) > len(set(cells)) or bool(castling & passing)


def _quiet_passers(rules: "Rules") -> bool:
    """Whether a kind that takes in passing may also go there as an ordinary move."""
    kinds = {letter for passing in rules.sheet.passing for letter in passing.taken_by.split()}
    for kind in (rules.codes.by_letter[letter] for letter in kinds):
        patterns = rules.movement.patterns(kind, None)
        taking = {each.steps[0] for each in patterns if each.mode is not Mode.QUIET and len(each.steps) == 1}
        if any(each.mode is not Mode.TAKE and each.steps[0] in taking for each in patterns):
            return True
    return False
