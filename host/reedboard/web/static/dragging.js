// Dragging a piece with a mouse or a finger: its picture follows, and whoever asked is told where it was let go.

import { element, piecePicture } from "./pieces.js";

const FAR_PX = 7;

export class Dragging {
  /**
   * @param {Document} root
   * @param {(target: any) => any} source gives `{ piece, ... }` where a piece can be taken up, else null
   * @param {(found: any, target: Element | null) => void} drop takes it
   */
  constructor(root, source, drop) {
    this.source = source;
    this.drop = drop;
    /** @type {{ found: any, x: number, y: number, picture: SVGElement | null } | null} */
    this.held = null;
    this.dragged = false;
    root.addEventListener("pointerdown", (event) => this.pressed(event));
    root.addEventListener("pointermove", (event) => this.moved(event));
    root.addEventListener("pointerup", (event) => this.released(event));
    root.addEventListener("pointercancel", () => this.end());
    root.addEventListener("touchmove", (event) => this.held && event.cancelable && event.preventDefault(), { passive: false });
    root.addEventListener("dragstart", (event) => this.held && event.preventDefault());
  }

  pressed(event) {
    this.dragged = false;
    if (!event.isPrimary) this.end(); // two fingers enlarge the page
    if (!event.isPrimary || event.button) return;
    const found = this.source(event.target);
    if (found) this.held = { found, x: event.clientX, y: event.clientY, picture: null };
  }

  moved(event) {
    const { held } = this;
    if (!held || !event.isPrimary) return;
    if (!held.picture) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR_PX) return;
      this.dragged = true;
      const picture = element("svg", { viewBox: "-50 -50 100 100", class: "dragged", "aria-hidden": "true" });
      picture.append(piecePicture(held.found.piece));
      document.body.append(picture);
      held.picture = picture;
    }
    if (held.picture) held.picture.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  }

  released(event) {
    if (!this.held || !event.isPrimary) return;
    const { found, picture } = this.held;
    this.end();
    if (picture) this.drop(found, document.elementFromPoint(event.clientX, event.clientY));
    // The click that ends a drag is no tap.
    setTimeout(() => { this.dragged = false; }, 0);
  }

  end() {
    this.held?.picture?.remove();
    this.held = null;
  }
}
