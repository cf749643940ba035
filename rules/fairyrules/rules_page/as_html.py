"""A rules page as HTML that stands alone."""

from collections.abc import Iterator
from html import escape

from fairyrules.diagrams import chessman_svg, svg
from fairyrules.diagrams.svg import mark_svg
from fairyrules.game import Game
from fairyrules.pieces import Piece, Side
from fairyrules.rules_page.document import Block, Card, Document, Grid, Heading, Key, Rows, Words, document

STYLE = """
:root { --paper: #f4f0e8; --card: #fffdf8; --ink: #2a2521; --soft: #6d645a; --hair: #e0d8ca; --accent: #0b6e69;
  --warn: #a5430b; font: 16px/1.55 ui-sans-serif, system-ui, "Segoe UI", "DejaVu Sans", sans-serif;
  color: var(--ink); background: var(--paper); }
@media (prefers-color-scheme: dark) { :root { --paper: #191614; --card: #24201d; --ink: #efe8dd; --soft: #a89d90;
  --hair: #3a342e; --accent: #5cc8c0; --warn: #f0a06c; }
  .card > svg, .board svg, figure > svg { background: #e9e2d3; border-radius: .4rem; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem max(1rem, env(safe-area-inset-left)) 4rem; }
h1, h2, h3 { font-family: ui-serif, Georgia, "DejaVu Serif", serif; line-height: 1.25; }
h1 { font-size: 2.1rem; margin: 0 0 .3rem; } h2 { margin: 2.6rem 0 .8rem; font-size: 1.4rem; }
h3 { margin: 0; font-size: 1.05rem; }
a { color: var(--accent); } p { margin: .4rem 0; max-width: 46rem; } .soft { color: var(--soft); }
code { overflow-wrap: anywhere; }
.opening { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2rem; align-items: start; }
.opening.wide { grid-template-columns: minmax(0, 1fr); }
.cards { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--card-width)), 1fr)); }
.card { background: var(--card); border: 1px solid var(--hair); border-radius: .7rem; padding: .8rem;
  display: flex; flex-direction: column; }
.card header { display: flex; gap: .7rem; align-items: center; }
.card header svg { width: 3.4rem; flex: none; } .card > svg { width: 100%; height: auto; margin-top: auto; }
.board svg { width: 100%; height: auto; max-height: 92vh; }
.letter { color: var(--soft); font-weight: 400; }
.key { display: flex; flex-wrap: wrap; gap: .4rem 1.4rem; padding: 0; list-style: none; }
.key li { display: flex; align-items: center; gap: .45rem; }
.key svg { width: 1.9rem; background: #e6d6b8; border-radius: .25rem; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .45rem .7rem .45rem 0; border-bottom: 1px solid var(--hair); }
td:first-child { font-weight: 600; min-width: 3rem; }
.reading { display: inline-block; color: var(--warn); border: 1px solid var(--warn); border-radius: .35rem;
  padding: 0 .4rem; font-size: .78rem; font-weight: 600; margin-right: .5rem; white-space: nowrap; }
figure { margin: 0; } figure svg { width: 100%; height: auto; } figcaption { color: var(--soft); margin-bottom: .4rem; }
@media (max-width: 44rem) { .opening { grid-template-columns: minmax(0, 1fr); } h1 { font-size: 1.7rem; } }
@media print { body { max-width: none; padding: 0; } .card, figure, tr { break-inside: avoid; } }
"""
WIDE = 13
"""Files from which a board needs the whole width of the page."""


def html(game: Game) -> str:
    """The whole page, UTF-8."""
    page = document(game)
    title = escape(page.title)
    wide = game.board.files >= WIDE
    head = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}: the rules</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f'<body style="--card-width: {"24rem" if wide else "17rem"}"><h1>{title}</h1>'
    )
    blocks = (part for block in page.blocks for part in block_html(game, block))
    return head + "".join([*opening(game, page, wide), *blocks]) + "</body></html>\n"


def opening(game: Game, page: Document, wide: bool) -> Iterator[str]:
    """Story and array, side by side where there is room."""
    yield f'<div class="opening{" wide" if wide else ""}"><div>'
    for words in page.opening:
        yield from block_html(game, words)
    yield f'<p class="soft"><code>{escape(page.fen)}</code></p></div>'
    yield f'<div class="board">{svg(page.array, game.equipment, f"The array of {game.name}")}</div></div>'


def block_html(game: Game, block: Block) -> Iterator[str]:
    """One block."""
    match block:
        case Heading(title):
            yield f"<h2>{escape(title)}</h2>"
        case Words(text, soft):
            yield f'<p class="soft">{escape(text)}</p>' if soft else f"<p>{escape(text)}</p>"
        case Key(marks):
            yield '<ul class="key">'
            for mark in marks:
                box = f'<svg viewBox="-50 -50 100 100" aria-hidden="true">{mark_svg(mark)}</svg>'
                yield f"<li>{box}{escape(mark.value)}</li>"
            yield "</ul>"
        case Rows(rows, typed):
            yield "<table>"
            for row in rows:
                name = f"<code>{escape(row.name)}</code>" if typed else escape(row.name)
                badge = '<span class="reading">reading</span>' if row.reading else ""
                yield f"<tr><td>{name}</td><td>{badge}{escape(row.text)}</td></tr>"
            yield "</table>"
        case Grid(head, lines):
            yield f"<table><tr>{''.join(f'<th>{escape(name)}</th>' for name in head)}</tr>"
            for line in lines:
                yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>"
            yield "</table>"
        case cards:
            yield '<div class="cards">'
            for card in cards:
                yield card_html(game, card)
            yield "</div>"


def card_html(game: Game, card: Card) -> str:
    """A diagram with what is said of it; a kind's card shows its chessman."""
    if not card.letter:
        drawing = svg(card.picture, title=card.title)
        return f'<figure class="card"><figcaption>{escape(card.title)}</figcaption>{drawing}</figure>'
    drawing = svg(card.picture, game.equipment, f"How a {card.title} moves")
    look = chessman_svg(Piece(Side.WHITE, card.letter), game.equipment.get(card.letter), card.title)
    named = f'<h3>{escape(card.title)} <span class="letter">{escape(card.letter)}</span></h3>'
    worn = f'<span class="soft">{escape(card.chessman)}</span>' if card.chessman else ""
    says = f"<p>{escape(card.text)}</p>"
    return f'<article class="card"><header>{look}<div>{named}{worn}</div></header>{says}{drawing}</article>'
