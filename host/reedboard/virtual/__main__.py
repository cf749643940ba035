"""`python -m reedboard.virtual --board 10x10`: a board without hardware, behind a port like any other."""

import argparse
import contextlib
import os
import secrets
import select
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from reedboard.assets import boards
from reedboard.board.geometry_file import NAME, sealed
from reedboard.board.wire import NUMBERS
from reedboard.errors import ReedboardError
from reedboard.virtual import faults
from reedboard.virtual.board import USB_BAUD, VirtualBoard
from reedboard.virtual.process import Process


def main() -> None:
    """Runs a virtual board until it is ended; prints one JSON line when it can be reached."""
    parser = argparse.ArgumentParser(prog="python -m reedboard.virtual", description=__doc__)
    parser.add_argument("--board", required=True, help="a shipped board's name or a geometry file")
    parser.add_argument("--port", type=int, default=0, help="TCP port of the serial line (any free one)")
    parser.add_argument("--hands-port", type=int, default=0, help="TCP port of the control socket (any free one)")
    parser.add_argument("--baud", type=int, default=USB_BAUD, help="speed of the line in bits a second (%(default)s)")
    parser.add_argument("--bytewise", action="store_true", help="hands over each byte on its own")
    parser.add_argument("--seed", type=int, default=0, help="for whatever happens by chance (%(default)s)")
    parser.add_argument("--folder", help="keeps the board's flash and its pieces here, over restarts")
    parser.add_argument("--fault", action="append", default=[], metavar="NAME[:ARGS][@SECONDS]", help=_faults())
    parser.add_argument("--until-eof", action="store_true", help="ends when its standard input does")
    args = parser.parse_args()
    with _flash(args.folder) as folder:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not (carried := folder / NAME).exists():
                carried.write_bytes(sealed(boards.text(args.board, folder)))
            board = VirtualBoard(
                boards.load(args.board), folder, seed=args.seed, baud=args.baud, boot_number=_boot_number
            )
            for text in args.fault:
                board.inject_fault(faults.order(text))
            process = Process(board, args.port, args.hands_port, bytewise=args.bytewise)
        except (ReedboardError, OSError) as error:
            parser.exit(2, f"reedboard: {error}\n")
        print(process.ready, flush=True)
        if args.until_eof:  # Ctrl-C reaches every process of a terminal; this one is ended by who started it, and last
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        with contextlib.suppress(KeyboardInterrupt):
            process.run(_input_open if args.until_eof else lambda: True)
        process.close()


@contextlib.contextmanager
def _flash(kept: str | None) -> Iterator[Path]:
    """The folder of the board's flash: `kept`, or one that goes when this process is ended."""
    if kept is not None:
        yield Path(kept)
        return
    with contextlib.suppress(KeyboardInterrupt), tempfile.TemporaryDirectory(prefix="reedboard-") as scratch:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # raises, by which the folder goes
        yield Path(scratch)


def _boot_number() -> int:
    """Never from the seed: two processes with the same boot number would be taken for one that went on."""
    return secrets.randbelow(NUMBERS)


def _input_open() -> bool:
    """Whether whoever started this process still holds its standard input."""
    readable, _, _ = select.select([sys.stdin], [], [], 0)
    return not readable or bool(os.read(sys.stdin.fileno(), 64))


def _faults() -> str:
    return "a named fault: " + ", ".join(
        f"{name}:{form}" if form else name for name, (form, _) in faults.FAULTS.items()
    )


if __name__ == "__main__":
    main()
