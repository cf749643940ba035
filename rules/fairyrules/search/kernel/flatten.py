"""A sheet's tables as the kernel reads them: what a position is made of, what it is worth, how it castles."""

import ctypes
from collections.abc import Callable, Iterable
from ctypes import POINTER, c_int32, c_uint64
from typing import TYPE_CHECKING, Any

from fairyrules.declared import Army, Has, Kept
from fairyrules.search.kernel.layout import (
    CASTLING,
    ENOUGH,
    MOST_HELD,
    NOT_PASSED,
    PASSES,
    QUESTION,
    ROW,
    STOP,
    Mark,
    Pieces,
    Plan,
    Share,
    Tables,
    move_bits,
)
from fairyrules.search.kernel.refusal import right_cells
from fairyrules.search.kernel.rows import Rows, mask
from fairyrules.search.values import CLOSE, EXCHANGED, PRESSED_FROM, PRESSED_SPAN, TEMPO, Values

if TYPE_CHECKING:
    from fairyrules.castling import Family
    from fairyrules.position import Position


class Flat:
    """The tables of one game for the kernel, which lives no longer than they."""

    def __init__(self, start: "Position", values: Values, stop: Callable[[], bool]) -> None:
        rules = self._rules = start.rules
        sheet, codes, board = rules.sheet, rules.codes, rules.board
        self._kept: list[Any] = []
        self._values = values
        self._conditions = sheet.phase.asks if isinstance(sheet.phase, Army) else ()
        self._right_of = {cell: 1 << place for place, cell in enumerate(right_cells(rules))}
        self._place_of = {kind.letter: place for place, kind in enumerate(sheet.kinds)}
        self.rows = Rows(rules, len(self._conditions), self._rights)
        sides, cells = (0, 1), range(board.size)
        self.tables = tables = Tables(
            size=board.size,
            heads=(board.size + 3) // 4,
            codes=codes.count,
            stride=codes.count * board.size,
            kinds=len(sheet.kinds),
            questions=len(self._conditions),
            fifty=sheet.fifty_moves,
            perpetual=sheet.perpetual_check_loses,
            stalemate=sheet.stalemate_wins - sheet.stalemate_loses,
            forgets=rules.taken_for_good,
            tempo=TEMPO,
            full=(c_int32 * 2)(*values.full),
            most=max(values.full),
            sign=values.sign,
            pressed_from=PRESSED_FROM,
            pressed_span=PRESSED_SPAN,
            exchanged=EXCHANGED,
            side_key=rules.keys.side,
            pawns=mask(code for code in range(codes.count) if codes.pawn[code]),
            royals=mask(code for code in range(codes.count) if codes.royal_codes[code]),
            mating=mask(codes.code(kind.letter, side) for kind in sheet.kinds for side in sides if kind.drop_mates),
        )
        tables.right_keys = self._row(c_uint64, (rules.keys.of_rights((cell,)) for cell in self._right_of))
        tables.shares = self._row(Share, (self._share(code, cell) for code in range(codes.count) for cell in cells))
        self._held_shares = tables.held_shares = self._row(Share, self._shares_of_reserves(start))
        tables.worth = self._row(c_int32, values.worth)
        tables.safety = self._row(c_int32, self._safety())
        tables.cornered = self._row(c_int32, values.cornered)
        tables.near = self._row(c_int32, (self._near(king, cell) for king in cells for cell in cells))
        tables.held = self._row(
            c_int32, (0, *(self._place_of[codes.held_as(kind.letter)] for kind in sheet.kinds for _ in sides))
        )
        tables.holder = self._row(c_int32, (self._holder(side, cell) for side in sides for cell in cells))
        for side in sides:
            plans = list(self._plans(side))
            tables.plans[side] = len(plans)
            tables.plan[side] = self._row(Plan, plans)
        tables.marks, tables.sets = self.rows.marks, self.rows.sets
        tables.row, tables.stop = ROW(self.rows.address), STOP(stop)
        self._kept += [tables.row, tables.stop]

    def rights(self, cells: Iterable[int]) -> int:
        """Rights to castle as bits."""
        return sum([self._right_of[cell] for cell in cells])

    def held(self, reserves: Iterable[dict[str, int]]) -> Iterable[tuple[int, int, int, Share]]:
        """Of what lies in reserves: (holder, kind, count, share)."""
        for holder, reserve in enumerate(reserves):
            for letter, count in reserve.items():
                assert count < MOST_HELD
                kind = self._place_of[letter]
                yield holder, kind, count, self._held_shares[self._held_at(holder, kind) + count]

    def asked(self) -> list[int]:
        """The tally of nothing, by side."""
        counts = {at: self._count(ask) for at, ask in enumerate(self._conditions)} | {PASSES: 1}
        nothing = sum([ENOUGH - min(count, ENOUGH) << QUESTION * at for at, count in counts.items()])
        return [nothing, nothing]

    def _row(self, kind: Any, numbers: Iterable[Any]) -> Any:  # noqa: ANN401  # ctypes names no types
        found = list(numbers) or [kind()]
        self._kept.append((kind * len(found))(*found))
        return ctypes.cast(self._kept[-1], POINTER(kind))

    def _count(self, ask: object) -> int:
        return ask.count if isinstance(ask, Has) else 1

    def _share(self, code: int, cell: int) -> Share:
        codes = self._rules.codes
        tally = [0, 0]
        side, letter = (code & 1) ^ 1, codes.letter_of(code) if code else ""
        for place, ask in enumerate(self._conditions):
            if isinstance(ask, Has) and ask.kind == letter and (ask.cells is None or cell in ask.cells):
                tally[side] += 1 << QUESTION * place
        if code and not codes.pawn[code] and not codes.royal_codes[code]:
            tally[side] += 1 << QUESTION * PASSES
        return Share(self._rules.keys.pieces[code][cell], (c_uint64 * 2)(*tally), self._values.cells[code][cell])

    def _held_at(self, holder: int, kind: int) -> int:
        return (holder * len(self._place_of) + kind) * MOST_HELD

    def _shares_of_reserves(self, start: "Position") -> Iterable[Share]:
        reserves = self._rules.sheet.reserves
        if reserves is None:
            return
        pieces = sum(map(len, start.pieces_by_side)) + len(reserves.start)
        for holder in range(3):
            value = (self._values.sign, -self._values.sign, 0)[holder]
            for letter in self._place_of:
                asked = [not isinstance(ask, Has) and letter in ask.kinds for ask in self._conditions]
                tally = sum([asks << QUESTION * place for place, asks in enumerate(asked)])
                for count in range(MOST_HELD):
                    held = tuple({letter: count} if each == holder else {} for each in range(3))
                    key = self._rules.keys.of_words(held, ()) if 0 < count <= pieces else 0
                    tallies = (c_uint64 * 2)(*([tally if count else 0] * 2))
                    yield Share(key, tallies, count * value * self._values.hand[letter])

    def _safety(self) -> Iterable[int]:
        """What a King's cell is worth for White, by side, by how many pieces the other has left, by cell."""
        values = self._values
        for side in (0, 1):
            full = values.full[1 - side]
            for left in range(max(values.full) + 1):
                for shelter, roaming in zip(values.shelter[side], values.roaming[side], strict=True):
                    safe = (shelter * left + roaming * (full - left)) // full
                    yield -safe if side else safe

    def _near(self, king: int, cell: int) -> int:
        (rank, file), (ranks, files) = divmod(king, self._rules.board.files), divmod(cell, self._rules.board.files)
        return CLOSE * (self._values.longest // 2 - max(abs(ranks - rank), abs(files - file)))

    def _holder(self, side: int, cell: int) -> int:
        reserves = self._rules.sheet.reserves
        if reserves is None or not isinstance(reserves.captured, Kept):
            return -1
        kept = reserves.captured.cells
        return side if kept is None or cell in kept else 2

    def _families(self) -> list["Family"]:
        return [family for side in self._rules.castlings.families for family in side]

    def _rights(self, code: int, origin: int, target: int) -> tuple[int, int, int]:
        """(those it leaves, that of the piece that goes, what it is where it comes to): see `Castlings.rights_left`."""
        lost = carried = carried_to = 0
        for family in self._families():
            several = len(family.home) > 1
            leaves = code == family.king_code and origin in family.home and not (several and target in family.home)
            enters = not several and target in family.home
            for cells, _ in family.wings:
                lost |= self.rights(cells if leaves or enters else cells & {origin, target})
                if code == family.partner_code and origin in cells and target in cells:
                    carried, carried_to = self.rights((origin,)), self.rights((target,))
        return (1 << 64) - 1 & ~lost, carried, carried_to

    def _plans(self, side: int) -> Iterable[Plan]:
        found = 0
        for family in self._rules.castlings.families[side]:
            if family.castling.taken_by is not None:
                self.rows.lacks.add("castlings that may be taken in passing")
                continue
            for king in sorted(family.home):
                for cells, _ in family.wings:
                    for partner in sorted(cells):
                        plan = family.plan(king, partner)
                        if plan is None:
                            continue
                        codes = (c_int32 * 2)(family.king_code, family.partner_code)
                        after = (plan.move.target, plan.move.partner_target)
                        keeps = self._rights(codes[0], king, after[0])[0] & self._rights(codes[1], partner, after[1])[0]
                        mark = self.rows.mark([Mark(keeps=keeps, passed=NOT_PASSED, plan=found)])
                        ways = (*plan.between, *plan.path)
                        found += 1
                        made = Plan(
                            move=move_bits(CASTLING, 0, mark, king, partner),
                            right=self.rights((partner,)),
                            before=Pieces(2, (c_int32 * 2)(king, partner), codes),
                            after=Pieces(2, (c_int32 * 2)(*after), codes),
                            safe=family.castling.safe,
                            between=len(plan.between),
                            path=len(plan.path),
                        )
                        made.cells[: len(ways)] = ways
                        yield made
