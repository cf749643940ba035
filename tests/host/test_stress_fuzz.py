"""Odd input to every reader finds nothing, and would find what it looks for."""

import string
import time

import pytest

from reedboard.stress import readers
from reedboard.stress.readers import Reader
from reedboard.stress.sections import fuzz as section
from reedboard.stress.sections.fuzz import fuzz

NAMES = (
    *("host's end of the wire", "board's end of the wire"),
    *("fen", "move", "san", "pgn", "sheet", "geometry", "trace", "fault", "hands"),
)


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    folder = tmp_path_factory.mktemp("boards")
    for name in ("board", "hands"):
        (folder / name).mkdir()
    return readers.readers(folder)


def test_every_reader_is_named_here(every):
    assert set(every) == set(NAMES)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_odd_input_is_refused_in_a_sentence(every, name):
    told = []
    found = fuzz(
        name, every[name], 8000 if every[name].line else 250, 7, lambda data, wrong: told.append((wrong, data))
    )
    raised = [each for each in told if not each[0].startswith("took")]  # times say little on a busy machine
    assert raised == []
    assert found.inputs >= 250


def dies(data):
    if b"9999" in data:
        raise ValueError("a long number")


def idles(data):
    began = time.thread_time()
    while b"*" in data and time.thread_time() - began < 0.004:
        pass


def hoards(data):
    assert bytes(2**21)


def speechless(text):
    raise readers.ReedboardError(5000 * "x")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("read", "count", "says"),
    [(dies, 600, "ValueError"), (idles, 8, "took 4"), (hoards, 30, "bytes")],
    ids=["raises", "slow", "large"],
)
def test_reader_that_raises_or_takes_much_is_told(read, count, says):
    told = []
    found = fuzz("host's end of the wire", Reader(read, line=True), count, 1, lambda data, wrong: told.append(wrong))
    assert found.failures == len(told) > 0
    assert says in told[0]


def test_first_reading_that_fetches_what_is_then_kept_is_not_the_slowest():
    kept = []

    def fetches(data):
        if not kept:
            idles(b"*")
            kept.append(data)

    found = fuzz("move", Reader(fetches), 20, 1, lambda data, wrong: None)
    assert found.slowest_ms < 4


def test_inputs_are_weighed_many_at_once(monkeypatch):
    stops = []
    stop = section.tracemalloc.stop
    monkeypatch.setattr(section.tracemalloc, "stop", lambda: [stop(), stops.append(1)])
    monkeypatch.setattr(section, "WEIGHED", 1)
    fuzz("fault", Reader(lambda data: None), 2 * section.WEIGHED_AT_ONCE, 1, lambda data, wrong: None)
    assert len(stops) == 2


def test_refusal_that_nobody_can_read_is_told():
    with pytest.raises(readers.SpeechlessError):
        readers.refusing(speechless, b"")


@pytest.mark.slow
def test_time_for_making_ready_is_no_time_of_the_input():
    told = []
    idle = Reader(lambda data: None, line=True, prepare=lambda: idles(b"*"))
    found = fuzz("host's end of the wire", idle, 5, 1, lambda data, wrong: told.append(wrong))
    assert told == []
    assert found.slowest_ms < 4


def test_a_board_that_left_for_the_prompt_is_booted_before_its_next_line(every):
    board = every["board's end of the wire"]
    for line in (b"REPL*f3c007f1", b"REPL*f3c007f1", b"PING*"):
        board.prepare()
        board.read(line)


@pytest.mark.parametrize("name", NAMES)
def test_a_long_run_of_anything_is_refused_in_a_sentence(every, name):
    reader = every[name]
    for before in ("", "chess\n", 'name = "'):
        for each in (*string.printable, "e4 ", "[a]\n", "a = [", "a = {b = ", '{"t": 1}\n', "²"):
            reader.prepare()
            reader.read((before + 3000 * each).encode())
