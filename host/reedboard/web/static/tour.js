// The tour of a game: its pieces and special rules step by step, on the page and by the board's own lights.

import { byId, node } from "./nodes.js";
import { pieceIcon } from "./pieces.js";

const KEY = "reedboard-toured";

/** @returns {string[]} the games whose tour was taken in this browser */
function toured() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} game */
function note(game) {
  try { localStorage.setItem(KEY, JSON.stringify([...new Set([...toured(), game])])); } catch { /* it is offered again */ }
}

// "Step 2 of 3, the pieces: 5 of 14"
function where({ number, count, title, step, steps }) {
  const among = steps > 1 ? `: ${step + 1} of ${steps}` : "";
  return `Step ${number + 1} of ${count}, ${title[0].toLowerCase()}${title.slice(1)}${among}`;
}

/** Offers the tour while no game is under way, and leads through it. */
export class Tour {
  /**
   * @param {(path: string, body: object) => Promise<boolean>} act
   * @param {boolean} mayAct
   */
  constructor(act, mayAct) {
    this.act = act;
    this.mayAct = mayAct;
    this.shown = "";
    /** @type {Promise<unknown>} */
    this.going = Promise.resolve();
    byId("tour-begin")?.addEventListener("click", () => this.go(0));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.shown && mayAct && !document.querySelector("dialog[open]")) this.go(-1);
    });
  }

  /**
   * One after the other: of two clicks in a moment the program may hear the later one first.
   * @param {number} step the first is 0; -1 ends the tour
   */
  go(step) {
    this.going = this.going.then(() => this.act("tour", { step }));
  }

  /** @param {State} state */
  follow({ tour, game, moves, outcome }) {
    const begin = byId("tour-begin");
    if (begin) {
      begin.hidden = Boolean(tour || moves.length || outcome);
      begin.classList.toggle("strong", !toured().includes(game.id));
    }
    const card = byId("tour");
    card.hidden = !tour;
    document.body.classList.toggle("touring", Boolean(tour));
    const now = tour ? JSON.stringify([tour.number, tour.title, game.id]) : "";
    if (now === this.shown) return;
    this.shown = now;
    if (!tour) {
      card.replaceChildren();
      return;
    }
    const alone = Object.values(tour.pieces);
    const head = node("h2", {}, alone.length === 1 ? pieceIcon(alone[0]) : "", tour.title);
    card.replaceChildren(head, node("p", {}, tour.text), node("p", { class: "hint" }, `${where(tour.part)}. A touch of the board ends the tour.`));
    if (!this.mayAct) return;
    const last = tour.number + 1 === tour.count;
    const { onward, step, steps } = tour.part;
    const more = step + 1 < steps && onward !== null;
    if (last) note(game.id);
    const buttons = [
      this.button("Back", tour.number - 1, tour.number === 0),
      this.button(last ? "To the game" : "Next", last ? -1 : tour.number + 1, false, "strong"),
      ...(more ? [this.button("Skip these pieces", onward, false)] : []),
      ...(last ? [] : [this.button("Skip the tour", -1, false)]),
    ];
    card.append(node("div", { class: "choices" }, ...buttons));
    buttons[1].focus({ preventScroll: true });
  }

  button(words, step, disabled, kind = "") {
    const made = node("button", { type: "button", class: kind, "data-step": step }, words);
    made.disabled = disabled;
    made.addEventListener("click", () => {
      if (step === -1) note(this.game());
      this.go(step);
    });
    return made;
  }

  game() {
    return this.shown ? JSON.parse(this.shown)[2] : "";
  }
}
