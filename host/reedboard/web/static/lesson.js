// What a piece is and where it may go: told of the one that a mouse rests on, the keyboard comes to, or a finger holds.

import { look } from "./look.js";
import { pieceIcon } from "./pieces.js";

const REST_MS = 500; // a mouse on its way over the board asks nothing
const NEAR_PX = 10;

export class Lesson {
  constructor(board, card) {
    this.board = board;
    this.card = card;
    this.state = null;
    this.site = null;
    this.waiting = 0;
    this.held = false;
    const site = (event) => event.target.closest?.("[data-site]")?.dataset.site ?? null;
    const { svg } = board;
    svg.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.soon(site(event)));
    svg.addEventListener("pointerleave", () => this.end());
    svg.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && this.soon(site(event)));
    svg.addEventListener("focusout", () => this.end());
    svg.addEventListener("pointerdown", (event) => {
      this.end();
      if (event.pointerType === "touch") this.soon(site(event), true);
    });
    svg.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" && Math.hypot(event.movementX, event.movementY) > NEAR_PX) this.end();
    });
    svg.addEventListener("contextmenu", (event) => this.held && event.preventDefault());
    // A finger that was held to be told something lifts nothing.
    svg.addEventListener("click", (event) => {
      if (this.held) event.stopImmediatePropagation();
      else this.end();
      this.held = false;
    }, true);
    document.addEventListener("pointerdown", (event) => !svg.contains(event.target) && this.end());
  }

  follow(state) {
    this.state = state;
    if (this.site && !state.pieces[this.site]) this.end();
  }

  soon(site, byTouch = false) {
    if (site === this.site && !byTouch) return;
    this.end();
    if (!look.lessons || !site || !this.state?.pieces[site]) return;
    this.site = site;
    this.waiting = setTimeout(() => this.tell(site, byTouch), REST_MS);
  }

  async tell(site, byTouch) {
    this.held = byTouch;
    const told = await fetch(`/api/v1/piece?site=${encodeURIComponent(site)}`).then((each) => (each.ok ? each.json() : null)).catch(() => null);
    if (!told || site !== this.site) return;
    const [name, says] = ["strong", "span"].map((tag) => document.createElement(tag));
    name.textContent = this.state.pieces[site].name;
    says.textContent = told.says;
    this.card.replaceChildren(pieceIcon(this.state.pieces[site]), name, says);
    this.card.hidden = false;
    this.place();
    for (const goal of told.goals) this.board.cells.get(goal)?.classList.add("goal");
  }

  // Never over the board: in the column beside it, or where there is none along the window's lower edge.
  place() {
    const [list, board] = [document.getElementById("moves"), this.board.svg].map((each) => each.getBoundingClientRect());
    const beside = list.left > board.right;
    this.card.style.left = `${beside ? list.left + 8 : Math.max(8, (innerWidth - this.card.offsetWidth) / 2)}px`;
    this.card.style.top = `${(beside ? list.bottom : innerHeight) - this.card.offsetHeight - 8}px`;
  }

  end() {
    clearTimeout(this.waiting);
    this.site = null;
    this.card.hidden = true;
    for (const cell of this.board.svg.querySelectorAll(".goal")) cell.classList.remove("goal");
  }
}
