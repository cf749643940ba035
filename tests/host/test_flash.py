"""Flashing: the real mpremote against the real MicroPython prompt, and every way it can go wrong at the border."""

import binascii
import json
import shutil
import socket
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from reedboard.assets import boards
from reedboard.board import wire
from reedboard.board.firmware_config import board_file
from reedboard.board.link_events import BoardShape
from reedboard.cli.main import main
from reedboard.flash import (
    Bundle,
    FlashError,
    Mpremote,
    NoMicrocontrollerError,
    NoMicroPythonError,
    Standing,
    flash,
    standing,
    verify,
)
from reedboard.flash import (
    bundle as bundle,
)
from reedboard.flash.mpremote import run_mpremote
from reedboard.flash.ports import choose
from reedboard.flash.procedure import PROMPT_S
from reedboard.port.errors import PortMissingError

MACHINE = Path(__file__).parents[1] / "machine"
BENCH = boards.load("4x4")
FILES = {"main.py": b"import reed\n", "reed/__init__.py": b"", "reed/version.py": b'FIRMWARE = "9.9.9"\n' * 40}
SENT = Bundle(BENCH, "9.9.9", FILES, board_file(BENCH))


@pytest.fixture
def prompt():
    """The URL of a MicroPython prompt, on the real virtual machine."""
    node = shutil.which("node")
    assert node, "make test installs Node.js"
    process = subprocess.Popen([node, "repl.mjs"], cwd=MACHINE, stdout=subprocess.PIPE, text=True)
    try:
        port = process.stdout.readline().strip()
        assert port, "the virtual machine did not start: run `sh tests/machine/prepare.sh`, as make test does"
        yield f"socket://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture
def greeter():
    """Starts a port behind which a board of this shape and version greets whoever says anything."""
    listeners = []

    def start(version="9.9.9", board="4x4", bits=BENCH.bits, leds=BENCH.leds, protocol=wire.PROTOCOL):
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)
        heard = []

        def serve():
            line = wire.format_frame(wire.Ready(protocol, version, board, bits, leds, 2, 7))
            while True:
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                with client:
                    client.settimeout(5)
                    try:
                        while data := client.recv(256):
                            heard.append(data)
                            client.sendall(line)
                    except OSError:
                        pass

        threading.Thread(target=serve, daemon=True).start()
        return f"socket://127.0.0.1:{listener.getsockname()[1]}", heard

    yield start
    for listener in listeners:
        listener.close()


def failing(message, code=1):
    """A stand-in for mpremote that fails so."""
    return lambda arguments: subprocess.CompletedProcess(arguments, code, "", message)


@pytest.mark.slow
def test_flash_puts_every_file_whole_on_a_real_micropython(prompt):
    tool = Mpremote(prompt)
    assert flash(tool, SENT, PROMPT_S) == "1.27.0 webassembly"
    expected = {**FILES, "board.cfg": SENT.configuration.encode()}
    sums = f"import binascii\nfor n in {list(expected)}: print(n, binascii.crc32(open(n, 'rb').read()))"
    told = tool.do(("exec", sums))
    assert dict(line.split() for line in told.splitlines()) == {
        name: str(binascii.crc32(content)) for name, content in expected.items()
    }


@pytest.mark.slow
def test_flashed_firmware_reads_its_configuration_on_a_real_micropython(prompt):
    tool = Mpremote(prompt)
    real = bundle(boards.load("10x10"), (boards.folder() / "10x10.toml").read_text())
    wanted = {name: real.files[name] for name in ("main.py", "reed/__init__.py", "reed/config.py", "reed/version.py")}
    flash(tool, replace(real, files=wanted), PROMPT_S)
    ask = "from reed import config, version\nprint(config.load('board.cfg')['bits'], version.FIRMWARE)"
    assert tool.do(("exec", ask)).split() == ["256", real.version]


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.0, 0.9])
def test_flash_cut_off_anywhere_leaves_no_program_that_would_run(prompt, share):
    flash(Mpremote(prompt), SENT)

    def cut_off(arguments):
        ends = [n for n, word in enumerate(arguments) if word == "+"]
        return run_mpremote(arguments[: ends[int(len(ends) * share)]] if ends else arguments)

    flash(Mpremote(prompt, cut_off), Bundle(BENCH, "10", {**FILES, "new.py": b""}, "new"))
    found = Mpremote(prompt).do(("exec", "import os; print(os.listdir())"))
    assert "'main.py'" not in found
    assert "'board.cfg'" in found


@pytest.mark.slow
def test_flash_replaces_an_older_firmware(prompt):
    tool = Mpremote(prompt)
    older = Bundle(BENCH, "9.9.8", {**FILES, "reed/version.py": b"# old\n"}, "old")
    flash(tool, older)
    flash(tool, SENT)
    assert tool.do(("exec", "print(open('board.cfg').read(), end='')")) == SENT.configuration
    listed = tool.do(("exec", "import os; print(sorted(os.listdir()))"))
    assert "board.cfg.new" not in listed


def test_flash_takes_the_program_away_first_and_puts_it_back_last():
    steps = []

    def run(arguments):
        steps.append(list(arguments))
        return subprocess.CompletedProcess(arguments, 0, "1.27.0 rp2\n", "")

    flash(Mpremote("/dev/ttyACM0", run), SENT)
    ask, put, restart = steps
    assert all(step[:2] == ["connect", "/dev/ttyACM0"] for step in steps)
    assert ask[3] == "exec" or ask[2] == "exec"
    words = put[2:]
    assert "drop('main.py')" in words[1]
    assert words[-1] == ":main.py"
    assert words.index(":reed/version.py") < words.index(":board.cfg.new") < words.index(":main.py")
    assert restart[-1] == "reset"


@pytest.mark.slow
def test_flash_waits_until_the_board_is_back_at_its_prompt():
    answers = ["mpremote: failed to access /dev/x", "could not enter raw repl", None, None, None]

    def run(arguments):
        trouble = answers.pop(0)
        return subprocess.CompletedProcess(arguments, 1 if trouble else 0, "1.27.0 rp2", trouble or "")

    assert flash(Mpremote("/dev/x", run), SENT, patience_s=5.0) == "1.27.0 rp2"
    assert answers == []


@pytest.mark.parametrize(
    ("message", "error", "says"),
    [
        ("mpremote.transport.TransportError: could not enter raw repl", NoMicroPythonError, "hold its BOOTSEL button"),
        ("mpremote: failed to access /dev/ttyACM0 (it may be in use)", FlashError, "another program"),
        ("OSError: 28", FlashError, "OSError: 28"),
        ("", FlashError, "no reason given"),
    ],
)
def test_flash_says_what_to_do_when_mpremote_fails(message, error, says):
    with pytest.raises(error, match=says):
        flash(Mpremote("/dev/ttyACM0", failing(message)), SENT)


def test_flash_refuses_an_old_micropython():
    old = Mpremote("/dev/x", lambda arguments: subprocess.CompletedProcess(arguments, 0, "1.19.1 rp2\n", ""))
    with pytest.raises(FlashError, match=r"runs MicroPython 1\.19\.1; install 1\.24 or newer first"):
        flash(old, SENT)


def test_standing_tells_version_and_shape_and_sends_the_board_to_its_prompt(greeter):
    url, heard = greeter(version="0.0.1")
    assert standing(url) == Standing("0.0.1", BoardShape("4x4", BENCH.bits, BENCH.leds, 2))
    assert b"REPL" in b"".join(heard)


def test_standing_tells_of_firmware_of_another_protocol(greeter):
    url, _ = greeter(protocol=wire.PROTOCOL + 1)
    assert "protocol" in standing(url).complaint


def test_standing_is_empty_when_nobody_greets():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert standing(f"socket://127.0.0.1:{silent.getsockname()[1]}", patience_s=0.2) == Standing()


def test_standing_raises_when_the_port_is_missing():
    with pytest.raises(PortMissingError):
        standing("/dev/no-such-port")


def test_verify_accepts_the_board_that_was_sent(greeter):
    url, _ = greeter()
    verify(url, SENT)


@pytest.mark.parametrize(
    ("greeting", "says"),
    [({"version": "9.9.8"}, "runs firmware 9.9.8, not 9.9.9"), ({"board": "8x8"}, "configuration did not arrive")],
)
def test_verify_refuses_another_board(greeter, greeting, says):
    url, _ = greeter(**greeting)
    with pytest.raises(FlashError, match=says):
        verify(url, SENT)


def test_verify_says_what_to_do_when_nobody_comes_back():
    with pytest.raises(FlashError, match="nobody greets at /dev/no-such-port: unplug it"):
        verify("/dev/no-such-port", SENT, patience_s=0.3)


def test_choose_takes_the_only_microcontroller():
    pico = SimpleNamespace(device="/dev/ttyACM3", vid=0x2E8A)
    modem = SimpleNamespace(device="/dev/ttyUSB0", vid=0x1234)
    assert choose(lambda: [modem, pico]) == "/dev/ttyACM3"


def test_choose_says_where_to_get_micropython_when_there_is_none():
    with pytest.raises(NoMicrocontrollerError, match=r"micropython\.org/download/RPI_PICO"):
        choose(list)


def test_choose_asks_which_one_when_there_are_several():
    both = [SimpleNamespace(device=f"/dev/ttyACM{n}", vid=0x2E8A) for n in (0, 1)]
    with pytest.raises(FlashError, match="say which one with --port"):
        choose(lambda: both)


def test_parcel_makes_outer_folders_before_inner_ones():
    deep = Bundle(BENCH, "1", {"a/b/c.py": b"", "main.py": b"", "a/d.py": b""}, "")
    assert deep.folders == ("a", "a/b")


def test_flash_command_exits_2_with_one_line_when_the_port_is_missing():
    done = CliRunner().invoke(main, ["flash", "--board", "4x4", "--port", "/dev/no-such-port", "--yes"])
    assert done.exit_code == 2
    assert "Traceback" not in done.output


def test_flash_command_offers_the_update_and_leaves_the_board_alone_when_declined(greeter):
    url, _ = greeter(version="0.0.1")
    done = CliRunner().invoke(main, ["flash", "--board", "4x4", "--port", url], input="n\n")
    assert "firmware 0.0.1, board 4x4" in done.output
    assert "Put firmware" in done.output
    assert done.exit_code == 0


def test_mpremote_is_the_one_of_this_python():
    done = subprocess.run([sys.executable, "-m", "mpremote", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("mpremote ")
    assert json.loads((MACHINE / "package.json").read_text())["private"]
