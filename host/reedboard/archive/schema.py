"""The tables of the records, how older ones become today's, and the checksum each row carries.

A checksum covers every other value of its row, so a value that the disk gives back altered is noticed when it is read,
and never passes for what was recorded.
"""

import json
import sqlite3
import zlib
from json.encoder import encode_basestring_ascii

VERSION = 4
MARK = 0x5245 << 16
"""SQLite's application id holds this plus the version once more: a version that was altered is no other version."""

TABLES = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,          -- the rules' id, "wildeurasian-qi/korean"
    fen TEXT,                    -- NULL: from the array
    header TEXT NOT NULL,        -- first line of the journal
    board TEXT NOT NULL,         -- the board's own name
    begun TEXT NOT NULL,         -- UTC, ISO 8601
    result TEXT NOT NULL,
    reason TEXT NOT NULL,
    tags TEXT NOT NULL,          -- further PGN tags
    origin TEXT NOT NULL,        -- played, or imported from: pgn, trace
    comments TEXT NOT NULL,      -- before the first move, a JSON list
    digest TEXT,                 -- of what was imported: the same is not imported twice
    plies INTEGER NOT NULL,      -- rows in move and in journal: where they end is noticed when some are lost
    lines INTEGER NOT NULL,
    crc INTEGER NOT NULL
) STRICT;
CREATE TABLE move (
    game INTEGER NOT NULL REFERENCES game,
    ply INTEGER NOT NULL,        -- 1 is the first move of the record
    t_ms INTEGER,                -- since the game's start, NULL where it is not known
    move TEXT NOT NULL,          -- machine form
    san TEXT NOT NULL,
    state TEXT NOT NULL,         -- provisional, asked or settled
    notes TEXT NOT NULL,         -- what a PGN file says beside the move (`notes.py`), "" for nothing
    crc INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
    game INTEGER NOT NULL REFERENCES game,
    line INTEGER NOT NULL,
    text TEXT NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (game, line)
) STRICT, WITHOUT ROWID;
CREATE TABLE position (
    game INTEGER PRIMARY KEY REFERENCES game,
    codes TEXT NOT NULL,         -- of its positions (`positions.py`): what it is found by, "" as long as not looked at
    crc INTEGER NOT NULL
) STRICT;
CREATE TABLE analysis (
    game INTEGER NOT NULL REFERENCES game,
    ply INTEGER NOT NULL,        -- the position after so many moves of the game, 0 for its start
    text TEXT NOT NULL,          -- what an opponent saw in it (`analysis.py`), JSON
    crc INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_digest ON game (digest);
CREATE INDEX game_alike ON game (game, plies) WHERE origin != 'pgn';
CREATE INDEX position_waiting ON position (game) WHERE codes = '';
"""

FROM_1 = """
ALTER TABLE game RENAME TO game_1;
ALTER TABLE move RENAME TO move_1;
ALTER TABLE journal RENAME TO journal_1;
{tables}
INSERT INTO game SELECT id, game, fen, header, board, begun, result, reason, tags,
    CASE WHEN board != 'imported' THEN 'played'
         WHEN EXISTS (SELECT 1 FROM journal_1 WHERE journal_1.game = game_1.id) THEN 'trace' ELSE 'pgn' END,
    '[]', NULL, (SELECT count(*) FROM move_1 WHERE move_1.game = game_1.id),
    (SELECT count(*) FROM journal_1 WHERE journal_1.game = game_1.id), 0 FROM game_1;
INSERT INTO move SELECT game, ply,
    CASE WHEN (SELECT origin FROM game WHERE game.id = move_1.game) = 'pgn'
         AND NOT EXISTS (SELECT 1 FROM move_1 AS other WHERE other.game = move_1.game AND other.t_ms > 0)
         THEN NULL ELSE t_ms END,
    move, san, state, '', 0 FROM move_1;
INSERT INTO journal SELECT game, line, text, 0 FROM journal_1;
DROP TABLE move_1;
DROP TABLE journal_1;
DROP TABLE game_1;
INSERT INTO position SELECT id, '', row_crc(id, '') FROM game;
UPDATE game SET crc = row_crc(id, game, fen, header, board, begun, result, reason, tags, origin, comments, digest,
    plies, lines);
UPDATE move SET crc = row_crc(game, ply, t_ms, move, san, state, notes);
UPDATE journal SET crc = row_crc(game, line, text);
""".replace("{tables}", TABLES)

FROM_3 = """
CREATE TABLE analysis (game INTEGER NOT NULL REFERENCES game, ply INTEGER NOT NULL, text TEXT NOT NULL,
    crc INTEGER NOT NULL, PRIMARY KEY (game, ply)) STRICT, WITHOUT ROWID;
"""

FROM_2 = """
CREATE TABLE position (game INTEGER PRIMARY KEY REFERENCES game, codes TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;
INSERT INTO position SELECT id, '', row_crc(id, '') FROM game;
CREATE INDEX position_waiting ON position (game) WHERE codes = '';
DROP INDEX game_alike;
CREATE INDEX game_alike ON game (game, plies) WHERE origin != 'pgn';
{analysis}
""".replace("{analysis}", FROM_3)

COLUMNS = {
    "game": (
        *("id", "game", "fen", "header", "board", "begun", "result", "reason", "tags"),
        *("origin", "comments", "digest", "plies", "lines", "crc"),
    ),
    "move": ("game", "ply", "t_ms", "move", "san", "state", "notes", "crc"),
    "journal": ("game", "line", "text", "crc"),
    "position": ("game", "codes", "crc"),
    "analysis": ("game", "ply", "text", "crc"),
}
"""The columns of each table; the checksum is the last and covers the others."""


ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite may raise: it quotes a damaged name in its message, which Python then cannot read."""


class NewerError(Exception):
    """The file was written by a newer program."""


class AlteredError(sqlite3.DatabaseError):
    """The file's version is not the one it was written with."""


_written = json.JSONEncoder(separators=(",", ":")).encode


def row_crc(*values: object) -> int:
    """The checksum of a row's values in the order of its columns: of the compact JSON of them, in ASCII.

    Raises: TypeError for what JSON cannot say.
    """
    parts = [
        encode_basestring_ascii(value)
        if type(value) is str
        else repr(value)
        if type(value) is int
        else "null"
        if value is None
        else _written(value)
        for value in values
    ]  # an encoder called for the whole row takes twice as long, which a file of many games feels
    return zlib.crc32(f"[{','.join(parts)}]".encode())


def sealed(*values: object) -> tuple[object, ...]:
    """A row to be written: its values and their checksum."""
    return (*values, row_crc(*values))


def sound(row: tuple[object, ...]) -> bool:
    """Whether a row that was read is as it was written."""
    try:
        return row_crc(*row[:-1]) == row[-1]
    except TypeError:  # damage may turn a text into bytes
        return False


def insert(table: str, verb: str = "INSERT") -> str:
    """The statement that writes whole rows of a table."""
    return f"{verb} INTO {table} VALUES ({', '.join('?' * len(COLUMNS[table]))})"


def look(db: sqlite3.Connection) -> None:
    """Looks whether every table has its columns.

    Raises: what is in ERRORS where one has not.
    """
    for table, columns in COLUMNS.items():
        db.execute(f"SELECT {', '.join(columns)} FROM {table} LIMIT 0")
    db.execute("SELECT name, seq FROM sqlite_sequence LIMIT 0")  # SQLite's own: the highest number ever given


def version_of(db: sqlite3.Connection) -> int:
    """The version of the tables in a file; 0 where there are none yet.

    Raises: AlteredError where it is not the one that was written.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    if mark != (MARK + version if version > 2 else 0):  # the first two had no mark
        raise AlteredError(f"version {version} of the tables, marked {mark:#x}")
    return int(version)


def prepare(db: sqlite3.Connection) -> None:
    """Makes the tables, or today's of older ones, all at once or not at all.

    Raises: NewerError; AlteredError; sqlite3.Error where tables are missing or the file is damaged.
    """
    db.create_function("row_crc", -1, row_crc, deterministic=True)
    db.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(db)
        if version > VERSION:
            raise NewerError
        if version < VERSION:
            # Names are not looked up while tables change: the references between them are the same afterwards.
            for statement in {0: TABLES, 1: FROM_1, 2: FROM_2, 3: FROM_3}[version].split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {VERSION}")
            db.execute(f"PRAGMA application_id = {MARK + VERSION}")
        look(db)
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
