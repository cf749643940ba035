"""The same conversation over a perfect, a bytewise, a lossy, a corrupting and a late wire, and with broken ends."""

from itertools import pairwise

import pytest

from reedboard.assets import boards
from reedboard.board.link_events import (
    BoardLost,
    ChainBroken,
    ChainMended,
    Changed,
    Greeted,
    Noisy,
    Pressed,
    Restored,
    Snapshot,
)
from reedboard.board.profile import parse
from reedboard.virtual.faults import order

WIRES = ["perfect", "bytewise", "lossy", "corrupting", "late", "everything"]


@pytest.mark.parametrize("kind", WIRES)
def test_occupancy_is_never_wrong_and_right_in_the_end_over(kind, conversation):
    talk = conversation(kind=kind, seed=1)
    talk.hands(300)
    talk.run(4000)
    assert talk.agree()


@pytest.mark.parametrize("kind", WIRES)
def test_wanted_lights_are_lit_in_the_end_over(kind, conversation):
    talk = conversation(kind=kind, seed=2)
    talk.run(1500)
    for number in range(30):
        talk.glow(number, number + 7)
        talk.run(25)
    talk.run(3000)
    sites = talk.board.profile.site_of_led
    assert set(talk.board.lit) == {sites[29], sites[36]}


def test_perfect_wire_tells_each_touch_once_and_in_order(conversation):
    talk = conversation(board="17x17")
    talk.run(100)
    touches = ["e2", "e4", "a1", "q17", "near3"]
    for site in touches:
        talk.board.place(site)
        talk.run(50)
    profile = talk.board.profile
    assert [event.bit for event in talk.kinds(Changed)] == [profile.sites[site].bit for site in touches]
    assert len(talk.kinds(Snapshot)) == 1
    assert talk.kinds(BoardLost) == []


def test_reading_carries_the_time_it_was_made_however_late_its_line(conversation):
    prompt, late = conversation(seed=3), conversation(kind="late", seed=3)
    for talk in (prompt, late):
        talk.run(5000)
        for _ in range(20):
            for touch in (talk.board.place, talk.board.lift):
                touch("d4")
                talk.run(100)
        talk.run(1000)
    times = [[event.t_ms for event in talk.kinds(Changed)] for talk in (prompt, late)]
    gaps = [[b - a for a, b in pairwise(found)] for found in times]
    assert all(92 <= gap <= 108 for gap in gaps[0])
    assert sum(92 <= gap <= 108 for gap in gaps[1]) >= 30


def test_restart_of_the_board_is_noticed_and_mended_at_once(conversation):
    talk = conversation()
    talk.hands(20)
    talk.board.inject_fault(order("reboot"))
    talk.board.lift("e2")
    talk.board.place("e4")
    talk.run(400)
    assert talk.agree()
    assert [type(event) for event in talk.events if isinstance(event, BoardLost | Restored)] == [BoardLost, Restored]
    assert len(talk.kinds(Greeted)) == 1


def test_lights_come_back_after_a_restart(conversation):
    talk = conversation()
    talk.run(200)
    talk.glow(5)
    talk.run(200)
    talk.board.inject_fault(order("reboot"))
    talk.run(400)
    assert set(talk.board.lit) == {talk.board.profile.site_of_led[5]}


def test_farewell_leaves_the_board_dark_before_it_misses_its_host(conversation):
    talk = conversation()
    talk.run(200)
    talk.glow(5)
    talk.run(200)
    assert talk.board.lit
    talk.board.host_writes(talk.session.farewell())
    talk.run(200, deaf=True)  # a host that listens would greet again, and light what it wants
    assert talk.board.lit == {}


def test_silent_board_is_lost_after_three_seconds_and_restored_when_it_speaks(conversation):
    talk = conversation()
    talk.hands(10)
    talk.board.inject_fault(order("brown-out:10000"))
    talk.run(3500)
    assert [event.reason for event in talk.kinds(BoardLost)] == ["no sign of life from the board for 3 s"]
    talk.board.place("a1")
    talk.run(8000)
    assert talk.agree()
    assert talk.kinds(Restored) == [Restored()]


def test_missed_events_are_told_one_by_one_after_a_short_absence(conversation):
    talk = conversation()
    talk.run(200)
    for site in ("a1", "b1", "c1"):
        talk.board.place(site)
        talk.run(60, deaf=True)
    talk.board.connect(True)  # what lay in the port's buffers is gone
    talk.run(1300)
    assert [event.bit for event in talk.kinds(Changed)] == [0, 1, 2]
    assert len(talk.kinds(Snapshot)) == 1
    assert talk.agree()


def test_state_is_right_within_a_second_when_the_port_was_unread_for_a_minute(conversation):
    talk = conversation(board="17x17", seed=4)
    talk.hands(20)
    talk.board.inject_fault(order("unread:60"))
    for _ in range(600):
        site = talk.dice.choice(list(talk.board.profile.sites))
        (talk.board.lift if site in talk.board.magnets else talk.board.place)(site)
        talk.run(100)
    assert not talk.agree()
    talk.run(1000)
    assert talk.agree()


def test_torrent_of_rubbish_does_not_stop_the_board(conversation):
    talk = conversation()
    talk.run(100)
    for number in range(200):
        talk.board.host_writes(bytes((number * 7 + k) % 256 for k in range(100)) + b"\n")
        talk.run(10)
    talk.board.place("e4")
    talk.run(2500)
    assert talk.agree()


def test_both_clock_buttons_are_told_by_side(conversation):
    talk = conversation()
    talk.run(100)
    for side in (0, 1, 0):
        talk.board.panel.press(side)
        talk.run(200)
    assert [int(event.side) for event in talk.kinds(Pressed)] == [0, 1, 0]


def test_chattering_reed_is_reported_as_noise_or_by_its_chatter(conversation):
    talk = conversation(seed=5)
    talk.run(100)
    talk.board.place("d4")
    talk.board.inject_fault(order("chatter:d4"))
    talk.run(5000)
    bit = talk.board.profile.sites["d4"].bit
    edges = sum(event.edges for event in talk.kinds(Noisy) if event.bit == bit)
    chatter = sum(event.chatter for event in talk.kinds(Changed) if event.bit == bit)
    assert edges + chatter > 200


@pytest.mark.parametrize("chip", [0, 1, 5, 23])
def test_broken_chain_is_named_and_no_piece_appears_or_vanishes(chip, conversation):
    talk = conversation()
    talk.hands(20)
    talk.run(200)
    before = talk.told
    talk.board.inject_fault(order(f"chain-broken:{chip}"))
    talk.run(300)
    assert [event.chip for event in talk.kinds(ChainBroken)] == [chip]
    assert talk.told == before
    talk.board.inject_fault(None)
    talk.run(300)
    assert len(talk.kinds(ChainMended)) == 1
    assert talk.agree()


def test_board_clock_that_wraps_keeps_host_time_going(conversation):
    talk = conversation()
    talk.board._on_at_ms = -((1 << 30) - 3000)
    talk.run(500)
    for _ in range(50):
        for touch in (talk.board.place, talk.board.lift):
            touch("e4")
            talk.run(50)
    times = [event.t_ms for event in talk.kinds(Changed)]
    assert times == sorted(times)
    assert 4900 <= times[-1] - times[0] <= 5100
    assert talk.agree()


@pytest.mark.parametrize("board", ["4x4", "8x8", "10x10", "12x10", "dual", "17x17"])
def test_every_shipped_board_talks(board, conversation):
    talk = conversation(board=board)
    talk.hands(30)
    talk.run(200)
    assert talk.agree()
    assert talk.session.shape.board == board


@pytest.mark.parametrize(("board", "driver"), [("8x8", "diode-matrix"), ("4x4", "mcp23017")])
def test_every_driver_talks(board, driver, conversation):
    text = (boards.folder() / f"{board}.toml").read_text()
    profile = parse(text.replace('driver = "74hc165"', f'driver = "{driver}"'), board)
    assert profile.driver.value == driver
    talk = conversation(board=profile)
    talk.hands(40)
    talk.run(200)
    assert talk.agree()
    assert talk.told
