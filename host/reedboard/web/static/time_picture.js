// When things happened: the time line of a record, what every sensor said below it, and one move's readings close up.

import { seconds } from "./nodes.js";
import { element } from "./pieces.js";

const STRIP = 26;
const GAP = 6;
const MOST_TALL = 190;
const LEFT = 30;
const ROW = 18;
const LABEL = 44;
const MOST_ROWS = 24;
const AFTER_MS = 1500;

function label(words, x, y, anchor = "start") {
  const text = element("text", { x, y, "text-anchor": anchor, class: "axis" });
  text.textContent = words;
  return text;
}

// The moves of the game whose time is known: [{ place, from, to, side, begun }], from the move before to their own.
export function spans(tree) {
  const found = [];
  let from = 0;
  for (let place = tree.next(0), last = 0; place !== last; last = place, place = tree.next(place)) {
    const { t_ms: to, thought_ms: thought, side } = tree.nodes[place];
    if (to === undefined) continue;
    found.push({ place, from, to, side, begun: thought === undefined ? to : from + thought });
    from = to;
  }
  return found;
}

// Where a rank begins among the sites, which lie as on the board: a line, and the rank's number where there is room.
function ranks(sites, row, top, width) {
  const drawn = [];
  let before = null, written = -Infinity;
  sites.forEach((site, at) => {
    const rank = site.includes(":") ? "" : site.slice(1);
    if (rank === before) return;
    before = rank;
    const y = top + at * row;
    drawn.push(element("path", { d: `M${LEFT} ${y}H${width}`, class: "rank" }));
    if (y - written < 12) return;
    written = y;
    drawn.push(label(rank || "tray", 0, y + 10));
  });
  return drawn;
}

// The whole game: a strip of moves as wide as they took long, and under it a mark for each change of each sensor.
export function drawGame(svg, width, moves, felt, place, go) {
  const { sites = [], readings = [], presses = [], adjourned = [] } = felt ?? {};
  const end = Math.max(moves.at(-1)?.to ?? 0, readings.at(-1)?.[0] ?? 0, 1);
  const left = sites.length ? LEFT : 0;
  const x = (ms) => left + (ms / end) * (width - left);
  const row = sites.length ? Math.min(8, Math.max(MOST_TALL / sites.length, 1)) : 0;
  const tall = STRIP + (sites.length ? GAP + row * sites.length : 0) + 18;
  svg.setAttribute("viewBox", `0 0 ${width} ${tall}`);
  svg.setAttribute("height", tall);
  const strip = moves.map(({ place: at, from, to, side, begun }) => {
    const bar = element("g", { class: `span ${side} ${at === place ? "now" : ""}`, "data-place": at },
      element("rect", { x: x(from), y: 0, width: Math.max(x(to) - x(from), 1), height: STRIP, class: "thought" }),
      element("rect", { x: x(begun), y: 0, width: Math.max(x(to) - x(begun), 0), height: STRIP, class: "handled" }));
    bar.addEventListener("click", () => go(at));
    return bar;
  });
  const tick = (wanted) => readings.filter(([, , on]) => on === wanted)
    .map(([ms, site]) => `M${x(ms).toFixed(1)} ${(STRIP + GAP + site * row).toFixed(1)}v${Math.max(row, 2.5).toFixed(1)}`).join("");
  const now = moves.find((each) => each.place === place);
  const cursor = now ? [element("rect", { x: x(now.from), y: 0, width: Math.max(x(now.to) - x(now.from), 1.5), height: tall - 18, class: "cursor" })] : [];
  svg.replaceChildren(...ranks(sites, row, STRIP + GAP, width), ...cursor, ...strip,
    element("path", { d: tick(false), class: "lifts" }), element("path", { d: tick(true), class: "places" }),
    element("path", { d: presses.map((ms) => `M${x(ms).toFixed(1)} ${STRIP}v${GAP}`).join(""), class: "presses" }),
    ...adjourned.map((ms) => element("g", { class: "adjourned" },
      element("path", { d: `M${x(ms).toFixed(1)} 0V${tall - 18}` }), element("title", {}, `Adjourned at ${seconds(ms)}`))),
    label("0", left, tall - 4), label(seconds(end), width, tall - 4, "end"));
}

// One move: the sites that changed while it was made, each a row, filled where a piece stood.
export function drawMove(svg, width, move, following, felt) {
  const { sites, readings } = felt;
  const from = move.from;
  const quiet = Math.min(move.to + AFTER_MS, following?.begun ?? Infinity);
  const here = readings.filter(([ms]) => ms > from && ms <= quiet);
  const begun = here.length ? Math.max(from, Math.min(move.begun, here[0][0]) - 600) : from;
  const until = Math.max(quiet, begun + 1000);
  const x = (ms) => LABEL + ((Math.max(ms, begun) - begun) / (until - begun)) * (width - LABEL);
  const rows = [...new Set(here.map(([, site]) => site))].slice(0, MOST_ROWS);
  const tall = rows.length * ROW + 20;
  svg.setAttribute("viewBox", `0 0 ${width} ${tall}`);
  svg.setAttribute("height", rows.length ? tall : 0);
  const drawn = [];
  rows.forEach((site, at) => {
    const y = at * ROW;
    const own = here.filter(([, each]) => each === site);
    drawn.push(label(sites[site], 0, y + 13), element("rect", { x: LABEL, y: y + 4, width: width - LABEL, height: ROW - 7, class: "empty" }));
    let standing = !own[0][2], since = begun;
    for (const [ms, , on] of [...own, [until, site, !own.at(-1)[2]]]) {
      if (standing) drawn.push(element("rect", { x: x(since), y: y + 4, width: Math.max(x(ms) - x(since), 0), height: ROW - 7, class: "stands" }));
      [standing, since] = [on, ms];
    }
  });
  const made = element("path", { d: `M${x(move.to)} 0v${rows.length * ROW}`, class: "made" });
  svg.replaceChildren(...drawn, made, label(seconds(begun), LABEL, tall - 3), label(seconds(until), width, tall - 3, "end"));
  return rows.length;
}
