// What can be taken from a record: the position as text and picture, a link, the game as a picture that moves; and what
// today's program reads in its journal.

import { look } from "./ask.js";
import { byId, node } from "./nodes.js";

const WIDE_PX = 1200;

/**
 * @param {Api.RecordView} record
 * @param {Api.NodeView} at
 */
export function showSharing(record, { fen, last = [] }) {
  const game = encodeURIComponent(record.game.id), position = encodeURIComponent(fen);
  byId("fen").value = fen;
  byId("position-svg").href = `/position.svg?game=${game}&fen=${position}&last=${last.join(",")}`;
  byId("from-here").href = `/editor?game=${game}&fen=${position}`;
}

export function listenToSharing(api, page) {
  byId("copy-fen").addEventListener("click", () => copy(byId("fen").value, "The FEN is copied."));
  byId("copy-link").addEventListener("click", () => copy(location.href, "The link to this position is copied."));
  byId("position-png").addEventListener("click", () => png(byId("position-svg").href, `position-${page.record.id}.png`));
  byId("decode").addEventListener("click", () => decode(api, page));
  byId("fen").addEventListener("focus", () => byId("fen").select());
}

async function copy(text, done) {
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  byId("shared").textContent = copied ? done : `Copy it from here: ${text}`;
}

// The browser draws the SVG's pixels; the program needs no library for pictures.
async function png(address, name) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDE_PX;
  canvas.height = Math.round((WIDE_PX * picture.naturalHeight) / picture.naturalWidth);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  const link = node("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function decode(api, page) {
  const shown = byId("decoded");
  shown.replaceChildren(node("p", {}, "Reading the journal…"));
  byId("decode").disabled = true;
  const { ok, told, words } = await look(`${api}/decoded`);
  byId("decode").disabled = false;
  if (!ok) {
    shown.replaceChildren(node("p", {}, words));
    return;
  }
  const { lines, differences, left_out: leftOut } = told;
  const move = (side) => (side === null ? "no move" : side.state === "asked" ? `${side.san} (asked)` : side.san);
  const summary = differences.length
    ? `${lines} lines of the journal, read today, differ at ${differences.length} of ${page.moves.length} plies:`
    : `${lines} lines of the journal, read today, give the same game.`;
  const rows = differences.map(({ ply, then, now }) => node("tr", {},
    node("td", {}, node("a", { href: `#${ply}` }, `ply ${ply}`)), node("td", {}, move(then)), node("td", {}, move(now))));
  const heads = node("tr", {}, ...["", "recorded", "today"].map((words_) => node("th", { scope: "col" }, words_)));
  shown.replaceChildren(node("p", {}, summary), ...(rows.length ? [node("table", {}, node("thead", {}, heads), node("tbody", {}, ...rows))] : []),
    ...leftOut.map((each) => node("p", {}, each)));
}
