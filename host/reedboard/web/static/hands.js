// The hands above the virtual board: they lift, place, and remember what they have not put down again, and what they
// put down where: sensors cannot tell one piece from another, the hand that put it there can.

const alike = (one, other) => one.side === other.side && one.kind === other.kind;

export class Hands {
  constructor(mayAct, wish, changed) {
    this.mayAct = mayAct;
    this.wish = wish;
    this.changed = changed;
    this.state = null;
    this.aside = [];
    this.put = new Map();
    this.placing = null;
    this.pieces = {};
    this.asLeft = new Map();
    this.busy = Promise.resolve();
  }

  // Another game than before, or a page opened anew: what the game misses on the board is in the hand.
  begin(state) {
    this.aside = [...state.held];
    this.put.clear();
    this.asLeft.clear();
    this.pieces = {};
  }

  // The game knows better which piece it was that these hands put down, once it has made it out: a capture with both
  // pieces in hand may have put down either, and a Pawn becomes what it is said to be.
  follow(state) {
    this.returned(this.pieces, state.pieces);
    this.state = state;
    this.pieces = state.pieces;
    for (const [site, stands] of this.asLeft) if (state.occupied.includes(site) === stands) this.asLeft.delete(site);
    if (state.moves.length && state.moves.at(-1).state !== "settled") return;
    for (const [site, piece] of this.put) {
      const now = state.pieces[site];
      if (now?.state !== "standing" || alike(now, piece)) continue;
      const held = this.aside.findLastIndex((other) => alike(other, now));
      if (held >= 0) this.aside[held] = piece;
      this.put.set(site, { ...now, was: piece.was ?? piece });
    }
    // Taken off again and another put there: it was not what the game had taken it for.
    for (const [place, piece] of this.aside.entries()) {
      const now = piece.was && state.pieces[piece.from];
      if (now?.state === "standing" && !alike(now, piece)) this.aside[place] = piece.was;
    }
  }

  // What was missing and stands again, put there by the hands of another page, is no longer in these.
  returned(before, now) {
    for (const [site, piece] of Object.entries(before)) {
      if (piece.state !== "lifted" || now[site]?.state !== "standing" || !alike(piece, now[site])) continue;
      const held = this.aside.findLastIndex((other) => alike(other, piece));
      if (held >= 0 && site !== this.placing && !this.put.has(site)) this.aside.splice(held, 1);
    }
  }

  // The pieces as they are to be drawn: what the game cannot name, these hands may.
  named(pieces) {
    const found = { ...pieces };
    for (const [site, piece] of this.put) {
      if (found[site]?.state === "loose") found[site] = { ...piece, state: "loose" };
    }
    return found;
  }

  // Whether there is anything to move: only a virtual board has hands in the page.
  free() {
    return this.mayAct && Boolean(this.state?.hands);
  }

  // Whether something stands there: the sensors may not have told yet what these hands did a moment ago.
  stands(site) {
    return this.asLeft.get(site) ?? this.state.occupied.includes(site);
  }

  // Quick taps are done one after the other.
  inTurn(act) {
    this.busy = this.busy.then(act, act);
  }

  // On a cell: what stands there is lifted, an empty one is filled.
  tap(site) {
    if (this.free()) this.inTurn(() => (this.stands(site) ? this.lift(site) : this.place(site)));
  }

  // On the slots of a kind: a piece of that kind in the hand goes there, otherwise one comes out.
  tapSlots(kind, slots) {
    if (this.free()) this.inTurn(() => this.moveSlots(kind, slots));
  }

  async moveSlots(kind, slots) {
    const full = slots.filter((slot) => this.stands(slot));
    const empty = slots.filter((slot) => !full.includes(slot));
    const held = this.aside.findLastIndex((piece) => piece.kind.replace("+", "") === kind);
    if (empty.length && (held >= 0 || !full.length)) {
      if (held >= 0) this.choose(held);
      await this.place(empty[0]);
    } else {
      await this.lift(full.at(-1));
    }
  }

  // Which piece is placed next.
  choose(place) {
    this.aside.push(...this.aside.splice(place, 1));
    this.changed();
  }

  async lift(site) {
    const piece = this.put.get(site) ?? this.state.pieces[site];
    if (!(await this.wish({ lift: site }))) return;
    this.asLeft.set(site, false);
    this.put.delete(site);
    if (piece) this.aside.push({ ...piece, from: site });
    this.changed();
  }

  async place(site) {
    const missing = this.state.trouble && this.state.pieces[site];
    const fitting = missing ? this.aside.findLastIndex((piece) => alike(piece, missing)) : -1;
    if (fitting >= 0) this.choose(fitting);
    this.placing = site;
    const done = await this.wish({ place: site });
    this.placing = null;
    if (!done) return;
    this.asLeft.set(site, true);
    const piece = this.aside.pop();
    if (piece) this.put.set(site, piece);
    // The game may have made it out before the board's host answered.
    this.follow(this.state);
    this.changed();
  }
}
