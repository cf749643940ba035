"""A slow listener holds nobody up, and sees the latest when it looks again."""

import threading

from reedboard.shell.app.bystander import Bystander


def test_a_listener_that_is_held_holds_nobody_and_sees_the_latest():
    held, began, seen = threading.Event(), threading.Event(), []

    def listener(status):
        seen.append(status)
        began.set()
        assert held.wait(20.0)

    bystander = Bystander(listener)
    bystander.show("first")
    assert began.wait(20.0)
    for status in ("second", "third", "last"):
        bystander.show(status)
    held.set()
    bystander.close()
    assert seen == ["first", "last"]


def test_a_listener_that_nobody_reads_any_more_is_no_error(monkeypatch):
    errors, seen = [], []
    monkeypatch.setattr(threading, "excepthook", errors.append)

    def listener(status):
        seen.append(status)
        raise BrokenPipeError

    bystander = Bystander(listener)
    bystander.show("only")
    bystander.close()
    assert seen == ["only"]
    assert errors == []
