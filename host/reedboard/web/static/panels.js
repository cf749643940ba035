// Everything beside the board: players with their trays, hands, turn, calls (questions and trouble), moves.

import { showLight } from "./board.js";
import { face } from "./clock.js";
import { byId as $, ended, node } from "./nodes.js";
import { pieceIcon } from "./pieces.js";
import { proposalAnswers } from "./table.js";
import { mayAct } from "./token.js";

/** @typedef {import("./hands.js").Hands} Hands */

const button = (words, onClick, attributes = {}) => {
  const made = node("button", { type: "button", ...attributes }, ...[words].flat());
  made.addEventListener("click", onClick);
  return made;
};

// Replaces what is shown where it differs: a button under a finger stays the same button, and a live region says
// nothing twice.
const drawn = new WeakMap();
function fill(shown, ...children) {
  const now = children.map((child) => child.outerHTML ?? child).join("\n");
  if (drawn.get(shown) === now) return;
  drawn.set(shown, now);
  const focused = shown.contains(document.activeElement) ? document.activeElement : null;
  shown.replaceChildren(...children);
  if (focused) focusAgain(shown, focused);
}

const KEYS = ["data-slots", "data-choose", "data-lay", "data-move", "data-another", "data-reply"];

// Whoever works by keyboard stays at the same button though it was drawn anew; where it is gone, they are back at the board.
function focusAgain(shown, before) {
  const key = KEYS.find((each) => before.hasAttribute(each));
  const value = key && CSS.escape(before.getAttribute(key));
  const same = key ? shown.querySelector(`[${key}="${value}"]:not(:disabled)`) : shown.querySelector(`.${[...before.classList].join(".") || "none"}`);
  (same ?? $("board").querySelector('[tabindex="0"]'))?.focus({ preventScroll: true });
}

/** @param {Pick<Api.Connection, "state" | "text">} connection */
export function showConnection(connection) {
  const shown = $("connection");
  shown.className = connection.state;
  shown.querySelector(".words").textContent = connection.text;
}

const playerOf = (side) => $(side === "w" ? "player-w" : "player-b");

/** @param {State} state */
export function showTurn(state) {
  const { turn, outcome } = state;
  $("turn").textContent = outcome ? ended(outcome) : turn.text;
  $("turn").className = outcome ? "over" : turn.check ? "check" : "";
  for (const side of ["w", "b"]) playerOf(side).classList.toggle("to-move", !outcome && turn.side === side);
  document.title = `${outcome ? ended(outcome) : turn.text} · ${state.game.name}`;
}

/**
 * A player's line: name, clock, reserve, tray slots. White's also holds the neutral tray.
 * @param {State} state
 * @param {Hands} hands
 */
export function showPlayers(state, hands, act) {
  for (const side of ["w", "b"]) {
    const player = playerOf(side);
    const name = node("span", { class: "who" }, (side === "w" ? state.game.white : state.game.black) || SIDES[side]);
    const line = node("div", { class: "name" }, node("span", { class: `side ${side}` }), name);
    const press = mayAct && !state.outcome ? (pressed) => act("clock", { act: "press", side: pressed }) : null;
    const clock = state.clock ? face(side, press) : hands.free()
      ? button("Press clock", () => act("hands", { press: side }), { class: "clock", "aria-label": `Press clock, ${SIDES[side]}` })
      : "";
    const holders = side === "w" ? ["w", "n"] : ["b"];
    fill(player, line, clock, ...holders.flatMap((holder) => tray(state, holder, hands)));
  }
}

const SIDES = { w: "White", b: "Black" };
const slotsOf = (slots, holder) => slots.filter((slot) => slot.startsWith(`${holder}:`));
const kindOf = (slot) => slot.slice(2).replace(/\d+$/, "");
const BESIDE_NAME = 7;
const IN_A_ROW = 15;
const FEW_IN_HAND = 3;

// Slots of one kind lie together in a tray: [[kind, its slots], ...].
function groups(slots, holder) {
  const found = new Map();
  for (const slot of slotsOf(slots, holder)) found.set(kindOf(slot), [...(found.get(kindOf(slot)) ?? []), slot]);
  return [...found];
}

// How many rows the trays need on a desk beyond those that fit beside the players' names.
export function trayRows(slots) {
  const rows = ["w", "b", "n"].map((holder) => groups(slots, holder).length)
    .map((count) => (count > BESIDE_NAME ? Math.ceil(count / IN_A_ROW) : 0));
  return rows.reduce((sum, count) => sum + count, 0);
}

/**
 * @param {State} state
 * @param {string} holder
 * @param {Hands} hands
 */
function tray(state, holder, hands) {
  const kinds = groups(state.layout.slots, holder);
  const caption = { w: "White's tray", b: "Black's tray", n: "Neutral tray" }[holder];
  if (kinds.length) {
    const wide = kinds.length > BESIDE_NAME ? "wide" : "";
    const row = node("div", { class: `tray ${holder} ${wide}`, role: "group", "aria-label": caption });
    if (holder === "n") row.append(node("span", { class: "caption" }, "neutral"));
    for (const [kind, slots] of kinds) row.append(slotButton(state, kind, slots, caption, hands));
    const slotless = (state.reserves[holder] ?? []).filter(({ piece }) => !kinds.some(([kind]) => kind === piece.kind));
    row.append(...slotless.map((each) => inReserve(each, holder, hands)));
    return [row];
  }
  const reserve = state.reserves[holder] ?? [];
  if (!reserve.length) return [];
  const row = node("div", { class: "reserve", role: "group", "aria-label": holder === "n" ? "Neutral reserve" : "Reserve" });
  if (holder === "n") row.append(node("span", { class: "caption" }, "neutral"));
  row.append(...reserve.map((each) => inReserve(each, holder, hands)));
  return [row];
}

// Pieces in reserve for which the board has no slot: they lie beside it, ready to be dropped.
function inReserve({ piece, count }, holder, hands) {
  const words = `${piece.name}, in reserve: ${count}`;
  if (!hands.free()) return node("span", { class: "stock", title: words }, pieceIcon(piece), `×${count}`);
  const group = `${holder}:${piece.kind}`;
  const made = button([pieceIcon(piece), `×${count}`], () => hands.dragged || hands.do("take_out", group),
    { class: "stock", "data-slots": group, "data-full": "yes", "aria-label": words, title: `${words}. Take one to drop it.` });
  made.dataset.piece = JSON.stringify(piece);
  return made;
}

const keyOf = (piece) => `${piece.side}:${piece.kind}`;

/**
 * All slots of a kind as one button that takes a piece out; pieces are laid in from the hand.
 * @param {State} state
 * @param {string} kind
 * @param {string[]} slots
 * @param {string} caption
 * @param {Hands} hands
 */
function slotButton(state, kind, slots, caption, hands) {
  const full = slots.filter((slot) => standing(state).includes(slot));
  const held = (state.reserves[slots[0][0]] ?? []).find((each) => each.piece.kind === kind);
  const piece = full.length ? state.pieces[full[0]] : held?.piece;
  const number = Math.max(full.length, held?.count ?? 0);
  // The name tells the number with its words; the eye's is drawn, for text beside a piece's letter would be another name.
  const count = number > 1 ? node("span", { class: "count", "data-count": number }) : "";
  const inReserve = held ? `; in reserve: ${held.count}` : "";
  const words = `${caption}, ${piece ? piece.name : kind}: ${full.length} of ${slots.length}${inReserve}`;
  const group = slots[0].replace(/\d+$/, "");
  const made = button([piece ? pieceIcon(piece) : kind, count], () => hands.dragged || hands.do("take_out", group), {
    class: `slot ${full.length ? "full" : held ? "owed" : "empty"}`, "data-slots": group, "aria-label": words,
    title: hands.free() && number ? `${words}. Take one out.` : words,
  });
  if (number) {
    made.dataset.full = "yes";
    made.dataset.piece = JSON.stringify(piece);
  }
  made.disabled = !hands.free();
  showLight(made, slots.map((slot) => state.lights[slot]).find(Boolean));
  return made;
}

/** @param {State} state */
const standing = (state) => state.hands?.sites ?? state.occupied;

// A game of the records that can be taken up again.
export function unfinished(game, length, resume) {
  const begun = new Date(game.begun).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const players = game.white || game.black ? `${game.white || SIDES.w} – ${game.black || SIDES.b}, ` : "";
  const told = `${players}${game.game}, ${length}`;
  const words = node("span", {}, told, node("span", { class: "caption" }, ` begun ${begun}`));
  return node("li", {}, words, button("Resume", resume, { "data-resume": game.id, "aria-label": `Resume ${told}, begun ${begun}` }));
}

// What is in the hand, the piece placed next first, with what else may be done with it; and what lies beside the board.
export function showHands(hands) {
  const shown = $("hands");
  shown.hidden = !hands.free();
  if (shown.hidden) return;
  const { held, aside } = hands.state.hands;
  const inHand = held.map(({ piece }, place) => pieceButton(piece, 1, hands, {
    class: "held", "aria-pressed": place === 0, "aria-label": `In hand: ${piece.name}${place ? ". Place it next" : ", placed next"}`,
  }));
  const beside = aside.map(({ piece, count }) => pieceButton(piece, count, hands, {
    class: "aside", "aria-label": `Beside the board: ${piece.name}, ${count}. Take it up`,
  }));
  const hint = held.length || aside.length ? "" : node("span", { class: "hint" }, "Tap or drag a piece to move it.");
  const row = (name, caption, ...children) => node("div", { class: `pieces ${name}`, role: "group", "aria-label": caption }, ...children);
  const caption = (words) => node("span", { class: "caption" }, words);
  const lie = row("beside", "Beside the board", beside.length ? caption("Beside the board") : "", ...beside);
  lie.dataset.beside = "yes";
  fill(shown, row("in-hand", "In hand", held.length ? caption("In hand") : "", hint, ...inHand, ...laying(held, hands)), lie);
}

function pieceButton(piece, count, hands, attributes) {
  const made = button([pieceIcon(piece), count > 1 ? node("span", { class: "count" }, count) : ""],
    () => hands.dragged || hands.do("choose", keyOf(piece)), { title: piece.name, "data-choose": keyOf(piece), ...attributes });
  made.dataset.piece = JSON.stringify(piece);
  return made;
}

const TRAYS = { w: "White’s tray", b: "Black’s tray", n: "the neutral tray" };

// Where else than on a cell the piece that is placed next may go.
function laying(held, hands) {
  if (!held.length) return [];
  const [{ piece, trays }] = held;
  return [
    button("Put back", () => hands.putBack(), { class: "lay", "data-lay": "back", title: "Put it back where it came from (Escape)" }),
    button("Aside", () => hands.do("lay_aside", keyOf(piece)), { class: "lay", "data-lay": "aside", title: `Lay the ${piece.name} beside the board` }),
    ...trays.map((kind) => button(`Into ${TRAYS[kind[0]]}`, () => hands.do("lay_in", kind), { class: "lay", "data-lay": kind })),
  ];
}

/**
 * @param {State} state
 * @param {(path: string, body: object) => unknown} act
 * @param {string | null} refused
 */
export function showCalls(state, act, refused) {
  const asks = refused ? [card("notice", refused)] : [];
  const calls = [];
  if (state.question) {
    asks.push(card("question", state.question.text, choices(state.question.choices, mayAct, act), another(state.question, act)));
  } else if (state.unseen.length && mayAct) {
    asks.push(card("unseen", "Played without touching the board?", choices(state.unseen, mayAct, act)));
  }
  if (state.proposal) {
    const answers = node("div", { class: "choices" });
    if (mayAct) for (const each of proposalAnswers(state, act)) answers.append(button(...each));
    asks.push(card("proposal", state.proposal.text, answers));
  }
  if (state.hint) calls.push(card("hint", state.hint));
  if (state.machine?.text) calls.push(card("machine", state.machine.text, steps(state.machine)));
  if (state.advice) calls.push(card("advice", state.advice.text, advice(state.advice.lines)));
  if (state.coach?.text) calls.push(coachCard(state, act));
  if (state.trouble) calls.push(card("trouble", state.trouble.text, steps(state.trouble)));
  const { offer } = state;
  if (offer) {
    const start = button("Start a new game", () => act("game", offer), { class: "strong" });
    start.disabled = !mayAct;
    const stands = offer.fen ? "The first position stands again." : "The array is set up.";
    calls.push(card("offer", `${stands} A new game? Press the clock, or:`, start));
  }
  for (const sensor of state.sensors) calls.push(card("sensor", sensor.text));
  for (const notice of state.notices) calls.push(card("notice", notice));
  fill($("asks"), ...asks);
  fill($("tells"), ...calls);
}

function steps(told) {
  return node("ul", {}, ...told.steps.map((step) => node("li", {}, step.piece ? pieceIcon(step.piece) : "", step.text)));
}

function advice(lines) {
  return node("ol", {}, ...lines.map((each) => node("li", {}, node("b", {}, each.value), " ", each.line)));
}

// What the coach says of the last move, and the way back.
function coachCard({ coach, machine }, act) {
  const { text, better, side, ply } = coach;
  const shown = card("coach", text, node("div", { class: "better" }, "Better was ", node("b", {}, better.value), ` ${better.line}`));
  if (mayAct) {
    const words = machine ? "Take it back" : `${SIDES[side]} asks to take it back`;
    shown.append(button(words, () => act("proposal", { side, what: "undo", value: ply }), { "data-coach": "undo" }));
  }
  return shown;
}

function choices(offered, mayAct, act) {
  const shown = node("div", { class: "choices" });
  for (const choice of offered) {
    const name = choice.piece ? node("span", {}, choice.piece.name) : "";
    const words = [choice.piece ? pieceIcon(choice.piece) : "", name, node("span", { class: "san" }, choice.text)];
    const answer = button(words, () => act("answer", { move: choice.move }), { "data-move": choice.move });
    answer.disabled = !mayAct;
    shown.append(answer);
  }
  return shown;
}

// What was played may be none of what is offered: the piece stands on another cell than was meant.
function another({ ply, choices: offered }, act) {
  if (!mayAct || offered.some((each) => each.move.startsWith("away:"))) return "";
  const move = node("input", {
    name: "move", autocomplete: "off", spellcheck: "false", maxlength: 40, placeholder: `such as ${offered[0].text}`, "data-another": ply,
  });
  const form = node("form", { class: "another" }, node("label", {}, "Another move ", move), node("button", {}, "That was it"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (move.value.trim()) act("answer", { move: move.value.trim(), ply });
  });
  return form;
}

function card(kind, words, ...children) {
  return node("section", { class: `card ${kind}` }, node("p", {}, words), ...children);
}

let shownMoves = "";
/** @type {string | null} */
let told = null;

// Says the last move aloud once it stands; a page just opened says nothing of what was before.
function tell(moves) {
  const last = moves.findLast((ply) => ply.state === "settled");
  const words = last ? `${SIDES[last.side]}: ${last.san}` : "";
  const news = told !== null && words !== told ? words : "";
  if (news) $("told").textContent = news;
  told = words;
  return news;
}

/**
 * Shows the moves; gives what is new of them in words, "" for nothing.
 * @param {Api.PlyView[]} moves
 */
export function showMoves(moves) {
  const now = JSON.stringify(moves);
  if (now === shownMoves) return "";
  shownMoves = now;
  const news = tell(moves);
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
  return news;
}
