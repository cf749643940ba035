// The hands above the virtual board: a tap lifts or places, a drag does both, Escape puts back. What they hold, the
// program knows; every page moves the same pair of hands.

import { element, piecePicture } from "./pieces.js";

const FAR_PX = 7;

export class Hands {
  constructor(mayAct, wish) {
    this.mayAct = mayAct;
    this.wish = wish;
    /** @type {any} */
    this.state = null;
    this.busy = Promise.resolve(true);
    /** @type {{ piece: Piece, take: [string, unknown], x: number, y: number, picture: SVGElement | null } | null} */
    this.drag = null;
    this.dragged = false;
  }

  /** @param {State} state */
  follow(state) {
    this.state = state;
  }

  // Whether there is anything to move: only a virtual board has hands in the page.
  free() {
    return this.mayAct && Boolean(this.state?.hands);
  }

  // Quick taps are done one after the other. What the page does of itself (`unasked`) is nobody's next deed.
  do(action, what, unasked = false) {
    if (this.free()) this.busy = this.busy.then(() => this.wish({ [action]: what }, unasked));
    return this.busy;
  }

  tap(site) {
    if (!this.dragged) this.do("tap", site);
  }

  putBack() {
    if (this.drag) this.drop(null);
    else this.do("put_back", ""); // with nothing in the hand nothing happens; this page may not know yet what is
  }

  // Dragging: a piece on the board, in a tray, in the hand or beside the board follows the mouse or the finger.
  listen(root) {
    root.addEventListener("pointerdown", (event) => this.pressed(event));
    root.addEventListener("pointermove", (event) => this.moved(event));
    root.addEventListener("pointerup", (event) => this.released(event));
    root.addEventListener("pointercancel", () => this.drop(null));
    // A finger that took hold of a piece moves the piece, not the page.
    root.addEventListener("touchmove", (event) => this.drag && event.cancelable && event.preventDefault(), { passive: false });
    root.addEventListener("dragstart", (event) => this.drag && event.preventDefault());
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.putBack();
    });
  }

  /**
   * What lies where the pointer went down, and how it is taken up.
   * @param {any} target
   * @returns {{ piece: Piece, take: [string, unknown] } | null}
   */
  source(target) {
    const cell = target.closest?.("[data-site]")?.dataset.site;
    if (cell) return this.state.hands.sites.includes(cell) ? { piece: this.state.pieces[cell], take: ["lift", cell] } : null;
    const slots = target.closest?.("[data-slots]");
    if (slots) return slots.dataset.full ? { piece: JSON.parse(slots.dataset.piece), take: ["take_out", slots.dataset.slots] } : null;
    const piece = target.closest?.("[data-choose]");
    return piece ? { piece: JSON.parse(piece.dataset.piece), take: ["choose", piece.dataset.choose] } : null;
  }

  pressed(event) {
    this.dragged = false;
    if (!event.isPrimary) this.drop(null); // two fingers enlarge the page
    if (!this.free() || !event.isPrimary || event.button) return;
    const found = this.source(event.target);
    if (found?.piece) this.drag = { ...found, x: event.clientX, y: event.clientY, picture: null };
  }

  moved(event) {
    const { drag } = this;
    if (!drag || !event.isPrimary) return;
    if (!drag.picture) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR_PX) return;
      this.dragged = true;
      const picture = element("svg", { viewBox: "-50 -50 100 100", class: "dragged", "aria-hidden": "true" });
      picture.append(piecePicture(drag.piece));
      document.body.append(picture);
      drag.picture = picture;
      this.do(...drag.take);
    }
    if (drag.picture) drag.picture.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  }

  released(event) {
    if (!this.drag || !event.isPrimary) return;
    this.drop(this.drag.picture ? document.elementFromPoint(event.clientX, event.clientY) : null);
  }

  // What is let go is the piece that was dragged, whatever else is in the hand; where it may not lie, it goes back.
  async finish(dragged, act) {
    if (!(await this.busy) || !(await this.do("choose", dragged))) return;
    if (!(await this.do(...act)) && act[0] !== "put_back") this.do("put_back", "", true);
  }

  // Where a dragged piece is let go: on a cell, in a tray, beside the board; anywhere else it goes back.
  drop(target) {
    const { drag } = this;
    this.drag = null;
    if (!drag?.picture) return;
    drag.picture.remove();
    const cell = target?.closest("[data-site]")?.dataset.site;
    const slots = target?.closest("[data-slots]")?.dataset.slots;
    const dragged = `${drag.piece.side}:${drag.piece.kind}`;
    const act = cell ? ["place", cell] : slots ? ["lay_in", slots]
      : target?.closest("[data-beside]") ? ["lay_aside", dragged] : ["put_back", ""];
    this.finish(dragged, act);
    // The click that ends a drag is no tap.
    setTimeout(() => { this.dragged = false; }, 0);
  }
}
