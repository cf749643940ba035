"""The host's side alone: whatever arrives, it neither stops nor believes what no board of this shape can say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyrules.pieces import Side
from reedboard.board import wire
from reedboard.board.link_events import BoardLost, Changed, Greeted, Refused, Restored, Snapshot
from reedboard.board.session import Session
from reedboard.board.session_states import State

numbers = st.integers(0, 40)
few = st.integers(0, 2)
frames = st.one_of(
    st.builds(
        wire.Ready,
        st.sampled_from([2, 3, 4]),
        st.just("1"),
        st.just("x"),
        st.sampled_from([16, 16, 8]),
        numbers,
        few,
        few,
    ),
    st.builds(wire.Snap, few, numbers, numbers, st.integers(0, (1 << 16) - 1), st.sampled_from([16, 16, 24])),
    st.builds(wire.Change, few, numbers, numbers, numbers, st.booleans(), numbers),
    st.builds(wire.Pushed, few, numbers, numbers, st.sampled_from(Side)),
    st.builds(wire.Held, few, numbers, numbers, st.sampled_from(Side)),
    st.builds(wire.Noise, few, numbers, numbers, numbers, numbers),
    st.builds(wire.Chain, few, numbers, numbers, st.none() | numbers),
    st.builds(wire.Alive, few, numbers, numbers, numbers, numbers),
    st.builds(wire.Shown, numbers, numbers),
    st.builds(wire.Hello, numbers),
)
arrivals = st.lists(st.one_of(frames.map(wire.format_frame), st.binary(max_size=30)), max_size=40)


def greeted(bits=16):
    session = Session()
    session.opened(0)
    session.receive(wire.format_frame(wire.Ready(wire.PROTOCOL, "0.1.0", "test", bits, 8, 2, 5)), 1)
    session.receive(wire.format_frame(wire.Snap(5, 0, 0, 0, bits)), 2)
    assert session.state is State.LIVE
    return session


@pytest.mark.parametrize(("protocol", "understood"), [(1, False), (2, True), (3, True), (4, False)])
def test_boards_of_the_protocol_before_are_understood(protocol, understood):
    session = Session()
    session.opened(0)
    events = session.receive(wire.format_frame(wire.Ready(protocol, "0.1.0", "test", 16, 8, 2, 5)), 1)
    assert [type(event) for event in events] == [Greeted if understood else Refused]
    session.receive(wire.format_frame(wire.Snap(5, 0, 0, 0, 16)), 2)
    assert (session.state is State.LIVE) is understood


@given(arrivals)
def test_session_outlives_whatever_arrives(chunks):
    session = Session()
    session.opened(0)
    told = 0
    for now_ms, chunk in enumerate(chunks):
        for event in session.receive(chunk, 700 * now_ms) + session.tick(700 * now_ms):
            match event:
                case Snapshot(_, bits):
                    told = bits
                case Changed(_, bit, on, _):
                    told = told | 1 << bit if on else told & ~(1 << bit)
        if session.state is State.LIVE:
            assert session.mirror.occupied == told
            assert told < 1 << session.mirror.shape.bits
        session.outgoing()
        if session.state is State.CLOSED:
            session.opened(700 * now_ms)


def test_event_out_of_turn_is_not_believed_and_asked_for():
    session = greeted()
    session.outgoing()
    assert session.receive(wire.format_frame(wire.Change(5, 2, 10, 3, True, 0)), 20) == []
    assert session.mirror.occupied == 0
    assert session.outgoing() == wire.format_frame(wire.Resume(5, 0))


def test_line_of_another_boot_asks_for_the_greeting_that_was_lost():
    """The greeting and the first lines of the new boot are lost: event 3 of it once passed for event 3 of the old."""
    session = greeted()
    for number in (1, 2):
        session.receive(wire.format_frame(wire.Change(5, number, 10, number, True, 0)), 20)
    session.show((wire.Glow(0xFF, wire.Pattern.STEADY, (7,)),), 30)
    session.receive(wire.format_frame(wire.Shown(1, 20)), 40)
    session.outgoing()
    events = session.receive(wire.format_frame(wire.Change(6, 3, 50, 9, True, 0)), 50)
    assert events == [BoardLost("the board started again")]
    assert session.outgoing() == wire.format_frame(wire.Hello(wire.PROTOCOL))
    assert session.receive(wire.format_frame(wire.Snap(6, 3, 60, 0x200, 16)), 60) == []
    session.receive(wire.format_frame(wire.Ready(wire.PROTOCOL, "0.1.0", "test", 16, 8, 2, 6)), 70)
    session.tick(75)
    assert b"LEDS 1 0000ffs:7" in session.outgoing(), "a board that started again is dark"
    events = session.receive(wire.format_frame(wire.Snap(6, 3, 80, 0x200, 16)), 80)
    assert events == [Snapshot(80, 0x200), Restored()]
    assert session.health.restarts_ms == [10]


def test_event_heard_twice_counts_once():
    session = greeted()
    line = wire.format_frame(wire.Change(5, 1, 10, 3, True, 0))
    assert len(session.receive(line + line, 20)) == 1


def test_heartbeat_with_another_digest_asks_for_a_snapshot():
    session = greeted()
    session.outgoing()
    session.receive(wire.format_frame(wire.Alive(5, 0, 10, 12345, 250)), 20)
    assert session.state is State.SYNCING
    assert session.outgoing() == wire.format_frame(wire.Resume(0, 0))


def test_unanswered_question_is_asked_again():
    session = Session()
    session.opened(0)
    assert session.outgoing() == wire.format_frame(wire.Hello(wire.PROTOCOL))
    session.tick(199)
    assert session.outgoing() == b""
    session.tick(200)
    assert session.outgoing() == wire.format_frame(wire.Hello(wire.PROTOCOL))


def test_lights_are_sent_again_until_acknowledged_and_only_the_latest():
    session = greeted()
    session.outgoing()
    red, blue = (wire.Glow(0xFF0000, wire.Pattern.STEADY, (1,)),), (wire.Glow(0x0000FF, wire.Pattern.STEADY, (2,)),)
    session.show(red, 100)
    assert session.outgoing() == wire.format_frame(wire.Leds(1, red))
    session.show(blue, 110)
    assert session.outgoing() == b""
    session.receive(wire.format_frame(wire.Shown(1, 20)), 120)
    assert session.outgoing() == wire.format_frame(wire.Leds(2, blue))
    session.tick(330)
    assert session.outgoing() == wire.format_frame(wire.Leds(2, blue))
    session.receive(wire.format_frame(wire.Shown(2, 20)), 340)
    session.tick(900)
    assert session.outgoing() == b""


def test_loss_is_told_once_and_only_where_there_was_a_board():
    never = Session()
    never.opened(0)
    assert never.tick(3000) == []
    session = greeted()
    assert session.closed("unplugged") == [BoardLost("unplugged")]
    session.opened(100)
    assert session.tick(5000) == []


def test_host_that_slept_loses_no_board_and_lights_it_again():
    red = (wire.Glow(0xFF0000, wire.Pattern.STEADY, (1,)),)
    session = greeted()
    session.show(red, 100)
    session.receive(wire.format_frame(wire.Shown(1, 20)), 120)
    session.tick(200)
    session.outgoing()
    assert session.tick(60_200) == []  # its port had nothing yet to read as it woke
    assert wire.format_frame(wire.Leds(1, red)) in session.outgoing()
    assert session.receive(wire.format_frame(wire.Shown(0, 0)), 60_210) == []
    assert session.health.missing == 0
    awake = range(60_220, 64_000, 20)
    told = [(now, event) for now in awake for event in session.tick(now)]
    assert [event for _, event in told] == [BoardLost("no sign of life from the board for 3 s")]
    assert told[0][0] - 60_210 >= 3000 > told[0][0] - 60_230


def test_board_of_another_shape_is_greeted_anew():
    session = greeted()
    events = session.receive(wire.format_frame(wire.Ready(wire.PROTOCOL, "0.1.0", "other", 32, 8, 2, 6)), 50)
    assert [type(event) for event in events] == [BoardLost, Greeted]


def test_board_of_another_shape_with_the_same_boot_number_is_another_board():
    """A virtual board draws the same boot number each time: the smaller board's heartbeat was once compared with the
    larger one's pieces, and the link's thread died of it."""
    session = greeted(bits=32)
    session.receive(wire.format_frame(wire.Change(5, 1, 10, 30, True, 0)), 20)
    session.show((wire.Glow(0xFF, wire.Pattern.STEADY, (7,)),), 30)
    session.outgoing()
    events = session.receive(wire.format_frame(wire.Ready(wire.PROTOCOL, "0.1.0", "other", 16, 8, 2, 5)), 50)
    assert [type(event) for event in events] == [BoardLost, Greeted]
    assert session.mirror.occupied is None
    assert session.receive(wire.format_frame(wire.Alive(5, 0, 1, wire.digest(0, 16), 250)), 60) == []
    said = session.outgoing().decode()
    assert "RESUME 0 0*" in said
    assert "0000ffs:7" not in said, "lights are of the board before"
    events = session.receive(wire.format_frame(wire.Snap(5, 0, 2, 0, 16)), 70)
    assert events == [Snapshot(70, 0), Restored()]


def test_session_begun_anew_after_a_loss_tells_that_all_is_restored():
    session = Session(lost=True)
    session.opened(0)
    session.receive(wire.format_frame(wire.Ready(wire.PROTOCOL, "0.1.0", "test", 16, 8, 2, 5)), 1)
    assert session.receive(wire.format_frame(wire.Snap(5, 0, 0, 0, 16)), 2)[-1] == Restored()


def test_other_protocol_is_refused_once():
    session = greeted()
    line = wire.format_frame(wire.Ready(9, "9.9", "test", 16, 8, 2, 5))
    assert [type(event) for event in session.receive(line, 50)] == [Refused]
    assert session.receive(line, 60) == []
    assert session.state is State.REFUSED


def test_old_snapshot_said_again_is_past():
    """Before, the host went back to it until the next heartbeat."""
    session = greeted()
    session.receive(wire.format_frame(wire.Change(5, 1, 10, 3, True, 0)), 3)
    assert session.receive(wire.format_frame(wire.Snap(5, 0, 0, 0, 16)), 4) == []
    assert session.mirror.occupied == 1 << 3
    session.receive(wire.format_frame(wire.Snap(5, 2, 20, 1 << 4, 16)), 5)
    assert session.mirror.occupied == 1 << 4
