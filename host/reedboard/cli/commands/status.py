"""`reedboard status`: what the running game says."""

import json
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import click

from reedboard.app.running import find
from reedboard.archive.database import data_folder
from reedboard.web.guard import found_token

PATIENCE_S = 3.0


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Everything the page knows, as JSON.")
def command(as_json: bool) -> None:
    """Say how the running game stands, or that none runs."""
    running = find(data_folder())
    state = _ask(running.url) if running else None
    if running is None or state is None:
        click.echo("No game is running. Start one with: reedboard play")
        return
    if as_json:
        click.echo(json.dumps(state))
        return
    token = found_token(data_folder())
    for line in summary(state, f"{running.url}?token={token}" if token else running.url):
        click.echo(line)


def _ask(url: str) -> dict[str, Any] | None:
    try:
        with urlopen(f"{url}state", timeout=PATIENCE_S) as answer:
            state = json.load(answer)
    except (URLError, OSError, ValueError):
        return None
    return state if isinstance(state, dict) and "game" in state else None


def summary(state: dict[str, Any], url: str) -> list[str]:
    """A status in a few lines for the terminal; `url` is the page's link for whoever may play."""
    game, moves, outcome = state["game"], state["moves"], state["outcome"]
    last = f", last {moves[-1]['san']}" if moves else ""
    lines = [
        f"{game['name']}, record {game['record']}, {len(moves)} plies{last}",
        f"{outcome['result']}: {outcome['reason']}" if outcome else state["turn"]["text"],
        f"board: {state['connection']['text']} ({state['connection']['port']})",
        f"page: {url}",
    ]
    if state["question"]:
        choices = ", ".join(choice["text"] for choice in state["question"]["choices"])
        lines.append(f"question: {state['question']['text']} {choices}")
    if state["trouble"]:
        lines.append(f"{state['trouble']['text']} {'; '.join(step['text'] for step in state['trouble']['steps'])}")
    lines += [sensor["text"] for sensor in state["sensors"]]
    lines += state["notices"]
    return lines
