"""The attack on the line finds nothing, and would find what it looks for."""

import random

import pytest

from reedboard.board.session import Session
from reedboard.stress.line_faults import KINDS, LineFaults
from reedboard.stress.sections import lines


@pytest.mark.slow
@pytest.mark.parametrize("board", ["8x8", "17x17"])
def test_host_believes_nothing_wrong_whatever_happens_to_lines(board):
    said = []
    done, broke = lines.attack(board, 1500, 1, said.append)
    assert not broke, said
    assert set(done) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_fault_changes_what_arrives(kind):
    faults = LineFaults(1.0, random.Random(1), (kind,))
    sent = [b"CHANGE 1 %d 4*0000\n" % number for number in range(20)]
    arrived = [faults.line(line) for line in sent]
    late = [faults.delay_ms() for _ in sent]
    assert arrived != sent or any(late)
    assert set(faults.done) == {kind}


def test_session_that_takes_any_event_for_the_next_one_is_found_out(monkeypatch):
    event = Session._event

    def careless(session, mirror, frame, now_ms):
        if mirror.occupied is not None and frame.seq > mirror.seq:
            mirror.seq = frame.seq - 1
        return event(session, mirror, frame, now_ms)

    monkeypatch.setattr(Session, "_event", careless)
    said = []
    assert lines.attack("8x8", 300, 1, said.append)[1]
    assert any("the board never had" in words for words in said)
