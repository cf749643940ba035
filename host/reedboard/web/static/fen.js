// FEN as far as an editor has to know it: the placement is written anew, the other fields are kept as they were.

export function readFen(fen) {
  const [, side, castling, passed, ...counts] = fen.split(/\s+/);
  return { side, castling, passed, counts };
}

export function writeFen({ layout, holes, spares }, { pieces, reserves, rest }) {
  const missing = new Set(holes);
  const ranks = [];
  for (let rank = layout.ranks; rank >= 1; rank -= 1) {
    let written = "", empty = 0;
    for (let file = 0; file < layout.files; file += 1) {
      const cell = `${String.fromCharCode(97 + file)}${rank}`;
      if (!missing.has(cell) && !(cell in pieces)) {
        empty += 1;
        continue;
      }
      written += `${empty || ""}${missing.has(cell) ? "*" : spares[pieces[cell]].fen}`;
      empty = 0;
    }
    ranks.push(`${written}${empty || ""}`);
  }
  return [`${ranks.join("/")}${held(spares, reserves)}`, rest.side, rest.castling, rest.passed, ...rest.counts].join(" ");
}

function held(spares, reserves) {
  if (!reserves) return "";
  const letters = (holder) => Object.entries(reserves[holder]).map(([kind, count]) => kind.repeat(count)).join("");
  const neutral = spares.some((spare) => spare.holders.includes("n")) ? `|${letters("n")}` : "";
  return `[${letters("w")}${letters("b").toLowerCase()}${neutral}]`;
}
