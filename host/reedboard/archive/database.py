"""The archive: every game, its moves with their times, and the raw journal of what the sensors said. One SQLite file.

A journal is a trace (`reedboard.game.trace`), one row a line, committed as it comes: what the page shows
has been written before, so a power cut loses nothing that anybody saw there.
"""

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple

import platformdirs

from reedboard.archive import journal_copy, schema
from reedboard.archive.disk_words import disk_words
from reedboard.archive.notes import as_played
from reedboard.archive.schema import insert, sealed, sound
from reedboard.archive.search import EVERYTHING, Search
from reedboard.errors import ReedboardError
from reedboard.game.status import PlyView

FILE = "records.sqlite3"
BUSY_S = 0.9
"""How long a file that another program is writing is waited for; longer, and it is trouble to be told."""
NO_SUCH_NUMBER = "No game is recorded under so long a number; `reedboard records list` shows what there is."

CLOSE_S = 1.0
"""How long closing waits for a write under way."""

Complain = Callable[[str], None]
Origin = Literal["played", "pgn", "trace"]


class ArchiveError(ReedboardError):
    """A record that is not there, or an archive that cannot be used."""


class DamagedError(ArchiveError):
    """What the disk gave back is not what was written."""


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game without its moves; `plies` counts them. `result` "*" is unfinished.

    `comments` stand before the first move; `digest` tells imported games apart.
    """

    id: int
    game: str
    fen: str | None
    header: str
    board: str
    begun: str
    result: str
    reason: str
    tags: Mapping[str, str]
    origin: Origin
    comments: tuple[str, ...]
    digest: str | None
    plies: int
    lines: int


class RecordedMove(NamedTuple):
    """A move as it was recorded; `t_ms` is None where the time is not known. `notes`: see `reedboard.archive.notes`.

    A tuple, as an import hands a hundred of them a game from one process to another.
    """

    ply: int
    t_ms: int | None
    move: str
    san: str
    state: str
    notes: str = ""


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A whole game to be written at once."""

    game: str
    fen: str | None
    header: str
    board: str
    origin: Origin
    moves: Sequence[RecordedMove]
    lines: Sequence[str] = ()
    result: str = "*"
    reason: str = ""
    tags: Mapping[str, str] | None = None
    comments: Sequence[str] = ()
    digest: str | None = None
    codes: str = ""
    """Of its positions (`positions.py`); "" leaves them to the first search."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in play, as its record is to hold it: the first `count` of `lines`, which only ever grows at its end."""

    record: int
    header: str
    lines: Sequence[str] = field(default=(), compare=False)
    count: int = 0
    moves: tuple[PlyView, ...] = ()
    result: str = "*"
    reason: str = ""


def data_folder() -> Path:
    """Where records live: `$REEDBOARD_DATA`, else the user's data folder of this system."""
    chosen = os.environ.get("REEDBOARD_DATA")
    return Path(chosen) if chosen else platformdirs.user_data_path("reedboard", appauthor=False)


class Archive:
    """The records in one folder. Any thread may call any method; nobody who reads waits for what is being written.

    Raises: ArchiveError when the folder or the file cannot be used, DamagedError when the file is no longer whole.
        So does every method that writes, of what could not be written; the cause is the system's or SQLite's error.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._writing, self._reading = threading.Lock(), threading.Lock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = self._open()
            self._read = self._db
            schema.prepare(self._db)
            self._read = self._open()
        except schema.NewerError:
            self.close()
            newer = f"The records in {self.path} were written by a newer reedboard; update this one."
            raise ArchiveError(newer) from None
        except (OSError, *schema.ERRORS) as error:
            if hasattr(self, "_db"):
                self.close()
            if self._only_reads(error):
                return
            if is_damage(error):
                raise DamagedError(_damaged(self.path, error)) from None
            raise ArchiveError(
                f"Cannot use the records in {self.path}: {error}. Set REEDBOARD_DATA to another folder."
            ) from None

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None, timeout=BUSY_S)
        db.text_factory = lambda text: text.decode(errors="replace")  # damaged text is for the checksum to find
        try:
            db.execute("PRAGMA journal_mode = WAL")
            # FULL: a commit is on the disk when it returns, so a power cut takes nothing back.
            db.execute("PRAGMA synchronous = FULL")
        except BaseException:
            db.close()
            raise
        return db

    def reopen(self) -> None:
        """Opens the file anew for writing, after a write that failed."""
        with self._writing:
            self._db.close()
            self._db = self._open()
            schema.prepare(self._db)

    def _only_reads(self, error: Exception) -> bool:
        """Opens the file for reading alone where nothing can be written: a card set to read-only, a copy on a disc.

        Only without a write-ahead log, since that cannot be brought into the file there.
        """
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        log = self.path.with_name(f"{FILE}-wal")
        refused = code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
        if not refused or not self.path.is_file() or (log.exists() and log.stat().st_size):
            return False
        uri = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
        self._db = self._read = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
        self._db.text_factory = lambda text: text.decode(errors="replace")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version != schema.VERSION:
            self.close()
            raise ArchiveError(
                f"The records in {self.path} are of an older version and cannot be brought up to date where they lie:"
                " copy them to a disk that can be written."
            )
        return True

    def close(self) -> None:
        """Lets go of the file; a write that never ends is left to the end of the process."""
        with self._reading:
            self._read.close()
        if self._writing.acquire(timeout=CLOSE_S):
            self._db.close()
            self._writing.release()

    # Writing -------------------------------------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside, or nothing."""
        try:
            with self._writing:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                    self._db.execute("COMMIT")
                except BaseException:
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                    raise
        except (OSError, *schema.ERRORS) as error:
            if is_damage(error):
                raise DamagedError(_damaged(self.path, error)) from error
            raise ArchiveError(
                f"The records in {self.path} cannot be written: {disk_words(error)}. Nothing of it was changed."
            ) from error

    def begin(self, game: str, fen: str | None, header: str, board: str, tags: Mapping[str, str] | None = None) -> int:
        """Opens a record and gives its number. `header` is the journal's first line."""
        (number,) = self.add([NewRecord(game, fen, header, board, "played", (), tags=tags)])
        return number

    def add(self, games: Iterable[NewRecord]) -> list[int]:
        """Writes whole games, all or none; gives their numbers."""
        with self._transaction() as db:
            (last,) = db.execute("SELECT coalesce(max(id), 0) FROM game").fetchone()
            (ever,) = db.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'game'").fetchone()
            first = number = max(last, ever) + 1
            begun = datetime.now(UTC).isoformat(timespec="seconds")
            for new in games:
                db.execute(insert("game"), _game_row(number, begun, new))
                db.executemany(insert("journal"), (sealed(number, at, line) for at, line in enumerate(new.lines, 1)))
                db.executemany(
                    insert("move"),
                    (sealed(number, *move) for move in new.moves),
                )
                db.execute(insert("position"), sealed(number, new.codes))
                number += 1
            return list(range(first, number))

    def keep(self, now: Kept, since: Kept | None = None) -> None:
        """Writes a game as it is now, where the record holds what it was at `since`; all of it for None.

        Once more does no harm, whatever of it was written before.
        """
        old = since or Kept(now.record, now.header)
        with self._transaction() as db:
            lines = ((at, now.lines[at - 1]) for at in range(old.count + 1, now.count + 1))
            written = (sealed(now.record, at, line) for at, line in lines)
            db.executemany(insert("journal", "INSERT OR REPLACE"), written)
            for place, ply in enumerate(now.moves):
                if old.moves[place : place + 1] != (ply,):
                    self._put(db, now.record, ply)
            if old.moves != now.moves:
                anew = "INSERT OR REPLACE INTO position SELECT ?, ?, ? FROM position WHERE game = ? AND codes != ''"
                db.execute(anew, (*sealed(now.record, ""), now.record))
            db.execute("DELETE FROM journal WHERE game = ? AND line > ?", (now.record, now.count))
            db.execute("DELETE FROM move WHERE game = ? AND ply > ?", (now.record, len(now.moves)))
            ending = {"result": now.result, "reason": now.reason}
            self._amend(db, now.record, header=now.header, **ending, plies=len(now.moves), lines=now.count)

    def annotate(
        self,
        record: int,
        notes: Mapping[int, tuple[str, str]],
        comments: Sequence[str] | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> bool:
        """Writes what is said beside moves, before the first one, and in the tags; says whether it did.

        `notes`: ply -> (what stands there, what is to). Where something else stands by now, nothing is written.
        """
        with self._transaction() as db:
            for ply, (was, now) in notes.items():
                row = db.execute("SELECT * FROM move WHERE game = ? AND ply = ?", (record, ply)).fetchone()
                if row is None or row[-2] != was:
                    return False
                if not sound(row):
                    raise DamagedError(_damaged_record(record))
                db.execute(insert("move", "INSERT OR REPLACE"), sealed(*row[:-2], now))
            texts = {"comments": comments if comments is None else list(comments), "tags": tags}
            self._amend(db, record, **{name: json.dumps(text) for name, text in texts.items() if text is not None})
            return True

    def end(self, record: int, result: str, reason: str, tags: Mapping[str, str]) -> None:
        """Gives a game its result, why it has it, and its tags."""
        with self._transaction() as db:
            self._amend(db, record, result=result, reason=reason, tags=json.dumps(dict(tags)))

    def _put(self, db: sqlite3.Connection, record: int, ply: PlyView) -> None:
        """A move in its ply; what is said beside it stays with it for as long as it is that move."""
        same = "SELECT notes FROM move WHERE game = ? AND ply = ? AND move = ?"
        kept = db.execute(same, (record, ply.ply, ply.move)).fetchone()
        notes = as_played(kept[0] if kept else "", ply)
        row = (record, ply.ply, ply.t_ms, ply.move, ply.san, ply.state, notes)
        db.execute(insert("move", "INSERT OR REPLACE"), sealed(*row))

    def _amend(self, db: sqlite3.Connection, record: int, **changes: object) -> None:
        """Changes values of a game's row; a damaged one is not sealed anew."""
        columns = schema.COLUMNS["game"]
        row = db.execute("SELECT * FROM game WHERE id = ?", (record,)).fetchone()
        if row is None or not sound(row):
            raise DamagedError(_damaged_record(record))
        values = dict(zip(columns, row, strict=True)) | changes
        if tuple(values.values()) != row:
            db.execute(insert("game", "INSERT OR REPLACE"), sealed(*list(values.values())[:-1]))

    # Reading -------------------------------------------------------------------------------------------------------

    def records(
        self, complain: Complain = lambda words: None, search: Search = EVERYTHING, most: int = -1
    ) -> list[Record]:
        """The games that fit the search, newest first, `most` of them at most (-1: all).

        Those whose row is damaged are left out, and `complain` is told of each.
        """
        found = []
        clause, values = search.clause()
        for row in self._rows("game", f"WHERE {clause} ORDER BY id DESC LIMIT ?", *values, most):
            if sound(row):
                found.append(_record(row))
            else:
                complain(_damaged_record(row[0]))
        return found

    def record(self, record: int) -> Record:
        """One game.

        Raises: ArchiveError when there is none of that number.
        """
        rows = self._rows("game", "WHERE id = ?", record)
        if not rows:
            raise ArchiveError(f"No game is recorded as number {record}; `reedboard records list` shows what there is.")
        if not sound(rows[0]):
            raise DamagedError(_damaged_record(record))
        return _record(rows[0])

    def moves(self, record: int) -> list[RecordedMove]:
        """The moves of a game, in order.

        Raises: DamagedError when one of them is not as it was written, or missing.
        """
        return [RecordedMove(*row[1:-1]) for row in self._whole("move", record)]  # type: ignore[arg-type]

    def journal(self, record: int) -> list[str]:
        """The journal of a game after its header, line by line.

        Raises: DamagedError when a line is not as it was written, or missing.
        """
        return [str(row[2]) for row in self._whole("journal", record)]

    def usable_journal(self, record: int, complain: Complain) -> list[tuple[int, str]]:
        """What can still be read of a journal: each line with its number in the trace; the header is line 1.

        Args:
            complain: told in one sentence what is missing.
        """
        rows = self._rows("journal", "WHERE game = ? ORDER BY line", record)
        usable = [(int(str(row[1])) + 1, str(row[2])) for row in rows if sound(row)]
        game = self.record(record)
        lost = game.lines - len(usable)
        copied = journal_copy.found(self.path.parent, record)
        if copied is not None and copied[0] == game.header and len(copied[1]) > len(usable):
            copy = dict(enumerate(copied[1], 2))
            if all(copy.get(number) == text for number, text in usable):
                more = len(copy) - len(usable)
                complain(f"{more} {'line was' if more == 1 else 'lines were'} gone and taken from the copy beside them")
                return list(copy.items())
        if lost > 0:
            lines = "line is" if lost == 1 else "lines are"
            complain(f"{lost} {lines} damaged or missing; what the sensors said there is left out")
        return usable

    def trace(self, record: int) -> str:
        """The whole journal as a trace file's text."""
        return "\n".join([self.record(record).header, *self.journal(record)]) + "\n"

    def count(self, search: Search = EVERYTHING) -> int:
        """How many games fit the search."""
        clause, values = search.clause()
        with self._reading, self._told():
            (count,) = self._read.execute(f"SELECT count(*) FROM game WHERE {clause}", values).fetchone()
        return int(count)

    def unplaced(self) -> list[int]:
        """The games whose positions are not looked at yet."""
        return [int(str(row[0])) for row in self._rows("position", "WHERE codes = ''")]

    def place(self, codes: Mapping[int, str]) -> None:
        """Writes the codes of the positions of games, by their numbers."""
        with self._transaction() as db:
            rows = (sealed(number, text) for number, text in codes.items())
            db.executemany(insert("position", "INSERT OR REPLACE"), rows)

    def codes(self, record: int) -> str:
        """The codes of a game's positions; "" where they are not looked at yet, or damaged."""
        rows = self._rows("position", "WHERE game = ?", record)
        return str(rows[0][1]) if rows and sound(rows[0]) else ""

    def analysis(self, record: int) -> dict[int, str]:
        """What was seen in the positions of a game, by ply. A damaged row is left out: it can be looked for again."""
        rows = self._rows("analysis", "WHERE game = ?", record)
        return {int(str(row[1])): str(row[2]) for row in rows if sound(row)}

    def analysed(self) -> list[int]:
        """The games of which something was seen, newest first."""
        with self._reading, self._told():
            rows = self._read.execute("SELECT DISTINCT game FROM analysis ORDER BY game DESC").fetchall()
        return [int(row[0]) for row in rows]

    def note_analysis(self, record: int, ply: int, text: str) -> None:
        """Writes what was seen in a position of a game, in the place of what was seen there before."""
        with self._transaction() as db:
            db.execute(insert("analysis", "INSERT OR REPLACE"), sealed(record, ply, text))

    def copy_to(self, target: sqlite3.Connection) -> None:
        """Copies the whole file as it stands at one moment; writing goes on meanwhile."""
        with self._reading, self._told():
            self._read.backup(target)

    def imported_as(self, digest: str) -> int | None:
        """The number of the game that was imported with this digest; None when there is none."""
        rows = self._rows("game", "WHERE digest = ? LIMIT 1", digest)
        return int(str(rows[0][0])) if rows else None

    def alike(self, game: str, plies: int) -> list[Record]:
        """The games of these rules and this length that have a journal: exported, one of them may come back as PGN."""
        rows = self._rows("game", "WHERE game = ? AND plies = ? AND origin != 'pgn'", game, plies)
        return [_record(row) for row in rows if sound(row)]

    def _rows(self, table: str, clause: str, *values: object) -> list[tuple[object, ...]]:
        with self._reading, self._told():
            return self._read.execute(f"SELECT * FROM {table} {clause}", values).fetchall()

    def _whole(self, table: Literal["move", "journal"], record: int) -> list[tuple[object, ...]]:
        """The rows of a game, from 1 to as many as its own row says."""
        count = {"move": "plies", "journal": "lines"}[table]
        with self._reading, self._told():
            self._read.execute("BEGIN")  # both are read as they stood at one moment
            try:
                (wanted,) = self._read.execute(f"SELECT {count} FROM game WHERE id = ?", (record,)).fetchone() or (0,)
                rows = self._read.execute(f"SELECT * FROM {table} WHERE game = ? ORDER BY 2", (record,)).fetchall()
            finally:
                self._read.execute("COMMIT")
        if not all(map(sound, rows)) or [row[1] for row in rows] != list(range(1, wanted + 1)):
            raise DamagedError(_damaged_record(record))
        return rows

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite cannot read becomes a sentence."""
        try:
            yield
        except OverflowError:  # of a number beyond 64 bits
            raise ArchiveError(NO_SUCH_NUMBER) from None
        except schema.ERRORS as error:
            if is_damage(error):
                raise DamagedError(_damaged(self.path, error)) from None
            raise ArchiveError(f"Cannot read the records in {self.path}: {error}.") from None


def _game_row(number: int, begun: str, new: NewRecord) -> tuple[object, ...]:
    tags, comments = json.dumps(dict(new.tags or {})), json.dumps(list(new.comments))
    told = (new.game, new.fen, new.header, new.board, begun, new.result, new.reason, tags)
    return sealed(number, *told, new.origin, comments, new.digest, len(new.moves), len(new.lines))


def _record(row: tuple[object, ...]) -> Record:
    values = dict(zip(schema.COLUMNS["game"], row[:-1], strict=False))
    values["tags"], values["comments"] = json.loads(str(values["tags"])), tuple(json.loads(str(values["comments"])))
    return Record(**values)  # type: ignore[arg-type]  # the table is STRICT and its rows are sealed


def is_damage(error: BaseException) -> bool:
    """Whether SQLite says that the file is no longer whole, rather than that it cannot be reached."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    corrupt = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    told = "no such" in str(error) or "unsupported file format" in str(error)
    return corrupt or told or isinstance(error, (DamagedError, UnicodeDecodeError, schema.AlteredError))


def _damaged(path: Path, error: BaseException) -> str:
    return f"The records in {path} are damaged ({error}): `reedboard records check --repair` saves what can be read."


def _damaged_record(record: object) -> str:
    return f"Game {record} is damaged: `reedboard records check --repair` saves what can be read."
