"""Whether the records are whole, and what can be saved of those that are not."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from fairyrules.errors import FairyRulesError
from reedboard.archive import game_lookup, journal_copy, schema
from reedboard.archive.database import FILE, ArchiveError
from reedboard.archive.notes import as_played
from reedboard.archive.schema import insert, sealed, sound
from reedboard.errors import ReedboardError
from reedboard.game import trace
from reedboard.game.game_state import GameState
from reedboard.game.view import ply_views

Row = tuple[Any, ...]
SIDE_FILES = ("", "-wal", "-shm")
"""What SQLite keeps beside a database, by what is added to its name."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a look at the records showed: how many games are whole, and a sentence for each thing that is not."""

    games: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Repaired:
    """What a repair did: where the damaged file lies now, and a sentence for each thing that is lost."""

    aside: Path
    games: int
    lost: tuple[str, ...]


def check(folder: Path) -> Found:
    """Looks at every row of the records, and changes nothing.

    Raises: ArchiveError when there are no records, or they are of another version.
    """
    path = folder / FILE
    if not path.exists():
        raise ArchiveError(f"There are no records in {folder}.")
    faults: list[str] = []
    whole = 0
    try:
        with closing(_open(path)) as db:
            version = schema.version_of(db)
            if version != schema.VERSION:
                raise ArchiveError(f"The records are of version {version}, expected {schema.VERSION}.")
            schema.look(db)
            faults += [f"The file: {text}" for (text,) in db.execute("PRAGMA integrity_check(20)") if text != "ok"]
            for number, game in _games(db, faults.append):
                before = len(faults)
                _judge(number, game, _rows(db, "move", number), _rows(db, "journal", number), faults.append)
                placed = _read(db, "SELECT * FROM position WHERE game = ?", number)
                if not placed or not sound(placed[0]):
                    faults.append(f"Game {number}: what a search by position finds it by is damaged or missing.")
                seen = _read(db, "SELECT * FROM analysis WHERE game = ?", number)
                if seen is None or not all(map(sound, seen)):
                    faults.append(f"Game {number}: a part of its analysis is damaged.")
                faults += _cut(folder, number, game)
                whole += len(faults) == before
    except schema.ERRORS as error:
        faults.append(f"The file cannot be read further: {error}.")
    return Found(whole, tuple(faults))


def repair(folder: Path) -> Repaired:
    """Lays the records aside and writes what can be read of them anew.

    A game keeps its number. Damaged journal lines are left out; of damaged moves those before the first damage are
    kept. A game whose own row is damaged is lost, but lies in the file laid aside.

    Raises: OSError when the files cannot be moved.
    """
    aside = _free(folder)
    for ending in SIDE_FILES:
        with suppress(FileNotFoundError):
            (folder / (FILE + ending)).rename(aside / (FILE + ending))
    lost: list[str] = []
    new = folder / (FILE + ".new")
    new.unlink(missing_ok=True)
    with closing(sqlite3.connect(new, isolation_level=None)) as fresh:
        schema.prepare(fresh)
        fresh.execute("BEGIN")
        saved = 0
        try:
            with closing(_open(aside / FILE)) as db:
                for number, game in _games(db, lost.append):
                    _save(fresh, folder, number, game, _rows(db, "move", number), _rows(db, "journal", number), lost)
                    # What is damaged of an analysis is no loss: whoever wants it has it made again.
                    seen = _read(db, "SELECT * FROM analysis WHERE game = ?", number) or []
                    fresh.executemany(insert("analysis"), [row for row in seen if sound(row)])
                    saved += 1
        except schema.ERRORS as error:
            lost.append(f"The file could not be read further: {error}.")
        fresh.execute("COMMIT")
    new.rename(folder / FILE)
    return Repaired(aside, saved, tuple(lost))


def _save(
    fresh: sqlite3.Connection, folder: Path, number: int, game: Row, moves: list[Row], lines: list[Row], lost: list[str]
) -> None:
    whole = dict(zip(schema.COLUMNS["game"], game, strict=True))
    texts = [row[2] for row in lines if sound(row)]
    copied = journal_copy.found(folder, number)
    if copied is not None and copied[0] == whole["header"] and len(copied[1]) > len(texts):
        texts = copied[1]
    missing = whole["lines"] - len(texts)
    if missing > 0:
        lost.append(f"Game {number}: {missing} of {whole['lines']} lines of its journal.")
    kept: list[Row] = []
    for row in moves:
        if not sound(row) or row[1] != len(kept) + 1:
            break
        kept.append(row)
    if len(kept) < whole["plies"]:
        again = [] if missing > 0 else _moves_again(whole, texts)
        if len(again) >= whole["plies"] and [row[3] for row in again[: len(kept)]] == [row[3] for row in kept]:
            kept = again
        else:
            lost.append(f"Game {number}: its moves from ply {len(kept) + 1} of {whole['plies']} on.")
    whole |= {"plies": len(kept), "lines": len(texts)}
    fresh.execute(insert("game"), sealed(*list(whole.values())[:-1]))
    fresh.execute(insert("position"), sealed(number, ""))
    fresh.executemany(insert("move"), kept)
    fresh.executemany(insert("journal"), (sealed(number, at, text) for at, text in enumerate(texts, 1)))


def _moves_again(game: dict[str, Any], lines: list[str]) -> list[Row]:
    """The moves that a whole journal tells; none where its game is no longer known."""
    try:
        header = trace.parse_header(game["header"])
        rules = game_lookup.known(header.game)
        start = rules.position(header.fen) if header.fen else rules.start()
        state = GameState.begin(start, header.trays, header.slots, header.clock).following(map(trace.parse_line, lines))
    except (ReedboardError, FairyRulesError):
        return []
    return [
        sealed(game["id"], view.ply, view.t_ms, view.move, view.san, view.state, as_played("", view))
        for view in ply_views(state.move_list, state.clock(), state.hinted, state.adjourned)
    ]


def _cut(folder: Path, number: int, game: Row) -> list[str]:
    """What the copy of the game in play has beyond the records."""
    whole = dict(zip(schema.COLUMNS["game"], game, strict=True))
    copied = journal_copy.found(folder, number)
    if copied is None or copied[0] != whole["header"] or len(copied[1]) <= whole["lines"]:
        return []
    return [f"Game {number}: the records end at journal line {whole['lines']}, their copy at {len(copied[1])}."]


def _judge(number: int, game: Row, moves: list[Row], lines: list[Row], complain: Callable[[str], None]) -> None:
    whole = dict(zip(schema.COLUMNS["game"], game, strict=True))
    for rows, count, what in ((moves, whole["plies"], "ply"), (lines, whole["lines"], "journal line")):
        there = {row[1] for row in rows if sound(row)}
        bad = [at for at in range(1, count + 1) if at not in there]
        if bad:
            complain(f"Game {number}: {what} {_few(bad)} damaged or missing.")
        elif len(rows) > count:
            complain(f"Game {number}: {len(rows)} rows of kind {what}, expected {count}.")


def _few(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:5]))
    return f"{shown} and {len(numbers) - 5} more" if len(numbers) > 5 else shown


def _games(db: sqlite3.Connection, complain: Callable[[str], None]) -> Iterator[tuple[int, Row]]:
    """Every game whose row is whole, by its number; one that cannot be read is stepped over."""
    highest = _read(db, "SELECT max(seq) FROM sqlite_sequence") or [(10**4,)]
    for number in _numbers(db, highest[0][0] or 0):
        rows = _read(db, "SELECT * FROM game WHERE id = ?", number)
        if rows is None or (rows and not sound(rows[0])):
            complain(f"Game {number}: its own row is damaged.")
        elif rows:
            yield number, rows[0]


def _numbers(db: sqlite3.Connection, last: int) -> Iterable[int]:
    """The numbers of the games, ascending; where the table cannot be walked, every number there may be."""
    rows = _read(db, "SELECT id FROM game ORDER BY id")
    return range(1, min(last, 10**6) + 1) if rows is None else [row[0] for row in rows]


def _rows(db: sqlite3.Connection, table: str, number: int) -> list[Row]:
    """The rows of a game that can be read, in order."""
    place = schema.COLUMNS[table][1]
    rows = _read(db, f"SELECT * FROM {table} WHERE game = ? ORDER BY {place}", number)
    if rows is not None:
        return rows
    found: list[Row] = []
    for at in range(1, _count(db, table, number) + 1):
        found += _read(db, f"SELECT * FROM {table} WHERE game = ? AND {place} = ?", number, at) or []
    return found


def _count(db: sqlite3.Connection, table: str, number: int) -> int:
    column = {"move": "plies", "journal": "lines"}[table]
    rows = _read(db, f"SELECT {column} FROM game WHERE id = ?", number) or [(0,)]
    return int(rows[0][0])


def _read(db: sqlite3.Connection, statement: str, *values: object) -> list[Row] | None:
    """The rows, or None where the file is damaged there."""
    try:
        return db.execute(statement, values).fetchall()
    except schema.ERRORS:
        return None


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.text_factory = lambda text: text.decode(errors="replace")
    return db


def _free(folder: Path) -> Path:
    """A new folder for what is laid aside."""
    stem = f"damaged-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    for ending in ("", *(f"-{number}" for number in range(2, 1000))):
        with suppress(FileExistsError):
            (folder / (stem + ending)).mkdir()
            return folder / (stem + ending)
    raise ArchiveError(f"Too many damaged records were laid aside in {folder}: move them elsewhere.")
