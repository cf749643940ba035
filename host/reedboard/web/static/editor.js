// The editor: any position of any game, put together by hand; the rules of the program say whether it can be.

import { act, look } from "./ask.js";
import { Board } from "./board.js";
import { Dragging } from "./dragging.js";
import { readFen, writeFen } from "./fen.js";
import { byId, node } from "./nodes.js";
import { dress, pieceIcon } from "./pieces.js";
import { mayAct } from "./token.js";

const HOLDERS = { w: "White’s reserve", b: "Black’s reserve", n: "Neutral reserve" };

const form = byId("position");
/** @type {Api.PositionView} */
let shown; // the position last told by the program, with all pieces of its game
/** @type {{ pieces: Record<string, any>, reserves: any, rest: any }} */
let draft; // what is being put together
/** @type {number | null} */
let chosen = null; // the piece to be put, by its number
/** @type {string | null} */
let taken = null; // the cell whose piece is to be moved
let asked = 0;

const board = new Board(byId("board"), (site) => !dragging.dragged && tapped(site));
const dragging = new Dragging(document, source, drop);

// Takes what the program says of a position; the board is laid anew for another game.
function take(told, anew = false) {
  if (anew || !shown || JSON.stringify(shown.layout) !== JSON.stringify(told.layout)) board.lay(told.layout);
  const samePieces = !anew && shown && JSON.stringify(shown.spares) === JSON.stringify(told.spares);
  shown = told;
  draft = { pieces: { ...told.pieces }, reserves: structuredClone(told.reserves), rest: readFen(told.fen) };
  if (!samePieces) {
    chosen = null;
    laySpares();
  }
  form.elements.fen.value = told.fen;
}

async function open(game, fen) {
  const mine = ++asked;
  const answer = await look(`/api/v1/position?game=${encodeURIComponent(game)}&fen=${encodeURIComponent(fen)}`);
  const other = answer.ok && (await dress(game));
  if (mine !== asked) return;
  if (answer.ok) {
    form.elements.game.value = game;
    take(answer.told, other);
  }
  judge(answer);
}

// Asks whether the draft can be; rights to castle that it took away are dropped without a word.
async function check() {
  const mine = ++asked;
  form.elements.fen.value = writeFen(shown, draft);
  drawPieces();
  const ask = () => look(`/api/v1/position?game=${encodeURIComponent(form.elements.game.value)}&fen=${encodeURIComponent(writeFen(shown, draft))}`);
  let answer = await ask();
  if (mine === asked && !answer.ok && draft.rest.castling !== "-") {
    const { castling } = draft.rest;
    draft.rest.castling = "-";
    answer = await ask();
    if (mine === asked && !answer.ok) draft.rest.castling = castling;
  }
  if (mine !== asked) return;
  if (answer.ok) take(answer.told);
  judge(answer);
}

function judge(answer) {
  const { ok, words, told } = answer;
  byId("wrong").textContent = ok ? "" : words;
  form.elements.fen.toggleAttribute("aria-invalid", !ok);
  if (!ok) form.elements.fen.setAttribute("aria-invalid", "true");
  const side = draft?.rest.side === "b" ? "Black" : "White";
  const moves = told?.legal === 1 ? "1 legal move" : `${told?.legal} legal moves`;
  byId("turn").textContent = !ok ? "This cannot be played" : told.outcome || `${side} to move${told.check ? ", in check" : ""} · ${moves}`;
  if (byId("start")) byId("start").disabled = !ok;
  if (ok) {
    const query = `?game=${encodeURIComponent(form.elements.game.value)}&fen=${encodeURIComponent(told.fen)}`;
    history.replaceState(null, "", query);
    byId("picture").href = `/position.svg${query}`;
  }
  if (shown) drawPieces();
  byId("board").dataset.ready = "yes";
}

function drawPieces() {
  const pieces = Object.fromEntries(Object.entries(draft.pieces).map(([site, spare]) => [site, shown.spares[spare].piece]));
  board.setPieces(pieces);
  board.label({ pieces, lights: {}, occupied: Object.keys(pieces), hands: null });
  for (const [site, cell] of board.cells) cell.classList.toggle("picked", site === taken);
  for (const radio of form.elements.side) radio.checked = radio.value === draft.rest.side;
  for (const button of document.querySelectorAll("[data-spare]")) button.setAttribute("aria-pressed", String(Number(button.dataset.spare) === chosen));
  drawReserves();
}

// A piece that wears a letter is called by it, too.
const named = (piece) => (piece.shape === "tile" || piece.badge ? `${piece.name}, ${piece.kind}` : piece.name);

// The button says which piece it is; its picture says nothing.
function shape(piece) {
  const icon = pieceIcon(piece);
  icon.removeAttribute("aria-label");
  icon.removeAttribute("role");
  icon.setAttribute("aria-hidden", "true");
  return icon;
}

function laySpares() {
  for (const side of ["w", "b"]) {
    byId(side === "w" ? "spares-w" : "spares-b").replaceChildren(...shown.spares.flatMap((spare, place) => (spare.piece.side === side ? [spareButton(spare, place)] : [])));
  }
}

function spareButton({ piece }, place) {
  const button = node("button", { type: "button", "data-spare": place, "aria-label": named(piece), title: piece.name, "aria-pressed": "false" }, shape(piece));
  button.addEventListener("click", () => {
    if (dragging.dragged) return;
    chosen = chosen === place ? null : place;
    taken = null;
    drawPieces();
  });
  return button;
}

function drawReserves() {
  if (!draft.reserves) {
    byId("reserves").replaceChildren();
    return;
  }
  const holders = Object.keys(HOLDERS).filter((holder) => shown.spares.some((spare) => spare.holders.includes(holder)));
  byId("reserves").replaceChildren(...holders.map((holder) => {
    const held = Object.entries(draft.reserves[holder]).filter(([, count]) => count > 0);
    const put = node("button", { type: "button", class: "lay" }, "Put here");
    put.disabled = chosen === null || !shown.spares[chosen].holders.includes(holder);
    put.setAttribute("aria-label", `Put here, into ${HOLDERS[holder]}`);
    put.addEventListener("click", () => hold(holder, chosen, 1));
    return node("div", { class: "reserve", role: "group", "aria-label": HOLDERS[holder], "data-holder": holder },
      node("span", { class: "caption" }, HOLDERS[holder]), ...held.map(([kind, count]) => heldButton(holder, kind, count)), put);
  }));
}

const spareOf = (holder, kind) => shown.spares.findIndex(({ piece }) => piece.kind === kind && piece.side === (holder === "b" ? "b" : "w"));

function heldButton(holder, kind, count) {
  const spare = spareOf(holder, kind);
  const { piece } = shown.spares[spare];
  const words = `${named(piece)} ×${count} in ${HOLDERS[holder]}. Take one out`;
  const button = node("button", { type: "button", class: "stock", "aria-label": words, title: words, "data-held": `${holder}:${kind}` }, shape(piece), `×${count}`);
  button.addEventListener("click", () => !dragging.dragged && hold(holder, spare, -1));
  return button;
}

function hold(holder, spare, more) {
  const { kind } = shown.spares[spare].piece;
  draft.reserves[holder][kind] = Math.max(0, (draft.reserves[holder][kind] ?? 0) + more);
  check();
}

// What was let go of is on no way past a cell any more.
function changed() {
  draft.rest.passed = "-";
  check();
}

function tapped(site) {
  if (chosen !== null) {
    if (draft.pieces[site] === chosen) delete draft.pieces[site];
    else draft.pieces[site] = chosen;
    changed();
  } else if (taken !== null) {
    const from = taken;
    taken = null;
    move(from, site);
  } else if (site in draft.pieces) {
    taken = site;
    drawPieces();
  }
}

function move(from, to) {
  if (from !== to) {
    draft.pieces[to] = draft.pieces[from];
    delete draft.pieces[from];
  }
  changed();
}

function source(target) {
  if (!shown) return null;
  const site = target.closest?.("[data-site]")?.dataset.site;
  if (site) return site in draft.pieces ? { piece: shown.spares[draft.pieces[site]].piece, spare: draft.pieces[site], site } : null;
  const spare = target.closest?.("[data-spare]");
  if (spare) return { piece: shown.spares[Number(spare.dataset.spare)].piece, spare: Number(spare.dataset.spare) };
  const held = target.closest?.("[data-held]");
  if (!held) return null;
  const [holder, kind] = held.dataset.held.split(":");
  const place = spareOf(holder, kind);
  return { piece: shown.spares[place].piece, spare: place, holder };
}

function drop({ spare, site, holder }, target) {
  const to = target?.closest("[data-site]")?.dataset.site;
  const into = target?.closest("[data-holder]")?.dataset.holder;
  const { piece } = shown.spares[spare];
  const kept = into && spareOf(into, piece.kind) >= 0 && shown.spares.some((each) => each.piece.kind === piece.kind && each.holders.includes(into));
  if (into && !kept) return;
  if (site !== undefined) delete draft.pieces[site];
  if (holder) draft.reserves[holder][piece.kind] -= 1;
  if (to) draft.pieces[to] = spare;
  else if (kept) draft.reserves[into][piece.kind] = (draft.reserves[into][piece.kind] ?? 0) + 1;
  taken = null;
  changed();
}

async function start(event) {
  event.preventDefault();
  if (!mayAct) return;
  const answer = await act("/api/v1/game", { game: form.elements.game.value, fen: form.elements.fen.value.trim() });
  if (answer.ok) location.href = "/";
  else byId("wrong").textContent = answer.words;
}

form.addEventListener("submit", start);
form.elements.game.addEventListener("change", () => open(form.elements.game.value, ""));
form.elements.fen.addEventListener("change", () => open(form.elements.game.value, form.elements.fen.value.trim()));
form.elements.fen.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  open(form.elements.game.value, form.elements.fen.value.trim());
});
for (const radio of form.elements.side) {
  radio.addEventListener("change", () => {
    draft.rest.side = radio.value;
    changed();
  });
}
byId("start-position").addEventListener("click", () => open(form.elements.game.value, ""));
byId("clear").addEventListener("click", () => {
  draft.pieces = {};
  if (draft.reserves) draft.reserves = { w: {}, b: {}, n: {} };
  changed();
});
byId("copy").addEventListener("click", async () => {
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  byId("said").textContent = copied ? "The link is copied." : `Copy it from here: ${location.href}`;
});
byId("board").addEventListener("keydown", (event) => {
  const site = /** @type {any} */ (event.target).closest("[data-site]")?.dataset.site;
  if (!["Delete", "Backspace"].includes(event.key) || !(site in draft.pieces)) return;
  delete draft.pieces[site];
  changed();
});

const wanted = new URLSearchParams(location.search);
const usual = form.elements.game.value;
await open(wanted.get("game") ?? usual, wanted.get("fen") ?? "");
// A position that cannot be leaves its words in sight, above the game's first position.
if (!board.layout) {
  const words = byId("wrong").textContent;
  await open([...form.elements.game.options].some(({ value }) => value === wanted.get("game")) ? wanted.get("game") : usual, "");
  byId("wrong").textContent = words;
}
