// Sets a puzzle up on the board: a new game from its position, in which the program plays the other side.

import { act } from "./ask.js";
import { byId } from "./nodes.js";
import { mayAct } from "./token.js";

for (const button of document.querySelectorAll("[data-puzzle]")) {
  /** @type {HTMLButtonElement} */ (button).disabled = !mayAct;
  button.addEventListener("click", async () => {
    const { game, fen, white, black } = /** @type {HTMLElement} */ (button).dataset;
    const answer = await act("/api/v1/game", { game, fen, white, black, time: "", rated: "no" });
    if (answer.ok) location.assign("/");
    else byId("refused").textContent = answer.words;
  });
}
