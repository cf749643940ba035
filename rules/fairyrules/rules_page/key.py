"""How moves are written in a game: only the forms that can occur in it."""

from collections.abc import Iterator

from fairyrules.game import Game

Line = tuple[str, str]
"""An example, and what it means."""


def notation_key(game: Game) -> Iterator[Line]:
    """The lines of the key, the plainest first."""
    sheet = game.sheet
    letters = [kind.letter for kind in sheet.kinds if kind.name != "Pawn"]
    piece = next((letter for letter in (*"NRQ", *letters) if letter in letters), "")
    if any(kind.name == "Pawn" for kind in sheet.kinds):
        yield "e4, exd5", "A Pawn moves to e4; a Pawn of the e file captures on d5."
    yield f"{piece}c3, {piece}xc3", f"A piece moves or captures, told by its letter: {game.kinds[piece].name}."
    yield f"{piece}bc3, {piece}1c3", "Where two of a kind could go: the one of the b file, the one of the first rank."
    yield "+, #", "Check; mate."
    if any(not promotion.turns for promotion in sheet.promotions):
        yield "…=X", "The piece becomes an X where it arrives."
    if any(kind.letter.startswith("+") for kind in sheet.kinds):
        promoted = next(kind for kind in sheet.kinds if kind.letter.startswith("+"))
        yield f"…={promoted.letter}, {promoted.letter}c3", f"A piece promotes to {promoted.name}; such a piece moves."
    if sheet.reserves is not None and sheet.reserves.neutral:
        yield "…=X@n", "It is swapped for an X out of the neutral reserve (w, b: White's, Black's)."
    if sheet.reserves is not None and sheet.reserves.drop_cells:
        yield "X@e5", "An X is dropped on e5 out of the own reserve."
    if sheet.reserves is not None and sheet.reserves.gates:
        yield f"{piece}c3/X, O-O/Xh1", "An X enters on the cell the piece has left, or in castling on h1."
    if sheet.may_pass:
        yield "pass", "Nothing is moved."
    if any(kind.rifle for kind in sheet.kinds):
        rifle = next(kind for kind in sheet.kinds if kind.rifle)
        yield f"{rifle.letter}:d5", f"A {rifle.name} captures on d5 from where it stands."
        yield f"{rifle.letter}f6:f7", f"A {rifle.name} moves to f6 and captures on f7 from there."
    for castling in sheet.castlings:
        king = "" if game.kinds[castling.kind].royal else castling.kind
        yield (
            f"{king}O-O, {king}O-O-O",
            f"Castling: {game.kinds[castling.kind].name} and {game.kinds[castling.partner].name}, towards the last "
            "file, or towards the a file.",
        )
    if any(extra.name == "turn" for extra in sheet.extras):
        yield "turn=W", "All one's former Guards are turned into Wazirs (F: Firzes)."
        yield "Oa8=L", "The Pawn of Camel on a8 becomes a Camel where it stands."
        yield "O~l7=L", "A Pawn of Camel leaves the board; the enemy piece on l7 becomes a Camel."
