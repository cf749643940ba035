"""Backup and restore of the records, as a user at the terminal meets them; records where nothing can be written."""

import os
import subprocess
import sys
import zipfile

import pytest
from click.testing import CliRunner

from reedboard.app.running import hold
from reedboard.archive.database import Archive, Kept
from reedboard.cli.main import main

HEADER = '{"game": "chess", "fen": null, "trays": false, "slots": {}}'
PGN = '[White "Ada"]\n\n1. e4 {well} e5 *\n'


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path / "data"))
    (tmp_path / "game.pgn").write_text(PGN)

    def call(*words):
        return CliRunner().invoke(main, ["records", *words])

    assert call("import", str(tmp_path / "game.pgn")).exit_code == 0
    return call


def test_backup_brings_back_records_and_sheets_elsewhere(run, tmp_path, monkeypatch):
    shelf = tmp_path / "data" / "games"
    shelf.mkdir()
    (shelf / "mine.toml").write_text("a sheet")
    file = tmp_path / "all.zip"
    assert run("backup", str(file)).output == f"1 game and 1 game sheet in {file}.\n"
    exported = run("export", "1").output
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path / "elsewhere"))
    assert run("restore", str(file)).output == "1 game restored.\n"
    assert run("export", "1").output == exported
    assert (tmp_path / "elsewhere" / "games" / "mine.toml").read_text() == "a sheet"
    assert run("check").output == "1 game, all whole.\n"


def test_backup_is_whole_while_a_game_is_written(run, tmp_path):
    archive = Archive(tmp_path / "data")
    record = archive.begin("chess", None, HEADER, "8x8")
    archive.keep(Kept(record, HEADER, ['{"t": 1, "cell": "e2", "on": 0}'], 1))
    assert run("backup", str(tmp_path / "one.zip")).exit_code == 0
    archive.keep(Kept(record, HEADER, ['{"t": 1, "cell": "e2", "on": 0}'] * 2, 2))
    archive.close()
    restored = run("restore", str(tmp_path / "one.zip")).output
    assert restored.startswith("2 games restored. The former records lie in ")
    archive = Archive(tmp_path / "data")
    assert len(archive.journal(record)) == 1
    archive.close()
    (aside,) = (tmp_path / "data").glob("before-restore-*")
    former = Archive(aside)
    assert len(former.journal(record)) == 2
    former.close()


def test_backup_writes_over_nothing(run, tmp_path):
    (tmp_path / "all.zip").write_text("precious")
    refused = run("backup", str(tmp_path / "all.zip"))
    assert refused.exit_code == 2
    assert "is there already" in refused.output
    assert (tmp_path / "all.zip").read_text() == "precious"
    assert "Cannot write the backup" in run("backup", "/nowhere/all.zip").output
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("spoilt", ["no zip", "empty", "flipped", "outside", "missing"])
def test_restore_leaves_the_records_alone_when_the_file_is_no_whole_backup(run, tmp_path, spoilt):
    file = tmp_path / "all.zip"
    assert run("backup", str(file)).exit_code == 0
    if spoilt == "no zip":
        file.write_text("a letter")
    elif spoilt == "missing":
        file.unlink()
    else:
        with zipfile.ZipFile(file) as packed:
            data = packed.read("records.sqlite3")
        with zipfile.ZipFile(file, "w") as packed:
            if spoilt == "outside":
                packed.writestr("games/../../token", "stolen")
            if spoilt == "flipped":
                packed.writestr("records.sqlite3", data.replace(b"e2e4", b"d2d4"))
    before = run("export", "1").output
    refused = run("restore", str(file))
    assert refused.exit_code == 2
    assert len(refused.output.splitlines()) == 1
    assert run("export", "1").output == before
    assert not list((tmp_path / "data").glob("before-*"))
    assert not (tmp_path / "token").exists()


def test_restore_waits_for_the_end_of_a_game(run, tmp_path):
    assert run("backup", str(tmp_path / "all.zip")).exit_code == 0
    with hold(tmp_path / "data"):
        refused = run("restore", str(tmp_path / "all.zip"))
    assert refused.exit_code == 2
    assert "is being played" in refused.output


READ = """
import os, sys
from pathlib import Path
from reedboard.archive.database import Archive
from reedboard.archive.pgn_records import pgn_of
if os.getuid() == 0:
    os.seteuid(65534)  # the owner of everything may write everywhere
archive = Archive(Path(sys.argv[1]))
print(pgn_of(archive, 1))
try:
    archive.begin("chess", None, "{}", "8x8")
except Exception as error:
    print(type(error).__name__, error)
"""


def test_records_are_readable_where_nothing_can_be_written(run, tmp_path):
    home = tmp_path / "data"
    run("list")
    for path in (home / "records.sqlite3-wal", home / "records.sqlite3-shm"):
        path.unlink(missing_ok=True)
    for folder in (tmp_path, *tmp_path.parents):  # one more of them where tests run in several processes
        if folder.stat().st_mode & 0o055 != 0o055:
            folder.chmod(folder.stat().st_mode | 0o055)
    (home / "records.sqlite3").chmod(0o444)
    home.chmod(0o555)
    try:
        read = subprocess.run(
            [sys.executable, "-c", READ, str(home)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={**os.environ},
        )
    finally:
        home.chmod(0o755)
        (home / "records.sqlite3").chmod(0o644)
    assert read.returncode == 0, read.stderr
    assert "1. e4 {well}" in read.stdout
    assert "cannot be written: the disk takes no writes" in read.stdout
