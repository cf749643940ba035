"""Moves as people write them: short algebraic notation, carried on to every kind of move of every game.

    Nf3 exd5 e8=Q O-O     as in chess; a Pawn's letter is left out where its kind is called Pawn
    +Rc13, Rc13=+R        a promoted piece moves; a piece promotes
    Te16=Q@n              a swap out of a reserve (w, b or n)
    V:d5, Vf6:f7          a capture without going there; the same after a move
    D@e5                  a drop
    Oa8=L                 a change in place
    O~l7=L                a sacrifice, and what the victim becomes
    O-O, O-O-O, AO-O      castling towards the last file, towards the a file, by a king-like piece that is no King
    turn=W                the former Guards turned
    --                    a null move: the turn handed over where the game lets nobody pass

Where several pieces of one kind could go, the file is added, or the rank, or both. "+" is check and "#" mate.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fairyrules import generate, machine_moves, play
from fairyrules.board import Cell
from fairyrules.moves import Castling, Change, Drop, Gating, Move, Pass, Rifle, Sacrifice, Travel, TurnAll

if TYPE_CHECKING:
    from fairyrules.state import State


class Written(NamedTuple):
    """The parts of a move's text. `origin` is None where the rest says enough."""

    kind: str
    """The letter, or nothing for a Pawn."""
    origin: Cell | None
    goal: str
    """What follows the letter and the origin, up to the change of kind: "xe5", ":d4", "f6:f7", "~l7"."""
    change: str
    """"=Q", "=Q@n", or nothing."""


def write(position: "State", move: Move) -> str:
    """The move's text in this position.

    Raises:
        IllegalMoveError: the move is not legal here.
    """
    if isinstance(move, str):
        raise TypeError(f"san takes a move, not a text; write position.san(position.parse({move!r})).")
    stem = unmarked(position, move)
    if not position.gives_check(move):
        return stem
    return stem + ("+" if position.play_unchecked(move).legal_moves() else "#")


def line(positions: Sequence["State"], moves: Sequence[Move]) -> list[str]:
    """The texts of the moves of one line; `positions` holds the one before each move, and the one after the last.

    What two of its positions tell together need not be looked for again: a check that was answered was no mate.

    Raises:
        IllegalMoveError: a move is not legal where it is played.
    """
    texts = []
    last = len(moves) - 1
    for place, move in enumerate(moves):
        position = positions[place]
        text = unmarked(position, move)
        if position.gives_check(move):
            text += "+" if place < last or positions[place + 1].legal_moves() else "#"
        texts.append(text)
    return texts


def unmarked(position: "State", move: Move) -> str:
    """The move's text without the mark of check.

    Raises:
        IllegalMoveError: the move is not legal here.
    """
    if type(move) is Pass:
        return machine_moves.null_move(position).text
    rivals = rivals_of(position, move)
    if len(rivals) == 1 and (rivals[0] is move or rivals[0] == move):
        return alone(position, move)
    if move not in rivals:
        raise machine_moves.refusal(position, str(move))
    return stems(position, rivals)[move]


def rivals_of(position: "State", move: Move) -> Sequence[Move]:
    """The legal moves that could be taken for the move, itself among them if it is legal."""
    if type(move) is Travel:
        written = position.rules.codes.written[position.codes[move.origin]]
        return meant(position, written, move.target)
    return [other for other in position.legal_moves() if landing(other) == landing(move)]


def meant(position: "State", letter: str, target: Cell) -> list[Move]:
    """The legal moves to the target of own pieces written with the letter; others' rarer moves may be among them."""
    known = position.meant
    if known is not None and known[0] == letter and known[1] == target:
        return known[2]
    wanted = position.rules.codes.written_as[position.turn].get(letter)
    if wanted is None:
        return []
    cells = [cell for cell, code in position.pieces_by_side[position.turn].items() if code in wanted]
    moves = generate.legal_moves_to(position, cells, target)
    position.meant = (letter, target, moves)
    return moves


def alone(position: "State", move: Move) -> str:
    """The text of a move that no other could be taken for, without the mark of check."""
    if type(move) is not Travel:
        kind, _, goal, changed = parts(position, move)
        return kind + goal + changed
    name = position.board.name
    kind = letter(position, move.origin)
    changed = "" if move.becomes is None else change(move)
    if not play.takes(position, move):
        return kind + name(move.target) + changed
    return f"{kind or name(move.origin)[0]}x{name(move.target)}{changed}"


def stems(position: "State", moves: Iterable[Move]) -> dict[Move, str]:
    """The texts of moves without the mark of check, each told apart from all the others."""
    name = position.board.name
    written = {move: parts(position, move) for move in moves}
    origins: dict[tuple[str, str], set[str]] = {}
    for text in written.values():
        if text.origin is not None:
            origins.setdefault((text.kind, text.goal), set()).add(name(text.origin))
    stems = {}
    for move, text in written.items():
        told = ""
        if text.origin is not None:
            origin = name(text.origin)
            told = told_apart(origin, origins[text.kind, text.goal] - {origin}, text)
        stems[move] = text.kind + told + text.goal + text.change
    return stems


def landing(move: Move) -> tuple[object, ...]:
    """What moves that could be taken for one another have in common."""
    match move:
        case Travel():
            return ("travel", move.target)
        case Rifle():
            return ("rifle", None if move.origin == move.target else move.target, move.victim)
        case Sacrifice():
            return ("sacrifice", move.victim)
        case Gating():
            return landing(move.move)
        case _:
            return ("alone", move)


def told_apart(origin: str, rivals: set[str], written: Written) -> str:
    """As much of the origin as tells it from the rivals'; a Pawn's capture always tells its file."""
    file, rank = origin[0], origin[1:]
    pawn_takes = not written.kind and written.goal.startswith("x")
    if not rivals:
        return file if pawn_takes else ""
    if file not in {rival[0] for rival in rivals}:
        return file
    if rank not in {rival[1:] for rival in rivals} and not pawn_takes:
        return rank
    return origin


def parts(position: "State", move: Move) -> Written:
    """How the move is written, before it is told apart from others."""
    name = position.board.name
    match move:
        case Travel():
            takes = "x" if play.takes(position, move) else ""
            return Written(letter(position, move.origin), move.origin, takes + name(move.target), change(move))
        case Rifle():
            moved = "" if move.origin == move.target else name(move.target)
            return Written(letter(position, move.origin), move.origin, f"{moved}:{name(move.victim)}", "")
        case Sacrifice():
            return Written(letter(position, move.cell), move.cell, f"~{name(move.victim)}", f"={move.becomes}")
        case Change():
            return Written(letter(position, move.cell), None, name(move.cell), f"={move.becomes}")
        case Castling():
            files = position.board.files
            far = move.target % files < move.origin % files
            king = "" if move.origin == position.king(position.side) else letter(position, move.origin)
            return Written(king, None, "O-O-O" if far else "O-O", "")
        case Gating(first, kind, cell):
            written = parts(position, first)
            where = name(cell) if isinstance(first, Castling) else ""
            return Written(written.kind, written.origin, written.goal, f"{written.change}/{kind}{where}")
        case Drop() | TurnAll() | Pass():
            return Written("", None, move.text, "")


def change(move: Travel) -> str:
    """What the piece becomes: "=Q", "=Q@n", or nothing."""
    if move.becomes is None:
        return ""
    return f"={move.becomes}@{move.holder}" if move.holder else f"={move.becomes}"


def letter(position: "State", cell: Cell) -> str:
    """The letter of the piece on a cell; nothing for what is plainly called a Pawn."""
    return position.rules.codes.written[position.codes[cell]]
