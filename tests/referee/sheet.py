"""A referee for any sheet without functions: movements walked step by step, every move tried, every reply looked at.

Only the notation is the engine's (`betza.read`); tables, lines and shortcuts are not used. A board is a dictionary of
pieces by cell.
"""

from fairyrules import betza
from fairyrules.betza import Hop, Mode
from fairyrules.pieces import Piece


class SheetReferee:
    def __init__(self, sheet):
        self.sheet = sheet
        self.board = sheet.board
        self.kinds = {kind.letter: kind for kind in sheet.kinds}
        self.royal = next(kind.letter for kind in sheet.kinds if kind.royal)
        self.patterns = {kind.letter: betza.read(kind.moves) for kind in sheet.kinds}
        self.shots = {kind.letter: betza.read(kind.rifle) for kind in sheet.kinds}
        self.zones = {}

    def zone(self, text, side):
        if (text, side) not in self.zones:
            cells = self.board.zone(text)
            self.zones[text, side] = {self.board.mirror(cell) for cell in cells} if side else set(cells)
        return self.zones[text, side]

    def walk(self, pieces, pattern, side, cell):
        """(landing, how): "quiet" on an empty cell, "take" on one with a piece, as the pattern allows."""
        here, hurdles, last_was_hurdle = cell, 0, False
        for index, (x, y) in enumerate(pattern.steps):
            here = self.board.step(here, (x, -y if side else y))
            if here in (-1, cell):
                return
            full = here in pieces
            wanted = 0 if pattern.hop is Hop.NONE else 1
            near = pattern.hop is not Hop.BEHIND or last_was_hurdle
            if index >= pattern.first and hurdles == wanted and near:
                if full and pattern.mode is not Mode.QUIET:
                    yield here, "take"
                if not full and pattern.mode is not Mode.TAKE:
                    yield here, "quiet"
            hurdles += full
            last_was_hurdle = full
            if hurdles > wanted:
                return

    def travels(self, pieces, cell):
        """(target, how) of the piece on the cell."""
        piece = pieces[cell]
        kind = self.kinds[piece.kind]
        for pattern in self.patterns[kind.letter]:
            if pattern.initial and cell not in self.zone(kind.home, piece.side):
                continue
            for target, how in self.walk(pieces, pattern, piece.side, cell):
                if not kind.zone or target in self.zone(kind.zone, piece.side):
                    yield target, how
        for pair in kind.leaps:
            ends = [self.board.cell(name) for name in pair]
            if cell in ends and ends[1 - ends.index(cell)] not in pieces:
                yield ends[1 - ends.index(cell)], "quiet"

    def rifles(self, pieces, cell):
        """(stand, victim) of the piece on the cell, friends among the victims."""
        piece = pieces[cell]
        if not self.shots[piece.kind]:
            return
        for stand in {cell, *(target for target, how in self.travels(pieces, cell) if how == "quiet")}:
            there = {at: each for at, each in pieces.items() if at != cell} | {stand: piece}
            for shot in self.shots[piece.kind]:
                for victim, how in self.walk(there, shot, piece.side, stand):
                    if how == "take":
                        yield stand, victim

    def attacked(self, pieces, cell, by):
        """Whether a piece of the side could take the piece on the cell."""
        mine = [at for at, each in pieces.items() if each.side is by]
        return any(target == cell and how == "take" for at in mine for target, how in self.travels(pieces, at)) or any(
            victim == cell for at in mine for _, victim in self.rifles(pieces, at)
        )

    def faces(self, pieces):
        if not self.sheet.facing:
            return False
        kings = {each.side: cell for cell, each in pieces.items() if each.kind == self.royal}
        return any(
            kings.get(1) == target
            for pattern in betza.read(self.sheet.facing)
            for target, _ in self.walk(pieces, pattern, 0, kings[0])
        )

    def safe(self, pieces, side):
        king = next(cell for cell, each in pieces.items() if each == Piece(side, self.royal))
        return not self.attacked(pieces, king, side.other) and not self.faces(pieces)

    def legal(self, position):
        """The machine forms of the legal moves."""
        pieces, side = position.pieces(), position.side
        return sorted(text for text, after in self.tries(position, pieces, side) if self.safe(after, side))

    def tries(self, position, pieces, side):
        name = self.board.name
        for cell in [cell for cell, each in pieces.items() if each.side is side]:
            rest = {at: each for at, each in pieces.items() if at != cell}
            for target, how in set(self.travels(pieces, cell)):
                if how == "take" and pieces[target].side is side:
                    continue
                for suffix, kind in self.becomes(position, pieces[cell], cell, target):
                    yield name(cell) + name(target) + suffix, rest | {target: Piece(side, kind)}
            for stand, victim in set(self.rifles(pieces, cell)):
                if pieces[victim].side is not side:
                    left = {at: each for at, each in rest.items() if at != victim}
                    moved = "" if stand == cell else name(stand)
                    yield f"{name(cell)}{moved}x{name(victim)}", left | {stand: pieces[cell]}
        yield from self.passings(position, pieces, side)
        yield from self.drops(position, pieces, side)
        yield from self.castlings(position, pieces, side)

    def becomes(self, position, piece, cell, target):
        """("=X", "X") for each choice of what the piece is on arrival."""
        for promotion in self.sheet.promotions:
            zone = self.zone(promotion.zone, piece.side)
            if piece.kind in promotion.kinds.split() and (target in zone or (promotion.leaving and cell in zone)):
                return [("", piece.kind)] * (not promotion.forced) + [(f"={kind}", kind) for kind in promotion.into]
        return [("", piece.kind)]

    def passings(self, position, pieces, side):
        if position.passed is None:
            return
        (target,), victim = position.passed.targets, position.passed.victim
        takers = {letter for passing in self.sheet.passing for letter in passing.taken_by.split()}
        imagined = {cell: each for cell, each in pieces.items() if cell != victim} | {target: pieces[victim]}
        for cell in [cell for cell, each in pieces.items() if each.side is side and each.kind in takers]:
            if (target, "take") in set(self.travels(imagined, cell)):
                left = {at: each for at, each in pieces.items() if at not in (cell, victim)}
                yield self.board.name(cell) + self.board.name(target), left | {target: pieces[cell]}

    def drops(self, position, pieces, side):
        if self.sheet.reserves is None:
            return
        for kind in position.reserve(side.letter):
            for cell in self.zone(self.sheet.reserves.drop_cells, side) - pieces.keys():
                yield f"{kind}@{self.board.name(cell)}", pieces | {cell: Piece(side, kind)}

    def castlings(self, position, pieces, side):
        for castling in self.sheet.castlings:
            for king in self.zone(castling.home, side):
                for wing in castling.wings:
                    for partner in self.zone(wing.partner_home, side) & set(position.rights):
                        if pieces.get(king) == Piece(side, castling.kind) and pieces[partner].side is side:
                            yield from self.castle(pieces, side, castling, wing, king, partner)

    def castle(self, pieces, side, castling, wing, king, partner):
        rank = king - king % self.board.files
        king_to, partner_to = rank + ord(wing.target_file) - 97, rank + ord(wing.partner_file) - 97
        low, high = min(king, partner, king_to, partner_to), max(king, partner, king_to, partner_to)
        if any(cell in pieces for cell in range(low, high + 1) if cell not in (king, partner)):
            return
        alone = {cell: each for cell, each in pieces.items() if cell != king}
        step = 1 if king_to > king else -1
        way = range(king, king_to + step, step) if castling.safe else ()
        if all(self.safe(alone | {cell: pieces[king]}, side) for cell in way):
            left = {cell: each for cell, each in alone.items() if cell != partner}
            steps = [cell for pattern in self.patterns[castling.kind] for cell in self.ends(pattern, side, king)]
            text = self.board.name(king) + self.board.name(partner if king_to in (king, *steps) else king_to)
            yield text, left | {king_to: pieces[king], partner_to: pieces[partner]}

    def ends(self, pattern, side, cell):
        """Where a pattern leads from a cell of an empty board."""
        here = cell
        for x, y in pattern.steps:
            here = self.board.step(here, (x, -y if side else y))
            if here in (-1, cell):
                return
            yield here
