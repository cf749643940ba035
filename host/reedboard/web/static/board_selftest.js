// The self-test of the board: what it asks for, what it found, and what the person at the page says to it.

import { act } from "./ask.js";
import { byId, node } from "./nodes.js";
import { mayAct } from "./token.js";

const IDLE = byId("selftest-words").textContent ?? "";
const NOTHING = { clear: "It is clear", look: "No light", put: "Nothing happens", lift: "It is off" };

/** @param {BoardHealth["selftest"]} test */
export function showSelfTest(test) {
  const running = test.state === "running";
  const words = test.kind === "put" && test.place ? `${test.words} ${test.place}` : test.words;
  byId("selftest-words").textContent = test.state === "none" ? IDLE : words || "The self-test begins…";
  byId("selftest-left").hidden = !running;
  byId("selftest-left").textContent = `${test.left} to go`;
  byId("selftest-found").replaceChildren(...test.found.map((each) => node("li", {}, each)));
  byId("selftest-report").hidden = !test.report;
  byId("selftest-report").querySelector("pre").textContent = test.report;
  if (!mayAct) return;
  const [begin, nothing, stop] = byId("selftest-acts").querySelectorAll("button");
  if (running && document.activeElement === begin) byId("selftest-words").focus(); // the button goes
  [begin.hidden, nothing.hidden, stop.hidden] = [running, !running, !running];
  begin.textContent = test.state === "none" ? "Begin the self-test" : "Test once more";
  nothing.textContent = NOTHING[test.kind] ?? NOTHING.put;
}

// Where the light is, told by a tap on the map.
/**
 * @param {BoardHealth["selftest"]} test
 * @param {string} place
 */
export function sawLight(test, place) {
  if (mayAct && test.state === "running" && test.kind === "look") say("saw", place);
}

async function say(what, place = "") {
  const answer = await act("/api/v1/board/selftest", { act: what, place });
  byId("selftest-error").textContent = answer.ok ? "" : answer.words;
}

if (mayAct) {
  for (const button of byId("selftest-acts").querySelectorAll("button")) {
    button.addEventListener("click", () => say(button.dataset.act));
  }
}
