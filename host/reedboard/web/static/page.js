// The page: follows the game by server-sent events (a full state first, then the parts that changed) and acts by POST.

import { Board } from "./board.js";
import { Hands } from "./hands.js";
import * as panels from "./panels.js";
import { mayAct, token } from "./token.js";

const $ = (id) => document.getElementById(id);
let state = null;
let refused = null;
let forget = 0;

const hands = new Hands(mayAct, (wish) => act("hands", wish));
const board = new Board($("board"), (site) => hands.tap(site));

async function post(path, body) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(path, request).catch(() => null);
  if (!answer) return "The program does not answer: nothing was done.";
  if (answer.ok) return null;
  return (await answer.json().catch(() => null))?.error ?? `The board's host answered ${answer.status}.`;
}

async function act(path, body) {
  const error = await post(path, body);
  if (error) say(error);
  return !error;
}

// What was refused last stays in sight for a while, whatever else happens meanwhile.
function say(words) {
  refused = words;
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
    $("board").parentElement.style.setProperty("--tray-rows", panels.trayRows(state.layout.slots));
  }
  if ("game" in changed) {
    $("game-name").textContent = state.game.name;
  }
  hands.follow(state);
  board.setPieces(state.pieces);
  board.setLights(state.lights);
  board.setLast(state.last);
  board.setTrouble(state.trouble?.fill ?? [], state.trouble?.clear ?? []);
  board.label(state);
  panels.showConnection(state.connection);
  panels.showTurn(state);
  panels.showPlayers(state, hands, act);
  panels.showHands(hands);
  panels.showCalls(state, act, refused);
  if ("moves" in changed) panels.showMoves(state.moves);
  if ($("end")) {
    $("end").hidden = Boolean(state.outcome && !state.outcome.agreed);
    for (const end of $("end").querySelectorAll("[data-result]")) end.hidden = Boolean(state.outcome);
    $("undo-result").hidden = !state.outcome?.agreed;
    $("end").querySelector('[data-result="1/2-1/2"]').textContent = state.claim ? `Claim a draw: ${state.claim}` : "Draw agreed";
  }
  $("board").dataset.ready = "yes";
}

function follow() {
  const events = new EventSource(token ? `events?token=${encodeURIComponent(token)}` : "events");
  events.addEventListener("state", (event) => {
    state = JSON.parse(event.data);
    show(state);
  });
  events.addEventListener("patch", (event) => {
    const changed = JSON.parse(event.data);
    Object.assign(state, changed);
    show(changed);
  });
  events.onerror = () => {
    panels.showConnection({ state: "lost", text: "The program does not answer; trying again…" });
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  };
}

function prepareChooser() {
  const chooser = $("chooser");
  const form = chooser.querySelector("form");
  const error = form.querySelector(".error");
  $("new-game").addEventListener("click", async () => {
    const games = await (await fetch("games")).json();
    form.game.replaceChildren(...games.map((game) => new Option(game.name, game.id, false, game.id === state.game.id)));
    error.textContent = "";
    await showUnfinished(chooser, error);
    chooser.showModal();
  });
  form.querySelector('[value="cancel"]').addEventListener("click", () => chooser.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const failed = await post("game", { game: form.game.value, fen: form.fen.value.trim() || null });
    if (failed) error.textContent = failed;
    else chooser.close();
  });
  $("undo-result").addEventListener("click", () => act("result/undo", {}));
  for (const end of document.querySelectorAll("[data-result]")) {
    end.addEventListener("click", () => {
      if (confirm(`End the game: ${end.textContent.toLowerCase()}?`)) act("result", { result: end.dataset.result });
    });
  }
}

// What becomes of the game being played, and the games that can be taken up again.
async function showUnfinished(chooser, error) {
  const { outcome, moves } = state;
  $("adjourned").textContent = outcome || !moves.length ? ""
    : `The game being played (${state.game.name}, ${count(moves.length)}) stays unfinished: take it up again from here whenever you like.`;
  const games = await (await fetch("unfinished")).json();
  chooser.querySelector("#unfinished").hidden = !games.length;
  chooser.querySelector("#unfinished ul").replaceChildren(...games.map((game) => panels.unfinished(game, count(game.plies), async () => {
    const failed = await post("resume", { record: game.id });
    if (failed) error.textContent = failed;
    else chooser.close();
  })));
}

const count = (plies) => (plies === 1 ? "1 move" : `${Math.ceil(plies / 2)} moves`);

function prepareFaults() {
  $("faults")?.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const fault = event.target.fault;
    if (await act("fault", { fault: fault.value.trim() })) fault.value = "";
  });
}

if (mayAct) {
  hands.listen(document);
  prepareChooser();
  prepareFaults();
}
follow();
