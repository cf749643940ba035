"""`reedboard rules ID`: a game's rules, in the terminal or as a page."""

from collections.abc import Callable
from pathlib import Path

import click
from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from fairyrules import Game
from fairyrules.diagrams import text
from fairyrules.diagrams.text import EMPTY, SIGNS, TINTED
from fairyrules.rules_page import document, html, markdown
from fairyrules.rules_page.document import Block, Card, Grid, Heading, Key, Rows, Words
from reedboard.archive import game_lookup
from reedboard.errors import ReedboardError

STDOUT = "-"


@click.command()
@click.argument("game", metavar="ID|FILE")
@click.option("--html", "page", metavar="[FILE]", is_flag=False, flag_value=STDOUT, help="A page to FILE, or printed.")
@click.option("--markdown", "plain", metavar="[FILE]", is_flag=False, flag_value=STDOUT, help="Likewise as Markdown.")
def command(game: str, page: str | None, plain: str | None) -> None:
    """Show the rules of a game, with diagrams drawn by the engine.

    The readings we chose where a source leaves a choice are marked.
    """
    chosen = game_lookup.find(game)
    if page is None and plain is None:
        show(chosen, Console(highlight=False))
    if page is not None:
        write(page, chosen, html)
    if plain is not None:
        write(plain, chosen, markdown)


def write(target: str, game: Game, form: Callable[[Game], str]) -> None:
    """The page, to a file or to standard output."""
    if target == STDOUT:
        click.echo(form(game), nl=False)
        return
    try:
        Path(target).write_text(form(game), encoding="utf-8")
    except OSError as error:
        raise ReedboardError(f"Cannot write {target}: {error.strerror}.") from None
    click.echo(f"The rules of {game.name} are in {target}.")


def show(game: Game, console: Console) -> None:
    """The rules on the terminal."""
    said = document(game)
    show_block(Heading(said.title), console)
    for words in said.opening:
        show_block(words, console)
    console.print()
    console.print(Text(text(said.array)))
    for block in said.blocks:
        show_block(block, console)


def show_block(block: Block, console: Console) -> None:
    """One block."""
    match block:
        case Heading(title):
            console.print()
            console.print(Text(title), style="bold")
        case Words(words, soft):
            console.print(Text(words), style="dim" if soft else "")
        case Key(marks):
            console.print(Text(", ".join(f"{SIGNS[mark]} {mark.value}" for mark in marks)), style="dim")
        case Rows(rows):
            grid = Table.grid(padding=(0, 2))
            grid.add_column(no_wrap=True)
            grid.add_column()
            for row in rows:
                grid.add_row(Text(row.name, style="bold"), Text("[reading] " * row.reading + row.text))
            console.print(grid)
        case Grid(head, lines):
            table = Table(*head, box=None, pad_edge=False, padding=(0, 2, 0, 0))
            for line in lines:
                table.add_row(*map(Text, line))
            console.print(table)
        case cards:
            console.print(Columns([panel(card) for card in cards]))


def panel(card: Card) -> Panel:
    """A diagram with what is said of it."""
    drawing = text(card.picture)
    width = max(len(line) for line in drawing.splitlines())
    title = f"{card.letter} {card.title}".strip() + (f", {card.chessman}" if card.chessman else "")
    says = card.text if card.letter else f"{TINTED} {card.title}; {EMPTY} elsewhere"
    body = Text("\n").join([*Text(says).wrap(Console(width=width), width), Text(drawing)])
    return Panel(body, title=Text(title) if card.letter else None, expand=False)
