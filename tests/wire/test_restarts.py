"""Boards that start again on a line that loses and delays: the host never believes a state that never was."""

import random

import pytest

from reedboard.board.link_events import Changed, Greeted, Restored, Snapshot
from reedboard.virtual.faults import order


@pytest.mark.parametrize("seed", range(8))
def test_no_state_that_never_was_is_believed_across_restarts(seed, conversation):
    """Before lines named their boot, 89 of 25,157 changes and snapshots told one: event 3 of a boot whose greeting was
    lost passed for event 3 of the boot before."""
    talk = conversation(seed=seed)
    for fault in ("dropped:0.3", "late:200"):
        talk.board.inject_fault(order(fault))
    rng = random.Random(seed)
    sites = list(talk.board.profile.sites)
    truths, told, heard = set(), 0, 0
    for _ in range(400):
        if rng.random() < 0.05:
            talk.board.inject_fault(order("reboot"))
        site = rng.choice(sites)
        (talk.board.lift if site in talk.board.magnets else talk.board.place)(site)
        for _ in range(rng.randrange(20, 60)):
            talk.run(1)
            if talk.board._program is not None:
                truths.add(int.from_bytes(talk.board._program.occupancy.state, "little"))
            for event in talk.events[heard:]:
                match event:
                    case Snapshot(_, bits):
                        told = bits
                    case Changed(_, bit, on, _):
                        told = told | 1 << bit if on else told & ~(1 << bit)
                    case _:
                        continue
                assert told in truths, event
            heard = len(talk.events)
    talk.board.inject_fault(None)
    talk.run(4000)
    assert talk.agree()
    assert talk.kinds(Restored)
    assert len(talk.kinds(Greeted)) == 1
