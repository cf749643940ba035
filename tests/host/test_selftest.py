"""The walk on boards simulated in a few lines: each fault is found, named rightly, and nothing else is."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reedboard.assets import boards
from reedboard.selftest import walk as selftest
from reedboard.selftest.walk import (
    BrokenChain,
    BrokenLights,
    Chatter,
    Crosstalk,
    DarkLight,
    Dead,
    Miswired,
    StrayLight,
    Stuck,
)
from reedboard.virtual import faults

BENCH = boards.load("4x4")
SITES = tuple(BENCH.sites)


def bit(site):
    return BENCH.sites[site].bit


def bits_of(mask):
    return frozenset(number for number in range(mask.bit_length()) if mask >> number & 1)


def walked(*fault_texts, lit=lambda site: site, profile=BENCH):
    """A whole walk with these faults, by hands that do what they are told; changes are told bit by bit."""
    chatters = any(text.startswith("chatter") for text in fault_texts)
    broken = [faults.order(text).make(profile, random.Random(1), 0) for text in fault_texts]

    def closed(site):
        mask = 1 << profile.sites[site].bit if site else 0
        for fault in broken:
            mask = fault.reeds(mask, 0)
        return bits_of(mask)

    now = 0
    walk = selftest.observe(selftest.start(profile), selftest.Seen(now, closed(None)))
    for _ in range(50 * len(profile.sites)):
        now += 200
        match walk.prompt:
            case selftest.Done():
                return walk
            case selftest.Clear():
                happenings = [selftest.TimePassed(now), selftest.Nothing(now)][bool(walk.closed) :][:1]
            case selftest.Look(site):
                happenings = [selftest.Saw(now, lit(site))]
            case selftest.Lift():
                gone = sorted(walk.closed - closed(None))
                happenings = [selftest.Sensed(now, bit, False, 9 * (bit in walk.flickering)) for bit in gone]
                happenings.append(selftest.TimePassed(now + 160))
            case selftest.Put(site):
                happenings = []
                for _ in range(12 if chatters else 1):
                    now_closed, was = closed(site), walk.closed
                    happenings += [selftest.Sensed(now, bit, bit in now_closed) for bit in sorted(now_closed ^ was)]
                    for happening in happenings:
                        walk = selftest.observe(walk, happening)
                    happenings = []
                happenings = [selftest.TimePassed(now + 160)]
                if walk.prompt == selftest.Put(site) and not closed(site) - walk.stuck:
                    happenings = [selftest.Nothing(now + 170)]
        for happening in happenings:
            walk = selftest.observe(walk, happening)
    raise AssertionError(f"the walk hangs at {walk.prompt}")


def test_walk_finds_nothing_when_the_board_is_well():
    walk = walked()
    assert selftest.findings(walk) == ()
    assert walk.answered == {site: {bit(site)} for site in SITES}
    assert set(walk.seen) == set(SITES)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["dead:b2"], [Dead("b2")]),
        (["stuck:c3"], [Stuck("c3")]),
        (["swapped:a1,d4"], [Miswired(("a1", "d4"))]),
        (["crosstalk:b2,b3"], [Crosstalk("b2", "b3")]),
        (["chatter:near2"], [Chatter("near2")]),
        (["swapped:a1,b1", "swapped:b1,c1"], [Miswired(("a1", "b1", "c1"))]),
        (["dead:a1", "stuck:d4", "crosstalk:b2,c2"], [Stuck("d4"), Dead("a1"), Crosstalk("b2", "c2")]),
    ],
)
def test_walk_names_each_sensor_fault(texts, expected):
    found = selftest.findings(walked(*texts))
    assert len(found) == len(expected)
    for finding, wanted in zip(found, expected, strict=True):
        if isinstance(wanted, Miswired):
            assert isinstance(finding, Miswired)
            assert set(finding.sites) == set(wanted.sites)
        else:
            assert finding == wanted


def test_what_a_chattering_sensor_says_late_is_no_answer_of_the_next_site():
    walk = selftest.observe(selftest.start(BENCH), selftest.Seen(0, frozenset()))
    now = 0
    while walk.prompt != selftest.Put("near2"):
        now += 1000
        match walk.prompt:
            case selftest.Look(site):
                happening = selftest.Saw(now, site)
            case selftest.Put(site):
                walk = selftest.observe(walk, selftest.Seen(now, frozenset({bit(site)})))
                happening = selftest.TimePassed(now + 200)
            case _:
                happening = selftest.TimePassed(now)
        walk = selftest.observe(walk, happening)
    walk = selftest.observe(walk, selftest.Seen(now, frozenset()))
    flickers = [selftest.Sensed(now + 10 * n, bit("near2"), n % 2 == 0) for n in range(14)]
    for happening in flickers[:6]:
        walk = selftest.observe(walk, happening)
    following = walk.prompt
    assert isinstance(following, selftest.Put)
    assert following.site != "near2"
    for happening in [*flickers[6:], selftest.Sensed(now + 150, bit("near2"), True), selftest.TimePassed(now + 900)]:
        walk = selftest.observe(walk, happening)
    assert walk.prompt == following, "it waits for the magnet"
    walk = selftest.observe(walk, selftest.Sensed(now + 1000, bit(following.site), True))
    walk = selftest.observe(walk, selftest.TimePassed(now + 1300))
    assert walk.answered[following.site] == {bit(following.site)}


def test_walk_names_a_broken_led_line():
    order = [BENCH.site_of_led[led] for led in range(BENCH.leds)]
    walk = walked(lit=lambda site: site if order.index(site) < 7 else None)
    assert selftest.findings(walk) == (BrokenLights(7, order[7]),)


def test_walk_names_single_dark_and_stray_lights():
    walk = walked(lit=lambda site: {"a2": None, "b4": "c4"}.get(site, site))
    assert set(selftest.findings(walk)) == {
        DarkLight(BENCH.sites["a2"].led, "a2"),
        StrayLight(BENCH.sites["b4"].led, "b4", "c4"),
    }


def test_walk_still_looks_at_the_lights_when_the_chain_is_broken():
    walk = selftest.observe(selftest.start(BENCH), selftest.Broke(0, 1))
    while walk.prompt != selftest.Done():
        assert isinstance(walk.prompt, selftest.Look)
        walk = selftest.observe(walk, selftest.Saw(1, walk.prompt.site))
    assert selftest.findings(walk) == (BrokenChain(1, 3, "a3"),)
    assert "before chip U2 (strip 3, first site a3)" in str(selftest.findings(walk)[0])


def test_walk_ends_when_the_chain_breaks_on_the_way():
    walk = selftest.start(BENCH)
    walk = selftest.observe(selftest.observe(walk, selftest.Seen(0, frozenset())), selftest.TimePassed(200))
    while isinstance(walk.prompt, selftest.Look):
        walk = selftest.observe(walk, selftest.Saw(300, walk.prompt.site))
    assert isinstance(walk.prompt, selftest.Put)
    assert selftest.observe(walk, selftest.Broke(400, 2)).prompt == selftest.Done()


def test_walk_waits_until_a_sliding_magnet_rests():
    walk = selftest.start(BENCH)
    walk = selftest.observe(selftest.observe(walk, selftest.Seen(0, frozenset())), selftest.TimePassed(200))
    while isinstance(walk.prompt, selftest.Look):
        walk = selftest.observe(walk, selftest.Saw(300, walk.prompt.site))
    for t_ms, site, on in ((400, "b1", True), (450, "a1", True), (480, "b1", False)):
        walk = selftest.observe(walk, selftest.Sensed(t_ms, bit(site), on))
    assert walk.prompt == selftest.Put("a1")
    walk = selftest.observe(walk, selftest.TimePassed(630))
    assert walk.prompt == selftest.Put("b1")
    assert walk.answered == {"a1": {bit("a1")}}


def test_walk_learns_the_wiring_as_swaps_that_mend_it():
    walk = walked("swapped:a1,b1", "swapped:b1,c1")
    at = {site: next(iter(bits)) for site, bits in walk.answered.items()}
    for first, second in selftest.swaps(walk):
        trade = {first: second, second: first}
        at = {site: trade.get(number, number) for site, number in at.items()}
    assert at == {site: bit(site) for site in SITES}


@given(st.permutations(SITES))
def test_walk_learns_any_wiring(order):
    target = dict(zip(SITES, order, strict=True))
    answered = {site: frozenset({bit(place)}) for site, place in target.items()}
    walk = replace(selftest.start(BENCH), prompt=selftest.Done(), lights=(), sites=(), answered=answered)
    at = {site: bit(place) for site, place in target.items()}
    for first, second in selftest.swaps(walk):
        trade = {first: second, second: first}
        at = {site: trade.get(number, number) for site, number in at.items()}
    assert at == {site: bit(site) for site in SITES}
    assert all(isinstance(finding, Miswired) for finding in selftest.findings(walk))


def learnt(answered):
    """What each site answers with after the board has learnt what a walk with these answers found."""
    walk = replace(selftest.start(BENCH), prompt=selftest.Done(), lights=(), sites=(), answered=answered)
    at = {site: next(iter(bits)) for site, bits in answered.items() if bits}
    for first, second in selftest.swaps(walk):
        trade = {first: second, second: first}
        at = {site: trade.get(number, number) for site, number in at.items()}
    return walk, at


def test_walk_learns_a_wire_on_a_spare_input():
    answered = {site: frozenset({bit(site)}) for site in SITES} | {"a1": frozenset({bit("b1")}), "b1": frozenset({22})}
    walk, at = learnt(answered)
    assert at == {site: bit(site) for site in SITES}
    assert selftest.findings(walk) == (Miswired(("a1", "b1", "input 22")),)


def test_walk_does_not_learn_from_a_dead_site_that_closes_its_neighbour():
    answered = {site: frozenset({bit(site)}) for site in SITES} | {"a1": frozenset({bit("b1")})}
    walk, _ = learnt(answered)
    assert selftest.swaps(walk) == ()
    assert selftest.findings(walk) == (Dead("a1"), Crosstalk("a1", "b1"))


def test_walk_does_not_learn_where_two_sites_answer_as_one():
    answered = {site: frozenset({bit(site)}) for site in SITES}
    answered |= {"a1": frozenset({bit("c1")}), "b1": frozenset({bit("c1")}), "c1": frozenset()}
    walk, _ = learnt(answered)
    assert selftest.swaps(walk) == ()
    assert {finding for finding in selftest.findings(walk) if isinstance(finding, Dead)} == {
        Dead("a1"), Dead("b1"), Dead("c1"),
    }  # fmt: skip


@given(st.permutations([bit(site) for site in SITES] + [22, 23]))
def test_walk_learns_any_wiring_over_spare_inputs_too(wires):
    _, at = learnt({site: frozenset({wire}) for site, wire in zip(SITES, wires, strict=False)})
    assert at == {site: bit(site) for site in SITES}


def test_report_holds_findings_and_figures():
    walk = walked("dead:b2")
    text = selftest.report(walk, selftest.Figures("0.1.0", 250, frame_ms=[5.0, 7.0], chatter=[0, 2]))
    assert "- b2 is dead" in text
    assert "- Scans a second: 250" in text
    assert "p50 7 ms" in text
    assert "- Magnet to change arriving: not measured" in text


def test_step_walks_one_strip_and_expects_nothing_behind_it():
    profile = boards.load("8x8")
    walk = selftest.start(profile, part=selftest.strip(profile, 3))
    assert set(walk.sites) == set(walk.lights) == {f"{file}3" for file in "abcdefgh"}
    walk = selftest.observe(walk, selftest.Broke(0, 6))
    assert walk.broken is None, "strip 4 is not there yet"
    assert selftest.observe(walk, selftest.Broke(0, 5)).broken == 5


def test_step_finds_a_strip_that_stays_dark():
    profile = boards.load("8x8")
    walk = selftest.observe(selftest.start(profile, part=selftest.strip(profile, 2)), selftest.Seen(0, frozenset()))
    walk = selftest.observe(walk, selftest.TimePassed(1000))
    while isinstance(walk.prompt, selftest.Look):
        walk = selftest.observe(walk, selftest.Saw(1000, None))
    first = min(profile.sites[site].led for site in profile.strips[1].sites)
    assert selftest.findings(walk) == (BrokenLights(first, profile.site_of_led[first]),)


@pytest.mark.parametrize("number", [0, 13])
def test_step_of_no_strip_is_refused(number):
    with pytest.raises(selftest.UnknownStepError, match="strips 1 to 12"):
        selftest.strip(boards.load("8x8"), number)
