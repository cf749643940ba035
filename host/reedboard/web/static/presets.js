// Games as they were agreed once, kept by this browser under a name: which game, who plays White, by which clock.

import { byId } from "./nodes.js";

const KEY = "reedboard-presets";
const FIELDS = ["game", "fen", "white", "black", "time", "stop", "flag"];
const TICK = "rated";
const MOST = 30;
const LONGEST = 40;

/** @typedef {{name: string, [field: string]: string}} Preset */

/** @returns {Preset[]} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each?.name === "string") : [];
  } catch {
    return [];
  }
}

/** @param {Preset[]} presets */
function keep(presets) {
  try { localStorage.setItem(KEY, JSON.stringify(presets)); } catch { /* they last as long as the page */ }
}

/** The presets' part of the New game dialog. */
export class Presets {
  /**
   * @param {HTMLFormElement} form
   * @param {() => void} chosen called when the form was filled in
   */
  constructor(form, chosen) {
    this.form = form;
    this.chosen = chosen;
    this.list = byId("preset");
    this.name = byId("preset-name");
    this.list.addEventListener("change", () => this.fill());
    byId("keep-preset").addEventListener("click", () => this.keep());
    byId("forget-preset").addEventListener("click", () => this.forget());
    this.name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // Enter here keeps the preset, and starts no game
      this.keep();
    });
  }

  /** @param {string} selected a preset's name */
  show(selected = "") {
    const presets = kept();
    this.list.replaceChildren(new Option("none", ""), ...presets.map(({ name }) => new Option(name, name, false, name === selected)));
    byId("preset-row").hidden = !presets.length;
    byId("forget-preset").hidden = !selected;
    this.name.value = selected;
    byId("preset-told").textContent = "";
  }

  fill() {
    const found = kept().find(({ name }) => name === this.list.value);
    byId("forget-preset").hidden = !found;
    this.name.value = found?.name ?? "";
    if (!found) return;
    for (const field of FIELDS) this.form.elements[field].value = found[field] ?? "";
    this.form.elements[TICK].checked = found[TICK] === "yes";
    const game = /** @type {HTMLSelectElement} */ (this.form.elements.namedItem("game"));
    const missing = !game.value;
    if (missing) game.selectedIndex = 0;
    byId("preset-told").textContent = missing ? `The game of this preset (${found.game}) is not known here any more: choose another.` : "";
    this.chosen();
  }

  keep() {
    const name = this.name.value.trim().slice(0, LONGEST);
    if (!name) {
      byId("preset-told").textContent = "Give the preset a name first.";
      this.name.focus();
      return;
    }
    const told = Object.fromEntries(FIELDS.map((field) => [field, this.form.elements[field].value.trim()]));
    told[TICK] = this.form.elements[TICK].checked ? "yes" : "no";
    keep([{ name, ...told }, ...kept().filter((each) => each.name !== name)].slice(0, MOST));
    this.show(name);
    byId("preset-told").textContent = `Kept as “${name}”.`;
  }

  forget() {
    const name = this.list.value;
    keep(kept().filter((each) => each.name !== name));
    this.show();
    byId("preset-told").textContent = `“${name}” is forgotten.`;
  }
}
