from reed.lines import MAX_LINE, Inbox, number, seal, unseal


def gather(data):
    inbox = Inbox()
    ends = [(inbox.feed(byte), bytes(inbox.buffer)) for byte in data]
    return [line[:end].decode() for end, line in ends if end]


def test_sealed_line_is_read_back():
    line = seal("CHANGE 41 90210 12 1 0")
    assert line[-1] == 10
    assert unseal(line[:-1]) == "CHANGE 41 90210 12 1 0"


def test_line_is_refused_when_any_byte_differs():
    line = seal("PING")[:-1]
    for at in range(len(line)):
        for flip in (1, 32, 128):
            assert unseal(line[:at] + bytes([line[at] ^ flip]) + line[at + 1 :]) is None, at


def test_line_is_refused_when_any_byte_is_missing():
    line = seal("LEDS 4 ff0000s:1-3")[:-1]
    for at in range(len(line)):
        assert unseal(line[:at] + line[at + 1 :]) is None, at


def test_inbox_gathers_lines_however_they_end():
    assert gather(seal("PING") + seal("HELLO 1")[:-1] + b"\r\n" + b"\n" + seal("REPL")) == ["PING", "HELLO 1", "REPL"]


def test_inbox_survives_rubbish_and_hears_the_next_line():
    rubbish = bytes(range(256)) * 3 + b"*" * 20 + b"\n" + b"\xff\xfe*12345678\n"
    assert gather(rubbish + seal("PING")) == ["PING"]


def test_inbox_drops_a_line_longer_than_its_buffer():
    assert gather(b"A" * (MAX_LINE + 5) + b"\n" + seal("PING")) == ["PING"]


def test_inbox_takes_several_bytes_at_once_but_no_line_with_the_next():
    waiting = bytearray(seal("PING") + seal("HELLO 1"))
    taken = []

    def take(buffer, start, end):
        while waiting and start < end:
            byte = buffer[start] = waiting[0]
            waiting[:] = waiting[1:]
            start += 1
            if byte == 10:
                break
        taken.append(start)
        return start

    inbox = Inbox()
    found = []
    for _ in range(5):
        end = inbox.gather(take, 9)
        if end:
            found.append(bytes(inbox.buffer[:end]))
    assert found == [b"PING", b"HELLO 1"]
    assert taken == [9, 14, 9, 17, 0]


def test_number_is_read_within_its_bounds_only():
    assert number("0", 0, 9) == 0
    assert number("1073741823", 0, (1 << 30) - 1) == (1 << 30) - 1
    for text in ("", "-1", "+1", "10", "1e3", " 1", "1_0", "9" * 400, "99999999999", "\u00b2"):
        try:
            number(text, 0, 9)
        except ValueError:
            continue
        raise AssertionError(text)
