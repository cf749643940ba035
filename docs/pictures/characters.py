"""Writes the characters of the traditional pieces as outlines, so that no page needs a font for them.

    npm install --prefix /tmp/fonts @fontsource/noto-serif-tc@5 @fontsource/noto-serif-jp@5
    .venv/bin/python docs/pictures/characters.py /tmp/fonts/node_modules/@fontsource

Source: Noto Serif TC and JP, bold (SIL Open Font License 1.1). fontTools, which weasyprint brings, reads them.
"""

import json
import sys
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

STATIC = Path(__file__).parents[2] / "host" / "reedboard" / "web" / "static"
FILE = STATIC / "traditional.js"
EM = 100
"""A character is as wide and as high as this, in the units of a cell."""

SETS = {
    "xiangqi": ("tc", "disc", {"w": "K帥 A仕 B相 N傌 R俥 C炮 P兵", "b": "K將 A士 B象 N馬 R車 C砲 P卒"}),
    "janggi": ("tc", "octagon", {"w": "K楚 A士 B象 N馬 R車 C包 P卒", "b": "K漢 A士 B象 N馬 R車 C包 P兵"}),
    "shogi": (
        "jp",
        "wedge",
        {
            "w": "K玉 R飛 B角 G金 S銀 N桂 L香 P歩 +R龍 +B馬 +S全 +N圭 +L杏 +Pと",
            "b": "K王 R飛 B角 G金 S銀 N桂 L香 P歩 +R龍 +B馬 +S全 +N圭 +L杏 +Pと",
        },
    ),
}
"""Game -> the font, the piece's shape, and a character a kind. Of Shogi's Kings the one that moves second is 王."""

HEAD = """// The traditional pieces' characters as outlines around (0, 0), 100 units high; loaded by whoever chose them.
// Written by docs/pictures/characters.py. Noto Serif, under the SIL Open Font License 1.1: traditional-licence.txt.
"""


def outline(folder: Path, language: str, character: str) -> str:
    """A character's outline as an SVG path."""
    for path in sorted((folder / f"noto-serif-{language}" / "files").glob("*-700-normal.woff")):
        font = TTFont(path, lazy=True)
        name = font.getBestCmap().get(ord(character))
        if name is None:
            continue
        scale = EM / font["head"].unitsPerEm
        pen = SVGPathPen(font.getGlyphSet(), ntos=lambda number: f"{number:.1f}".removesuffix(".0"))
        middle = 0.38 * font["head"].unitsPerEm  # of a character's box, above the baseline
        half = font["hmtx"][name][0] / 2
        font.getGlyphSet()[name].draw(TransformPen(pen, (scale, 0, 0, -scale, -half * scale, middle * scale)))
        return pen.getCommands()
    raise SystemExit(f"No file of noto-serif-{language} in {folder} has {character}.")


def main(folder: Path) -> None:
    """Writes the module and its licence."""
    outlines: dict[str, str] = {}
    sets: dict[str, object] = {}
    for game, (language, shape, sides) in SETS.items():
        signs = {side: {word[:-1]: word[-1] for word in words.split()} for side, words in sides.items()}
        sets[game] = {"shape": shape, "signs": signs}
        for character in sorted({each for kinds in signs.values() for each in kinds.values()} - set(outlines)):
            outlines[character] = outline(folder, language, character)
    lines = [f'  "{each}": {json.dumps(path)},' for each, path in sorted(outlines.items())]
    told = "\n".join(f"  {game}: {json.dumps(each, ensure_ascii=False)}," for game, each in sets.items())
    outlined = "\n".join(lines)
    parts = (HEAD, "export const OUTLINES = {", outlined, "};\n", "export const SETS = {", told, "};\n")
    FILE.write_text("\n".join(parts), encoding="utf-8")
    licence = (folder / "noto-serif-tc" / "LICENSE").read_text(encoding="utf-8")
    (STATIC / "traditional-licence.txt").write_text(f"(c) 2017-2024 Adobe\n\n{licence}", encoding="utf-8")
    print(f"{FILE.name}: {len(outlines)} characters, {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
