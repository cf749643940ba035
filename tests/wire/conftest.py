"""Conversations over wires of every kind."""

import pytest

from reedboard.assets import boards
from reedboard.stress.conversation import Conversation
from reedboard.virtual.faults import order

WIRES = {
    "perfect": (),
    "bytewise": (),
    "lossy": ("dropped:0.1",),
    "corrupting": ("corrupted:0.1",),
    "late": ("late:120",),
    "everything": ("dropped:0.05", "corrupted:0.05", "late:60"),
}


class Talk(Conversation):
    """A conversation that tests look into."""

    def kinds(self, kind):
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def conversation(tmp_path_factory):
    """Makes conversations, each with a board of its own."""

    def make(board="8x8", kind="perfect", **how):
        profile = boards.load(board) if isinstance(board, str) else board
        talk = Talk(profile, tmp_path_factory.mktemp("flash"), bytewise=kind == "bytewise", **how)
        for text in WIRES[kind]:
            talk.board.inject_fault(order(text))
        return talk

    return make
