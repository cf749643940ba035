// Draws physical pieces: a chessman of the large or the small set, or a lettered tile.
// The shapes are fairyrules' own (`diagrams/chessmen.py`), around (0, 0) in a cell 100 units wide; White's up is the page's up.

import { look } from "./look.js";
import { CHESSMEN, SIZES } from "./chessmen.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, unknown>} attributes
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function element(name, attributes = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

const TRADITIONAL = ["janggi", "shogi", "xiangqi"];
const BODIES = {
  disc: [["circle", { r: 41 }, "body"], ["circle", { r: 35 }, "rim"]],
  octagon: [["path", { d: "M-17 -41H17L41 -17V17L17 41H-17L-41 17V-17Z" }, "body"]],
  wedge: [["path", { d: "M0 -44L25 -33L37 42H-37L-25 -33Z" }, "body"]],
};
let worn = "";
/** @type {{shape: string, signs: Record<string, Record<string, string>>, outlines: Record<string, string>} | null} */
let set = null;

/**
 * Fetches the traditional pieces of a game where this browser wants them and the game has some.
 * @param {string} game its id
 * @returns {Promise<boolean>} whether pieces are drawn otherwise now
 */
export async function dress(game) {
  const own = game.split("/")[0];
  const wanted = look.pieces === "traditional" && TRADITIONAL.includes(own) ? own : "";
  if (wanted === worn) return false;
  worn = wanted;
  const told = wanted ? await import("./traditional.js") : null;
  if (worn !== wanted) return false; // the game changed meanwhile
  set = told && { ...told.SETS[wanted], outlines: told.OUTLINES };
  return true;
}

// A piece with its character: discs stand upright, wedges point at the opponent.
function traditional({ side, kind }, { shape, signs, outlines }) {
  const turn = shape === "wedge" && (side === "b") !== look.turned ? "rotate(180)" : "";
  const sign = element("path", { d: outlines[signs[side][kind]], class: "sign", transform: shape === "wedge" ? "translate(0 6) scale(.56)" : "scale(.55)" });
  const body = element("g", { transform: turn }, ...BODIES[shape].map(([name, form, part]) => element(name, { ...form, class: part })), sign);
  return element("g", { class: `piece traditional ${worn} ${side === "w" ? "white" : "black"}${kind.startsWith("+") ? " promoted" : ""}` }, body);
}

function chessman(shape) {
  const chessman = CHESSMEN[shape];
  return [
    ...chessman.fill.map((d) => element("path", { d, class: "chessman-fill" })),
    ...chessman.line.map((d) => element("path", { d, class: "chessman-line" })),
  ];
}

function tile(letter) {
  return [
    ...chessman("tile"),
    text(letter, 0, 17, letter.length > 1 ? 32 : 46, "tile-letter" + (letter.startsWith("+") ? " promoted" : "")),
  ];
}

function text(content, x, y, size, kind) {
  const made = element("text", { x, y, "font-size": size, class: kind, "text-anchor": "middle" });
  made.textContent = content;
  return made;
}

/**
 * The picture of a piece, centred on (0, 0). `badge` is the kind's letter where the shape alone does not tell it.
 * @param {Piece} told
 */
export function piecePicture(told) {
  if (set?.signs[told.side]?.[told.kind]) return traditional(told, set);
  const piece = look.pieces === "letters" ? { ...told, shape: "tile", size: "tile" } : told;
  const tiled = piece.shape === "tile";
  // A tile points at its opponent: so tiles tell whose they are, as the rules page draws them, too.
  const turn = tiled && (piece.side === "b") !== look.turned ? " rotate(180)" : "";
  const body = element("g", { transform: `scale(${SIZES[piece.size]})${turn}` });
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
/** @param {Piece} piece */
export function pieceIcon(piece) {
  const icon = element("svg", { viewBox: "-46 -46 92 92", class: "icon", role: "img", "aria-label": piece.name });
  icon.append(piecePicture(piece));
  return icon;
}
