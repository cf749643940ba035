// The page: follows the game by server-sent events (a full state first, then the parts that changed) and acts by POST.

import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import * as clock from "./clock.js";
import { followStream } from "./follow.js";
import { Hands } from "./hands.js";
import { byId as $ } from "./nodes.js";
import * as panels from "./panels.js";
import { dress } from "./pieces.js";
import { hear, listenToSettings } from "./settings.js";
import { Lesson } from "./lesson.js";
import { seen } from "./seen.js";
import { Table } from "./table.js";
import { mayAct, token } from "./token.js";
import { Tour } from "./tour.js";

/** @type {State} */
let state;
/** @type {string | null} */
let refused = null;
let refusedByHands = false;
let forget = 0;

const hands = new Hands(mayAct, move);
const table = mayAct ? new Table(act) : null;
const chooser = mayAct ? new Chooser(post, () => state) : null;
const board = new Board($("board"), (site) => hands.tap(site));
const lesson = new Lesson(board, $("lesson"));
const tour = new Tour(act, mayAct);

// What was refused, as {error, field}: `field` is the one to mend, where it is one. Null for what was done.
async function post(path, body) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`/api/v1/${path}`, request).catch(() => null);
  if (!answer) return { error: "The program does not answer: nothing was done." };
  if (answer.ok) return null;
  const refusal = await answer.json().catch(() => null);
  return { error: refusal?.detail ?? `The board's host answered ${answer.status}.`, field: refusal?.field };
}

async function act(path, body) {
  const refusal = await post(path, body);
  if (refusal) say(refusal.error);
  return !refusal;
}

// What the hands were refused is over once they do something else.
async function move(wish, unasked) {
  const done = await act("hands", wish);
  if (!done) refusedByHands = true;
  else if (refusedByHands && !unasked) say(null);
  return done;
}

// What was refused last stays in sight for a while, whatever else happens meanwhile.
function say(words) {
  refused = words;
  refusedByHands = false;
  clearTimeout(forget);
  forget = setTimeout(() => say(null), 8000);
  if (state) panels.showCalls(state, act, refused);
}

function show(changed) {
  // A page opened before the program knows of a game is told of it by the first patch.
  if (!state.game) return;
  if ("layout" in changed) {
    const layout = JSON.stringify(state.layout);
    if (layout !== $("board").dataset.layout) {
      board.lay(state.layout);
      $("board").dataset.layout = layout;
      delete $("board").dataset.ready;
    }
    $("board").parentElement?.style.setProperty("--tray-rows", String(panels.trayRows(state.layout.slots)));
  }
  if ("game" in changed) {
    $("game-name").textContent = state.game.name;
    dress(state.game.id).then((other) => other && again());
  }
  const shown = seen(state);
  hands.follow(shown);
  board.setPieces(shown.pieces);
  board.setLights(shown.lights);
  board.setLast(shown.last);
  board.setTrouble(shown.trouble?.fill ?? [], shown.trouble?.clear ?? []);
  board.label(shown);
  panels.showConnection(state.connection);
  panels.showTurn(state);
  panels.showPlayers(state, hands, act);
  panels.showHands(hands);
  panels.showCalls(state, act, refused);
  hear(state, "moves" in changed ? panels.showMoves(state.moves) : "");
  clock.follow(state.clock);
  clock.showBig(state, mayAct && !state.outcome ? press : null);
  table?.follow(state);
  chooser?.follow();
  lesson.follow(state.tour ? { ...state, pieces: {} } : state);
  tour.follow(state);
  $("board").dataset.ready = "yes";
}

// Draws everything anew, as this browser's view has it now.
function again() {
  delete $("board").dataset.layout;
  if (state) show(state);
}

const press = (side) => act("clock", { act: "press", side });

function prepareFaults() {
  const form = $("faults")?.querySelector("form");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { fault } = /** @type {PageForm<"faults">} */ (form);
    if (await act("fault", { fault: fault.value.trim() })) fault.value = "";
  });
}

if (mayAct) {
  hands.listen(document);
  prepareFaults();
}
listenToSettings(async () => {
  if (state) await dress(state.game.id);
  again();
});
followStream(`/api/v1/events${token ? `?token=${encodeURIComponent(token)}` : ""}`, (all, changed) => {
  state = all;
  show(changed);
}, (words) => panels.showConnection({ state: "lost", text: words }));
