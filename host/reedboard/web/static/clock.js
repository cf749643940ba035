// The chess clock's faces: between two words of the host a face goes on by itself, on the host's own time.

import { byId, ended, node } from "./nodes.js";

const STEP_MS = 100;
const SHORT_MS = 20_000; // under 20 s tenths are shown, as on the clocks of tournaments
const AGAIN_MS = 60_000; // a page's clock and the host's drift apart, above all where a tablet has slept
const NAMES = { w: "White", b: "Black" };

/** @type {Api.ClockView | null} */
let shown = null;
/** @type {number | null} */
let aheadMs = null;

// How far the host's clock is ahead of this page's: the quickest of three answers is the truest.
async function agree() {
  /** @type {{ tookMs: number, aheadMs: number | null }} */
  let best = { tookMs: Infinity, aheadMs: null };
  for (let turn = 0; turn < 3; turn += 1) {
    const askedMs = performance.now();
    const answer = await fetch("/api/v1/now").then((each) => each.json()).catch(() => null);
    const tookMs = performance.now() - askedMs;
    if (answer && tookMs < best.tookMs) best = { tookMs, aheadMs: answer.now_ms - askedMs - tookMs / 2 };
  }
  if (best.aheadMs !== null) aheadMs = best.aheadMs;
  draw();
}

/**
 * What a side's clock shows so long after the moment its picture is from.
 * @param {Api.SideClockView} side
 * @param {number} elapsedMs
 */
export function left(side, elapsedMs) {
  let leftMs = side.left_ms - Math.max(0, elapsedMs - side.delay_ms);
  let { periods, byoyomi } = side;
  while (leftMs <= 0 && periods > 0) {
    leftMs += side.period_ms;
    periods -= 1;
    byoyomi = true;
  }
  const flagged = side.flagged || leftMs <= 0;
  return { leftMs: Math.max(0, leftMs), periods, byoyomi, flagged, delayMs: Math.max(0, side.delay_ms - elapsedMs) };
}

export function written(leftMs) {
  if (leftMs < SHORT_MS) return (Math.floor(leftMs / 100) / 10).toFixed(1);
  const seconds = Math.ceil(leftMs / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

function beside({ flagged, byoyomi, periods, delayMs }) {
  if (flagged) return "time is over";
  if (delayMs > 0) return `waits ${Math.ceil(delayMs / 1000)} s`;
  if (byoyomi) return periods ? `${periods + 1} periods` : "last period";
  return "";
}

// Writes the time into every face there is; the nodes themselves stay.
function draw() {
  if (!shown) return;
  const nowMs = aheadMs === null ? shown.since_ms : performance.now() + aheadMs;
  for (const face of document.querySelectorAll("[data-clock]")) {
    const letter = String(face.dataset.clock);
    const side = shown.sides[letter];
    const runs = shown.running === letter;
    const now = left(side, runs ? Math.max(0, nowMs - shown.since_ms) : 0);
    const words = runs || now.flagged || now.byoyomi ? beside(now) : "";
    const text = written(now.leftMs);
    put(face.querySelector(".time"), text);
    face.classList.toggle("long", text.length > 5);
    put(face.querySelector(".beside"), words);
    face.classList.toggle("runs", runs);
    face.classList.toggle("paused", shown.held);
    face.classList.toggle("short", runs && now.leftMs < SHORT_MS && !now.delayMs);
    face.classList.toggle("flagged", now.flagged);
  }
}

function put(shownAt, words) {
  if (shownAt.textContent !== words) shownAt.textContent = words;
}

/**
 * A face as a button that presses the clock, or for those who only watch as plain text.
 * @param {string} letter
 * @param {((letter: string) => unknown) | null} press
 */
export function face(letter, press) {
  const inside = [
    node("span", { class: "heard" }, `${NAMES[letter]}’s clock: `),
    node("span", { class: "time" }), node("span", { class: "beside" }),
  ];
  if (!press) return node("div", { class: "face", "data-clock": letter }, ...inside);
  const made = node("button", { type: "button", class: "face", "data-clock": letter, title: "Press the clock" }, ...inside);
  made.addEventListener("click", () => press(letter));
  return made;
}

/** @param {Api.ClockView | null} clock */
export function follow(clock) {
  const first = clock && !shown;
  shown = clock;
  if (first) agree();
  draw();
}

/**
 * The clock alone, as large as the screen: for a tablet beside the board.
 * @param {State} state
 * @param {((letter: string) => unknown) | null} press
 */
export function showBig(state, press) {
  const { clock, outcome, turn } = state;
  byId("show-clock").hidden = !clock;
  const big = byId("big-clock");
  if (!clock) {
    big.close();
    return;
  }
  big.querySelector(".turn").textContent = outcome ? ended(outcome) : turn.text;
  const halves = big.querySelector(".halves");
  const sides = ["w", "b"].map((letter) => `${letter}${state.game[{ w: "white", b: "black" }[letter]]}${Boolean(press)}`).join("|");
  if (halves.dataset.sides !== sides) {
    halves.dataset.sides = sides;
    halves.replaceChildren(...["w", "b"].map((letter) => {
      const half = face(letter, press);
      half.prepend(node("span", { class: "who" }, node("span", { class: `side ${letter}` }), state.game[{ w: "white", b: "black" }[letter]] || NAMES[letter]));
      return half;
    }));
  }
  draw();
}

document.getElementById("show-clock")?.addEventListener("click", () => {
  byId("big-clock").showModal();
  byId("big-clock").querySelector("form button:last-child").focus();
});

setInterval(draw, STEP_MS);
setInterval(() => shown && agree(), AGAIN_MS);
document.addEventListener("visibilitychange", () => shown && !document.hidden && agree());
