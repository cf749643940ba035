"""Pieces of the book as HTML: sections that can be linked to, tables, pictures that keep their styles to themselves."""

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
@page { size: A4; margin: 17mm 16mm 18mm;
  @bottom-right { content: counter(page); font: 9pt "DejaVu Sans", sans-serif; color: #6d6555 }
  @bottom-left { content: string(part); font: 9pt "DejaVu Sans", sans-serif; color: #6d6555 } }
@page :first { @bottom-right { content: "" } @bottom-left { content: "" } }
* { box-sizing: border-box }
body { font: 10pt/1.5 "DejaVu Sans", Verdana, sans-serif; color: #2f2a21; background: #fff; margin: 0 auto;
  max-width: 180mm }
h1 { font-size: 27pt; line-height: 1.15; margin: 0 0 3mm; color: #2e5d46 }
h2 { font-size: 17pt; line-height: 1.2; margin: 0 0 4mm; padding-bottom: 1.5mm; border-bottom: .6mm solid #2e5d46;
  color: #2e5d46; string-set: part content(); break-after: avoid }
h3 { font-size: 11.5pt; margin: 6mm 0 1.5mm; color: #1f5f99; break-after: avoid }
section { margin-top: 12mm }
p, ul, ol { margin: 0 0 2.5mm } li { margin-bottom: 1mm; break-inside: avoid }
code { font: 8.6pt "DejaVu Sans Mono", monospace; background: #f1ece0; padding: .3mm 1mm; border-radius: 1mm;
  overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; margin: 2mm 0 5mm; font-size: 8.4pt; line-height: 1.35 }
th { text-align: left; background: #e8efe9; color: #2e5d46; border-bottom: .3mm solid #2e5d46 }
th, td { padding: 1.1mm 1.8mm; vertical-align: top } td { border-bottom: .2mm solid #d9d1bf }
tr, .short { break-inside: avoid } thead { display: table-header-group }
.n { text-align: right; white-space: nowrap } .own { border: .2mm solid #b9ae96; min-width: 16mm }
figure { margin: 4mm 0; text-align: center; break-inside: avoid } figure img { max-width: 100%; max-height: 225mm }
figcaption { font-size: 8.4pt; color: #6d6555; margin-top: 1.5mm }
.test, .take { break-before: avoid } .test { background: #eef4ef; border-left: 1.2mm solid #2e5d46; padding: 2.5mm 4mm; margin: 3mm 0 4mm;
  break-inside: avoid } .test b { color: #2e5d46 }
.take { background: #fbf3e4; border-left: 1.2mm solid #d9a05b; padding: 2.5mm 4mm; margin: 3mm 0 4mm;
  break-inside: avoid }
.facts { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 3mm; margin: 5mm 0 }
.facts div { background: #f6f1e4; border-radius: 2mm; padding: 3mm 4mm; font-size: 8.6pt }
.facts b { display: block; font-size: 14pt; color: #2e5d46 }
.contents { list-style: none; padding: 0; columns: 2; column-gap: 10mm } .contents li { break-inside: avoid }
a { color: inherit; text-decoration: none }
a[href^="#"]::after { content: " " target-counter(attr(href), page); color: #1f5f99; font-weight: bold }
@media print { section.page { break-before: page; margin-top: 0 } }
@media screen { body { padding: 10mm 6mm } a { text-decoration: underline } }
"""


def page(title: str, body: Iterable[str]) -> str:
    """The whole document."""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n' + "\n".join(body) + "\n</body></html>\n"


def section(anchor: str, title: str, *body: str, new_page: bool = True) -> str:
    """A part of the book; `anchor` is what others link to."""
    kind = ' class="page"' if new_page else ""
    return f'<section id="{anchor}"{kind}><h2>{escape(title)}</h2>\n' + "\n".join(body) + "\n</section>"


def part(anchor: str, title: str, *body: str) -> str:
    """A smaller part, within a section."""
    return f'<div id="{anchor}"><h3>{escape(title)}</h3>\n' + "\n".join(body) + "\n</div>"


def words(text: str) -> str:
    """A paragraph; what stands between backticks is typed, *stars* stress."""
    return f"<p>{inline(text)}</p>"


def items(*lines: str, ordered: bool = False) -> str:
    """A list."""
    tag = "ol" if ordered else "ul"
    return f"<{tag}>" + "".join(f"<li>{inline(line)}</li>" for line in lines) + f"</{tag}>"


def test(text: str) -> str:
    """What the board, or a meter, says when a step is done well."""
    return f'<div class="test"><b>The test.</b> {inline(text)}</div>'


def take(text: str) -> str:
    """What has to be minded."""
    return f'<div class="take">{inline(text)}</div>'


def inline(text: str) -> str:
    """Words with `typed` and *stressed* parts, and links as [words](#anchor)."""
    told = escape(text, quote=False)
    told = re.sub(r"`([^`]+)`", r"<code>\1</code>", told)
    told = re.sub(r"\[([^\]]+)\]\((#[\w-]+)\)", r'<a href="\2">\1</a>', told)
    return re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*", r"<b>\1</b>", told)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[str] = (), own: str = "") -> str:
    """A table; `right` names columns of numbers, `own` one that readers fill in. A cell "#id|text" can be linked to."""
    kinds = ["n" if name in set(right) else "own" if name == own else "" for name in headings]
    lines = ["".join(_cell("th", kind, inline(name)) for kind, name in zip(kinds, headings, strict=True))]
    for row in rows:
        anchor = ""
        cells = []
        for kind, text in zip(kinds, row, strict=True):
            if text.startswith("#"):
                anchor, _, text = text[1:].partition("|")
            cells.append(_cell("td", kind, inline(text)))
        lines.append((f' id="{anchor}"' if anchor else "") + ">" + "".join(cells))
    body = "".join(f"<tr{line}</tr>\n" for line in lines[1:])
    short = ' class="short"' if len(lines) < 10 else ""
    return f"<table{short}><thead><tr>{lines[0]}</tr></thead><tbody>\n{body}</tbody></table>"


def picture(svg: str, caption: str, width: str = "100%") -> str:
    """A drawing, apart from the book's own styles."""
    data = b64encode(svg.encode()).decode()
    told = escape(caption)
    return (
        f'<figure><img alt="{told}" style="width: {width}" src="data:image/svg+xml;base64,{data}">'
        f"<figcaption>{told}</figcaption></figure>"
    )


def window(svg: str, left: float, top: float, width: float, height: float) -> str:
    """The part of a drawing in this rectangle, in the drawing's own units."""
    head = f'viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', head, svg, count=1)


def _cell(tag: str, kind: str, told: str) -> str:
    return f'<{tag} class="{kind}">{told}</{tag}>' if kind else f"<{tag}>{told}</{tag}>"
