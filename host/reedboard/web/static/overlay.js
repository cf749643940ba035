// The view to be streamed: follows the game as the page does, and shows board, names, clocks and the last move.

import { Board } from "./board.js";
import { face, follow as followClock } from "./clock.js";
import { followStream } from "./follow.js";
import { byId, ended, node, stock } from "./nodes.js";
import { dress } from "./pieces.js";
import { seen } from "./seen.js";

const SIDES = { w: "White", b: "Black" };
const NAMES = { w: "white", b: "black" };
const board = new Board(byId("board"), () => {});
/** @type {State} */
let state;

document.body.classList.toggle("bare", new URLSearchParams(location.search).get("ground") === "none");

// Draws everything anew, with other pieces.
function again() {
  for (const place of [byId("board"), byId("player-w"), byId("player-b")]) {
    delete place.dataset.layout;
    delete place.dataset.now;
  }
  show(state);
}

function show(changed) {
  if (!state?.game) return;
  if ("game" in changed) dress(state.game.id).then((other) => other && again());
  if ("layout" in changed && JSON.stringify(state.layout) !== byId("board").dataset.layout) {
    board.lay(state.layout);
    byId("board").dataset.layout = JSON.stringify(state.layout);
  }
  const shown = seen(state);
  board.setPieces(shown.pieces);
  board.setLights(shown.lights);
  board.setLast(shown.last);
  board.label(shown);
  byId("game-name").textContent = state.game.name;
  showSides();
  followClock(state.clock);
  const last = state.moves.at(-1);
  const move = last ? `${last.number}${last.side === "w" ? "." : "…"} ${last.san}` : "";
  const words = state.outcome ? ended(state.outcome) : [move, state.turn.text].filter(Boolean).join(" · ");
  if (byId("turn").textContent !== words) byId("turn").textContent = words;
  byId("board").dataset.ready = "yes";
}

// A player's line is made anew only where it says something else: its clock goes on within it.
function showSides() {
  for (const side of ["w", "b"]) {
    const player = byId(side === "w" ? "player-w" : "player-b");
    const name = state.game[NAMES[side]] || SIDES[side];
    const held = [...(state.reserves[side] ?? []), ...(side === "w" ? state.reserves.n ?? [] : [])];
    const now = JSON.stringify([name, held, Boolean(state.clock)]);
    player.classList.toggle("to-move", !state.outcome && state.turn.side === side);
    if (player.dataset.now === now) continue;
    player.dataset.now = now;
    player.replaceChildren(node("div", { class: "name" }, node("span", { class: `side ${side}` }), name),
      ...(state.clock ? [face(side, null)] : []), ...(held.length ? [node("div", { class: "reserve" }, ...stock(held))] : []));
  }
}

followStream("/api/v1/events", (all, changed) => {
  state = all;
  show(changed);
}, (words) => { byId("turn").textContent = words; });
