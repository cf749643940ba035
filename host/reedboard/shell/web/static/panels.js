// Everything beside the board: players with their trays, hands, turn, calls (questions and trouble), moves.

import { showLight } from "./board.js";
import { pieceIcon } from "./pieces.js";

const $ = (id) => document.getElementById(id);

function node(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const button = (words, onClick, attributes = {}) => {
  const made = node("button", { type: "button", ...attributes }, ...[words].flat());
  made.addEventListener("click", onClick);
  return made;
};

export function showConnection(connection) {
  const shown = $("connection");
  shown.className = connection.state;
  shown.querySelector(".words").textContent = connection.text;
}

export function showTurn(state) {
  const { turn, outcome } = state;
  $("turn").textContent = outcome ? `${outcome.result} · ${outcome.reason}` : turn.text;
  $("turn").className = outcome ? "over" : turn.check ? "check" : "";
  for (const side of ["w", "b"]) $(`player-${side}`).classList.toggle("to-move", !outcome && turn.side === side);
  document.title = `${outcome ? outcome.result : turn.text} · ${state.game.name}`;
}

// A player's line: name, reserve, tray slots. White's also holds the neutral tray.
export function showPlayers(state, act) {
  for (const side of ["w", "b"]) {
    const player = $(`player-${side}`);
    const line = node("div", { class: "name" }, node("span", { class: `side ${side}` }), side === "w" ? "White" : "Black");
    const clock = state.hands && document.body.dataset.mayAct === "yes"
      ? button("Press clock", () => act("hands", { press: side }), { class: "clock", "aria-label": `Press ${side === "w" ? "White" : "Black"}'s clock` })
      : "";
    const holders = side === "w" ? ["w", "n"] : ["b"];
    player.replaceChildren(line, clock, ...holders.flatMap((holder) => tray(state, holder, act)));
  }
}

function tray(state, holder, act) {
  const slots = state.layout.slots.filter((slot) => slot.startsWith(`${holder}:`));
  if (slots.length) {
    const row = node("div", { class: `tray ${holder}`, "aria-label": holder === "n" ? "Neutral tray" : "Tray" });
    for (const slot of slots) row.append(slotButton(state, slot, act));
    return [row];
  }
  const reserve = Object.values(state.reserves[holder] ?? {});
  if (!reserve.length) return [];
  const row = node("div", { class: "reserve", "aria-label": holder === "n" ? "Neutral reserve" : "Reserve" });
  if (holder === "n") row.append(node("span", { class: "caption" }, "neutral"));
  for (const { piece, count } of reserve) row.append(node("span", { class: "held", title: piece.name }, pieceIcon(piece), `×${count}`));
  return [row];
}

function slotButton(state, slot, act) {
  const piece = state.pieces[slot];
  const words = `${slot}, ${piece ? piece.name : "empty"}`;
  const made = button(piece ? pieceIcon(piece) : slot.slice(2).replace(/\d+$/, ""), () => act("touch", slot), {
    class: `slot ${piece ? "full" : "empty"} ${piece?.state ?? ""}`, "data-site": slot, "aria-label": words, title: words,
  });
  made.disabled = !state.hands || document.body.dataset.mayAct !== "yes";
  showLight(made, state.lights[slot]);
  return made;
}

export function showHands(state) {
  const shown = $("hands");
  shown.hidden = !state.hands || document.body.dataset.mayAct !== "yes";
  if (shown.hidden) return;
  const held = state.held.map((piece) => node("span", { class: "held", title: piece.name }, pieceIcon(piece)));
  const hint = held.length ? "in hand or beside the board" : "Tap a piece to lift it, then the cell to place it on.";
  shown.replaceChildren(...held, node("span", { class: "hint" }, hint));
}

export function showCalls(state, act) {
  const calls = [];
  const mayAct = document.body.dataset.mayAct === "yes";
  if (state.question) {
    const choices = node("div", { class: "choices" });
    for (const choice of state.question.choices) {
      const words = [choice.piece ? pieceIcon(choice.piece) : "", node("span", {}, choice.text)];
      const answer = button(words, () => act("answer", { move: choice.move }), { "data-move": choice.move });
      answer.disabled = !mayAct;
      choices.append(answer);
    }
    calls.push(card("question", state.question.text, choices));
  }
  if (state.trouble) {
    const list = node("ul");
    for (const step of state.trouble.steps) list.append(node("li", {}, step.piece ? pieceIcon(step.piece) : "", step.text));
    calls.push(card("trouble", state.trouble.text, list));
  }
  if (state.offer) {
    const start = button("Start a new game", () => act("game", state.offer), { class: "strong" });
    start.disabled = !mayAct;
    calls.push(card("offer", "The array is set up. A new game?", start));
  }
  for (const sensor of state.sensors) calls.push(card("sensor", sensor.text));
  for (const notice of state.notices) calls.push(card("notice", notice));
  $("calls").replaceChildren(...calls);
}

function card(kind, words, ...children) {
  return node("section", { class: `card ${kind}` }, node("p", {}, words), ...children);
}

let shownMoves = "";

export function showMoves(moves) {
  const now = JSON.stringify(moves);
  if (now === shownMoves) return;
  shownMoves = now;
  const rows = [];
  for (const ply of moves) {
    let row = rows.at(-1);
    if (!row || row.number !== ply.number) {
      row = { number: ply.number, shown: node("li", {}, node("span", { class: "number" }, `${ply.number}.`)) };
      if (ply.side === "b") row.shown.append(node("span", { class: "move none" }, "…"));
      rows.push(row);
    }
    const kind = `move ${ply.state}`;
    row.shown.append(node("span", { class: kind, "data-ply": ply.ply, "data-move": ply.move, title: `${ply.move} · ${ply.state}` }, ply.san));
  }
  const list = $("moves").querySelector("ol");
  list.replaceChildren(...rows.map((row) => row.shown));
  list.lastElementChild?.lastElementChild?.classList.add("latest");
  $("moves").scrollTop = $("moves").scrollHeight;
}
