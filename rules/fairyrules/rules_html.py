"""A game's rules as one HTML page that stands alone, with diagrams drawn by the engine."""

from collections.abc import Iterator
from html import escape

from fairyrules.diagrams import Mark, Picture, array_picture, man_svg, move_picture, svg, zone_picture
from fairyrules.diagrams.svg import mark_svg
from fairyrules.game import Game
from fairyrules.notation_key import notation_key
from fairyrules.pieces import Piece, Side
from fairyrules.sheet import Kind

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
td:first-child { white-space: nowrap; font-weight: 600; }
.reading { display: inline-block; color: var(--warn); border: 1px solid var(--warn); border-radius: .35rem;
  padding: 0 .4rem; font-size: .78rem; font-weight: 600; margin-right: .5rem; white-space: nowrap; }
figure { margin: 0; } figure svg { width: 100%; height: auto; } figcaption { color: var(--soft); margin-bottom: .4rem; }
@media (max-width: 44rem) { .opening { grid-template-columns: minmax(0, 1fr); } h1 { font-size: 1.7rem; } }
@media print { body { max-width: none; padding: 0; } .card, figure, tr { break-inside: avoid; } }
"""
WIDE = 13
"""Files from which a board needs the whole width of the page."""


def page(game: Game) -> str:
    """The whole page, UTF-8."""
    title = escape(game.name)
    wide = game.board.files >= WIDE
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}: the rules</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<style>{STYLE}</style></head><body style="--card-width: {"24rem" if wide else "17rem"}">'
        + "".join(
            [
                *opening(game, wide),
                *pieces(game),
                *topics(game),
                *zones(game),
                *notation(game),
                *equipment(game),
                *readings(game),
                *options(game),
            ]
        )
        + "</body></html>\n"
    )


def opening(game: Game, wide: bool) -> Iterator[str]:
    """Name, story and array."""
    guide = game.guide
    fen = game.start().fen()
    yield f'<h1>{escape(game.name)}</h1><div class="opening{" wide" if wide else ""}"><div>'
    yield f"<p>{escape(guide.summary)}</p>"
    if guide.source:
        yield f'<p class="soft">{escape(guide.source)}</p>'
    yield f"<p>{facts(game)}</p>"
    if any(ruling.reading for ruling in guide.rulings):
        yield '<p><a href="#readings">Where the source leaves a choice</a>, this page says what we chose.</p>'
    yield f'<p class="soft"><code>{escape(fen)}</code></p></div>'
    yield f'<div class="board">{svg(array_picture(game), game.equipment, f"The array of {game.name}")}</div></div>'


def facts(game: Game) -> str:
    """The size of it in a sentence."""
    men = sum(piece.side is Side.WHITE for piece in game.start().pieces().values())
    return (
        f"{len(game.board.cells)} cells on {game.board.files} files and {game.board.ranks} ranks; "
        f"{men} pieces a side, {len(game.kinds)} kinds. White moves first."
    )


def pieces(game: Game) -> Iterator[str]:
    """A card for each kind, with its move diagram, under the key to the marks that occur."""
    drawings = {kind: move_picture(game, kind.letter) for kind in game.kinds.values()}
    marks = {mark for drawing in drawings.values() for mark in drawing.marks.values()}
    yield '<h2 id="pieces">The pieces</h2><ul class="key">'
    for mark in Mark:
        if mark in marks:
            box = f'<svg viewBox="-50 -50 100 100" aria-hidden="true">{mark_svg(mark)}</svg>'
            yield f"<li>{box}{escape(mark.value)}</li>"
    yield '</ul><div class="cards">'
    for kind, drawing in drawings.items():
        yield piece_card(game, kind, drawing)
    yield "</div>"


def piece_card(game: Game, kind: Kind, drawing: Picture) -> str:
    """How one kind looks and moves."""
    man = game.equipment.get(kind.letter)
    look = man_svg(Piece(Side.WHITE, kind.letter), man, kind.name)
    says = escape(game.guide.pieces.get(kind.letter, ""))
    board = svg(drawing, game.equipment, f"How a {kind.name} moves")
    named = f'<h3>{escape(kind.name)} <span class="letter">{escape(kind.letter)}</span></h3>'
    worn = f'<span class="soft">{escape(str(man))}</span>' if man else ""
    return f'<article class="card"><header>{look}<div>{named}{worn}</div></header><p>{says}</p>{board}</article>'


def topics(game: Game) -> Iterator[str]:
    """The rules that concern more than one kind."""
    for topic in game.guide.topics:
        yield f"<h2>{escape(topic.title)}</h2>"
        yield from (f"<p>{escape(paragraph)}</p>" for paragraph in topic.paragraphs)


def zones(game: Game) -> Iterator[str]:
    """A diagram for each zone."""
    if not game.guide.zones:
        return
    yield '<h2 id="zones">Zones</h2><p class="soft">As White sees them; Black\'s mirror them.</p><div class="cards">'
    for zone in game.guide.zones:
        drawing = svg(zone_picture(game, zone), title=zone.name)
        yield f'<figure class="card"><figcaption>{escape(zone.name)}</figcaption>{drawing}</figure>'
    yield "</div>"


def notation(game: Game) -> Iterator[str]:
    """How moves are written in this game."""
    yield '<h2 id="notation">How moves are written</h2><table>'
    for example, meaning in notation_key(game):
        yield f"<tr><td><code>{escape(example)}</code></td><td>{escape(meaning)}</td></tr>"
    yield "</table>"


def equipment(game: Game) -> Iterator[str]:
    """What stands for what, and why."""
    if not game.equipment:
        return
    yield '<h2 id="equipment">What to play with</h2>'
    if game.guide.equipment_note:
        yield f"<p>{escape(game.guide.equipment_note)}</p>"
    yield "<table><tr><th>Kind</th><th>Stands for it</th><th>A side</th></tr>"
    for letter, man in game.equipment.items():
        if letter in game.kinds:
            count = f"as {man.same_as}" if man.same_as else str(man.count)
            cells = (game.kinds[letter].name, str(man), count)
            yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
    yield "</table>"


def readings(game: Game) -> Iterator[str]:
    """Every ruling, the readings marked."""
    if not game.guide.rulings:
        return
    yield '<h2 id="readings">Rulings and readings</h2>'
    yield '<p class="soft">A <em>reading</em> is not stated outright by the source: it is how we understand it.</p>'
    yield "<table>"
    for ruling in game.guide.rulings:
        badge = '<span class="reading">reading</span>' if ruling.reading else ""
        yield f"<tr><td>{escape(ruling.number)}</td><td>{badge}{escape(ruling.text)}</td></tr>"
    yield "</table>"


def options(game: Game) -> Iterator[str]:
    """The sub-variants."""
    if not game.options:
        return
    base = game.id.partition("/")[0]
    yield "<h2>Sub-variants</h2><table>"
    for option in game.options:
        said = game.guide.options.get(option.name.rstrip("="))
        name = f"{base}/{option.name}"
        yield f"<tr><td><code>{escape(name)}</code></td><td>{escape(said.text if said else option.summary)}</td></tr>"
    yield "</table>"
