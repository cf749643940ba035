// Asks the program, and tells what it refuses: `{ ok, told }`, or `{ ok: false, words, field }`.

import { token } from "./token.js";

async function ask(path, request) {
  const answer = await fetch(path, request).catch(() => null);
  if (!answer) return { ok: false, words: "The program does not answer: nothing was done.", field: "" };
  const told = await answer.json().catch(() => null);
  if (answer.ok) return { ok: true, told };
  const words = told?.detail ?? told?.error ?? `The board's host answered ${answer.status}.`;
  return { ok: false, words, field: told?.field ?? "" };
}

export const look = (path) => ask(path, {});

export function act(path, body) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

// Shows a refusal in the form it is about, at the field it names; nothing for an answer that is none.
export function tell(form, answer) {
  form.querySelector(".error").textContent = answer.ok ? "" : answer.words;
  for (const field of form.elements) {
    if (answer.ok || !field.name || field.name !== answer.field) field.removeAttribute("aria-invalid");
    else field.setAttribute("aria-invalid", "true");
  }
}
