// The hands above the virtual board: they lift, place, and remember what they have not put down again.

export class Hands {
  constructor(mayAct, wish, changed) {
    this.mayAct = mayAct;
    this.wish = wish;
    this.changed = changed;
    this.state = null;
    this.aside = [];
  }

  // Whether there is anything to move: only a virtual board has hands in the page.
  free() {
    return this.mayAct && Boolean(this.state?.hands);
  }

  // On a cell: what stands there is lifted, an empty one is filled.
  tap(site) {
    if (!this.free()) return;
    if (this.state.occupied.includes(site)) this.lift(site);
    else this.place(site);
  }

  // On the slots of a kind: a piece of that kind in the hand goes there, otherwise one comes out.
  tapSlots(kind, slots) {
    const full = slots.filter((slot) => this.state.occupied.includes(slot));
    const empty = slots.filter((slot) => !full.includes(slot));
    const held = this.aside.findLastIndex((piece) => piece.kind.replace("+", "") === kind);
    if (empty.length && (held >= 0 || !full.length)) {
      if (held >= 0) this.choose(held);
      this.place(empty[0]);
    } else {
      this.lift(full.at(-1));
    }
  }

  // Which piece is placed next.
  choose(place) {
    this.aside.push(...this.aside.splice(place, 1));
    this.changed();
  }

  async lift(site) {
    const piece = this.state.pieces[site];
    if (!(await this.wish({ lift: site }))) return;
    if (piece) this.aside.push(piece);
    this.changed();
  }

  async place(site) {
    if (!(await this.wish({ place: site }))) return;
    this.aside.pop();
    this.changed();
  }
}
