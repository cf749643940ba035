"""Simulated play with everything failing in turn finds nothing, and would find what it looks for."""

from contextlib import closing

import pytest

from reedboard.archive.database import Archive
from reedboard.stress.sections.soak import soak


@pytest.mark.slow
def test_play_goes_on_right_while_everything_fails_in_turn():
    said = []
    done = soak("chess", 0.12, 3, said.append)
    assert done.violations == [], said
    assert done.plies > 20
    assert done.incidents.total() > 3


@pytest.mark.slow
def test_program_that_forgets_its_last_moves_is_found_out_and_its_records_are_kept(monkeypatch, tmp_path):
    moves = Archive.moves
    monkeypatch.setattr(Archive, "moves", lambda archive, record: moves(archive, record)[:-2])
    said = []
    done = soak("chess", 0.08, 3, said.append, keep=tmp_path / "kept", fails=("restart",))
    assert done.violations
    assert set(done.incidents) <= {"restart", ""}
    assert any("recorded are" in words for words in said)
    kept = sorted((tmp_path / "kept").iterdir())
    assert [folder.name for folder in kept][:1] == ["chess-3-1"]
    with closing(Archive(kept[0])) as archive:
        assert archive.journal(1)
