"""From the archive to PGN and back."""

from datetime import datetime

from fairyrules import pgn
from fairyrules.pgn import GameRecord, Ply
from reedboard.archive import games
from reedboard.archive.database import Archive
from reedboard.errors import ReedboardError
from reedboard.game import trace
from reedboard.game.game_state import GameState
from reedboard.game.move_list import MoveList
from reedboard.game.view import ply_views
from reedboard.tracker.effects import Moved


def pgn_of(archive: Archive, record: int) -> str:
    """A recorded game as PGN: tags, moves in SAN, and the time each move took.

    Raises: ArchiveError for an unknown number, FairyRulesError when its game is no longer known.
    """
    return pgn.write(game_record(archive, record))


def game_record(archive: Archive, record: int) -> GameRecord:
    """A recorded game as our PGN reader would read it."""
    found = archive.record(record)
    game = games.known(found.game)
    start = game.position(found.fen) if found.fen else game.start()
    position, plies, before_ms = start, [], 0
    for move in archive.moves(record):
        legal = position.parse(move.move)
        plies.append(Ply(legal, elapsed_ms=max(0, move.t_ms - before_ms)))
        position, before_ms = position.play(legal), move.t_ms
    tags = {
        "Event": "Over the board",
        "Site": "?",
        "Date": datetime.fromisoformat(found.begun).strftime("%Y.%m.%d"),
        "Round": "-",
        "White": "White",
        "Black": "Black",
    }
    return GameRecord(start, tuple(plies), found.result, {**tags, **found.tags})


def bring_in(archive: Archive, text: str, name: str) -> list[int]:
    """Records every game of a PGN text, or the one of a trace; gives their numbers.

    Raises: ReedboardError or FairyRulesError when it is neither, or a move in it is not legal; nothing is recorded.
    """
    if text.lstrip().startswith("{"):
        return [_bring_in_trace(archive, text)]
    read = pgn.read(text, find=games.known)
    if not read:
        raise ReedboardError(f"{name} holds no game: expected PGN, or a trace that begins with its header.")
    return [_bring_in_game(archive, game) for game in read]


def _bring_in_trace(archive: Archive, text: str) -> int:
    first, *rest = text.strip().splitlines()
    header = trace.parse_header(first)
    events = [trace.parse_line(line) for line in rest]
    game = games.known(header.game)
    start = game.position(header.fen) if header.fen else game.start()
    state = GameState.begin(start, header.trays, header.slots).following(events)
    number = archive.begin(header.game, header.fen, trace.format_header(header), "imported")
    archive.note(number, [trace.format_line(event) for event in events], ply_views(state.move_list))
    if state.ended is not None:
        archive.finish(number, state.ended.result, state.ended.reason)
    return number


def _bring_in_game(archive: Archive, game: GameRecord) -> int:
    move_list, t_ms = MoveList(game.start), 0
    for number, ply in enumerate(game.plies, 1):
        t_ms += ply.elapsed_ms or 0
        move_list = move_list.told([Moved(t_ms, number, ply.move, settled=True)])
    start = game.start
    fen = None if start == start.game.start() else start.fen()
    header = trace.format_header(trace.TraceHeader(start.game.id, fen))
    record = archive.begin(start.game.id, fen, header, "imported", game.tags)
    archive.note(record, (), ply_views(move_list))
    archive.finish(record, game.result, "")
    return record
