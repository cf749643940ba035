// A recorded game with its variations: which position each node is, how nodes are reached, and how links name them.

export class RecordTree {
  /** @param {{ nodes: Api.NodeView[], palette: Piece[] }} record */
  constructor({ nodes, palette }) {
    this.nodes = nodes;
    this.palette = palette;
    /** @type {number[][]} */
    this.children = nodes.map(() => []);
    nodes.forEach(({ parent }, place) => { if (parent >= 0) this.children[parent].push(place); });
    /** @type {Map<number, Record<string, Piece>>} */
    this.boards = new Map();
  }

  // The next move of the same line; the other children begin variations.
  next(place) {
    const own = this.nodes[place].variation ?? 0;
    return this.children[place].find((child) => (this.nodes[child].variation ?? 0) === own) ?? place;
  }

  // The next move, where a line ends the first of a variation that goes on after it.
  onward(place) {
    const next = this.next(place);
    return next === place ? this.children[place][0] ?? place : next;
  }

  before(place) { return Math.max(this.nodes[place].parent, 0); }

  // The same move's alternatives, one after the other, and round again.
  sibling(place, step) {
    if (!place) return place;
    const all = this.children[this.nodes[place].parent];
    return all[(all.indexOf(place) + step + all.length) % all.length];
  }

  end() {
    let place = 0;
    for (let next = this.next(0); next !== place; next = this.next(place)) place = next;
    return place;
  }

  // The moves that lead to a node, from the start.
  path(place) {
    const moves = [];
    for (let at = place; at > 0; at = this.nodes[at].parent) moves.unshift(this.nodes[at].move);
    return moves;
  }

  at(moves) {
    let place = 0;
    for (const move of moves) {
      const found = this.children[place].find((child) => this.nodes[child].move === move);
      if (found === undefined) return null;
      place = found;
    }
    return place;
  }

  // "12" is the game's twelfth ply; "11.g1f3.b8c6" leaves the game after its eleventh.
  link(place) {
    const off = [];
    let at = place;
    for (; this.nodes[at].variation; at = this.nodes[at].parent) off.unshift(this.nodes[at].move);
    return [this.nodes[at].ply ?? 0, ...off].join(".");
  }

  linked(link) {
    const [ply, ...off] = link.split(".");
    let place = 0;
    for (let count = Number(ply); count > 0 && this.next(place) !== place; count -= 1) place = this.next(place);
    for (const move of off) {
      place = this.children[place].find((child) => this.nodes[child].move === decodeURIComponent(move)) ?? place;
    }
    return place;
  }

  /**
   * @param {number} place
   * @returns {Record<string, Piece>}
   */
  pieces(place) {
    const known = this.boards.get(place);
    if (known) return known;
    const trail = [];
    let at = place;
    for (; at >= 0 && !this.boards.has(at); at = this.nodes[at].parent) trail.unshift(at);
    let pieces = this.boards.get(at) ?? {};
    for (const step of trail) {
      pieces = { ...pieces };
      for (const [site, piece] of Object.entries(this.nodes[step].changes ?? {})) {
        if (piece === null) delete pieces[site];
        else pieces[site] = this.palette[piece];
      }
      this.boards.set(step, pieces);
    }
    return pieces;
  }

  /** @param {number} place */
  reserves(place) {
    let at = place;
    while (at >= 0 && !this.nodes[at].reserves) at = this.nodes[at].parent;
    return this.nodes[at]?.reserves ?? {};
  }

  // What the mover's clock showed last, by side.
  clocks(place) {
    /** @type {Record<string, number>} */
    const found = {};
    for (let at = place; at > 0; at = this.nodes[at].parent) {
      const { side, clock_ms: clock } = this.nodes[at];
      if (typeof clock === "number" && !(side in found)) found[side] = clock;
    }
    return found;
  }
}
