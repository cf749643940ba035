"""A slow listener holds nobody up, and sees the latest when it looks again."""

import threading

from reedboard.app.latest_listener import LatestListener


def test_a_listener_that_is_held_holds_nobody_and_sees_the_latest():
    held, began, seen = threading.Event(), threading.Event(), []

    def listener(status):
        seen.append(status)
        began.set()
        assert held.wait(20.0)

    latest_listener = LatestListener(listener)
    latest_listener.show("first")
    assert began.wait(20.0)
    for status in ("second", "third", "last"):
        latest_listener.show(status)
    held.set()
    latest_listener.close()
    assert seen == ["first", "last"]


def test_a_listener_that_nobody_reads_any_more_is_no_error(monkeypatch):
    errors, seen = [], []
    monkeypatch.setattr(threading, "excepthook", errors.append)

    def listener(status):
        seen.append(status)
        raise BrokenPipeError

    latest_listener = LatestListener(listener)
    latest_listener.show("only")
    latest_listener.close()
    assert seen == ["only"]
    assert errors == []
