"""`reedboard records analyse` and `records puzzles`: recorded games looked at again with a search's help."""

from collections.abc import Iterable
from contextlib import closing

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fairyrules.errors import FairyRulesError
from reedboard.app.analysing import analyse, summary
from reedboard.archive.analysed import analysis_of
from reedboard.archive.database import Archive, data_folder
from reedboard.archive.pgn_records import game_record
from reedboard.archive.puzzles import puzzles
from reedboard.bench.number_options import FiniteRange
from reedboard.cli.listing import show_rows
from reedboard.errors import ReedboardError, in_one_line
from reedboard.game.view.shown_moves import sans, value
from reedboard.opponent import Limit, Opponent
from reedboard.opponent.named import SEARCH, named


@click.command("analyse")
@click.argument("numbers", type=int, nargs=-1, metavar="NUMBER...")
@click.option("--all", "every", is_flag=True, help="Every recorded game.")
@click.option("--seconds", default=0.5, show_default=True, type=FiniteRange(0.02, 3600), help="Think so long a move.")
@click.option("--nodes", default=0, type=click.IntRange(0), help="Look at so many positions a move instead.")
@click.option("--opponent", "who", default=SEARCH, show_default=True, help="Who is asked: search, or an engine.")
def analyse_games(numbers: tuple[int, ...], every: bool, seconds: float, nodes: int, who: str) -> None:
    """Look at every position of game NUMBER: values, better moves and blunders for its page and its PGN.

    What was looked at so before is not looked at again: broken off, it goes on where it was. The game itself, and what
    people wrote beside it, stays as it is.
    """
    limit = Limit(nodes=nodes) if nodes else Limit(seconds=seconds)
    with closing(Archive(data_folder())) as archive:
        chosen: Iterable[int] = [each.id for each in archive.records()] if every else numbers
        if not chosen and not every:
            raise ReedboardError("Which game? Give its number, or --all; `reedboard records list` shows what there is.")
        for number in chosen:
            archive.record(number)
        opponent = named(who)
        try:
            for number in chosen:
                try:
                    with_a_bar(archive, number, opponent, limit)
                except (ReedboardError, FairyRulesError) as error:
                    if not every:
                        raise
                    click.echo(f"Game {number} is left out: {in_one_line(error)}", err=True)
        finally:
            opponent.close()


def with_a_bar(archive: Archive, number: int, opponent: Opponent, limit: Limit) -> None:
    """Looks at one game, shows how far it is, and says what was found."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"Game {number}", total=None)
        for done, total in analyse(archive, number, opponent, limit):
            bar.update(task, completed=done, total=total)
    found = analysis_of(archive, number, game_record(archive, number))
    click.echo(f"Game {number}, {len(found.seen)} positions by {found.by}. {summary(found)}")


@click.command("puzzles")
@click.option("--game", default="", metavar="ID", help="Only this game, with all its sub-variants.")
@click.option("--solutions", is_flag=True, help="Tell the moves that win, too.")
def list_puzzles(game: str, solutions: bool) -> None:
    """List the positions of analysed games in which one move wins.

    Set one up on the board with `reedboard play --puzzle NAME`: the program plays the other side.
    """
    with closing(Archive(data_folder())) as archive:
        rows = []
        for each in puzzles(archive, game):
            side = "White" if each.position.side.letter == "w" else "Black"
            solved = [value(each.line), " ".join(sans(each.position, each.line))] if solutions else []
            rows.append((each.name, each.position.game.id, side, "found" if each.found else "missed", *solved))
    if rows:
        show_rows(("Name", "Game", "To move", "In the game", *(("Value", "Solution") if solutions else ())), rows)
    else:
        click.echo("No puzzle yet: `reedboard records analyse NUMBER` looks for them in a game.")
