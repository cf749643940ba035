"""A sheet's tables as the kernel reads them: rows of numbers. What cannot be said so is refused, or named as lacking.

The rows for ways, lines and captures in passing are made when the kernel first asks for them, as fairyrules' own are.
"""

import ctypes
from collections.abc import Callable, Iterable
from ctypes import POINTER, c_int8, c_int32, c_uint8, c_uint64
from typing import TYPE_CHECKING, Any, Final

from fairyrules.betza import Mode
from fairyrules.declared import Army, Has, Kept, Lost
from fairyrules.moves import Travel
from fairyrules.reach import CANNON, CHANGING, HOP, HOP_BEHIND, LEAP, MERGE, PAWN, PUSH, RIDE, TAKE
from fairyrules.search.values import CLOSE, EXCHANGED, PRESSED_FROM, PRESSED_SPAN, TEMPO, Values
from fairyrules.sheet import Phase, Promotion

if TYPE_CHECKING:
    from fairyrules.position import Position
    from fairyrules.rules import Rules

MOST_KINDS, MOST_CODES, MOST_CELLS, MOST_HELD, MOST_CONDITIONS = 31, 64, 1023, 128, 4
MOST_HOMES, MOST_PLAN, MOST_RIGHTS, MOST_MARKS, ANY = 8, 56, 64, 4096, 255
"""As in kernel.c."""
QUIET, TAKES, NO_LANDING = 1, 2, 1 << 30
OPENS, FILLS, ATTACKS = 1, 2, 4
K_LEAP, K_SLIDE, K_CANNON, K_HOP, K_HOP_BEHIND = range(5)

REACH: Final = ctypes.CFUNCTYPE(ctypes.c_void_p, c_int32, c_int32, c_int32, c_int32)
PASSERS: Final = ctypes.CFUNCTYPE(ctypes.c_void_p, c_int32, c_int32, c_int32)
STOP: Final = ctypes.CFUNCTYPE(c_int32)


class Mark(ctypes.Structure):
    """What a move means beside going somewhere: a long step, a change of kind."""

    _fields_ = (
        ("key", c_uint64),
        *((name, c_int32) for name in ("passed", "changes", "forced", "lacks", "count")),
        ("becomes", c_uint8 * 32),
        ("most", c_uint8 * 32),
    )


class Condition(ctypes.Structure):
    """A question of an army."""

    _fields_ = (
        *((name, c_int32) for name in ("held", "count")),
        ("codes", c_uint64 * 2),
        ("kinds", c_uint64),
        ("cells", POINTER(c_uint8) * 2),
    )


class Family(ctypes.Structure):
    """A castling family of a side."""

    _fields_ = (
        *((name, c_int32) for name in ("side", "king_code", "partner_code", "homes")),
        ("home", c_int32 * MOST_HOMES),
        ("wing", POINTER(c_int8)),
    )


class Plan(ctypes.Structure):
    """A castling."""

    _fields_ = (
        *(
            (name, c_int32)
            for name in (
                *("side", "king_code", "partner_code", "king", "partner", "king_target", "partner_target"),
                *("safe", "between", "path"),
            )
        ),
        ("cells", c_int32 * MOST_PLAN),
    )


class Dropped(ctypes.Structure):
    """A kind that may be dropped."""

    _fields_ = (
        ("kind", c_int32),
        ("code", c_int32 * 2),
        *((name, c_int32) for name in ("most_a_file", "mates")),
        ("cells", c_int32 * 2),
        ("cell", POINTER(c_int32) * 2),
    )


class Tables(ctypes.Structure):
    """All of it."""

    _fields_ = (
        *(
            (name, c_int32)
            for name in (
                *("size", "files", "codes", "kinds", "fifty", "perpetual", "stalemate", "may_pass", "forgets"),
                *("conditions", "families", "plans", "drops", "tempo"),
            )
        ),
        ("full", c_int32 * 2),
        ("sign", c_int32),
        *((name, c_int32) for name in ("pressed_from", "pressed_span", "exchanged", "close", "longest")),
        *((name, c_uint64) for name in ("side_key", "phase_codes", "pawns", "royals")),
        *((name, POINTER(c_uint64)) for name in ("piece_keys", "hand_keys", "right_keys")),
        *((name, POINTER(c_int32)) for name in ("values", "worth", "hand", "shelter", "roaming", "cornered")),
        *((name, POINTER(c_uint8)) for name in ("held", "watch")),
        *((name, POINTER(c_int8)) for name in ("holder", "right_of")),
        ("marks", POINTER(Mark)),
        ("condition", POINTER(Condition)),
        ("family", POINTER(Family)),
        ("plan", POINTER(Plan)),
        ("dropped", POINTER(Dropped)),
        ("reach", REACH),
        ("lines", REACH),
        ("passers", PASSERS),
        ("stop", STOP),
    )


def refusal(rules: "Rules") -> str:
    """Why the kernel cannot play the game, or nothing."""
    sheet, codes = rules.sheet, rules.codes
    reserves = sheet.reserves
    pieces = sum(codes.given) + (0 if reserves is None else len(reserves.start))
    castlings = [family for side in rules.castlings.families for family in side]
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
        or any(len(family.home) > MOST_HOMES for family in castlings)
        or len(_right_cells(rules)) > MOST_RIGHTS,
        "a quiet move may take in passing": _quiet_passers(rules),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _right_cells(rules: "Rules") -> list[int]:
    families = [family for side in rules.castlings.families for family in side]
    return sorted({cell for family in families for cells, _ in family.wings for cell in cells})


def _quiet_passers(rules: "Rules") -> bool:
    """Whether a kind that takes in passing may also go there as an ordinary move."""
    kinds = {letter for passing in rules.sheet.passing for letter in passing.taken_by.split()}
    for kind in (rules.codes.by_letter[letter] for letter in kinds):
        patterns = rules.movement.patterns(kind, None)
        taking = {each.steps[0] for each in patterns if each.mode is not Mode.QUIET and len(each.steps) == 1}
        if any(each.mode is not Mode.TAKE and each.steps[0] in taking for each in patterns):
            return True
    return False


class Flat:
    """The tables of one game for the kernel, which lives no longer than they."""

    def __init__(self, start: "Position", values: Values, stop: Callable[[], bool]) -> None:
        rules = self._rules = start.rules
        sheet, codes, board = rules.sheet, rules.codes, rules.board
        self._kept: list[Any] = []
        self._rows: dict[tuple[Any, bytes], Any] = {}
        self._marks = (Mark * MOST_MARKS)()
        self._mark_of: dict[object, int] = {}
        self.lacks: set[str] = set()
        """Moves the kernel does not know in its tree; its root has them all."""
        self.right_cells = _right_cells(rules)
        self.kind_of = {kind.letter: place for place, kind in enumerate(sheet.kinds)}
        self._conditions = sheet.phase.asks if isinstance(sheet.phase, Army) else ()
        sides, cells = (0, 1), range(board.size)
        self.tables = tables = Tables(
            size=board.size,
            files=board.files,
            codes=codes.count,
            kinds=len(sheet.kinds),
            fifty=sheet.fifty_moves,
            perpetual=sheet.perpetual_check_loses,
            stalemate=sheet.stalemate_wins - sheet.stalemate_loses,
            may_pass=1,
            forgets=rules.taken_for_good,
            tempo=TEMPO,
            full=(c_int32 * 2)(*values.full),
            sign=values.sign,
            pressed_from=PRESSED_FROM,
            pressed_span=PRESSED_SPAN,
            exchanged=EXCHANGED,
            close=CLOSE,
            longest=values.longest,
            side_key=rules.keys.side,
            pawns=_mask(code for code in range(codes.count) if codes.pawn[code]),
            royals=_mask(code for code in range(codes.count) if codes.royal_codes[code]),
        )
        tables.piece_keys = self._row(c_uint64, (key for row in rules.keys.pieces for key in row))
        tables.right_keys = self._row(c_uint64, (rules.keys.of_rights((cell,)) for cell in self.right_cells))
        tables.hand_keys = self._row(c_uint64, self._hand_keys(start))
        tables.values = self._row(c_int32, (value for row in values.cells for value in row))
        tables.worth = self._row(c_int32, values.worth)
        tables.hand = self._row(c_int32, (values.hand[kind.letter] for kind in sheet.kinds))
        tables.shelter = self._row(c_int32, (value for row in values.shelter for value in row))
        tables.roaming = self._row(c_int32, (value for row in values.roaming for value in row))
        tables.cornered = self._row(c_int32, values.cornered)
        tables.held = self._row(
            c_uint8, (0, *(self.kind_of[codes.held_as(kind.letter)] for kind in sheet.kinds for _ in sides))
        )
        tables.watch = self._row(c_uint8, (cell in rules.castlings.watch for cell in cells))
        tables.holder = self._row(c_int8, (self._holder(side, cell) for side in sides for cell in cells))
        place = {cell: number for number, cell in enumerate(self.right_cells)}
        tables.right_of = self._row(c_int8, (place.get(cell, -1) for cell in cells))
        tables.marks = self._marks
        self._conditions_into(tables)
        self._castlings_into(tables)
        self._drops_into(tables)
        tables.reach = self._made(REACH, self._reach)
        tables.lines = self._made(REACH, self._lines)
        tables.passers = self._made(PASSERS, self._passers)
        tables.stop = self._made(STOP, stop)

    def _made(self, kind: Any, function: Callable[..., object]) -> Any:  # noqa: ANN401  # ctypes names no types
        self._kept.append(kind(function))
        return self._kept[-1]

    def _row(self, kind: Any, numbers: Iterable[int]) -> Any:  # noqa: ANN401
        found = [int(number) for number in numbers]
        row = (kind * max(1, len(found)))(*found)
        # Most pieces move alike in every phase.
        return self._rows.setdefault((kind, bytes(row)), row)

    def _address(self, kind: Any, numbers: list[int]) -> int:  # noqa: ANN401
        return ctypes.addressof(self._row(kind, numbers))

    def _phase(self, bits: int) -> Phase:
        if not self._conditions:
            return None
        return tuple([bool(bits >> place & 1) for place in range(len(self._conditions))])

    def _holder(self, side: int, cell: int) -> int:
        reserves = self._rules.sheet.reserves
        if reserves is None or not isinstance(reserves.captured, Kept):
            return -1
        kept = reserves.captured.cells
        return side if kept is None or cell in kept else 2

    def _hand_keys(self, start: "Position") -> Iterable[int]:
        reserves = self._rules.sheet.reserves
        if reserves is None:
            return
        pieces = sum(map(len, start.pieces_by_side)) + len(reserves.start)
        for holder in range(3):
            for kind in self._rules.sheet.kinds:
                for count in range(MOST_HELD):
                    held = tuple({kind.letter: count} if each == holder else {} for each in range(3))
                    yield self._rules.keys.of_words(held, ()) if 0 < count <= pieces else 0

    def _conditions_into(self, tables: Tables) -> None:
        rules = self._rules
        found = (Condition * max(1, len(self._conditions)))()
        asked = 0
        for into, ask in zip(found, self._conditions, strict=False):
            if isinstance(ask, Has):
                into.count = ask.count
                for side in (0, 1):
                    code = rules.codes.code(ask.kind, side)
                    into.codes[side] = 1 << code
                    asked |= 1 << code
                    cells = [ask.cells is None or cell in ask.cells for cell in range(rules.board.size)]
                    into.cells[side] = self._row(c_uint8, cells)
            else:
                into.held = into.count = 1
                into.kinds = _mask(self.kind_of[letter] for letter in ask.kinds)
        self._kept.append(found)
        tables.condition, tables.conditions, tables.phase_codes = found, len(self._conditions), asked

    def _castlings_into(self, tables: Tables) -> None:
        families: list[Family] = []
        plans: list[Plan] = []
        for side in (0, 1):
            for family in self._rules.castlings.families[side]:
                homes = sorted(family.home)
                wings = [-1] * self._rules.board.size
                for number, (cells, _) in enumerate(family.wings):
                    for cell in cells:
                        wings[cell] = number
                made = Family(side, family.king_code, family.partner_code, len(homes), wing=self._row(c_int8, wings))
                made.home[: len(homes)] = homes
                families.append(made)
                if family.castling.taken_by is not None:
                    self.lacks.add("castlings that may be taken in passing")
                    continue
                for king in homes:
                    for cells, _ in family.wings:
                        for partner in sorted(cells):
                            plan = family.plan(king, partner)
                            if plan is None:
                                continue
                            move = plan.move
                            into = Plan(
                                *(side, family.king_code, family.partner_code, king, partner),
                                *(move.target, move.partner_target, family.castling.safe),
                                *(len(plan.between), len(plan.path)),
                            )
                            ways = (*plan.between, *plan.path)
                            into.cells[: len(ways)] = ways
                            plans.append(into)
        tables.families, tables.plans = len(families), len(plans)
        tables.family = (Family * max(1, len(families)))(*families)
        tables.plan = (Plan * max(1, len(plans)))(*plans)
        self._kept += [tables.family, tables.plan]

    def _drops_into(self, tables: Tables) -> None:
        rules = self._rules
        found: list[Dropped] = []
        for kind in rules.sheet.kinds if rules.sheet.reserves is not None else ():
            zones = [rules.drop_zone(kind.letter, side) for side in (0, 1)]
            if any(zones):
                each = Dropped(kind=self.kind_of[kind.letter], most_a_file=kind.most_a_file, mates=kind.drop_mates)
                for side, zone in enumerate(zones):
                    each.code[side] = rules.codes.code(kind.letter, side)
                    each.cells[side] = len(zone)
                    each.cell[side] = self._row(c_int32, zone)
                found.append(each)
        tables.drops = len(found)
        tables.dropped = (Dropped * max(1, len(found)))(*found)
        self._kept.append(tables.dropped)

    # Asked for by the kernel as it goes

    def _passers(self, side: int, phase: int, cell: int) -> int:
        movement = self._rules.movement
        found = [
            (code, move.origin)
            for code, move in self._rules.passings.passers(side, cell)
            if movement.may_land(code, self._phase(phase), move.origin, cell)
        ]
        return self._address(c_int32, [len(found), *(number for pair in found for number in pair)])

    def _lines(self, facing: int, side: int, phase: int, cell: int) -> int:
        tables = self._rules.lines
        lines = (tables.dangers if facing else tables.attacks)(side, self._phase(phase)).unkept(cell)
        seen = bytearray((self._rules.board.size + 7) // 8 * 8)
        for ride in lines.rides:
            for here, _ in ride:
                seen[here] |= OPENS | ATTACKS
        for hop in lines.hops:
            for here, _, _ in hop:
                seen[here] |= OPENS | FILLS | ATTACKS
        for here, _ in lines.leaps:
            seen[here] |= ATTACKS
        row = [len(lines.leaps)]
        for here, codes in lines.leaps:
            row += [here, _mask(codes)]
        row.append(len(lines.rides))
        for ride in lines.rides:
            row.append(len(ride))
            for here, codes in ride:
                row += [here, _mask(codes)]
        row.append(len(lines.hops))
        for hop in lines.hops:
            row.append(len(hop))
            for here, direct, over in hop:
                row += [here, _mask(direct), _mask(over)]
        rare = [(here, each) for here, moves in lines.rare.items() for each in moves]
        row.append(len(rare))
        for here, (codes, low, high, between, place, shunned) in rare:
            row += [_mask(codes), here, low, high, place & (1 << 64) - 1, _mask(shunned), len(between), *between]
            seen[here] |= ATTACKS
            for passed in between:
                seen[passed] |= OPENS | FILLS
        head = [int.from_bytes(seen[at : at + 8], "little") for at in range(0, len(seen), 8)]
        return self._address(c_uint64, head + row)

    def _reach(self, side: int, phase: int, code: int, cell: int) -> int:
        reach = self._rules.reach
        known = reach.of_side(side, self._phase(phase))[code][cell]
        ways = reach.unkept(code, self._phase(phase), cell) if known is None else known
        row: list[int] = []
        merges = [False]
        count = self._ways(row, ways, code, {}, merges)
        return self._address(c_int32, [merges[0], count, *row])

    def _ways(
        self, row: list[int], ways: Iterable[Any], code: int, changes: dict[Travel, Promotion], merges: list[bool]
    ) -> int:
        count = 0
        for tag, data in ways:
            if tag == CHANGING:
                count += self._ways(row, data[0], code, data[1], merges)
            elif tag == MERGE:
                merges[0] = True
                count += self._ways(row, data, code, changes, merges)
            elif tag == PAWN:
                count += self._ways(row, [(PUSH, (data[0],)), (TAKE, data[1])], code, changes, merges)
            else:
                count += 1
                shunned = 0
                mode = {PUSH: QUIET, TAKE: TAKES}.get(tag, QUIET | TAKES)
                paths = data
                if tag in (RIDE, PUSH):
                    tag = K_SLIDE
                elif tag in (LEAP, TAKE):
                    tag = K_LEAP
                elif tag == CANNON:
                    tag = K_CANNON
                else:
                    mode = QUIET * data[0] + TAKES * data[1]
                    paths, shunned = data[2], _mask(data[3])
                    tag = {HOP: K_HOP, HOP_BEHIND: K_HOP_BEHIND}.get(tag, K_SLIDE)
                nodes: list[int] = []
                for path in (paths,) if tag == K_LEAP else paths:
                    if tag != K_LEAP:
                        nodes.append(len(path))
                    for cell, move in path:
                        mark = NO_LANDING if move is None else self._mark(code, move, changes) << 11
                        nodes.append(cell | mark)
                row += [tag, mode, _signed(shunned), _signed(shunned >> 32), len(nodes), *nodes]
        return count

    def _mark(self, code: int, move: Travel, changes: dict[Travel, Promotion]) -> int:
        """The number of the mark of a move, 0 if it means nothing but going there."""
        rules = self._rules
        side = (code & 1) ^ 1
        promotion = changes.get(move)
        long = None
        if rules.passings.long_stepper[code]:
            long = rules.passings.long_step(code, move.origin, move.target)
        if promotion is None and long is None:
            return 0
        mark = Mark(
            passed=-1 if long is None else long.targets[0], key=0 if long is None else rules.keys.of_passed(long)
        )
        if promotion is not None:
            mark.changes, mark.forced = 1, promotion.forced
            kinds = promotion.into.kinds if isinstance(promotion.into, Lost) else promotion.into
            if callable(kinds) or promotion.holders is not None:
                mark.lacks, kinds = 1, ()
                self.lacks.add("changes of kind that only a function tells")
            mark.count = len(kinds)
            for place, letter in enumerate(kinds):
                mark.becomes[place] = rules.codes.code(letter, 0)
                given = rules.codes.given[rules.codes.code(letter, side)]
                mark.most[place] = given if isinstance(promotion.into, Lost) else ANY
        key = bytes(mark)
        number = self._mark_of.get(key)
        if number is None:
            number = self._mark_of[key] = len(self._mark_of) + 1
            self._marks[number] = mark
        return number


def _mask(codes: Iterable[int]) -> int:
    mask = 0
    for code in codes:
        mask |= 1 << code
    return mask


def _signed(word: int) -> int:
    """The lower 32 bits as a signed number."""
    word &= (1 << 32) - 1
    return word - (1 << 32) if word >> 31 else word
