from reed.lines import MAX_LINE, Inbox, seal, unseal


def gather(data):
    inbox = Inbox()
    bodies = [inbox.feed(byte) for byte in data]
    return [body for body in bodies if body is not None]


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
