"""Rows on the terminal, never cut: as a table where it fits, else each row over several lines."""

import textwrap
from collections.abc import Sequence

import click
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

INDENT = "    "


def show_rows(headings: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[str] = ()) -> None:
    """Prints the rows.

    Args:
        headings: of the columns; the first column names the row.
        right: the headings of columns of numbers.
    """
    console = Console(soft_wrap=True, highlight=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    wide = Console(width=100_000)
    if not console.is_terminal or Measurement.get(wide, wide.options, table).maximum <= console.width:
        # A pipe or a file has no width: nothing is folded there.
        Console(soft_wrap=True, highlight=False, width=max(console.width, 1000)).print(table)
        return
    for row in rows:
        click.echo(row[0])
        told = [f"{heading} {value}".strip() for heading, value in zip(headings[1:], row[1:], strict=True) if value]
        folded = textwrap.wrap(
            ", ".join(told),
            console.width,
            initial_indent=INDENT,
            subsequent_indent=INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in folded:
            click.echo(line)
