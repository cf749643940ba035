// Small parts of pages.

import { pieceIcon } from "./pieces.js";

/**
 * The element of this id, which the page has.
 * @template {keyof PageElements} Name
 * @param {Name} id
 * @returns {PageElements[Name]}
 */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} attributes
 * @param {unknown[]} children nodes, or what is to be written
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function node(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(.../** @type {(Node | string)[]} */ (children));
  return made;
}

/** @param {number} ms */
export function seconds(ms) {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  if (hours) return `${hours}:${two(minutes)}:${two(whole % 60)}`;
  return minutes ? `${minutes}:${two(whole % 60)} min` : `${whole} s`;
}

/**
 * How a game has ended, in words.
 * @param {Api.OutcomeView} outcome
 */
export const ended = ({ result, reason }) => (result === "*" ? "Adjourned" : `${result} · ${reason}`);

/**
 * What a side, or nobody ("n"), has in reserve.
 * @param {Api.HeldView[]} held
 */
export function stock(held) {
  return held.map(({ piece, count }) => node("span", { class: "stock", title: `${piece.name}, in reserve: ${count}` },
    pieceIcon(piece), `×${count}`));
}
