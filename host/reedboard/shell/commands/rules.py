"""`reedboard rules ID`: a game's rules, in the terminal or as a page."""

from pathlib import Path

import click
from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from fairyrules import Game, rules_html
from fairyrules.diagrams import array_picture, move_picture, text, zone_picture
from fairyrules.diagrams.text import EMPTY, SIGNS, TINTED
from fairyrules.notation_key import notation_key
from fairyrules.sheet import Kind
from reedboard.core.errors import ReedboardError
from reedboard.shell import games

STDOUT = "-"


@click.command()
@click.argument("game", metavar="ID|FILE")
@click.option("--html", metavar="[FILE]", is_flag=False, flag_value=STDOUT, help="Write a page to FILE, or print it.")
def command(game: str, html: str | None) -> None:
    """Show the rules of a game, with diagrams drawn by the engine.

    The readings we chose where a source leaves a choice are marked.
    """
    chosen = games.find(game)
    if html is None:
        show(chosen, Console(highlight=False))
    elif html == STDOUT:
        click.echo(rules_html.page(chosen), nl=False)
    else:
        write(Path(html), rules_html.page(chosen))
        click.echo(f"The rules of {chosen.name} are in {html}.")


def write(path: Path, page: str) -> None:
    """Writes the page."""
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise ReedboardError(f"Cannot write {path}: {error.strerror}.") from None


def show(game: Game, console: Console) -> None:
    """The rules on the terminal."""
    guide = game.guide
    heading(console, game.name)
    console.print(guide.summary)
    if guide.source:
        console.print(guide.source, style="dim")
    console.print()
    console.print(Text(text(array_picture(game))))
    console.print(rules_html.facts(game), style="dim")
    heading(console, "The pieces")
    key = ", ".join(f"{sign} {mark.value}" for mark, sign in SIGNS.items())
    console.print(key, style="dim")
    console.print(Columns([card(game, kind) for kind in game.kinds.values()]))
    for topic in guide.topics:
        heading(console, topic.title)
        for paragraph in topic.paragraphs:
            console.print(paragraph)
    if guide.zones:
        heading(console, "Zones")
        console.print(f"{TINTED} in the zone, {EMPTY} elsewhere; as White sees them", style="dim")
        drawings = [
            Panel(Text(text(zone_picture(game, zone))), title=Text(zone.name), expand=False) for zone in guide.zones
        ]
        console.print(Columns(drawings))
    heading(console, "How moves are written")
    console.print(table(*notation_key(game)))
    if game.equipment:
        heading(console, "What to play with")
        console.print(guide.equipment_note)
    if guide.rulings:
        heading(console, "Rulings and readings")
        console.print("A reading is not stated outright by the source: it is how we understand it.", style="dim")
        marked = ((ruling.number, ("[reading] " if ruling.reading else "") + ruling.text) for ruling in guide.rulings)
        console.print(table(*marked))
    if game.options:
        heading(console, "Sub-variants")
        base = game.id.partition("/")[0]
        console.print(table(*((f"{base}/{option.name}", option.summary) for option in game.options)))


def heading(console: Console, title: str) -> None:
    """A title with room above it."""
    console.print()
    console.print(Text(title), style="bold")


def card(game: Game, kind: Kind) -> Panel:
    """One kind: how it looks and moves."""
    man = game.equipment.get(kind.letter)
    title = f"{kind.letter} {kind.name}" + (f", {man}" if man else "")
    drawing = text(move_picture(game, kind.letter))
    width = max(len(line) for line in drawing.splitlines())
    says = Text(game.guide.pieces.get(kind.letter, ""))
    body = Text("\n").join([*says.wrap(Console(width=width), width), Text(drawing)])
    return Panel(body, title=Text(title), expand=False)


def table(*lines: tuple[str, str]) -> Table:
    """Two columns, the first as wide as it needs."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for first, second in lines:
        grid.add_row(Text(first, style="bold"), Text(second))
    return grid
