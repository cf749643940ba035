// The page of a record: any position of the game and of its variations, when it was reached, and what is said of it.

import { look } from "./ask.js";
import { Board } from "./board.js";
import { moveText } from "./move_text.js";
import { byId, seconds, stock, node } from "./nodes.js";
import { dress } from "./pieces.js";
import { listenToNotes, showNotes } from "./record_notes.js";
import { listenToSharing, showSharing } from "./record_sharing.js";
import { RecordTree } from "./record_tree.js";
import { showValues } from "./record_values.js";
import { drawGame, drawMove, spans } from "./time_picture.js";
import { mayAct } from "./token.js";

const SIDES = { w: "White", b: "Black" };
const SWIPE_PX = 40;
const PLAY_MS = 900;

const number = document.body.dataset.record;
const api = `/api/v1/records/${number}`;
/**
 * @type {{ record: any, tree: RecordTree, place: number, felt: any, moves: ReturnType<typeof spans>, playing: number,
 *   picked: string | null }}
 */
const page = { record: null, tree: new RecordTree({ nodes: [], palette: [] }), place: 0, felt: null, moves: [], playing: 0, picked: null };
const board = new Board(byId("board"), tapped);

function go(place) {
  page.place = place;
  page.picked = null;
  history.replaceState(null, "", `#${page.tree.link(place)}`);
  show();
}

function take(record) {
  const path = page.record ? page.tree.path(page.place) : null;
  page.record = record;
  page.tree = new RecordTree(record);
  page.moves = spans(page.tree);
  page.place = path ? page.tree.at(path) ?? page.tree.at(path.slice(0, -1)) ?? 0 : page.tree.linked(location.hash.slice(1));
  byId("text").replaceChildren(moveText(page.tree));
  show();
}

function show() {
  const { tree, place, record } = page;
  const at = tree.nodes[place];
  const pieces = tree.pieces(place);
  board.setPieces(pieces);
  board.setLast(at.last ?? []);
  board.label({ pieces, lights: {}, occupied: Object.keys(pieces), hands: null });
  for (const [site, cell] of board.cells) cell.classList.toggle("picked", site === page.picked);
  byId("turn").textContent = told(at);
  byId("took").textContent = took(at);
  showPlayers();
  const slider = byId("slider");
  slider.max = String(tree.nodes[tree.end()].ply ?? 0);
  slider.value = String(at.ply ?? 0);
  slider.setAttribute("aria-valuetext", told(at));
  for (const link of byId("text").querySelectorAll("[data-place]")) {
    const now = Number(link.dataset.place) === place;
    link.classList.toggle("now", now);
    if (now) {
      link.setAttribute("aria-current", "step");
      inSight(link);
    } else link.removeAttribute("aria-current");
  }
  byId("back").disabled = byId("first").disabled = place === 0;
  byId("on").disabled = tree.onward(place) === place;
  byId("last").disabled = place === tree.end();
  showValues(tree, place, go, record.analysed);
  showTime();
  if (mayAct) showNotes(tree, place);
  showSharing(record, at);
  byId("board").dataset.place = String(place);
}

// The current move is kept in sight within the list, and the page itself stays where it is.
function inSight(link) {
  const list = byId("text");
  const [top, bottom] = [link.offsetTop - list.offsetTop, link.offsetTop - list.offsetTop + link.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top - 40;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 40;
}

/** @param {Api.NodeView} at */
function told({ number: move, side, san, ply, variation }) {
  if (!ply) return "The first position";
  return `${move}${side === "w" ? "." : "…"} ${san}${variation ? " · variation" : ""}`;
}

/** @param {Api.NodeView} at */
function took({ thought_ms: thought, handled_ms: handled, elapsed_ms: elapsed }) {
  if (typeof thought === "number") return `Thought ${seconds(thought)}, moved in ${seconds(handled ?? 0)}`;
  return typeof elapsed !== "number" ? "" : `Took ${seconds(elapsed)}`;
}

function showPlayers() {
  const { tree, place, record } = page;
  const [reserves, clocks] = [tree.reserves(place), tree.clocks(place)];
  const known = (name) => (name && name !== "?" ? name : null);
  for (const side of ["w", "b"]) {
    const name = known(record.tags[SIDES[side]]) ?? SIDES[side];
    /** @type {HTMLElement[]} */
    const parts = [node("div", { class: "name" }, node("span", { class: `side ${side}` }), name)];
    if (side in clocks) parts.push(node("span", { class: "left" }, seconds(clocks[side])));
    const held = stock(reserves[side] ?? []);
    if (held.length) parts.push(node("div", { class: "reserve", role: "group", "aria-label": `${SIDES[side]}'s reserve` }, ...held));
    const free = side === "w" ? stock(reserves.n ?? []) : [];
    if (free.length) parts.push(node("div", { class: "reserve", role: "group", "aria-label": "Neutral reserve" }, node("span", { class: "caption" }, "neutral"), ...free));
    byId(side === "w" ? "player-w" : "player-b").replaceChildren(...parts);
  }
}

function showTime() {
  const { tree, place, moves, felt } = page;
  byId("time").hidden = !moves.length;
  if (!moves.length) return;
  const width = byId("game-time").parentElement?.clientWidth ?? 0;
  drawGame(byId("game-time"), width, moves, felt, place, go);
  const at = moves.findIndex((each) => each.place === place);
  const rows = at >= 0 && felt?.readings.length ? drawMove(byId("move-time"), width, moves[at], moves[at + 1], felt) : 0;
  byId("close-up").hidden = !rows;
  if (rows) byId("close-up").querySelector("figcaption").textContent = `What the sensors said during ${tree.nodes[place].san}`;
}

// Two cells tapped name a move to be tried here.
function tapped(site) {
  if (!mayAct) return;
  if (!page.picked) page.picked = page.tree.pieces(page.place)[site] ? site : null;
  else {
    const [from, to] = [page.picked, site];
    page.picked = null;
    if (from !== to) byId("try").requestTry(`${from}${to}`);
  }
  for (const [cell, drawn] of board.cells) drawn.classList.toggle("picked", cell === page.picked);
}

function play() {
  clearInterval(page.playing);
  page.playing = byId("play").getAttribute("aria-pressed") === "true" ? 0 : setInterval(() => {
    const next = page.tree.next(page.place);
    if (next === page.place) play();
    else go(next);
  }, PLAY_MS);
  byId("play").setAttribute("aria-pressed", String(Boolean(page.playing)));
  byId("play").textContent = page.playing ? "❚❚" : "▶";
}

const KEYS = {
  ArrowLeft: () => go(page.tree.before(page.place)),
  ArrowRight: () => go(page.tree.onward(page.place)),
  ArrowUp: () => go(page.tree.sibling(page.place, -1)),
  ArrowDown: () => go(page.tree.sibling(page.place, 1)),
  Home: () => go(0),
  End: () => go(page.tree.end()),
};

function listen() {
  byId("first").addEventListener("click", KEYS.Home);
  byId("back").addEventListener("click", KEYS.ArrowLeft);
  byId("on").addEventListener("click", KEYS.ArrowRight);
  byId("last").addEventListener("click", KEYS.End);
  byId("play").addEventListener("click", play);
  byId("slider").addEventListener("input", () => go(page.tree.linked(byId("slider").value)));
  byId("text").addEventListener("click", (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("[data-place]");
    if (!link) return;
    event.preventDefault();
    go(Number(link.getAttribute("data-place")));
  });
  window.addEventListener("hashchange", () => go(page.tree.linked(location.hash.slice(1))));
  window.addEventListener("resize", () => {
    showValues(page.tree, page.place, go, page.record.analysed);
    showTime();
  });
  document.addEventListener("keydown", (event) => {
    const busy = /** @type {HTMLElement} */ (event.target).closest("input, textarea, select, dialog, summary, [data-site]");
    if (busy || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  /** @type {number | null} */
  let from = null;
  // A page enlarged by two fingers is moved about by one; elsewhere one finger goes through the game.
  visualViewport?.addEventListener("resize", () => document.body.classList.toggle("enlarged", (visualViewport?.scale ?? 1) > 1.05));
  byId("board").addEventListener("pointerdown", (event) => { from = event.pointerType === "touch" ? event.clientX : null; });
  byId("board").addEventListener("pointerup", (event) => {
    const far = from === null ? 0 : event.clientX - from;
    from = null;
    if (far > SWIPE_PX) KEYS.ArrowLeft();
    else if (far < -SWIPE_PX) KEYS.ArrowRight();
  });
}

// The readings one by one, as they come in columns.
function rows({ sites, t_ms: times, at, on, pressed_ms: presses, adjourned_ms: adjourned }) {
  return { sites, readings: times.map((ms, number) => [ms, at[number], on[number]]), presses, adjourned };
}

const found = await look(api);
if (!found.ok) byId("turn").textContent = found.words;
else {
  await dress(found.told.game.id);
  board.lay(found.told.layout);
  listen();
  listenToSharing(api, page);
  take(found.told);
  if (mayAct) listenToNotes(api, page, take, go);
  byId("board").dataset.ready = "yes";
  if (found.told.readings) {
    const readings = await look(`${api}/readings`);
    if (readings.ok) page.felt = rows(readings.told);
    showTime();
    byId("time").dataset.ready = "yes";
  }
}
