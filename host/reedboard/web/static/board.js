// The board: cells of any grid with holes, pieces, lights and what is in doubt, in one SVG.
// A cell is 100 units; (0, 0) is the top left corner of the top left cell.

import { look } from "./look.js";
import { element, piecePicture } from "./pieces.js";

const CELL = 100;

const fileOf = (name) => name.charCodeAt(0) - 97;
const rankOf = (name) => Number(name.slice(1)) - 1;

export class Board {
  /**
   * @param {SVGSVGElement} svg
   * @param {(site: string) => void} onTouch
   */
  constructor(svg, onTouch) {
    this.svg = svg;
    this.onTouch = onTouch;
    /** @type {any} */
    this.layout = null;
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    this.chessmenLayer = element("g", { class: "chessmen", "aria-hidden": "true" });
    /** @type {Map<string, { key: string, picture: SVGElement }>} */
    this.chessmen = new Map();
    this.svg.addEventListener("click", (event) => this.touched(event));
    this.svg.addEventListener("keydown", (event) => this.keyed(event));
  }

  centre(name) {
    return [this.across(fileOf(name) + 0.5), this.down(rankOf(name) + 0.5)];
  }

  // Where a file or a rank lies, counted from the corner of a1: seen from White's side, or from Black's.
  across(files) {
    return (look.turned ? this.layout.files - files : files) * CELL;
  }

  down(ranks) {
    return (look.turned ? ranks : this.layout.ranks - ranks) * CELL;
  }

  /** @param {BoardLayout} layout */
  lay(layout) {
    this.layout = layout;
    const margin = 34 + 2 * Math.max(layout.files, layout.ranks);
    const width = layout.files * CELL;
    const height = layout.ranks * CELL;
    this.svg.setAttribute("viewBox", `${-margin} ${-margin / 3} ${width + margin * 4 / 3} ${height + margin * 4 / 3}`);
    this.svg.parentElement?.style.setProperty("--board-ratio", String((width + margin * 4 / 3) / (height + margin * 4 / 3)));
    this.cells.clear();
    this.chessmen.clear();
    const ground = element("g", { class: "ground", role: "rowgroup" });
    for (let rank = layout.ranks - 1; rank >= 0; rank -= 1) {
      const cells = layout.cells.filter((name) => rankOf(name) === rank);
      if (cells.length) ground.append(element("g", { role: "row", "aria-label": `Rank ${rank + 1}` }, ...cells.map((name) => this.cell(name))));
    }
    const marks = element("g", { class: "marks", "aria-hidden": "true" });
    for (const line of layout.lines) marks.append(this.line(line));
    this.chessmenLayer = element("g", { class: "chessmen", "aria-hidden": "true" });
    this.svg.replaceChildren(this.frame(layout), ground, marks, this.coordinates(layout, margin), this.chessmenLayer);
    this.focusOn(layout.cells[0]);
  }

  // A soft edge under every cell, so that a board with holes keeps its outline.
  frame(layout) {
    const edge = element("g", { class: "edge", "aria-hidden": "true" });
    for (const name of layout.cells) {
      const [x, y] = this.centre(name);
      edge.append(element("rect", { x: x - 50, y: y - 50, width: 100, height: 100 }));
    }
    return edge;
  }

  cell(name) {
    const [x, y] = this.centre(name);
    const file = fileOf(name), rank = rankOf(name);
    const shade = (file + rank) % 2 ? "light" : this.layout.pattern === "bound" && file % 2 ? "even" : "dark";
    const light = element("g", { class: "light" },
      element("rect", { x: -46, y: -46, width: 92, height: 92, rx: 12, class: "glow" }),
      element("circle", { r: 13, class: "led" }),
    );
    const cell = element("g", {
      class: `cell ${shade}`, transform: `translate(${x} ${y})`, "data-site": name, role: "gridcell", tabindex: -1,
    }, element("title"), element("rect", { x: -50, y: -50, width: 100, height: 100, class: "floor" }), light,
    element("rect", { x: -46, y: -46, width: 92, height: 92, rx: 12, class: "ring" }));
    this.cells.set(name, cell);
    return cell;
  }

  // A line of the game's geography (a river, a fortress) between grid corners, in files and ranks from a1's corner.
  line([fromFile, fromRank, toFile, toRank, kind]) {
    const ends = { x1: this.across(fromFile), y1: this.down(fromRank), x2: this.across(toFile), y2: this.down(toRank) };
    return element("line", { ...ends, class: kind });
  }

  coordinates(layout, margin) {
    const group = element("g", { class: "coordinates", "aria-hidden": "true" });
    const size = margin * 0.62;
    const write = (content, x, y) => {
      const text = element("text", { x, y, "font-size": size, "text-anchor": "middle" });
      text.textContent = content;
      group.append(text);
    };
    const files = new Set(layout.cells.map(fileOf));
    const below = (file) => Math.max(...layout.cells.filter((name) => fileOf(name) === file).map((name) => this.centre(name)[1]));
    for (const file of files) {
      write(String.fromCharCode(97 + file), this.across(file + 0.5), below(file) + CELL / 2 + margin * 0.78);
    }
    for (let rank = 0; rank < layout.ranks; rank += 1) write(rank + 1, -margin * 0.58, this.down(rank + 0.5) + size / 3);
    return group;
  }

  /**
   * Pieces keep their picture while they travel, so a move is seen as a move.
   * @param {Record<string, Piece>} pieces
   */
  setPieces(pieces) {
    const wanted = new Map(Object.entries(pieces).filter(([site]) => this.cells.has(site)));
    const key = (piece) => `${piece.side}${piece.kind}`;
    const spare = new Map();
    for (const [site, chessman] of this.chessmen) {
      if (wanted.has(site) && key(wanted.get(site)) === chessman.key) continue;
      this.chessmen.delete(site);
      spare.set(chessman.key, [...(spare.get(chessman.key) ?? []), chessman]);
    }
    for (const [site, piece] of wanted) {
      if (this.chessmen.has(site)) continue;
      const chessman = spare.get(key(piece))?.pop() ?? this.newChessman(piece);
      const [x, y] = this.centre(site);
      chessman.picture.style.transform = `translate(${x}px, ${y}px)`;
      this.chessmenLayer.append(chessman.picture);
      this.chessmen.set(site, chessman);
    }
    for (const left of spare.values()) for (const chessman of left) chessman.picture.remove();
    for (const [site, chessman] of this.chessmen) {
      chessman.picture.classList.toggle("lifted", wanted.get(site)?.state === "lifted");
      chessman.picture.classList.toggle("loose", wanted.get(site)?.state === "loose");
    }
  }

  newChessman(piece) {
    return { key: `${piece.side}${piece.kind}`, picture: element("g", { class: "chessman" }, piecePicture(piece)) };
  }

  /** @param {Record<string, Light>} lights */
  setLights(lights) {
    for (const [site, cell] of this.cells) showLight(cell, lights[site]);
  }

  setLast(sites) {
    for (const [site, cell] of this.cells) cell.classList.toggle("last", sites.includes(site));
  }

  setTrouble(fill, clear) {
    for (const [site, cell] of this.cells) {
      cell.classList.toggle("fill", fill.includes(site));
      cell.classList.toggle("clear", clear.includes(site));
    }
  }

  /**
   * What stands where, in words: for screen readers, and for a mouse that rests on a cell.
   * @param {{ pieces: Record<string, Piece>, lights: Record<string, Light>, occupied: string[], hands: { sites: string[] } | null }} state
   */
  label({ pieces, lights, occupied, hands }) {
    for (const [site, cell] of this.cells) {
      const piece = pieces[site];
      const words = [site, piece ? `${piece.name}${piece.state === "lifted" ? ", lifted" : ""}` : "empty"];
      if (lights[site]) words.push(`lit: ${lights[site].role}`);
      const felt = occupied.includes(site), stands = hands ? hands.sites.includes(site) : felt;
      if (felt !== stands) words.push(felt ? "its sensor feels a piece" : "its sensor feels nothing");
      cell.setAttribute("aria-label", words.join(", "));
      cell.querySelector("title").textContent = words.join(", ");
    }
  }

  touched(event) {
    const cell = event.target.closest("[data-site]");
    if (!cell) return;
    this.focusOn(cell.dataset.site);
    this.onTouch(cell.dataset.site);
  }

  keyed(event) {
    const cell = event.target.closest("[data-site]");
    if (!cell) return;
    const site = cell.dataset.site;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onTouch(site);
      return;
    }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!step) return;
    event.preventDefault();
    let file = fileOf(site), rank = rankOf(site);
    const way = look.turned ? -1 : 1;
    do {
      file += way * step[0];
      rank += way * step[1];
      const name = String.fromCharCode(97 + file) + (rank + 1);
      if (this.cells.has(name)) {
        this.focusOn(name);
        this.cells.get(name)?.focus();
        return;
      }
    } while (file >= 0 && rank >= 0 && file < this.layout.files && rank < this.layout.ranks);
  }

  focusOn(name) {
    this.svg.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.cells.get(name)?.setAttribute("tabindex", "0");
  }
}

// A dim LED is little light, not a dark colour: its hue at full, and how strong (0 to 1, as eyes see it).
function shine(colour) {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const most = Math.max(...channels, 1);
  return { hue: `rgb(${channels.map((value) => Math.round((value * 255) / most)).join(" ")})`, level: Math.sqrt(most / 255) };
}

/**
 * Lights a cell or slot as the board does; a light off leaves no trace.
 * @param {HTMLElement | SVGElement} place
 * @param {Light | undefined} light
 */
export function showLight(place, light) {
  place.classList.toggle("lit", Boolean(light));
  if (!light) {
    place.removeAttribute("data-light");
    place.removeAttribute("data-pattern");
    return;
  }
  place.dataset.light = light.role;
  place.dataset.pattern = light.pattern;
  const { hue, level } = shine(light.colour);
  place.style.setProperty("--light", hue);
  place.style.setProperty("--level", String(level));
}
