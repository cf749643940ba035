"""The self-test against the virtual board, through firmware, serial line and hands, and its page."""

import json
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from click.testing import CliRunner

from reedboard.assets import boards
from reedboard.cli.main import main
from reedboard.port.link import Link
from reedboard.selftest import walk as selftest
from reedboard.selftest.conduct import UnlikeBoardError, conduct, teach
from reedboard.selftest.hands import HandsGuide
from reedboard.selftest.page import PageGuide
from reedboard.selftest.virtual_bench import virtual_board
from reedboard.selftest.walk import Look, Nothing, Saw

BENCH = boards.load("4x4")
SENSORS = {
    ("dead:b2", "stuck:c3", "leds-broken:17"):
        {"LED line is broken before LED 17", "b2 is dead", "c3 is stuck"},
    ("swapped:a1,d4", "crosstalk:b2,b3", "chatter:near2"):
        {"a1 and d4 are swapped", "A magnet on b2 also closes b3", "near2 chatters"},
    ("chain-broken:1",): {"chain is broken before chip U2"},
}  # fmt: skip
LINES = {
    "late:500": "The line is late",
    "dropped:0.1": "Lines are dropped",
    "corrupted:0.1": "The line is corrupted",
    "unread:2@2": "The line stalled",
    "reboot@2": "The board rebooted",
    "brown-out:900@2": "The board had a brown-out",
}
AT_ONCE = 4
"""Walks under way at a time: most of one is patience with what will not come."""


def walk_over(*faults, taught=False):
    with (
        virtual_board("4x4", faults) as bench,
        closing(HandsGuide(bench.hands, bench.token)) as hands,
        Link(bench.serial) as link,
    ):
        walk, figures = conduct(link, BENCH, hands, by_hands=True)
        if taught:
            assert len(teach(link, walk)) == len(selftest.swaps(walk))
            walk, figures = conduct(link, BENCH, hands, by_hands=True)
        return walk, figures


@pytest.mark.slow
def test_well_board_passes_and_is_measured():
    walk, figures = walk_over()
    assert selftest.verdict(walk, figures) == ()
    assert figures.scan_hz is not None
    assert len(figures.report_ms) == len(BENCH.sites)
    assert len(figures.frame_ms) >= BENCH.leds


@pytest.fixture(scope="module")
def walks():
    """By its faults, what came of the walk over each faulty board."""
    with ThreadPoolExecutor(AT_ONCE) as hands:
        yield {faults: hands.submit(walk_over, *faults) for faults in [*SENSORS, *((line,) for line in LINES)]}


@pytest.mark.slow
@pytest.mark.parametrize("faults", SENSORS, ids=" ".join)
def test_virtual_hands_find_each_named_fault_and_nothing_else(walks, faults):
    walk, _ = walks[faults].result()
    told = [str(finding) for finding in selftest.findings(walk)]
    assert len(told) == len(SENSORS[faults]), told
    assert all(any(words in sentence for sentence in told) for words in SENSORS[faults]), told


@pytest.mark.slow
@pytest.mark.parametrize("fault", LINES)
def test_virtual_hands_name_each_fault_of_the_line_and_blame_no_sensor(walks, fault):
    told = [str(finding) for finding in selftest.verdict(*walks[fault,].result())]
    assert len(told) == 1, told
    assert LINES[fault] in told[0], told


@pytest.mark.slow
def test_board_learns_its_wiring_and_is_well_afterwards():
    walk, _ = walk_over("swapped:a1,b1", "swapped:b1,c1", taught=True)
    assert selftest.findings(walk) == ()


def test_conduct_refuses_a_board_of_another_shape():
    with (
        virtual_board("4x4", ()) as bench,
        Link(bench.serial) as link,
        pytest.raises(UnlikeBoardError, match="The board greets as 4x4 with 24 inputs"),
        closing(HandsGuide(bench.hands, bench.token)) as hands,
    ):
        conduct(link, boards.load("8x8"), hands)


def asking(page, path="", said=None, **headers):
    """A request of the self-test's page; the token in the link goes along as its script sends it."""
    where, _, token = page.url.partition("?token=")
    body = None if said is None else json.dumps(said).encode()
    told = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **headers}
    return urllib.request.urlopen(urllib.request.Request(where + path, body, told), timeout=60)


def test_page_shows_the_prompt_and_takes_clicks():
    walk = selftest.observe(selftest.start(BENCH), selftest.Nothing(0))
    with closing(PageGuide(BENCH, "127.0.0.1:0")) as page:
        page.ask(walk)
        with urllib.request.urlopen(page.url, timeout=60) as answer:
            assert ">a1</text>" in answer.read().decode()
        with asking(page, "state") as answer:
            state = json.load(answer)
        assert (state["kind"], state["site"]) == ("look", "a1")
        for word in ("b1", ""):
            asking(page, "said", word).close()
        assert isinstance(walk.prompt, Look)
        assert page.told(walk, 5) == [Saw(5, "b1")]
        assert page.told(walk, 6) == [Nothing(6)]
        assert page.told(walk, 7) == []


@pytest.mark.parametrize("path", ["", "state", "said"])
@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Authorization": "Bearer wrong"}],
    ids=["host", "origin", "token"],
)
def test_page_is_only_for_whoever_opened_the_printed_link(path, headers):
    walk = selftest.observe(selftest.start(BENCH), selftest.Nothing(0))
    with closing(PageGuide(BENCH, "127.0.0.1:0")) as page:
        with pytest.raises(urllib.error.HTTPError) as refused:
            asking(page, path, "b1" if path == "said" else None, **headers)
        assert refused.value.code == 403
        refused.value.close()
        assert page.told(walk, 5) == []


def test_page_ends_quietly_however_soon_it_is_closed(monkeypatch):
    failed = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    for _ in range(30):
        with closing(PageGuide(BENCH, "127.0.0.1:0")) as page:
            asking(page, "state").close()
    assert failed == []


@pytest.mark.slow
def test_selftest_command_reports_and_exits_1_when_something_is_found(tmp_path):
    path = tmp_path / "report.md"
    order = ["selftest", "--board", "virtual", "--hands", "--fault", "dead:b2", "--report", str(path)]
    done = CliRunner().invoke(main, order)
    assert done.exit_code == 1, done.output
    assert "b2 is dead" in path.read_text()


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--board", "virtual", "--fault", "magic:b2"], "magic"),
        (["--board", "virtual", "--fault", "dead:z9"], "z9"),
        (["--board", "auto", "--hands"], "for --board virtual"),
        (["--board", "/dev/no-such-port"], "/dev/no-such-port"),
        (["--board", "virtual", "--hands", "--http", "nowhere"], "write a host and a port number"),
    ],
)
def test_selftest_command_exits_2_with_one_line_when_it_cannot_begin(args, says):
    done = CliRunner().invoke(main, ["selftest", *args])
    assert done.exit_code == 2, done.output
    assert says in done.output
    assert "Traceback" not in done.output


def test_terminal_walk_is_answered_with_the_return_key():
    done = CliRunner().invoke(main, ["selftest", "--board", "virtual", "--pace", "1"], input="\n" * 200)
    assert "Slide the one magnet" in done.output
    assert "Sites walked: 20 of 20" in done.output


@pytest.mark.slow
def test_step_passes_a_strip_with_nothing_behind_it():
    """As while a board grows: the third of three plugged strips, its chain open behind it, its LEDs the last ones."""
    run = ["selftest", "--board", "virtual", "--profile", "8x8", "--hands", "--step", "3"]
    done = CliRunner().invoke(main, [*run, "--fault", "chain-broken:6", "--fault", "leds-broken:24"])
    assert done.exit_code == 0, done.output
    assert "Nothing wrong" in done.output
    assert "Chips of the chain found: 6 of 6" in done.output
    assert "LEDs looked at: 8 of 8" in done.output
