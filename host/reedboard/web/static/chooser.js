// The New game dialog: which game, from where, who plays, by which clock; and the unfinished games.

import { byId as $ } from "./nodes.js";
import { unfinished } from "./panels.js";
import { Presets } from "./presets.js";

const KEY = "reedboard-terms";
// As people write them, and in seconds, as the program tells a game's own.
const USUAL = {
  "": "-", "5m": "300", "3m+2s": "180+2", "10m+5s": "600+5", "15m+10s": "900+10", "90m+30s": "5400+30", "25m d5s": "1500d5",
  "10m:3x30s": "600:3x30",
};
const MOST_OWN = 4;

const MACHINE = /^\s*(?:reedboard\s+level\s+([0-9]+)|engine\s+(\S.*?))\s*(,\s*resigns)?\s*$/i;

const count = (plies) => (plies === 1 || plies === 2 ? "1 move" : `${Math.ceil(plies / 2)} moves`);

// What was agreed last in this browser, and the time controls people wrote themselves.
function remembered() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...found, own: Array.isArray(found.own) ? found.own.filter((each) => typeof each === "string") : [] };
  } catch {
    return { own: [] };
  }
}

function remember(terms) {
  const own = [terms.time, ...remembered().own].filter((each) => !(each in USUAL));
  try { localStorage.setItem(KEY, JSON.stringify({ ...terms, own: [...new Set(own)].slice(0, MOST_OWN) })); } catch { /* kept nowhere */ }
}

export class Chooser {
  constructor(post, state) {
    this.post = post;
    this.state = state;
    this.dialog = $("chooser");
    /** @type {PageForm<"chooser">} */
    this.form = /** @type {any} */ (this.dialog.querySelector("form"));
    this.error = this.form.querySelector(".error");
    this.presets = new Presets(this.form, () => {
      this.seat();
      this.mark();
      this.picture();
      this.refuse(null);
    });
    $("new-game").addEventListener("click", () => this.open());
    $("swap").addEventListener("click", () => {
      const { white, black } = this.form;
      [white.value, black.value] = [black.value, white.value];
      this.seat();
    });
    for (const name of ["white", "black"]) this.form[name].addEventListener("input", () => this.seat());
    for (const name of ["machine", "level", "resigns"]) this.form[name].addEventListener("change", () => this.name());
    this.form.querySelector('[value="cancel"]').addEventListener("click", () => this.dialog.close());
    this.form.game.addEventListener("change", () => this.picture());
    this.form.time.addEventListener("input", () => this.mark());
    this.form.addEventListener("input", (event) => /** @type {HTMLElement} */ (event.target).getAttribute("aria-invalid") && this.refuse(null));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
  }

  async open() {
    const { game, clock } = this.state();
    const games = await (await fetch("/api/v1/games")).json();
    this.form.game.replaceChildren(...games.map((each) => new Option(each.name, each.id, false, each.id === game.id)));
    const last = remembered();
    this.form.white.value = game.white || last.white || "";
    this.form.black.value = game.black || last.black || "";
    const played = clock && (Object.keys(USUAL).find((each) => USUAL[each] === clock.control) ?? clock.control);
    this.form.time.value = played ?? last.time ?? "";
    this.form.stop.value = clock?.stop ?? last.stop ?? "move";
    this.form.flag.value = clock?.flag ?? last.flag ?? "tell";
    this.form.level.value = last.level ?? "3";
    this.form.fen.value = "";
    this.form.rated.checked = false;
    this.presets.show();
    this.seat();
    this.chips(last.own);
    this.refuse(null);
    this.picture();
    await this.showUnfinished();
    this.dialog.showModal();
  }

  // Which side the program plays stands in its player's name: the choices say the same in other words.
  seat() {
    const side = ["black", "white"].find((each) => MACHINE.test(this.form[each].value)) ?? "";
    this.form.machine.value = side;
    const machine = side ? MACHINE.exec(this.form[side].value) : null;
    if (machine) {
      this.form.level.value = machine[1] ?? machine[2];
      this.form.resigns.checked = Boolean(machine[3]);
    }
    this.form.level.disabled = this.form.resigns.disabled = !side;
  }

  name() {
    const side = this.form.machine.value;
    const level = this.form.level.value;
    const resigns = this.form.resigns.checked ? ", resigns" : "";
    const people = ["white", "black"].map((each) => this.form[each].value).filter((name) => name && !MACHINE.test(name));
    for (const each of ["white", "black"]) {
      if (each === side) this.form[each].value = /^[0-9]*$/.test(level) ? `reedboard level ${level}${resigns}` : `engine ${level}${resigns}`;
      else if (side) this.form[each].value = people.find((name) => name === this.form[each].value) ?? people[0] ?? "";
      else if (MACHINE.test(this.form[each].value)) this.form[each].value = "";
    }
    this.form.level.disabled = this.form.resigns.disabled = !side;
  }

  picture() {
    $("array").src = `games/array.svg?game=${encodeURIComponent(this.form.game.value)}`;
  }

  chips(own) {
    $("presets").replaceChildren(...[...Object.keys(USUAL), ...own].map((each) => {
      const chip = document.createElement("button");
      chip.type = "button";
      chip.dataset.time = each;
      chip.textContent = each.replaceAll(":", " : ") || "No clock";
      chip.addEventListener("click", () => {
        this.form.time.value = each;
        this.mark();
      });
      return chip;
    }));
    this.mark();
  }

  mark() {
    const time = this.form.time.value.trim();
    for (const chip of $("presets").querySelectorAll("button")) chip.setAttribute("aria-pressed", String(chip.dataset.time === time));
    $("clock-ways").hidden = !time;
  }

  // Says in a sentence what cannot be, and marks the field to mend.
  refuse(refusal) {
    this.error.textContent = refusal?.error ?? "";
    for (const field of this.form.querySelectorAll("[name]")) field.removeAttribute("aria-invalid");
    const field = refusal?.field && this.form.elements[refusal.field];
    if (!field) return;
    field.setAttribute("aria-invalid", "true");
    field.focus();
  }

  async start() {
    const { game, fen, white, black, time, stop, flag, rated } = this.form;
    const terms = { white: white.value.trim(), black: black.value.trim(), time: time.value.trim(), stop: stop.value, flag: flag.value, rated: rated.checked ? "yes" : "no" };
    const refusal = await this.post("game", { game: game.value, fen: fen.value.trim() || null, ...terms });
    this.refuse(refusal);
    if (refusal) return;
    remember({ ...terms, level: this.form.level.value });
    this.dialog.close();
  }

  // What becomes of the game being played, as it goes on behind the dialog.
  follow() {
    const { outcome, moves, game } = this.state();
    $("adjourned").textContent = outcome || !moves.length ? ""
      : `The game being played (${game.name}, ${count(moves.length)}) stays unfinished: take it up again from here whenever you like.`;
  }

  // The games that can be taken up again.
  async showUnfinished() {
    const games = await (await fetch("/api/v1/unfinished")).json();
    this.dialog.querySelector("#unfinished").hidden = !games.length;
    this.dialog.querySelector("#unfinished ul").replaceChildren(...games.map((each) => unfinished(each, count(each.plies), async () => {
      const refusal = await this.post("resume", { record: each.id });
      this.refuse(refusal);
      if (!refusal) this.dialog.close();
    })));
  }
}
