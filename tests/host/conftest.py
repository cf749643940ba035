"""What several tests of the host begin with."""

import pytest

from at_the_table import AtTheTable
from reedboard.app import game_clock, loop


@pytest.fixture
def sit(tmp_path, monkeypatch):
    """Sits down at a game of chess whose time stands still until the test lets it pass."""
    clock, opened = [1_000_000], []
    monkeypatch.setattr(game_clock, "now_ms", lambda: clock[0])
    monkeypatch.setattr(loop, "now_ms", lambda: clock[0])

    def start(**options):
        opened.append(AtTheTable(tmp_path, clock, **options))
        return opened[-1]

    yield start
    for each in opened:
        each.close()
