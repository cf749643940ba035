"""Recorded games and the server that shows them, without a game in play."""

from pathlib import Path

from reedboard.archive.database import Archive
from reedboard.archive.pgn_records import bring_in
from reedboard.web.app import create_app
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard
from reedboard.web.server import PageServer

TOKEN = "the-token"
TRACES = Path(__file__).parents[1] / "traces"
GAMES = Path(__file__).parents[1] / "games"


class Shelf:
    """An archive and its pages."""

    def __init__(self, folder):
        self.archive = Archive(folder)
        self.server = PageServer(create_app(Hub(), None, Guard(TOKEN), self.archive), "127.0.0.1", 0)

    def put_trace(self, name):
        return self.put((TRACES / f"{name}.jsonl").read_text(encoding="utf-8"))

    def put(self, text):
        """Records the games of a text; gives the number of the last."""
        return bring_in(self.archive, text, "a file")[-1].record

    def link(self, path, token=True):
        mark = "?" if "?" not in path else "&"
        path, _, ply = path.partition("#")
        return f"{self.server.local_url}{path}{f'{mark}token={TOKEN}' if token else ''}{f'#{ply}' if ply else ''}"

    def close(self):
        self.server.close()
        self.archive.close()
