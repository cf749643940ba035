"""Everything of the program that reads what others wrote, as functions of bytes that may only refuse in a sentence."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import fairyrules
from fairyrules import pgn, toml
from fairyrules.errors import FairyRulesError
from reedboard.assets import boards
from reedboard.board import wire
from reedboard.board.profile import parse
from reedboard.board.session import Session
from reedboard.errors import ReedboardError
from reedboard.game.inference import infer
from reedboard.virtual import control_socket, faults
from reedboard.virtual.board import VirtualBoard

CORPUS = Path(__file__).parent / "corpus"
"""A folder a reader, with good files and with those that once went wrong: where each run begins."""
FRESH = 5000
"""After so many lines a conversation begins anew."""
LONGEST_SENTENCE = 2000
"""Letters of a refusal: people read it."""
TICK_MS = 7


class SpeechlessError(Exception):
    """A refusal that is no sentence: empty, or too long to read."""


@dataclass(frozen=True, slots=True)
class Reader:
    """`read` takes one input. `line`: it is a line of the wire, of which half are given a right check.
    `prepare` makes ready for the next input; what that takes is no time of the input's.
    """

    read: Callable[[bytes], None]
    line: bool = False
    prepare: Callable[[], None] = lambda: None


class HostEnd:
    """The host's session, hearing one line after the other."""

    def __init__(self) -> None:
        self._count = 0
        self._now_ms = 0
        self._session = Session()

    def __call__(self, line: bytes) -> None:
        """Hears a line."""
        if self._count % FRESH == 0:
            self._session = Session()
            self._session.opened(self._now_ms)
            for body in (f"READY {wire.PROTOCOL} 1 8x8 80 64 2 7", f"SNAP 7 0 0 {'00' * 10}"):
                self._session.receive(wire.seal(body), self._now_ms)
        self._count += 1
        self._now_ms += TICK_MS
        self._session.receive(line + b"\n", self._now_ms)
        self._session.tick(self._now_ms)
        self._session.outgoing()


class BoardEnd:
    """The real firmware, hearing one line after the other."""

    def __init__(self, folder: Path) -> None:
        self._count = 0
        self._board = VirtualBoard(boards.load("8x8"), folder)
        self._board.connect(True)

    def boot(self) -> None:
        """Boots where the last line ended the program, and now and then."""
        program = self._board._program
        if program is None or program.leave or self._count % FRESH == 0:
            self._board._program = None
            self._board.step(self._board.now_ms + 8)

    def __call__(self, line: bytes) -> None:
        """Hears a line, then scans once.

        Raises: what the firmware would say in a note and survive.
        """
        program = self._board._program
        assert program is not None, "boot first"
        self._count += 1
        for byte in line + b"\n":
            program.feed(byte)
        if self._count % 4 == 0:
            self._board.step(self._board.now_ms + 4)
            self._board.host_reads()


def refusing(read: Callable[[str], object], data: bytes) -> None:
    """Lets text be read; a refusal in a sentence is all right."""
    try:
        read(data.decode("utf-8", "replace"))
    except (FairyRulesError, ReedboardError) as error:
        if not 0 < len(str(error)) <= LONGEST_SENTENCE:
            raise SpeechlessError(f"{type(error).__name__} of {len(str(error))} letters") from error


def _fen(text: str) -> object:
    name, _, fen = text.partition("\n")
    return len(fairyrules.game(name).position(fen).legal_moves())


def _move(text: str) -> object:
    name, _, move = text.partition("\n")
    return fairyrules.game(name).start().parse(move)


def _san(text: str) -> object:
    name, _, move = text.partition("\n")
    return fairyrules.game(name).start().parse_san(move)


def _trace(text: str) -> object:
    return list(infer(io.StringIO(text), lambda words: None))


def _sheet(text: str) -> object:
    return len(toml.read(text, "a sheet").start().legal_moves())


def readers(folder: Path) -> Mapping[str, Reader]:
    """Every reader by name; `folder` is for the board's flash."""
    board = VirtualBoard(boards.load("8x8"), folder / "hands")
    firmware = BoardEnd(folder / "board")
    plain: dict[str, Callable[[str], object]] = {
        "fen": _fen,
        "move": _move,
        "san": _san,
        "pgn": pgn.read,
        "sheet": _sheet,
        "geometry": lambda text: parse(text, "a file"),
        "trace": _trace,
        "fault": faults.order,
        "hands": lambda text: control_socket.read(board, text),
    }
    return {
        "host's end of the wire": Reader(HostEnd(), line=True),
        "board's end of the wire": Reader(firmware, line=True, prepare=firmware.boot),
        **{name: Reader(partial(refusing, read)) for name, read in plain.items()},
    }


def seeds(name: str) -> list[bytes]:
    """The corpus of a reader."""
    folder = CORPUS / ("wire" if name.endswith("wire") else name)
    return [path.read_bytes() for path in sorted(folder.iterdir())]
