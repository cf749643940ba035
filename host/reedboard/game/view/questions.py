"""What people are asked to do: whose move it is, questions to answer, disagreements to mend, sensors to look at."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fairyrules import Position
from fairyrules.effect import Effect, Exchange
from fairyrules.effect import Turn as TurnedOver
from fairyrules.moves import Move
from fairyrules.pieces import Piece, Side
from reedboard.game import piece_view as looks
from reedboard.game.guidance import RepairStep, put_back_steps, repair_steps, setting_up
from reedboard.game.placing_times import touched
from reedboard.game.status import Choice, Question, SensorView, Step, Trouble, TurnView
from reedboard.game.view.scene import Scene
from reedboard.game.virtual_pieces import slot_piece
from reedboard.tracker import NOT_PLAYED, Fault

HINTED = 8
"""So many ways to finish a move are named at most."""


def turn(position: Position) -> TurnView:
    """Whose move it is, and whether out of check."""
    side = "White" if position.side is Side.WHITE else "Black"
    check = position.game.board.name(position.king(position.side)) if position.in_check() else None
    return TurnView(position.side.letter, f"{side} to move" + (", in check" if check else ""), check)


def question(scene: Scene) -> Question | None:
    """The oldest open question, its moves as people write them."""
    asked = scene.belief.asking
    if asked is None or asked.ply + scene.first_ply > len(scene.move_list.entries):
        return None
    ply = asked.ply + scene.first_ply
    before = scene.move_list.entries[ply - 1].before
    choices = tuple(_choice(before, move) for move in asked.moves)
    if len(choices) == 1:
        choices += (Choice(NOT_PLAYED, "No"),)
    text = _wording(scene, ply, asked.moves)
    if others := _in_tray(scene, before, asked.moves):
        text += f" Or exchange it from the tray for a {' or a '.join(others)}."
    if ply < len(scene.move_list.entries):
        side = "White" if before.side is Side.WHITE else "Black"
        text = f"{side}'s move {before.fullmove}: {text[0].lower()}{text[1:]}"
    return Question(ply, text, choices)


def _in_tray(scene: Scene, before: Position, moves: tuple[Move, ...]) -> list[str]:
    """What the piece asked about may become with a piece out of a tray: the kinds that lie ready on a slot."""
    asked = [before.effect(move) for move in moves]
    if any(len(effect.exchanges) != 1 or effect.travels != asked[0].travels for effect in asked):
        return []
    others = [before.effect(move).exchanges for move in before.legal_moves() if _goes_alike(before, move, asked[0])]
    ready = {slot_piece(site) for site in scene.occupied if ":" in site}
    pieces = dict.fromkeys(exchange.after for each in others for exchange in each if exchange.after in ready)
    return [before.game.kinds[piece.kind].name for piece in pieces]


def _goes_alike(before: Position, move: Move, effect: Effect) -> bool:
    other = before.effect(move)
    return (other.travels, other.removals) == (effect.travels, effect.removals)


def _choice(before: Position, move: Move) -> Choice:
    piece = _arrived(before.effect(move))
    return Choice(str(move), before.san(move), looks.look(before.game, piece) if piece else None)


def _arrived(effect: Effect) -> Piece | None:
    """What stands where the move ends, if the move itself says so."""
    changes: tuple[Exchange | TurnedOver, ...] = (*effect.exchanges, *effect.turns)
    if changes and (not effect.travels or changes[0].cell == effect.travels[0].target):
        return changes[0].after
    return effect.travels[0].piece if effect.travels else effect.entries[0].piece if effect.entries else None


def _wording(scene: Scene, ply: int, moves: tuple[Move, ...]) -> str:
    if len(moves) == 1:
        return "Was this played?"
    before = scene.move_list.entries[ply - 1].before
    effects = [before.effect(move) for move in moves]
    ends = {_end(effect) for effect in effects}
    same_way = len({(effect.travels, effect.removals) for effect in effects}) == 1
    if same_way and len(ends) == 1 and None not in ends:
        (cell,) = ends
        assert cell is not None
        stands = _still_stands(scene, ply, cell)
        return f"What stands on {scene.site(cell)} now?" if stands else f"What was put on {scene.site(cell)}?"
    return "Which move was played?"


def _still_stands(scene: Scene, ply: int, cell: int) -> bool:
    """Whether what a ply brought to a cell is there to be looked at."""
    later = scene.move_list.entries[ply:]
    return scene.site(cell) in scene.occupied and not any(
        cell in touched(each.before.effect(each.move)) for each in later
    )


def _end(effect: Effect) -> int | None:
    """The cell that a move is about: where it ends, or where it changes or drops a piece."""
    if effect.exchanges:
        return effect.exchanges[0].cell
    if effect.entries:
        return effect.entries[0].cell
    return effect.travels[0].target if effect.travels else None


def unseen(position: Position) -> tuple[Choice, ...]:
    """The legal moves that may be made without a hand on the board: pieces that only count as others from now on."""
    return tuple(_untouched(position, move) for move in position.legal_moves() if _is_unseen(position.effect(move)))


def _untouched(position: Position, move: Move) -> Choice:
    """Such a move, with what its pieces become in words."""
    choice, turns = _choice(position, move), position.effect(move).turns
    if not turns:
        return choice
    old, new = (position.game.kinds[piece.kind].name for piece in (turns[0].before, turns[0].after))
    return replace(choice, text=f"{choice.text}: every {old} becomes a {new}")


def _is_unseen(effect: Effect) -> bool:
    return not (effect.travels or effect.removals or effect.entries)


def hint(scene: Scene) -> str:
    """What a move begun still lacks: the Rook of a castling, the piece a Pawn becomes. Empty when nothing does."""
    if scene.belief.asking is not None or scene.belief.mismatch is not None or scene.offer:
        return ""
    if exchange := _open_exchange(scene):
        return f"Exchange what stands on {scene.site(exchange.cell)} for what it becomes."
    if taken := _taken_for(scene):
        return taken
    position = scene.belief.position
    moves = sorted({footprint.move for footprint in scene.belief.finishing}, key=str)
    if not moves:
        return "" if scene.move_list.entries or scene.belief.lifted else _trays(scene)
    if len(moves) > 1:
        return f"To finish the move: {' or '.join(position.san(move) for move in moves[:HINTED])}."
    steps = "; ".join(_missing(scene, position.effect(moves[0])))
    return f"To finish {position.san(moves[0])}: {steps}." if steps else ""


def _trays(scene: Scene) -> str:
    """Before the first move: the pieces that belong into the trays and are not there."""
    stock = scene.placement.stocked(scene.move_list.start).slots
    missing = Counter(slot.rstrip("0123456789") for slot in stock if stock[slot] and slot not in scene.occupied)
    words = [f"{count} × {_named(scene, slot_piece(each))}" for each, count in missing.items()]
    return f"Still for the trays: {', '.join(words)}." if words else ""


def _open_exchange(scene: Scene) -> Exchange | None:
    """The exchange of the last move, while nothing has told for which piece."""
    if not scene.move_list.entries or scene.move_list.entries[-1].state != "provisional":
        return None
    last = scene.move_list.entries[-1]
    exchanges = last.before.effect(last.move).exchanges
    return exchanges[0] if exchanges and scene.belief.tied else None


def _taken_for(scene: Scene) -> str:
    """What the piece moved last counts as, while it may still be exchanged for another that lies ready in a tray."""
    if not scene.move_list.entries or scene.belief.lifted:
        return ""
    last = scene.move_list.entries[-1]
    exchange = next(iter(last.before.effect(last.move).exchanges), None)
    if exchange is None:
        return ""
    name = scene.game.kinds[exchange.after.kind].name
    others = [other for other in _in_tray(scene, last.before, (last.move,)) if other != name]
    if not others or scene.belief.sites.slots_of(exchange.taken_from, exchange.after):
        return ""
    counts = f"What stands on {scene.site(exchange.cell)} counts as {_named(scene, exchange.after)}"
    return f"{counts}. For another, exchange it from the tray: {_or(others)}."


def _missing(scene: Scene, effect: Effect) -> Iterator[str]:
    for travel in effect.travels:
        if scene.site(travel.origin) in scene.occupied:
            yield f"{_named(scene, travel.piece)} from {scene.site(travel.origin)} to {scene.site(travel.target)}"
    targets = {travel.target for travel in effect.travels}
    for removal in effect.removals:
        if removal.cell not in targets and scene.site(removal.cell) in scene.occupied:
            yield f"take away {_named(scene, removal.piece)} on {scene.site(removal.cell)}"
    for exchange in effect.exchanges:
        yield f"exchange what stands on {scene.site(exchange.cell)} for {_named(scene, exchange.after)}"


def _named(scene: Scene, piece: Piece) -> str:
    return looks.look(scene.game, piece).name


def trouble(scene: Scene) -> Trouble | None:
    """What to put where until board and game agree; None when they do."""
    if scene.belief.mismatch is None:
        return None
    fill, clear = scene.belief.mismatch
    if scene.before_back is not None:
        steps = tuple(_step(scene, each) for each in put_back_steps(scene.belief, scene.before_back))
        return Trouble(f"Put the pieces back: {len(steps)} to go.", fill, clear, steps)
    set_up = setting_up(scene.belief)
    text = f"Set up the pieces: {len(fill) + len(clear)} to go." if set_up else _why(scene, fill, clear)
    return Trouble(text, fill, clear, tuple(_step(scene, repair_step) for repair_step in repair_steps(scene.belief)))


def _why(scene: Scene, fill: tuple[str, ...], clear: tuple[str, ...]) -> str:
    """What is wrong, where it is one piece that went somewhere, or a sensor alone may be to blame."""
    if len(fill) + len(clear) == 1 and scene.belief.agrees:
        return _only_its_sensor(scene, *fill, *clear)
    if (len(fill), len(clear)) != (1, 1):
        return "Board and game disagree."
    position, cell = scene.belief.position, scene.game.board.cell(fill[0])
    piece = position.piece_at(cell)
    side = "White" if position.side is Side.WHITE else "Black"
    if piece is None or piece.side is not position.side:
        return f"Board and game disagree; it is {side}'s move."
    travels = [travel for move in position.legal_moves() for travel in position.effect(move).travels[:1]]
    goals = tuple(scene.site(goal) for goal in sorted({each.target for each in travels if each.origin == cell}))
    in_check = position.in_check()
    barred = "it cannot answer the check" if in_check else "its way is barred, or its King would be in check"
    may = f": only to {_or(goals)}" if 0 < len(goals) <= HINTED else "" if goals else f": {barred}"
    check = f"{side} is in check. " if in_check else ""
    return f"{check}{_named(scene, piece)} may not go from {fill[0]} to {clear[0]}{may}."


def _only_its_sensor(scene: Scene, cell: str) -> str:
    """What to do when all the rest agrees with the game: the reading of one cell may have been lost."""
    piece = scene.belief.position.piece_at(scene.game.board.cell(cell))
    so = f"the {_named(scene, piece)} stands there" if piece else "nothing stands there"
    return f"Only the sensor of {cell} disagrees with the game. If {so}, just play on."


def _step(scene: Scene, repair_step: RepairStep) -> Step:
    origins = _or(repair_step.origins)
    if repair_step.piece is None:
        if repair_step.aside:
            return Step(f"Take away what is left on {origins}")
        return Step(f"Take away what stands on {', '.join(repair_step.origins)}")
    piece = looks.look(scene.game, repair_step.piece)
    if not origins:
        return Step(f"{piece.name} on {', '.join(repair_step.to)}", piece)
    places = _or((*repair_step.origins, "the hand")) if repair_step.aside else origins
    return Step(f"{piece.name}: from {places} to {repair_step.to[0]}", piece)


def _or(words: Sequence[str]) -> str:
    """ "a1", "a1 or b1", "a1, b1 or c1"."""
    return " or ".join([*filter(None, [", ".join(words[:-1])]), *words[-1:]])


def sensors(scene: Scene) -> Iterator[SensorView]:
    """The sensors that are not believed, in the words of the tracker."""
    for site, fault in scene.belief.suspects.items():
        text = f"The sensor of {site} is {fault.value}: the game goes on without it. Look at its reed."
        if fault is Fault.SWAPPED:
            twin = scene.belief.swapped[site]
            text = f"The sensors of {site} and {twin} are swapped: the game goes on all the same. Look at their wires."
        yield SensorView(site, fault.value, text)
