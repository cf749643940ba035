// The board itself: each sensor by how often it was touched, how it chatters, when it was felt last; the line, the current.

import { sawLight, showSelfTest } from "./board_selftest.js";
import { followStream } from "./follow.js";
import { byId, node } from "./nodes.js";
import { element } from "./pieces.js";

const CELL = 100;
const EDGE = 60;
const HOUR_S = 3600;
const FLASH_MS = 900;
const CHATTERS = 3; // edges a touch: a sound reed has none or one

/** @type {BoardHealth} */
let health;
let measure = "touches";
/** @type {number | null} */
let picked = null;
let toldAt = 0; // when `now_ms` was told, by this page's own clock
/** @type {SVGElement[]} */
let drawn = [];
/** @type {(number | null)[]} */
let felt = []; // as the page was told before

const plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
const nowMs = () => health.now_ms + performance.now() - toldAt;

/** @param {number} place */
function ageS(place) {
  const felt = health.felt_ms[place];
  return felt === null ? null : Math.max(0, (nowMs() - felt) / 1000);
}

/** @param {number | null} age */
function ago(age) {
  if (age === null) return "not felt yet";
  if (age < 60) return `felt ${Math.floor(age)} s ago`;
  return age < HOUR_S ? `felt ${Math.floor(age / 60)} min ago` : `felt ${Math.floor(age / HOUR_S)} h ago`;
}

// What a place shows, and how warm it is, 0 to 1.
const MEASURES = {
  touches: {
    words: "Touches since the program began",
    of: (place, most) => [health.touches[place] || "", Math.log(1 + health.touches[place]) / Math.log(1 + Math.max(most, 1))],
    most: () => Math.max(...health.touches),
  },
  chatter: {
    words: "Needless edges a touch: 0 is sound, 3 and more is a reed that rattles",
    of: (place) => {
      const each = health.chatter[place] / Math.max(health.touches[place], 1);
      return [health.chatter[place] ? each.toFixed(each < 9.5 ? 1 : 0) : "", Math.min(each / CHATTERS, 1)];
    },
    most: () => CHATTERS,
  },
  felt: {
    words: "Felt last: from just now to an hour ago; empty where never",
    of: (place) => {
      const age = ageS(place);
      if (age === null) return ["", 0];
      return [age < 60 ? `${Math.floor(age)}s` : age < HOUR_S ? `${Math.floor(age / 60)}m` : `${Math.floor(age / HOUR_S)}h`,
        Math.max(0.08, 1 - Math.log(1 + age) / Math.log(1 + HOUR_S))];
    },
    most: () => 0,
  },
};

function lay() {
  const { places } = health;
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => -y)];
  const [left, top] = [Math.min(...xs) * CELL - EDGE - 40, Math.min(...ys) * CELL - EDGE];
  const [right, bottom] = [Math.max(...xs) * CELL + EDGE, Math.max(...ys) * CELL + EDGE + 40];
  const svg = byId("sensors");
  svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  svg.style.setProperty("--ratio", String((right - left) / (bottom - top)));
  drawn = places.map(({ name, x, y, tray }, place) => {
    const shown = element("g", { class: tray ? "place tray" : "place", transform: `translate(${x * CELL} ${-y * CELL})`, "data-place": place },
      element("title"), element("rect", { x: -46, y: -46, width: 92, height: 92, rx: 14, class: "floor" }),
      element("circle", { cx: 32, cy: -32, r: 8, class: "stands" }), element("path", { d: "M-40 40L40 -40", class: "strike" }),
      element("text", { y: 12, "text-anchor": "middle" }), element("rect", { x: -46, y: -46, width: 92, height: 92, rx: 14, class: "ring" }));
    shown.dataset.name = name;
    return shown;
  });
  svg.replaceChildren(...drawn, ...coordinates());
}

function coordinates() {
  const cells = health.places.filter(({ tray }) => !tray);
  const write = (words, x, y) => {
    const text = element("text", { x, y, class: "axis", "text-anchor": "middle" });
    text.textContent = words;
    return text;
  };
  const [left, low] = [Math.min(...cells.map(({ x }) => x)), Math.min(...cells.map(({ y }) => y))];
  const files = new Map(cells.map(({ name, x }) => [name.replace(/\d+$/, ""), x]));
  const ranks = new Map(cells.map(({ name, y }) => [name.replace(/^\D+/, ""), y]));
  return [...[...files].map(([file, x]) => write(file, x * CELL, -low * CELL + 88)),
    ...[...ranks].map(([rank, y]) => write(rank, left * CELL - 76, -y * CELL + 12))];
}

function paint() {
  const { of, most, words } = MEASURES[measure];
  const top = most();
  const masked = new Set(health.distrusted.map(({ place }) => place));
  drawn.forEach((shown, place) => {
    const [text, heat] = of(place, top);
    const { name } = health.places[place];
    shown.style.setProperty("--heat", `${Math.round(heat * 100)}%`);
    shown.classList.toggle("hot", heat > 0.55);
    shown.classList.toggle("occupied", health.occupied[place]);
    shown.classList.toggle("masked", masked.has(name));
    shown.classList.toggle("picked", place === picked);
    put(shown.querySelector("text"), String(text));
    put(shown.querySelector("title"), told(place));
  });
  put(byId("scale-words"), words);
  const touched = health.touches.filter(Boolean).length;
  byId("sensors").setAttribute("aria-label", `Map of the sensors: ${plural(health.places.length, "sensor")}, ${touched} touched so far, `
    + `${plural(health.occupied.filter(Boolean).length, "piece")} felt, ${health.distrusted.length} not believed. All of them in numbers below.`);
}

function told(place) {
  const { name } = health.places[place];
  const chatter = health.chatter[place] ? `, ${plural(health.chatter[place], "needless edge")}` : "";
  const why = health.distrusted.find((each) => each.place === name);
  return `${name}: ${plural(health.touches[place], "touch", "touches")}${chatter}, ${ago(ageS(place))}, `
    + `${health.occupied[place] ? "something stands there" : "empty"}${why ? `. ${why.text}` : ""}`;
}

function put(shown, words) {
  if (shown.textContent !== words) shown.textContent = words;
}

function facts() {
  const { line, power, scan_hz: scans, firmware, broken_from: broken } = health;
  byId("connection").className = health.connected ? "connected" : "lost";
  put(byId("connection").querySelector(".words"), health.connection);
  put(byId("board-name"), `Board health · ${health.name}`);
  const delay = line.readings ? `median ${line.median_ms} ms, 95 of 100 within ${line.p95_ms} ms (last ${plural(line.readings, "reading")})` : "nothing read yet";
  const rows = [
    ["Reading to game", delay],
    ["Lost and mended", `${plural(line.damaged, "damaged line")}, ${plural(line.mended, "gap")} asked for again`],
    ["Interruptions", `${plural(line.losses, "loss", "losses")}, ${plural(line.restarts, "restart")}, ${plural(line.stalls, "stall")}`],
    ["Scans", scans === null ? "not told yet" : `${scans} a second`],
    ["Sensor chain", broken === null ? "whole" : `broken from chip ${broken + 1} on`],
    ["Firmware", firmware || "not told yet"],
  ];
  const now = JSON.stringify(rows);
  if (byId("line").dataset.now !== now) {
    byId("line").dataset.now = now;
    byId("line").replaceChildren(...rows.flatMap(([name, words]) => [node("dt", {}, name), node("dd", {}, words)]));
  }
  const light = power.light_ma ?? 0;
  const share = (ma) => `${Math.min(100, (100 * ma) / power.budget_ma)}%`;
  byId("power").style.setProperty("--idle", share(power.idle_ma));
  byId("power").style.setProperty("--lit", share(light));
  const words = `About ${power.idle_ma + light} of ${power.budget_ma} mA: ${power.idle_ma} mA dark, ${power.light_ma === null ? "no light shown yet" : `${light} mA light`}. Both are estimates, not measured.`;
  byId("power").setAttribute("aria-label", words);
  put(byId("power-words"), words);
  const masked = health.distrusted.map(({ text }) => node("li", {}, text));
  const why = health.distrusted.map(({ text }) => text).join("\n") || "-";
  if (byId("masked").dataset.now === why) return;
  byId("masked").dataset.now = why;
  byId("masked").replaceChildren(...(masked.length ? masked : [node("li", { class: "well" }, "Every sensor is believed.")]));
}

function numbers() {
  if (!byId("numbers").open) return;
  byId("numbers").querySelector("tbody").replaceChildren(...health.places.map(({ name }, place) => node("tr", {},
    node("th", { scope: "row" }, name), node("td", {}, health.touches[place]), node("td", {}, health.chatter[place]),
    node("td", {}, ago(ageS(place))), node("td", {}, health.occupied[place] ? "occupied" : "empty"))));
}

/** @param {Partial<BoardHealth>} changed */
function show(changed) {
  if (changed.now_ms) toldAt = performance.now();
  if (changed.places) lay();
  if (changed.felt_ms && felt.length === health.felt_ms.length) flash(felt);
  felt = health.felt_ms;
  paint();
  facts();
  numbers();
  pick(picked);
  if (changed.selftest) showSelfTest(health.selftest);
  markAsked();
  byId("sensors").dataset.ready = "yes";
}

// The place that the self-test asks for.
function markAsked() {
  const { state, place, kind } = health.selftest;
  const asked = state === "running" && kind === "put" ? place : null;
  drawn.forEach((shown) => shown.classList.toggle("asked", shown.dataset.name === asked));
}

// What changed just now stands out for a moment.
function flash(before) {
  health.felt_ms.forEach((ms, place) => {
    if (ms === before[place] || !drawn[place]) return;
    drawn[place].classList.add("felt");
    setTimeout(() => drawn[place]?.classList.remove("felt"), FLASH_MS);
  });
}

/** @param {number | null} place */
function pick(place) {
  picked = place !== null && place < health.places.length ? place : null;
  drawn.forEach((shown, at) => shown.classList.toggle("picked", at === picked));
  if (picked !== null) put(byId("picked"), told(picked));
}

byId("sensors").addEventListener("click", (event) => {
  const shown = /** @type {Element} */ (event.target).closest("[data-place]");
  if (!shown) return;
  const place = Number(shown.getAttribute("data-place"));
  pick(place);
  sawLight(health.selftest, health.places[place].name);
});
for (const button of byId("measures").querySelectorAll("button")) {
  button.addEventListener("click", () => {
    measure = button.dataset.measure ?? measure;
    for (const each of byId("measures").querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === button));
    if (health) paint();
  });
}
byId("numbers").addEventListener("toggle", () => health && numbers());
setInterval(() => {
  if (!health) return;
  if (measure === "felt") paint();
  pick(picked);
}, 1000);

followStream("/api/v1/board/events", (all, changed) => {
  health = all;
  show(changed);
}, (words) => {
  byId("connection").className = "lost";
  put(byId("connection").querySelector(".words"), words);
});
