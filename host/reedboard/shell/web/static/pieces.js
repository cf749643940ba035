// Draws physical pieces: a chessman of the large or the small set, or a lettered tile.
// All shapes are our own, drawn around (0, 0) in a cell 100 units wide; White's up is the page's up.

const SVG = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const base = (half) => `M${-half} 34 V30 Q${-half} 25 ${-half + 5} 25 H${half - 5} Q${half} 25 ${half} 30 V34 Z`;
const ball = (x, y, r) => `M${x - r} ${y} a${r} ${r} 0 1 0 ${2 * r} 0 a${r} ${r} 0 1 0 ${-2 * r} 0 Z`;

// Each man: the outlines filled in the side's colour, then lines drawn over them.
const MEN = {
  pawn: {
    fill: ["M-8 -4 C-7 9 -12 17 -16 25 H16 C12 17 7 9 8 -4 Z", ball(0, -17, 12.5), "M-13 -2 Q0 -8 13 -2 Q0 4 -13 -2 Z", base(22)],
    line: [],
  },
  rook: {
    fill: [
      "M-13 -10 L-16 25 H16 L13 -10 Z",
      "M-21 -33 H-12 V-27 H-4.5 V-33 H4.5 V-27 H12 V-33 H21 V-17 L14 -10 H-14 L-21 -17 Z",
      base(25),
    ],
    line: ["M-19 -17 H19", "M-14.5 12 H14.5"],
  },
  knight: {
    fill: [
      "M-17 25 C-18 12 -4 6 -3 -7 C-7 -1 -13 0 -17 5 C-21 9 -28 7 -28 0 C-27 -7 -20 -13 -17 -21 C-17 -26 -17 -30 -19 -36"
        + " C-13 -35 -9 -32 -6 -29 C13 -30 25 -14 25 8 C25 15 23 20 22 25 Z",
      base(25),
    ],
    line: ["M-1 -22 C12 -18 17 -4 16 12", "M-3 -7 C-2 -10 -2 -12 -3 -14", ball(-12.5, -15.5, 1.6), ball(-23, 0, 1)],
  },
  bishop: {
    fill: [
      "M-7 9 C-7 17 -12 20 -16 25 H16 C12 20 7 17 7 9 Z",
      "M0 -30 C11 -22 16 -13 16 -6 C16 2 11 7 7 9 H-7 C-11 7 -16 2 -16 -6 C-16 -13 -11 -22 0 -30 Z",
      ball(0, -33, 4.6),
      "M-14 11 Q0 5 14 11 Q0 17 -14 11 Z",
      base(23),
    ],
    line: ["M6 -22 L-3 -8"],
  },
  queen: {
    fill: [
      "M-17 8 C-14 14 -16 20 -20 25 H20 C16 20 14 14 17 8 Z",
      "M-26 -17 L-18 10 Q0 4 18 10 L26 -17 L14 -5 L13.5 -27 L4.5 -8 L0 -31 L-4.5 -8 L-13.5 -27 L-14 -5 Z",
      ball(-27, -19, 3.6), ball(-14, -29, 3.6), ball(0, -33, 3.6), ball(14, -29, 3.6), ball(27, -19, 3.6),
      base(25),
    ],
    line: ["M-18 10 Q0 4 18 10", "M-17 16 Q0 11 17 16"],
  },
  king: {
    fill: [
      "M-17 10 C-14 15 -16 20 -20 25 H20 C16 20 14 15 17 10 Z",
      "M-3 -39 H3 V-34 H8.5 V-28.5 H3 V-21 H-3 V-28.5 H-8.5 V-34 H-3 Z",
      "M0 -13 C-5 -24 -27 -22 -27 -7 C-27 2 -19 5 -17 11 Q0 5 17 11 C19 5 27 2 27 -7 C27 -22 5 -24 0 -13 Z",
      base(25),
    ],
    line: ["M0 -13 V6", "M-17 11 Q0 5 17 11", "M-17 16.5 Q0 11 17 16.5"],
  },
};

const SIZES = { large: 1.14, small: 0.82, tile: 1 };

function chessman(shape) {
  const man = MEN[shape];
  return [
    ...man.fill.map((d) => element("path", { d, class: "man-fill" })),
    ...man.line.map((d) => element("path", { d, class: "man-line" })),
  ];
}

function tile(letter) {
  return [
    element("path", { d: "M-33 35 L-28 -24 Q-27 -28 -23 -29 L0 -37 L23 -29 Q27 -28 28 -24 L33 35 Z", class: "man-fill" }),
    text(letter, 0, 17, letter.length > 1 ? 38 : 46, "tile-letter" + (letter.startsWith("+") ? " promoted" : "")),
  ];
}

function text(content, x, y, size, kind) {
  const made = element("text", { x, y, "font-size": size, class: kind, "text-anchor": "middle" });
  made.textContent = content;
  return made;
}

// The picture of a piece, centred on (0, 0). `badge` is the kind's letter where the shape alone does not tell it.
export function piecePicture(piece) {
  const tiled = !(piece.shape in MEN);
  const body = element("g", { transform: `scale(${SIZES[tiled ? "tile" : piece.size]})` });
  body.append(...(tiled ? tile(piece.kind) : chessman(piece.shape)));
  const picture = element("g", { class: `piece ${piece.side === "w" ? "white" : "black"} ${tiled ? "tile" : piece.size}` }, body);
  if (!tiled && piece.badge) {
    picture.append(
      element("circle", { cx: 29, cy: 27, r: 15, class: "badge" }),
      text(piece.badge, 29, 34.5, piece.badge.length > 1 ? 17 : 21, "badge-letter"),
    );
  }
  return picture;
}

// A piece outside the board (questions, hands, trays): a small picture of its own.
export function pieceIcon(piece) {
  const icon = element("svg", { viewBox: "-46 -46 92 92", class: "icon", role: "img", "aria-label": piece.name });
  icon.append(piecePicture(piece));
  return icon;
}
