"""`reedboard build`: everything somebody needs to build a board, in one folder, with a book that leads through it."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from reedboard.archive.database import data_folder
from reedboard.assets import boards
from reedboard.board.profile import BoardProfile
from reedboard.cli.parcel import zip_parcel
from reedboard.errors import ReedboardError
from reedboard.wiring import carrier_fabrication, documents, fabrication, unsound
from reedboard.wiring.book import book, questions_page
from reedboard.wiring.carrier import CARRIERS


@click.command()
@click.argument("board", required=False)
@click.option("--out", type=click.Path(path_type=Path), help="The folder to write into; BOARD here if not given.")
@click.option("--html-only", is_flag=True, help="Leave the PDF out, which needs `pip install 'reedboard[build]'`.")
@click.option("--questions", is_flag=True, help="Print the fifty questions that the book answers, and nothing else.")
def command(board: str | None, out: Path | None, html_only: bool, questions: bool) -> None:
    """Write the book of BOARD (PDF and HTML) and all it names: makers' zips, templates, plates, tables.

    BOARD is a board's id or a geometry file.
    """
    if questions:
        click.echo(questions_page(), nl=False)
        return
    if board is None:
        raise click.UsageError("name a BOARD, or say --questions.")
    profile = boards.known(board, data_folder())
    for fault in unsound(profile):
        raise ReedboardError(f"{board}: {fault}")
    told = book(profile)
    if told is None:
        raise ReedboardError(f"{board} has no strips: it is wired by hand, see `reedboard wiring {board}`.")
    folder = out or Path(profile.id)
    try:
        for name, text in {**documents(profile), "build.html": told}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        for name, files in _parcels(profile):
            zip_parcel(folder / name, files)
        if not html_only:
            _pdf(told, folder / "build.pdf")
    except OSError as error:
        raise ReedboardError(f"Cannot write into {folder}: {error.strerror or error}; choose another --out.") from None
    click.echo(f"{folder}: begin with {'build.html' if html_only else 'build.pdf'}.")


def _parcels(profile: BoardProfile) -> Iterator[tuple[str, Mapping[str, str]]]:
    strip = fabrication(profile)
    assert strip is not None, "a board with a book has strips"
    yield f"{profile.id}-strip.zip", strip
    for name in CARRIERS:
        yield f"{name}.zip", carrier_fabrication(name)


def _pdf(told: str, path: Path) -> None:
    try:
        from weasyprint import HTML
    except (ImportError, OSError):
        raise ReedboardError(
            "The PDF needs WeasyPrint and Pango: run pip install 'reedboard[build]' (and apt install libpango-1.0-0 "
            "libpangoft2-1.0-0), or say --html-only and print build.html from a browser."
        ) from None
    HTML(string=told).write_pdf(path)
