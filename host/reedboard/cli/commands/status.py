"""`reedboard status`: what the running game says."""

import json
import time
from typing import Any

import click

from reedboard.app.running import find
from reedboard.archive.database import data_folder
from reedboard.cli.asking import asked
from reedboard.web.guard import found_token

LOOK_S = 0.5
"""How often `--watch` looks."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Everything the page knows, as JSON.")
@click.option("--watch", is_flag=True, help="Go on saying what changes until the game's program ends.")
def command(as_json: bool, watch: bool) -> None:
    """Say how the running game stands, or that none runs."""
    told: list[str] = []
    while (state := asked("state")) is not None and "game" in state:
        lines = [json.dumps(state)] if as_json else summary(state, _link())
        for line in lines:
            if line not in told:
                click.echo(line)
        told = lines
        if not watch:
            return
        time.sleep(LOOK_S)
    click.echo("The program has ended." if told else "No game is running. Start one with: reedboard play")


def _link() -> str:
    """The page's address, for whoever may play where the token is known here."""
    running, token = find(data_folder()), found_token(data_folder())
    url = running.url if running else ""
    return f"{url}?token={token}" if token else url


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
