"""A large PGN file is read by several processes, and comes out like one that is read by one."""

import multiprocessing
from contextlib import closing

import pytest

from reedboard.archive import pgn_reading
from reedboard.archive.database import Archive
from reedboard.archive.pgn_reading import batches, read_pgn
from reedboard.archive.pgn_records import bring_in, pgn_of

GAME = '[Event "Evening {0}"]\n[White "Ada"]\n\n1. e4 {{of {0}}} e5 2. Nf3 (2. f4 exf4) Nc6 1-0\n'
ODD = [
    '[Event "Without end"]\n\n1. e4 {a comment\n\n[Event "Inside"]\n\n1. d4 d5 1/2-1/2\n',
    "1. c4 *\n\n1. c4 c5 *\n\n1. c4 c5 2. b3 *\n",
    '[White "Eve"]\n\n1. e4 e5 2. Ke3 *\n',
    '[Variant "nobody knows it"]\n\n1. e4 *\n',
    '[White "Xu"]\n[Variant "xiangqi"]\n\n1. Che3 *\n',
    '[FEN "nonsense"]\n\n1. e4 *\n',
]


@pytest.fixture
def text(monkeypatch):
    """Some dozen batches, odd games among the others, in one of which a text holds three games."""
    monkeypatch.setattr(pgn_reading, "BATCH", 200)
    games = [GAME.format(number) for number in range(40)]
    for number, odd in enumerate(ODD):
        games.insert(6 * number + 3, odd)
    return "\n".join(games)


def read(text):
    with closing(read_pgn(text)) as games:
        return [(each.found and (each.found.digest, each.found.make()), each.left_out) for each in games]


@pytest.mark.slow
def test_processes_read_what_one_reads(text, monkeypatch):
    here = read(text)
    assert sum(bool(left_out) for _, left_out in here) >= 4
    monkeypatch.setattr(pgn_reading, "LARGE", 0)
    monkeypatch.setattr(pgn_reading, "processes", lambda: 2)
    assert read(text) == here


def test_batches_are_the_text_and_tell_where_they_begin(text):
    found = list(batches(text))
    assert len(found) > 10
    assert "".join(each.text for each in found) == text + "\n"
    for each in found:
        assert text.splitlines()[each.first_line - 1] == each.text.splitlines()[0]
    assert found[0].first_game == 1
    assert all(each.text.startswith("[") for each in found[1:])


@pytest.mark.slow
def test_process_that_is_killed_leaves_nothing_out(text, monkeypatch, tmp_path):
    here = read(text)
    monkeypatch.setattr(pgn_reading, "LARGE", 0)
    monkeypatch.setattr(pgn_reading, "processes", lambda: 2)
    killed = []

    def told(reason):
        if not killed:
            killed.append(reason)
            assert multiprocessing.active_children()
            for each in multiprocessing.active_children():
                each.kill()

    with closing(Archive(tmp_path)) as archive:
        found = bring_in(archive, text, "a file", told)
        assert killed
        assert len(found) == sum(bool(each) for each, _ in here)
        assert pgn_of(archive, found[-1].record)
