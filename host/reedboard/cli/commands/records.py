"""`reedboard records`: the games played, to list, look at, take out, bring in and decode again."""

import sys
from contextlib import closing
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from fairyrules import pgn
from reedboard.app import running
from reedboard.archive import game_lookup, positions
from reedboard.archive.backup import back_up
from reedboard.archive.backup import restore as put_back
from reedboard.archive.check import check, repair
from reedboard.archive.database import Archive, RecordedMove, data_folder
from reedboard.archive.pgn_records import bring_in, pgn_of
from reedboard.archive.replay import replay as decoded_again
from reedboard.archive.search import EVERYTHING, Search, local_time
from reedboard.cli import study
from reedboard.cli.listing import show_rows
from reedboard.errors import ReedboardError
from reedboard.game.status import PlyView


@click.group()
def command() -> None:
    """List, show, analyse, export, import or replay recorded games."""


command.add_command(study.analyse_games)
command.add_command(study.list_puzzles)


@command.command("list")
@click.option("--game", default="", metavar="ID", help="Only this game, with all its sub-variants.")
@click.option("--player", default="", metavar="NAME", help="Only games of a player; a part of the name will do.")
@click.option("--since", default="", metavar="DAY", help="Only from this day on: 2026-11-22, or 2026-11.")
@click.option("--until", default="", metavar="DAY", help="Only up to this day.")
@click.option("--result", default="", help="Only games that ended so: 1-0, 0-1, 1/2-1/2, or * for unfinished ones.")
@click.option("--opening", default="", metavar="MOVES", help='Only games that began so: "e4 e5 Nf3".')
@click.option("--label", default="", help="Only games with this label.")
@click.option("--position", "fen", default="", metavar="FEN", help="Only games in which these pieces stood so.")
@click.option("--before", type=int, help="Only games with a lower number.")
@click.option("--most", type=click.IntRange(1, 10**9), default=50, show_default=True, help="How many are listed.")
def list_records(
    game: str,
    player: str,
    since: str,
    until: str,
    result: str,
    opening: str,
    label: str,
    fen: str,
    before: int | None,
    most: int,
) -> None:
    """List the games, newest first.

    With --position, of chess or of the --game, at any ply and whatever the rights to castle; the ply is listed, too.
    """
    search = Search(game, player, since, until, result, tuple(opening.split()), label, before)
    found: list[positions.Stood] = []
    with closing(Archive(data_folder())) as archive:
        if fen:
            position = game_lookup.find(game or "chess").position(fen)
            found = positions.find(archive, position, search, most, lambda words: click.echo(words, err=True))
            records, search = [each.record for each in found], positions.in_games(search, position)
        else:
            records = archive.records(lambda words: click.echo(words, err=True), search, most)
        count = archive.count(search)
    rows = [
        (
            str(record.id),
            record.game,
            local_time(record.begun),
            record.board,
            str((record.plies + 1) // 2),
            f"{record.result} {record.reason}".strip(),
            *(str(each.ply) for each in found[at : at + 1]),
        )
        for at, record in enumerate(records)
    ]
    if rows:
        headings = ("No.", "Game", "Begun", "Board", "Moves", "Result", *(("Ply",) if found else ()))
        show_rows(headings, rows, right=("No.", "Moves", "Ply"))
    else:
        click.echo("No game has been recorded yet." if search == EVERYTHING else "No recorded game fits.")
    if records and count > len(records):
        click.echo(f"{count - len(records)} more: --before {records[-1].id}, or --most {count}.")


@command.command()
@click.argument("number", type=int)
def show(number: int) -> None:
    """Show game NUMBER: its moves with their times."""
    with closing(Archive(data_folder())) as archive:
        record, moves = archive.record(number), archive.moves(number)
    console = Console(soft_wrap=True, highlight=False)
    ending = f"{record.result} {record.reason}".strip()
    console.print(f"[bold]Game {record.id}[/bold]: {record.game}, begun {local_time(record.begun)}, {ending}")
    if record.fen:
        console.print(f"from {record.fen}")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("Ply", "Time", "Move", "", ""):
        table.add_column(heading, justify="right" if heading in ("Ply", "Time") else "left")
    for move in moves:
        state = "" if move.state == "settled" else move.state
        table.add_row(str(move.ply), "" if move.t_ms is None else clock(move.t_ms), move.san, move.move, state)
    console.print(table)


@command.command()
@click.argument("number", type=int)
@click.option("--trace", "form", flag_value="trace", help="The raw journal, as `reedboard infer` reads it.")
@click.option("--pgn", "form", flag_value="pgn", default="pgn", help="PGN with the time each move took (default).")
def export(number: int, form: str) -> None:
    """Print game NUMBER as PGN or as a trace."""
    with closing(Archive(data_folder())) as archive:
        click.echo(archive.trace(number) if form == "trace" else pgn_of(archive, number), nl=False)


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
def import_file(file: Path) -> None:
    """Record the games of FILE: PGN games of any variant, or one trace."""
    try:
        text = pgn.decoded(file.read_bytes())
    except OSError as error:
        raise ReedboardError(f"Cannot read {file}: {error.strerror}.") from None
    with closing(Archive(data_folder())) as archive:
        for game in bring_in(archive, text, str(file), lambda reason: click.echo(f"Left out: {reason}", err=True)):
            record = archive.record(game.record)
            there = ", already recorded" if game.known else ""
            click.echo(f"Game {record.id}: {record.game}, {record.plies} plies, {record.result}{there}")


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Write all records and the sheets of your own games to FILE; a game may be played meanwhile."""
    written = back_up(data_folder(), file)
    sheets = f" and {written.sheets} game sheet{'s' * (written.sheets > 1)}" if written.sheets else ""
    click.echo(f"{games_of(written.games)}{sheets} in {file}.")


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
def restore(file: Path) -> None:
    """Put the records of FILE, made by `records backup`, in the place of those there are.

    The former records are laid aside, not deleted.
    """
    with running.hold(data_folder()):
        held, aside = put_back(data_folder(), file)
    click.echo(f"{games_of(held.games)} restored." + (f" The former records lie in {aside}." if aside else ""))


@command.command("check")
@click.option("--repair", "mend", is_flag=True, help="Lay a damaged file aside and save what can be read of it.")
def check_records(mend: bool) -> None:
    """Look at every row of the records; exit with 1 when some are damaged."""
    folder = data_folder()
    found = check(folder)
    for fault in found.faults:
        click.echo(fault)
    if found.faults and mend:
        with running.hold(folder):
            done = repair(folder)
        for words in done.lost:
            click.echo(f"Lost: {words}")
        click.echo(f"{games_of(done.games)} saved; the damaged file lies in {done.aside}.")
    elif found.faults:
        click.echo(f"{games_of(found.games)} whole; `reedboard records check --repair` saves what can be read.")
        sys.exit(1)
    else:
        click.echo(f"{games_of(found.games)}, all whole.")


def games_of(count: int) -> str:
    """A number of games in words."""
    return f"{count} game" if count == 1 else f"{count} games"


@command.command()
@click.argument("number", type=int)
def replay(number: int) -> None:
    """Decode the journal of game NUMBER again with today's tracker and show what comes out differently.

    The record stays as it is.
    """
    with closing(Archive(data_folder())) as archive:
        record = archive.record(number)
        found = decoded_again(archive, number, lambda words: click.echo(f"Journal: {words}.", err=True))
    if found.differences:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for heading in ("Ply", "Time", "Recorded", "", "Today", ""):
            table.add_column(heading, justify="right" if heading in ("Ply", "Time") else "left")
        for each in found.differences:
            first = each.then or each.now
            time = "" if first is None or first.t_ms is None else clock(first.t_ms)
            table.add_row(str(each.ply), time, *words_of(each.then), *words_of(each.now))
        Console(soft_wrap=True, highlight=False).print(table)
    entries = found.state.move_list.entries
    asked = [ply for ply, entry in enumerate(entries, 1) if entry.state == "asked"]
    if asked:
        click.echo(f"Still asked about today: ply {', '.join(map(str, asked))}.")
    ended = found.state.ended
    if ended is not None and ended.result != record.result:
        click.echo(f"Result: recorded {record.result}, today {ended.result} ({ended.reason}).")
    count = len(found.differences)
    verdict = "the same game" if not count else f"{count} {'differs' if count == 1 else 'differ'}"
    plies = f"{len(entries)} {'ply' if len(entries) == 1 else 'plies'}"
    click.echo(f"{found.lines} journal lines, {plies}: {verdict}.")


def clock(t_ms: int) -> str:
    """A time of a game as people read it: minutes and seconds."""
    minutes, rest_ms = divmod(t_ms, 60_000)
    return f"{minutes}:{rest_ms / 1000:04.1f}"


def words_of(move: RecordedMove | PlyView | None) -> tuple[str, str]:
    """A move of one of two readings: how people write it, and its machine form; a question mark where it is asked."""
    if move is None:
        return "no move", ""
    return move.san + (" ?" if move.state == "asked" else ""), move.move
