// What people write beside the moves of a record: comments, judgements, other moves, and the tags of the game.

import { act, tell } from "./ask.js";
import { GLYPHS } from "./move_text.js";
import { byId, node } from "./nodes.js";

// Shows what stands at a node; a text being written there is left alone.
export function showNotes(tree, place) {
  const { comments = [], glyphs = [], san, variation } = tree.nodes[place];
  const comment = byId("comment").elements.comment;
  if (comment.dataset.place !== String(place) || document.activeElement !== comment) comment.value = comments.join(" ");
  comment.dataset.place = place;
  byId("note-of").textContent = place ? `Note on ${san}` : "Note before the first move";
  for (const judged of byId("judgement").querySelectorAll("button")) {
    judged.disabled = !place;
    judged.setAttribute("aria-pressed", String(glyphs.includes(Number(judged.value))));
  }
  byId("remove").hidden = !variation;
  for (const form of [byId("comment"), byId("try")]) tell(form, { ok: true });
}

// `page` is the record's page: its tree and where it stands; `take` shows the record as it is then.
export function listenToNotes(api, page, take, go) {
  const change = async (form, what) => {
    const answer = await act(`${api}/notes`, { path: page.tree.path(page.place), ...what });
    if (answer.ok) take(answer.told);
    tell(form, answer);
    return answer.ok;
  };
  const comment = byId("comment");
  comment.addEventListener("submit", async (event) => {
    event.preventDefault();
    comment.elements.comment.blur();
    if (await change(comment, { comment: comment.elements.comment.value })) byId("noted").textContent = "Noted.";
  });
  byId("judgement").append(...Object.entries(GLYPHS).map(([glyph, sign]) => {
    const button = node("button", { type: "button", value: glyph, "aria-pressed": "false", "aria-label": NAMES[sign], title: NAMES[sign] }, sign);
    button.addEventListener("click", () => change(comment, { glyph: button.getAttribute("aria-pressed") === "true" ? 0 : Number(glyph) }));
    return button;
  }));
  const other = byId("try");
  const tryMove = async (move) => {
    const path = page.tree.path(page.place);
    if (!(await change(other, { move }))) return;
    other.elements.move.value = "";
    const there = page.tree.children[page.tree.at(path)];
    const played = there.find((each) => [page.tree.nodes[each].move, page.tree.nodes[each].san.replace(/[+#]$/, "")].includes(move.replace(/[+#!?]+$/, "")));
    go(played ?? there.at(-1));
  };
  other.requestTry = tryMove;
  other.addEventListener("submit", (event) => {
    event.preventDefault();
    tryMove(other.elements.move.value.trim());
  });
  byId("remove").addEventListener("click", () => change(other, { remove: true }));
  const result = byId("result");
  result.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await act(`${api}/result`, { result: result.elements.result.value });
    tell(result, answer);
    if (answer.ok) location.reload();
  });
  const tags = byId("tags");
  /** @type {HTMLInputElement[]} */
  const fields = [...tags.querySelectorAll("input")];
  for (const field of fields) if (field.name) field.value = page.record.tags[field.name] ?? "";
  tags.addEventListener("submit", async (event) => {
    event.preventDefault();
    const told = Object.fromEntries(fields.filter((field) => field.name).map((field) => [field.name, field.value]));
    const answer = await act(`${api}/tags`, { tags: told });
    tell(tags, answer);
    if (!answer.ok) return;
    take({ ...page.record, tags: answer.told.tags });
    byId("tagged").textContent = "Kept.";
  });
}

const NAMES = {
  "!": "A good move", "?": "A mistake", "!!": "A brilliant move", "??": "A blunder", "!?": "An interesting move", "?!": "A dubious move",
};
