"""The archive: every game, its moves with their times, and the raw journal of what the sensors said. One SQLite file.

A journal is a trace (`reedboard.game.trace`), one row a line, committed as it comes: what has been shown on the board
has been written before, so a power cut loses nothing that anybody saw.
"""

import json
import os
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from reedboard.errors import ReedboardError
from reedboard.game.status import PlyView

SCHEMA_VERSION = 1

SCHEMA = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,          -- the rules' id, "wildeurasian-qi/korean"
    fen TEXT,                    -- NULL: from the array
    header TEXT NOT NULL,        -- first line of the journal
    board TEXT NOT NULL,         -- the board's own name
    begun TEXT NOT NULL,         -- UTC, ISO 8601
    result TEXT NOT NULL DEFAULT '*',
    reason TEXT NOT NULL DEFAULT '',
    tags TEXT NOT NULL DEFAULT '{}'  -- further PGN tags
) STRICT;
CREATE TABLE move (
    game INTEGER NOT NULL REFERENCES game,
    ply INTEGER NOT NULL,        -- 1 is the first move of the record
    t_ms INTEGER NOT NULL,       -- since the game's start
    move TEXT NOT NULL,          -- machine form
    san TEXT NOT NULL,
    state TEXT NOT NULL,         -- provisional, asked or settled
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
    game INTEGER NOT NULL REFERENCES game,
    line INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, line)
) STRICT, WITHOUT ROWID;
"""


class ArchiveError(ReedboardError):
    """A record that is not there, or an archive that cannot be used."""


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game without its moves; `plies` counts them. `result` "*" is unfinished."""

    id: int
    game: str
    fen: str | None
    header: str
    board: str
    begun: str
    result: str
    reason: str
    tags: Mapping[str, str]
    plies: int


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move as it was recorded."""

    ply: int
    t_ms: int
    move: str
    san: str
    state: str


def data_folder() -> Path:
    """Where records live: `$REEDBOARD_DATA`, else the user's data folder of this system."""
    chosen = os.environ.get("REEDBOARD_DATA")
    return Path(chosen) if chosen else platformdirs.user_data_path("reedboard", appauthor=False)


class Archive:
    """The records in one folder. Any thread may call any method.

    Raises: ArchiveError when the folder or the file cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / "records.sqlite3"
        self._lock = threading.Lock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10.0)
            self._db.execute("PRAGMA journal_mode = WAL")
            # FULL: a commit is on the disk when it returns, so a power cut takes nothing back.
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._prepare(path)
        except (OSError, sqlite3.Error) as error:
            raise ArchiveError(
                f"Cannot use the records in {path}: {error}. Set REEDBOARD_DATA to another folder."
            ) from None

    def _prepare(self, path: Path) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            for statement in SCHEMA.split(";"):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        self._db.execute("COMMIT")
        if version > SCHEMA_VERSION:
            raise ArchiveError(f"The records in {path} were written by a newer reedboard; update this one.")

    def close(self) -> None:
        """Lets go of the file."""
        with self._lock:
            self._db.close()

    # Writing -------------------------------------------------------------------------------------------------------

    def begin(self, game: str, fen: str | None, header: str, board: str, tags: Mapping[str, str] | None = None) -> int:
        """Opens a record and gives its number. `header` is the journal's first line."""
        with self._lock, self._db as db:
            begun = datetime.now(UTC).isoformat(timespec="seconds")
            cursor = db.execute(
                "INSERT INTO game (game, fen, header, board, begun, tags) VALUES (?, ?, ?, ?, ?, ?)",
                (game, fen, header, board, begun, json.dumps(dict(tags or {}))),
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def note(self, record: int, lines: Sequence[str], moves: Iterable[PlyView] = (), length: int | None = None) -> None:
        """Appends journal lines, puts `moves` in their plies, and drops the plies beyond `length`; all or nothing."""
        with self._lock:
            self._db.execute("BEGIN")
            try:
                if lines:
                    (last,) = self._db.execute(
                        "SELECT coalesce(max(line), 0) FROM journal WHERE game = ?", (record,)
                    ).fetchone()
                    self._db.executemany(
                        "INSERT INTO journal VALUES (?, ?, ?)",
                        [(record, last + place, line) for place, line in enumerate(lines, 1)],
                    )
                self._db.executemany(
                    "INSERT OR REPLACE INTO move VALUES (?, ?, ?, ?, ?, ?)",
                    [(record, ply.ply, ply.t_ms, ply.move, ply.san, ply.state) for ply in moves],
                )
                if length is not None:
                    self._db.execute("DELETE FROM move WHERE game = ? AND ply > ?", (record, length))
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def head(self, record: int, header: str) -> None:
        """Replaces the journal's first line: before anything is in the journal, the trays may be found otherwise."""
        with self._lock:
            self._db.execute("UPDATE game SET header = ? WHERE id = ?", (header, record))

    def finish(self, record: int, result: str, reason: str) -> None:
        """Says how the game ended; "*" opens it again."""
        with self._lock:
            self._db.execute("UPDATE game SET result = ?, reason = ? WHERE id = ?", (result, reason, record))

    # Reading -------------------------------------------------------------------------------------------------------

    def records(self) -> list[Record]:
        """All games, newest first."""
        return self._select("ORDER BY id DESC")

    def record(self, record: int) -> Record:
        """One game.

        Raises: ArchiveError when there is none of that number.
        """
        found = self._select("WHERE id = ?", record)
        if not found:
            raise ArchiveError(f"No game is recorded as number {record}; `reedboard records list` shows what there is.")
        return found[0]

    def _select(self, clause: str, *values: int) -> list[Record]:
        with self._lock:
            rows = self._db.execute(
                "SELECT id, game, fen, header, board, begun, result, reason, tags,"
                f" (SELECT count(*) FROM move WHERE move.game = game.id) FROM game {clause}",
                values,
            ).fetchall()
        return [
            Record(number, game, fen, header, board, begun, result, reason, json.loads(tags), plies)
            for number, game, fen, header, board, begun, result, reason, tags, plies in rows
        ]

    def moves(self, record: int) -> list[RecordedMove]:
        """The moves of a game, in order."""
        with self._lock:
            rows = self._db.execute(
                "SELECT ply, t_ms, move, san, state FROM move WHERE game = ? ORDER BY ply", (record,)
            ).fetchall()
        return [RecordedMove(*row) for row in rows]

    def journal(self, record: int) -> list[str]:
        """The journal of a game after its header, line by line."""
        with self._lock:
            rows = self._db.execute("SELECT text FROM journal WHERE game = ? ORDER BY line", (record,)).fetchall()
        return [text for (text,) in rows]

    def trace(self, record: int) -> str:
        """The whole journal as a trace file's text."""
        return "\n".join([self.record(record).header, *self.journal(record)]) + "\n"
