// How this browser shows every page: kept here alone, asked of nobody. Loaded by all pages, so that they look alike.

const KEY = "reedboard-look";
const USUAL = {
  turned: false, coordinates: true, theme: "system", board: "wood", pieces: "set", large: false, sounds: false, voice: false,
  lessons: true,
};

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(USUAL).map(([name, usual]) => [name, typeof found[name] === typeof usual ? found[name] : usual]));
  } catch {
    return { ...USUAL };
  }
}

export const look = kept();

export function change(name, value) {
  look[name] = value;
  try { localStorage.setItem(KEY, JSON.stringify(look)); } catch { /* it lasts as long as the page */ }
  wear();
}

const dark = matchMedia("(prefers-color-scheme: dark)");

function wear() {
  const { dataset, classList } = document.documentElement;
  dataset.theme = look.theme === "system" ? (dark.matches ? "dark" : "light") : look.theme;
  dataset.board = look.board;
  classList.toggle("large", look.large);
  classList.toggle("turned", look.turned);
  classList.toggle("bare", !look.coordinates);
}

dark.addEventListener("change", wear);
wear();
