"""`reedboard records`: the games played, to list, look at, take out, bring in and decode again."""

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from reedboard.core import trace
from reedboard.core.errors import ReedboardError
from reedboard.shell.archive import Archive, data_folder
from reedboard.shell.records import bring_in, decode, pgn_of


@click.group()
def command() -> None:
    """The recorded games."""


@command.command("list")
def list_records() -> None:
    """Lists the games, newest first."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("No.", "Game", "Begun (UTC)", "Board", "Moves", "Result", ""):
        table.add_column(heading, justify="right" if heading in ("No.", "Moves") else "left")
    records = Archive(data_folder()).records()
    for record in records:
        begun = record.begun[:16].replace("T", " ")
        moves = str((record.plies + 1) // 2)
        table.add_row(str(record.id), record.game, begun, record.board, moves, record.result, record.reason)
    if records:
        Console(soft_wrap=True).print(table)
    else:
        click.echo("No game has been recorded yet.")


@command.command()
@click.argument("number", type=int)
def show(number: int) -> None:
    """Shows game NUMBER: its moves with their times."""
    archive = Archive(data_folder())
    record = archive.record(number)
    console = Console(soft_wrap=True, highlight=False)
    ending = f"{record.result} {record.reason}".strip()
    begun = record.begun[:16].replace("T", " ")
    console.print(f"[bold]Game {record.id}[/bold]: {record.game}, begun {begun} UTC, {ending}")
    if record.fen:
        console.print(f"from {record.fen}")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("Ply", "Time", "Move", "", ""):
        table.add_column(heading, justify="right" if heading in ("Ply", "Time") else "left")
    for move in archive.moves(number):
        minutes, rest_ms = divmod(move.t_ms, 60_000)
        state = "" if move.state == "settled" else move.state
        table.add_row(str(move.ply), f"{minutes}:{rest_ms / 1000:04.1f}", move.san, move.move, state)
    console.print(table)


@command.command()
@click.argument("number", type=int)
@click.option("--trace", "form", flag_value="trace", help="The raw journal, as `reedboard infer` reads it.")
@click.option("--pgn", "form", flag_value="pgn", default="pgn", help="PGN with the time each move took (default).")
def export(number: int, form: str) -> None:
    """Prints game NUMBER as PGN or as a trace."""
    archive = Archive(data_folder())
    click.echo(archive.trace(number) if form == "trace" else pgn_of(archive, number), nl=False)


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
def import_file(file: Path) -> None:
    """Records the games of FILE: PGN games of any variant, or one trace."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise ReedboardError(f"Cannot read {file}: {reason}.") from None
    archive = Archive(data_folder())
    for number in bring_in(archive, text, str(file)):
        record = archive.record(number)
        click.echo(f"Game {number}: {record.game}, {record.plies} plies, {record.result}")


@command.command()
@click.argument("number", type=int)
def replay(number: int) -> None:
    """Decodes the journal of game NUMBER again with today's tracker and shows what comes out differently."""
    archive = Archive(data_folder())
    header = trace.parse_header(archive.record(number).header)
    then = {move.ply: move.move for move in archive.moves(number)}
    lines = archive.journal(number)
    if not lines and then:
        raise ReedboardError(f"Game {number} has no journal (it was imported from PGN); there is nothing to decode.")
    chronicle = decode(header, map(trace.parse_line, lines))
    now = {ply: str(move) for ply, move in enumerate(chronicle.moves, 1)}
    different = [ply for ply in sorted(then.keys() | now.keys()) if then.get(ply) != now.get(ply)]
    for ply in different:
        click.echo(f"ply {ply}: recorded {then.get(ply, 'nothing')}, now {now.get(ply, 'nothing')}")
    readings = f"{len(lines)} journal lines, {len(now)} plies"
    click.echo(f"{readings}: the same game." if not different else f"{readings}: {len(different)} differ.")
