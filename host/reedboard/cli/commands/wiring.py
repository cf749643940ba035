"""`reedboard wiring`: writes everything that follows from a geometry file."""

from collections.abc import Mapping
from pathlib import Path

import click

from reedboard.assets import boards
from reedboard.errors import ReedboardError
from reedboard.wiring import documents
from reedboard.wiring.carrier import CARRIERS, carrier_documents


@click.command()
@click.argument("board", required=False)
@click.option("--all", "every", is_flag=True, help="Every shipped board, each into its own folder under --out.")
@click.option("--out", type=click.Path(path_type=Path), help="The folder to write into.")
def command(board: str | None, every: bool, out: Path | None) -> None:
    """Write wiring table, picture, harness, parts, power budget, firmware configuration and strip of BOARD.

    BOARD is a shipped board's id or a geometry file; carrier-pico and carrier-esp32 are the circuit boards that hold
    the microcontroller. Without --out the wiring table is shown.
    """
    if every == (board is not None):
        raise click.UsageError("name one BOARD, or say --all.")
    if out is None:
        if board is None:
            raise click.UsageError("--all needs a folder to write into: add --out DIR.")
        click.echo(_documents(board)["pins.md" if board in CARRIERS else "wiring.md"])
        return
    folders = {out / name: name for name in (*boards.shipped(), *CARRIERS)} if board is None else {out: board}
    for folder, name in folders.items():
        texts = _documents(name)
        for file, text in texts.items():
            _write(folder / file, text)
        click.echo(f"{name}: {len(texts)} files in {folder}")


def _documents(name: str) -> Mapping[str, str]:
    return carrier_documents(name) if name in CARRIERS else documents(boards.load(name))


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ReedboardError(f"Cannot write {path}: {error.strerror}; choose another --out.") from None
