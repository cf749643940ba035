// The View dialog: which side is below, colours, pieces, large type, sounds, and the page as the only thing on a tablet.

import { change, look } from "./look.js";
import { byId } from "./nodes.js";

// `again` draws the board anew, for what changes its drawing.
export function listenToSettings(again) {
  const dialog = byId("view");
  const form = dialog.querySelector("form");
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = form.querySelectorAll("[name]");
  byId("show-view").addEventListener("click", () => {
    for (const field of fields) {
      if (field.type === "checkbox") field.checked = look[field.name];
      else field.value = look[field.name];
    }
    dialog.showModal();
  });
  form.addEventListener("change", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    change(target.name, target.type === "checkbox" ? target.checked : target.value);
    again();
  });
  byId("full").addEventListener("click", () => {
    dialog.close();
    alone();
  });
  const button = byId("full");
  const words = button.textContent;
  document.addEventListener("fullscreenchange", () => {
    button.textContent = document.fullscreenElement ? "Leave the whole screen" : words;
    keepAwake();
  });
  document.addEventListener("visibilitychange", keepAwake);
}

/** @type {WakeLockSentinel | null | undefined} */
let awake;

// A tablet beside the board: the whole screen, nothing that leads away from it (page.css), and awake as long as it lasts.
async function alone() {
  if (document.fullscreenElement) {
    await document.exitFullscreen();
    return;
  }
  await document.documentElement.requestFullscreen?.().catch(() => null);
}

// A browser lets the screen sleep again whenever the page was out of sight. It may answer only after the whole screen was
// left, so what counts is how things stand then.
async function keepAwake() {
  const wished = () => Boolean(document.fullscreenElement) && document.visibilityState === "visible";
  const lock = wished() ? await navigator.wakeLock?.request("screen").catch(() => null) : null;
  const old = awake;
  awake = wished() ? lock : null;
  await old?.release();
  if (lock && lock !== awake) {
    await lock.release();
  }
}

/** @type {AudioContext | undefined} */
let sound;

// A short tone: a move is low and soft, a question high.
function tone(hz, forS) {
  sound ??= new AudioContext();
  const [source, loud] = [sound.createOscillator(), sound.createGain()];
  source.frequency.value = hz;
  loud.gain.setValueAtTime(0.12, sound.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + forS);
  source.connect(loud).connect(sound.destination);
  source.start();
  source.stop(sound.currentTime + forS);
}

/** @type {{ move: string, asked: boolean, wrong: boolean } | null} */
let before = null;

/**
 * Sounds and says what is new; a page just opened is silent about what was before.
 * @param {State} state
 * @param {string} words
 */
export function hear({ moves, question, trouble }, words) {
  const last = moves.at(-1);
  const now = { move: last ? `${last.ply}${last.move}` : "", asked: Boolean(question), wrong: Boolean(trouble) };
  if (before && look.sounds) {
    if (now.asked && !before.asked) tone(880, 0.25);
    else if (now.wrong && !before.wrong) tone(220, 0.35);
    else if (now.move && now.move !== before.move) tone(440, 0.12);
  }
  before = now;
  if (words && look.voice) speechSynthesis.speak(new SpeechSynthesisUtterance(words));
}
