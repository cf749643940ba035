"""A person at a page as a guide: the board drawn, the site asked for marked, two buttons, and what was found so far.

The page asks for the state four times a second; a self-test lasts minutes and has one viewer.
"""

from dataclasses import asdict

import flask

from reedboard.board.profile import BoardProfile
from reedboard.errors import ReedboardError
from reedboard.selftest.screen import ScreenGuide
from reedboard.web.guard import Guard, new_token, refusal_of_host, refusal_of_origin
from reedboard.web.server import PageServer
from reedboard.wiring.picture import picture


class PageGuide(ScreenGuide):
    """Asks on a page of its own.

    Args:
        profile: the board, for its picture.
        address: HOST:PORT to serve at.

    Raises: ReedboardError when nothing can be served there.
    """

    def __init__(self, profile: BoardProfile, address: str) -> None:
        host, _, port = address.rpartition(":")
        if not port.isdigit():
            raise ReedboardError(f"--http is {address!r}; write a host and a port number, as 127.0.0.1:8081.")
        super().__init__()
        self._profile = profile
        self._guard = Guard(new_token())
        self._server = PageServer(self._app(), host or "127.0.0.1", int(port))
        self.url = f"{self._server.local_url}?token={self._guard.token}"
        """Where the page is, for whoever does the self-test."""

    def close(self) -> None:
        """Ends the page."""
        self._server.close()

    def _app(self) -> flask.Flask:
        app = flask.Flask(__name__)
        app.before_request(self._check)
        app.add_url_rule("/", view_func=lambda: PAGE.replace("{board}", picture(self._profile)), endpoint="page")
        app.add_url_rule("/state", view_func=lambda: flask.jsonify(asdict(self.step)), endpoint="state")
        app.add_url_rule("/said", view_func=self._take, methods=["POST"], endpoint="said")
        return app

    def _check(self) -> tuple[str, int] | None:
        """Nobody but the opener of the printed link looks or clicks here: a self-test is no game to watch."""
        request = flask.request
        opened = request.endpoint == "page" and self._guard.holds_token(request.args.get("token"))
        words = refusal_of_host(request) or refusal_of_origin(request)
        if words is None and not (opened or self._guard.bears_token(request)):
            words = "Open the self-test by the link that the terminal shows."
        return (words, 403) if words else None

    def _take(self) -> tuple[str, int]:
        """A click: the JSON text of a site, or of nothing."""
        word = flask.request.get_json()
        if not isinstance(word, str):
            return "expected a text", 400
        self.say(word)
        return "", 204


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Self-test</title>
<style>
  body { margin: 0; font: 16px/1.4 system-ui, sans-serif; background: #fdfcf9; color: #3b352a }
  header { position: sticky; top: 0; padding: .7rem 1rem; background: #f3ecdd; border-bottom: 1px solid #c9bda4 }
  #ask { font-size: 1.25rem; font-weight: 600 } #site { font-size: 1.6rem; font-weight: 700; color: #1f5f99 }
  button { font: inherit; padding: .5rem 1rem; border-radius: .5rem; border: 1px solid #8a7f6a; background: #fff }
  #found { margin: .4rem 0 0; padding-left: 1.2rem; color: #8c2f00 }
  main svg :not(rect.light):not(rect.dark):not(rect.tray) { pointer-events: none }
  main svg rect { cursor: pointer }
  main svg { width: 100%; height: auto; max-height: 85vh }
  .asked { stroke: #1f5f99 !important; stroke-width: 5 !important; animation: blink 1s steps(2) infinite }
  @keyframes blink { 50% { stroke-opacity: .25 } }
</style></head><body>
<header><span id="ask">…</span> <span id="site"></span> <small id="left"></small>
<button id="nothing">Nothing happens</button><ul id="found"></ul></header>
<main>{board}</main>
<script>
const headers = { Authorization: `Bearer ${new URLSearchParams(location.search).get("token")}` };
const say = (word) => fetch("/said", {
  method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(word),
});
const grounds = document.querySelectorAll("main rect.light, main rect.dark, main rect.tray");
const names = [...document.querySelectorAll("main text.name")].map((node) => node.textContent);
const ground = new Map(names.map((name, i) => [name, grounds[i]]));
for (const [name, rect] of ground) rect.addEventListener("click", () => say(name));
document.getElementById("nothing").addEventListener("click", () => say(""));
const show = (state) => {
  document.getElementById("ask").textContent = state.ask;
  document.getElementById("site").textContent = state.kind === "put" ? state.site : "";
  document.getElementById("left").textContent = state.left ? `${state.left} to go` : "";
  document.getElementById("nothing").textContent = state.kind === "look" ? "No light" : "Nothing happens";
  document.getElementById("found").replaceChildren(...state.found.map((text) => {
    const item = document.createElement("li"); item.textContent = text; return item;
  }));
  for (const [name, rect] of ground) rect.classList.toggle("asked", name === state.site);
};
setInterval(async () => {
  try { show(await (await fetch("/state", { headers })).json()); } catch { /* the self-test has ended */ }
}, 250);
</script></body></html>
"""
"""The page; the board's picture comes in at `{board}`."""
