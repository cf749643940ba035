"""Every named fault, ordered as people write it, breaks what its name says and nothing more."""

import pytest

from reedboard.board import wire
from reedboard.board.link_events import BoardLost, Changed, Noted, Restored
from reedboard.errors import ReedboardError
from reedboard.virtual import control_socket as door
from reedboard.virtual.faults import FAULTS, order


@pytest.fixture
def talk(conversation):
    ready = conversation()
    ready.run(300)
    return ready


def seen(talk):
    """The sites the host believes occupied."""
    return {name for name, site in talk.board.profile.sites.items() if talk.told >> site.bit & 1}


def test_dead_reed_never_closes(talk):
    talk.board.inject_fault(order("dead:e4"))
    talk.board.place("e4")
    talk.board.place("e5")
    talk.run(100)
    assert seen(talk) == {"e5"}


def test_stuck_reed_never_opens(talk):
    talk.board.inject_fault(order("stuck:e4"))
    talk.run(100)
    assert seen(talk) == {"e4"}


def test_swapped_reeds_answer_for_each_other(talk):
    talk.board.inject_fault(order("swapped:e4,d4"))
    talk.board.place("e4")
    talk.run(100)
    assert seen(talk) == {"d4"}


def test_crosstalk_closes_the_neighbour_along(talk):
    talk.board.inject_fault(order("crosstalk:e4,e5"))
    talk.board.place("e4")
    talk.run(100)
    assert seen(talk) == {"e4", "e5"}
    talk.board.lift("e4")
    talk.run(100)
    assert seen(talk) == set()


def test_broken_led_chain_stays_dark_from_there_on(talk):
    talk.board.inject_fault(order("leds-broken:10"))
    talk.glow(5, 9, 10, 40)
    talk.run(200)
    sites = talk.board.profile.site_of_led
    assert set(talk.board.lit) == {sites[5], sites[9]}


@pytest.mark.parametrize("text", ["reboot", "brown-out:300"])
def test_board_without_power_starts_again_with_all_pieces(text, talk):
    talk.board.place("a1")
    talk.run(100)
    talk.board.inject_fault(order(text))
    talk.run(1000)
    assert talk.board.boots == 2
    assert talk.agree()
    assert [type(event) for event in talk.events if isinstance(event, BoardLost | Restored)] == [BoardLost, Restored]


def test_fault_begins_at_its_time_and_ends_when_told(talk):
    talk.board.inject_fault(order("stuck:e4@1.5"))
    talk.run(1000)
    assert seen(talk) == set()
    talk.run(500)
    assert seen(talk) == {"e4"}
    talk.board.inject_fault(order("none"))
    talk.run(100)
    assert seen(talk) == set()
    assert [event.on for event in talk.kinds(Changed)] == [True, False]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("melted", "'melted'"),
        ("dead", "order it as dead:SITE."),
        ("dead:z99", "no site 'z99'"),
        ("swapped:e4", "order it as swapped:SITE,SITE."),
        ("dropped:2", "not between 0 and 1"),
        ("dropped:often", "order it as dropped:RATE."),
        ("chain-broken:999", "not between 0 and 23"),
        ("reboot:3", "order it as reboot."),
        ("stuck:e4@noon", "seconds"),
        ("dead:e4@inf", "seconds"),
        ("dead:e4@nan", "seconds"),
        ("dead:e4@-5", "seconds"),
        ("dead:e4@", "seconds"),
        ("dead:e4@1e3", "seconds"),
        ("dead:e4@1_0", "seconds"),
        ("dead:e4@\u0663", "seconds"),
        ("dead:e4@" + "9" * 400, "seconds"),
        ("dead:e4@1000001", "up to 1000000"),
        ("dropped:nan", "not between 0 and 1"),
        ("dropped:-0.0", "not between 0 and 1"),
        ("late:1_0", "whole number between 0 and 10000"),
        ("late:-1", "whole number"),
        ("unread:" + "9" * 400, "whole number"),
        ("brown-out:inf", "whole number"),
        ("chain-broken: 3", "whole number"),
        ("x" * 5000, "order one of"),
    ],
)
def test_order_that_cannot_be_is_one_clear_sentence(text, told, talk):
    with pytest.raises(ReedboardError) as caught:
        talk.board.inject_fault(order(text))
    assert told in str(caught.value)
    assert str(caught.value).startswith("Found the ")
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    assert talk.board.faults == talk.board.orders == []


@pytest.mark.parametrize(("text", "at_ms"), [("dead:e4", 0), ("dead:e4@2.5", 2500), ("dead:e4@.005", 5)])
def test_order_counts_from_the_start_of_the_board(text, at_ms):
    assert order(text).at_ms == at_ms
    assert order(str(order(text))) == order(text)


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_can_be_ordered_at_the_hands_door(name, talk):
    forms = {"SITE": "e4", "SITE,SITE": "e4,e5", "CHIP": "3", "LED": "3", "RATE": "0.5", "MILLISECONDS": "20"}
    args = forms.get(FAULTS[name][0], "2" if name == "unread" else "")
    door.do(talk.board, f'{{"fault": "{name}:{args}"}}' if args else f'{{"fault": "{name}"}}')
    talk.run(3000)
    door.do(talk.board, '{"fault": "none"}')
    talk.run(3000)
    assert talk.agree()


@pytest.mark.parametrize(
    "line", ["", "lift e4", "[]", '{"lift": 5}', '{"fly": "e4"}', '{"press": "x"}', '{"set": [1]}']
)
def test_wish_that_cannot_be_done_is_one_clear_sentence(line, talk):
    with pytest.raises(ReedboardError, match="found"):
        door.do(talk.board, line)


def test_hands_door_sets_exactly_the_sites_named(talk):
    talk.board.place("h8")
    door.do(talk.board, '{"set": ["a1", "near3"]}')
    assert talk.board.magnets == {"a1", "near3"}


def test_swapped_wires_are_put_right_by_a_setting_that_outlives_restarts(talk):
    sites = talk.board.profile.sites
    talk.board.inject_fault(order("swapped:e4,d4"))
    talk.board.place("e4")
    talk.run(100)
    talk.session.say(wire.Keep("swap", f"{sites['e4'].bit},{sites['d4'].bit}"))
    talk.run(100)
    assert seen(talk) == {"e4"}
    assert [event.text for event in talk.kinds(Noted)] == [f"kept swap {sites['e4'].bit},{sites['d4'].bit}"]
    talk.board.inject_fault(order("reboot"))
    talk.run(500)
    assert seen(talk) == {"e4"}
    assert talk.board.boots == 2
