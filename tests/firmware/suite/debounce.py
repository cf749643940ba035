from reed.debounce import Debounce


def settle(samples, stream, size=1):
    """Feeds bytes to a one-byte debouncer; what it reported, as (sample number, input, level, chatter)."""
    levels = bytearray(size)
    found = []
    debounce = Debounce(levels, samples)
    for number, byte in enumerate(stream):
        levels[0] = byte
        debounce.sample(lambda bit, level, chatter, number=number: found.append((number, bit, level, chatter)))
    return found


def test_change_is_reported_after_four_equal_samples():
    assert settle(4, [0, 1, 1, 1, 1, 1]) == [(4, 0, 1, 0)]


def test_change_is_reported_after_three_equal_samples_when_told():
    assert settle(3, [0, 1, 1, 1, 1]) == [(3, 0, 1, 0)]


def test_glitch_shorter_than_four_samples_is_not_reported():
    assert settle(4, [0, 1, 1, 1, 0, 0, 0, 0]) == []


def test_bounce_delays_the_report_and_counts_as_chatter():
    assert settle(4, [0, 1, 0, 1, 0, 1, 1, 1, 1]) == [(8, 0, 1, 4)]


def test_two_inputs_of_a_byte_settle_each_in_its_own_time():
    assert settle(4, [0, 1, 1, 129, 129, 129, 129]) == [(4, 0, 1, 0), (6, 7, 1, 0)]


def test_opening_is_reported_like_closing():
    assert settle(4, [0, 2, 2, 2, 2, 2, 0, 0, 0, 0]) == [(4, 1, 1, 0), (9, 1, 0, 0)]


def test_held_inputs_keep_their_settled_level():
    levels = bytearray(2)
    found = []
    debounce = Debounce(levels)
    for _ in range(6):
        levels[0] = levels[1] = 255
        debounce.hold(1)
        debounce.sample(lambda bit, level, chatter: found.append(bit))
    assert found == [0, 1, 2, 3, 4, 5, 6, 7]
    assert bytes(debounce.stable) == b"\xff\x00"


def test_flicker_without_a_change_is_told_once_a_second():
    levels = bytearray(1)
    debounce = Debounce(levels)
    noise = []
    for number in range(50):
        levels[0] = (number & 1) << 3
        debounce.sample(lambda bit, level, chatter: noise.append("settled"))
    debounce.sweep(lambda bit, edges: noise.append((bit, edges)))
    debounce.sweep(lambda bit, edges: noise.append((bit, edges)))
    assert noise == [(3, 49)]
