// Follows a stream of the program: everything first, then the parts that changed. A stream that breaks is taken up again;
// so is one that may have died unnoticed, while the tablet slept or was out of reach: whoever looks sees what is now.

const AGAIN_MS = 2000;
const LOOK_MS = 10_000;
const SLEPT_MS = 3 * LOOK_MS; // timers that come so late were held: by sleep, or by a tab in the background

/**
 * @param {string} address
 * @param {(all: any, changed: any) => void} take
 * @param {(words: string) => void} lost told in a sentence that the program does not answer
 */
export function followStream(address, take, lost) {
  /** @type {any} */
  let state = null;
  /** @type {EventSource} */
  let events;
  let again = 0;

  function open() {
    clearTimeout(again);
    events?.close();
    events = new EventSource(address);
    events.addEventListener("state", (event) => {
      state = JSON.parse(event.data);
      take(state, state);
    });
    events.addEventListener("patch", (event) => {
      const changed = JSON.parse(event.data);
      Object.assign(state, changed);
      take(state, changed);
    });
    events.onerror = () => {
      lost("The program does not answer; trying again…");
      if (events.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
    };
  }

  let awakeAt = Date.now();
  function awake() {
    if (document.hidden) return;
    const slept = Date.now() - awakeAt > SLEPT_MS;
    awakeAt = Date.now();
    if (slept) open();
  }
  setInterval(awake, LOOK_MS);
  document.addEventListener("visibilitychange", awake);
  window.addEventListener("online", open);
  open();
}
