from reed import ring


def test_ring_gives_each_kind_of_event_its_line():
    events = ring.Ring(8)
    events.push(ring.CHANGE, 100, 300, 1, 2)
    events.push(ring.PUSHED, 101, 0, 1, 0)
    events.push(ring.NOISE, 102, 12, 0, 99)
    events.push(ring.CHAIN, 103, 5, 1, 0)
    events.push(ring.CHAIN, 104, 0, 0, 0)
    events.push(ring.HELD, 105, 0, 0, 0)
    assert [events.body(7, seq) for seq in range(1, 7)] == [
        "CHANGE 7 1 100 300 1 2",
        "PUSHED 7 2 101 b",
        "NOISE 7 3 102 12 99",
        "CHAIN 7 4 103 5",
        "CHAIN 7 5 104 ok",
        "HELD 7 6 105 w",
    ]


def test_ring_keeps_the_newest_events_when_it_runs_over():
    events = ring.Ring(4)
    for number in range(10):
        events.push(ring.CHANGE, number, number, 1, 0)
    assert (events.head, events.oldest) == (10, 7)
    assert events.body(7, 7) == "CHANGE 7 7 6 6 1 0"
    assert events.body(7, 10) == "CHANGE 7 10 9 9 1 0"


def test_ring_holds_times_up_to_their_wrap():
    events = ring.Ring(4)
    events.push(ring.CHANGE, (1 << 30) - 1, 0, 0, 0)
    assert events.body(7, 1) == "CHANGE 7 1 1073741823 0 0 0"
