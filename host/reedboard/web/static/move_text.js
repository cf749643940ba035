// The moves of a record as text that leads: the game, its comments, its variations.

import { node } from "./nodes.js";
import { signOf } from "./record_values.js";

export const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

export function moveText(tree) {
  const text = node("div", { class: "line" });
  for (const comment of tree.nodes[0].comments ?? []) text.append(said(comment));
  lay(tree, 0, text);
  return text;
}

// Lays the line after `from` into `text`: each move, then what might have been played instead of it, or on after the last.
function lay(tree, from, text) {
  /** @type {[number, HTMLElement][]} */
  const waiting = [[from, text]];
  while (waiting.length) {
    let [place, into] = /** @type {[number, HTMLElement]} */ (waiting.shift());
    let interrupted = true;
    if (place < 0) { // a variation begins with this move itself
      place = -place;
      into.append(move(tree, place, true), " ");
      interrupted = remarks(tree, place, into);
    }
    for (let ended = false; !ended;) {
      const next = tree.next(place);
      ended = next === place;
      if (!ended) {
        into.append(move(tree, next, interrupted), " ");
        interrupted = remarks(tree, next, into);
      }
      for (const other of tree.children[place].filter((child) => child !== next)) {
        const line = node("div", { class: "variation", role: "group", "aria-label": "Variation" });
        into.append(line);
        waiting.push([-other, line]);
        interrupted = true;
      }
      place = next;
    }
  }
}

function move(tree, place, interrupted) {
  const { number, side, san, move: machine, glyphs = [], state, judged: lost } = tree.nodes[place];
  const judged = glyphs.map((glyph) => GLYPHS[glyph]).find(Boolean) ?? signOf(lost);
  const words = node("span", { class: "step" });
  if (side === "w" || interrupted) words.append(node("span", { class: "number" }, `${number}${side === "w" ? "." : "…"}`));
  words.append(node("a", {
    href: `#${tree.link(place)}`, class: `move ${state ?? ""} ${lost ?? ""}`, "data-place": place, tabindex: -1, title: machine,
  }, san + judged));
  return words;
}

function remarks(tree, place, into) {
  const { comments = [] } = tree.nodes[place];
  for (const comment of comments) into.append(said(comment), " ");
  return comments.length > 0;
}

const said = (words) => node("span", { class: "comment" }, words);
