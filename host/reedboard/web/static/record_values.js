// What an analysis thinks of a recorded game: its value after every move as a graph, and the words on one position.

import { byId, node } from "./nodes.js";
import { element } from "./pieces.js";

const TALL = 120;
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };
const WORDS = { blunder: "a blunder", mistake: "a mistake", inaccuracy: "not the best" };

/** @typedef {import("./record_tree.js").RecordTree} RecordTree */

// The places of the game itself whose value is known: [{ place, ply, chances, judged }].
function valued(tree) {
  const found = [];
  for (let place = 0, last = -1; place !== last; last = place, place = tree.next(place)) {
    const { chances, judged, ply = 0 } = tree.nodes[place];
    if (chances !== undefined) found.push({ place, ply, chances, judged });
  }
  return found;
}

/**
 * Draws White's chances over the game, and marks what lost much of them; a click goes to the move.
 * @param {RecordTree} tree
 * @param {number} place
 * @param {(place: number) => void} go
 */
export function showValues(tree, place, go, analysed) {
  const points = valued(tree);
  byId("values").hidden = points.length < 2;
  byId("value").replaceChildren(...words(tree, place));
  if (points.length < 2) return;
  byId("values").querySelector(".by").textContent = `by ${analysed}`;
  const svg = byId("value-graph");
  const width = svg.parentElement?.clientWidth || 300;
  const end = Math.max(tree.nodes[tree.end()].ply ?? 0, 1);
  const x = (ply) => (ply / end) * width;
  const y = (chances) => ((1 - chances) / 2) * TALL;
  const edge = points.map(({ ply, chances }) => `${x(ply).toFixed(1)} ${y(chances).toFixed(1)}`).join("L");
  const [first, last] = [points[0], points.at(-1)];
  const marks = points.filter(({ judged }) => judged).map(({ place: at, ply, chances, judged }) => {
    const dot = element("circle", { cx: x(ply), cy: y(chances), r: judged === "inaccuracy" ? 3 : 5, class: `judged ${judged}`, "data-place": at });
    const title = element("title", {});
    title.textContent = `${said(tree.nodes[at])}: ${WORDS[judged]}`;
    dot.append(title);
    return dot;
  });
  const now = tree.nodes[place];
  const cursor = now.variation ? [] : [element("path", { d: `M${x(now.ply ?? 0)} 0V${TALL}`, class: "here" })];
  svg.setAttribute("viewBox", `0 0 ${width} ${TALL}`);
  svg.setAttribute("height", String(TALL));
  svg.setAttribute("preserveAspectRatio", "none");
  svg.replaceChildren(
    element("rect", { x: 0, y: 0, width, height: TALL, class: "black" }),
    element("path", { d: `M${x(first.ply)} ${TALL}L${edge}L${x(last.ply)} ${TALL}Z`, class: "white" }),
    element("path", { d: `M0 ${TALL / 2}H${width}`, class: "even" }), ...cursor, ...marks);
  svg.onclick = (event) => {
    const at = ((event.clientX - svg.getBoundingClientRect().left) / svg.getBoundingClientRect().width) * end;
    go(points.reduce((near, each) => (Math.abs(each.ply - at) < Math.abs(near.ply - at) ? each : near)).place);
  };
}

// "+0.35 · Nf3?? lost much; Nf6 was better: … · best now: …"
function words(tree, place) {
  const { value, best, judged, parent } = tree.nodes[place];
  if (value === undefined) return [];
  const parts = [node("strong", { title: "White's value, about a Pawn for each 1.00" }, value)];
  const missed = judged ? tree.nodes[parent].best : "";
  if (judged) parts.push(node("span", { class: `judged ${judged}` }, `${said(tree.nodes[place])} was ${WORDS[judged]}.`));
  if (missed) parts.push(node("span", {}, `Better: ${missed}`));
  if (best) parts.push(node("span", { class: "next" }, `Best now: ${best}`));
  return parts;
}

const said = ({ number, side, san = "", judged = "" }) => `${number}${side === "w" ? "." : "…"} ${san}${SIGNS[judged] ?? ""}`;

/** The sign for what an analysis thinks of a move; "" for one that lost nothing much. */
export const signOf = (judged) => SIGNS[judged] ?? "";
