// What players say across the board: draws, resigning, moves put back, the clock; asked in a dialog, answered on a card.

import { byId as $ } from "./nodes.js";

const NAMES = { w: "White", b: "Black" };
const OTHER = { w: "b", b: "w" };

/**
 * Opens the dialog with a question and its answers.
 * @param {string} title
 * @param {string} words
 * @param {any[]} answers [text, what it does, attributes] each
 * @param {[string, any[][]] | null} pick what to choose from: its label, [value, words] each
 */
function ask(title, words, answers, pick = null) {
  const dialog = $("asking");
  $("asking-title").textContent = title;
  dialog.querySelector(".words").textContent = words;
  const choice = dialog.querySelector("select");
  dialog.querySelector("label").hidden = !pick;
  dialog.querySelector("label span").textContent = pick?.[0] ?? "";
  choice.replaceChildren(...(pick?.[1] ?? []).map(([value, text]) => new Option(text, value)));
  dialog.querySelector(".answers").replaceChildren(...answers.map(([text, act, attributes = {}]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    for (const [name, value] of Object.entries(attributes)) button.setAttribute(name, value);
    button.addEventListener("click", async () => {
      dialog.close();
      await act(Number(choice.value));
    });
    return button;
  }));
  dialog.showModal();
}

export class Table {
  constructor(act) {
    this.act = act;
    /** @type {any} */
    this.state = null;
    const end = $("end");
    end.querySelector('[data-ask="draw"]').addEventListener("click", () => this.draw());
    end.querySelector('[data-ask="resign"]').addEventListener("click", () => this.resign());
    end.querySelector('[data-ask="undo"]').addEventListener("click", () => this.undo());
    end.querySelector('[data-ask="time"]').addEventListener("click", () => this.time());
    end.querySelector('[data-ask="adjourn"]').addEventListener("click", () => this.adjourn());
    this.pauses = [$("pause"), $("big-clock").querySelector(".hold")];
    for (const pause of this.pauses) {
      pause.addEventListener("click", () => act("clock", { act: this.state.clock.running ? "hold" : "go" }));
    }
    $("hint").addEventListener("click", () => act("hint", {}));
    $("coach").addEventListener("click", () => act("coach", { on: !this.state.coach }));
    $("undo-result").addEventListener("click", () => act("result/undo", {}));
    $("asking").querySelector('[value="cancel"]').addEventListener("click", () => $("asking").close());
  }

  name(side) {
    return this.state.game[{ w: "white", b: "black" }[side]] || NAMES[side];
  }

  /** @param {State} state */
  follow(state) {
    this.state = state;
    const { outcome, clock, moves } = state;
    $("end").hidden = Boolean(outcome && !outcome.agreed);
    for (const button of $("end").querySelectorAll("[data-ask]")) button.hidden = Boolean(outcome);
    $("hint").hidden = Boolean(outcome) || state.game.rated || state.machine?.side === state.turn.side;
    $("coach").hidden = Boolean(outcome) || state.game.rated;
    $("coach").setAttribute("aria-pressed", String(Boolean(state.coach)));
    $("undo-result").hidden = !outcome?.agreed;
    $("undo-result").textContent = outcome?.result === "*" ? "Go on" : "Take back the result";
    $("end").querySelector('[data-ask="draw"]').textContent = state.claim ? "Claim a draw…" : "Draw…";
    $("end").querySelector('[data-ask="undo"]').hidden = Boolean(outcome) || !moves.length;
    $("end").querySelector('[data-ask="adjourn"]').hidden = Boolean(outcome) || !moves.length;
    $("end").querySelector('[data-ask="time"]').hidden = Boolean(outcome) || !clock;
    for (const pause of this.pauses) {
      pause.hidden = Boolean(outcome) || !clock;
      pause.textContent = clock?.running ? "Pause" : clock?.begun ? "Go on" : "Start";
    }
  }

  /**
   * The sides that people play, and whether that is both.
   * @returns {[string[], boolean]}
   */
  sides() {
    const played = ["w", "b"].filter((side) => side !== this.state.machine?.side);
    return [played, played.length === 2];
  }

  end(result) {
    return () => this.act("result", { result });
  }

  draw() {
    const { claim } = this.state;
    const [sides, both] = this.sides();
    const offers = sides.map((side) => [
      `${this.name(side)} offers`, () => this.act("proposal", { side, what: "draw" }), { "data-offer": side },
    ]);
    const agreed = [claim ? `Claim: ${claim}` : "Both agree", this.end("1/2-1/2"), { "data-result": "1/2-1/2", class: "strong" }];
    ask("Draw", claim ? `${this.name(this.state.turn.side)} may claim a draw: ${claim}.` : "Who offers it?", both || claim ? [...offers, agreed] : offers);
  }

  resign() {
    ask("Resign", "The game ends at once. Who resigns?", this.sides()[0].map((side) => [
      `${this.name(side)} resigns`, this.end(side === "w" ? "0-1" : "1-0"), { "data-result": side === "w" ? "0-1" : "1-0" },
    ]));
  }

  adjourn() {
    ask("Adjourn", "The clock stops and the game is kept. Take it up again here or, after another game, from New game: the board then shows where every piece stood.", [
      ["Both agree", this.end("*"), { "data-result": "*", class: "strong" }],
    ]);
  }

  undo() {
    const { moves } = this.state;
    const before = moves.map((ply) => [ply.ply - 1, `before ${ply.number}${ply.side === "w" ? "." : "…"} ${ply.san}`]).reverse();
    const [sides, people] = this.sides();
    const asks = sides.map((side) => [
      `${this.name(side)} asks`, (value) => this.act("proposal", { side, what: "undo", value }), { "data-offer": side },
    ]);
    const both = ["Both agree", async (value) => {
      const side = this.state.turn.side;
      if (await this.act("proposal", { side, what: "undo", value })) await this.act("proposal", { side: OTHER[side], what: "undo", value });
    }, { "data-both": "undo", class: "strong" }];
    ask("Put the game back", "The board shows what to put where; the clocks go back, too.", people ? [...asks, both] : asks, ["To where?", before]);
  }

  time() {
    const minutes = [1, 2, 5, 10, 15, 30].map((each) => [each * 60_000, `${each} min`]);
    const add = async (ms, ...sides) => {
      for (const side of sides) if (!(await this.act("clock", { act: "add", side, ms }))) return;
    };
    ask("More time", "Both sides have agreed. Who gets it?", [
      ...["w", "b"].map((side) => [this.name(side), (ms) => add(ms, side), { "data-add": side }]),
      ["Both", (ms) => add(ms, "w", "b"), { "data-add": "both", class: "strong" }],
    ], ["How much?", minutes]);
  }
}

// A proposal as a card's words and answers; only the other side's are offered, and only to who may act.
export function proposalAnswers(state, act) {
  const { number, side } = state.proposal;
  const names = { w: state.game.white || NAMES.w, b: state.game.black || NAMES.b };
  const other = names[OTHER[side]];
  return [
    [`${other} accepts`, () => act("reply", { number, accepted: true }), { class: "strong", "data-reply": "yes" }],
    [`${other} declines`, () => act("reply", { number, accepted: false }), { "data-reply": "no" }],
  ];
}
