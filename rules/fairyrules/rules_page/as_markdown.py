"""A rules page as Markdown, with diagrams as text: what `docs/rules` holds."""

from collections.abc import Iterator

from fairyrules.diagrams import text
from fairyrules.diagrams.text import EMPTY, SIGNS, TINTED
from fairyrules.game import Game
from fairyrules.rules_page.document import Block, Card, Grid, Heading, Key, Row, Rows, Words, document


def markdown(game: Game) -> str:
    """The whole page."""
    page = document(game)
    blocks = (part for block in page.blocks for part in block_markdown(block))
    opening = (words.text for words in page.opening)
    return "\n\n".join([f"# {page.title}", *opening, fenced(text(page.array)), f"`{page.fen}`", *blocks]) + "\n"


def block_markdown(block: Block) -> Iterator[str]:
    """One block, as paragraphs."""
    match block:
        case Heading(title):
            yield f"## {title}"
        case Words(words):
            yield words
        case Key(marks):
            yield ", ".join(f"`{SIGNS[mark]}` {mark.value}" for mark in marks) + "."
        case Rows(rows, typed):
            yield "\n".join(row_line(row, typed) for row in rows)
        case Grid(head, lines):
            yield "\n".join(map(row_markdown, (head, tuple("---" for _ in head), *lines)))
        case cards:
            for card in cards:
                yield card_markdown(card)


def row_line(row: Row, typed: bool) -> str:
    """A line of a list."""
    name = f"`{row.name}`" if typed else f"**{row.name}**"
    return f"- {name} {'*reading:* ' if row.reading else ''}{row.text}"


def row_markdown(cells: tuple[str, ...]) -> str:
    """A line of a table."""
    return "| " + " | ".join(cells) + " |"


def card_markdown(card: Card) -> str:
    """A diagram with what is said of it."""
    if not card.letter:
        return f"{card.title} (`{TINTED}`, all else `{EMPTY}`):\n\n{fenced(text(card.picture))}"
    worn = f" – {card.chessman}" if card.chessman else ""
    return f"### {card.title} ({card.letter}){worn}\n\n{card.text}\n\n{fenced(text(card.picture))}"


def fenced(drawing: str) -> str:
    """Lines that stay as they are."""
    return f"```\n{drawing}\n```"
