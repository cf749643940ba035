"""What games may be looked for by."""

from dataclasses import dataclass
from datetime import datetime

BIGGEST = 2**63 - 1
"""The biggest number SQLite knows."""

LABELS = "Labels"
"""The PGN tag that holds the labels people gave a game, with commas between them."""


@dataclass(frozen=True, slots=True)
class Search:
    """Every part that is given has to fit.

    `game` is an id, with or without its sub-variants. `player` is a part of a name of either side. `since` and `until`
    are days, "2026-11-22", both included, or the beginning of one ("2026-11"). `opening` is the first moves as people
    write them. `label` is one of those people gave the game. `before`: only records with a lower number. `code` is that
    of a position which stood in the game (`positions.py`, which also passes over what has the same code by chance).
    """

    game: str = ""
    player: str = ""
    since: str = ""
    until: str = ""
    result: str = ""
    opening: tuple[str, ...] = ()
    label: str = ""
    before: int | None = None
    code: str = ""

    def clause(self) -> tuple[str, tuple[object, ...]]:
        """The condition in SQL, and its values."""
        wanted: list[tuple[str, tuple[object, ...]]] = [("1", ())]
        if self.game:
            wanted.append(("(game = ? OR substr(game, 1, length(?) + 1) = ? || '/')", (self.game,) * 3))
        if self.player:
            names = " OR ".join(f"instr(lower({_tag(side)}), lower(?))" for side in ("White", "Black"))
            wanted.append((f"({names})", (self.player,) * 2))
        if self.since:
            wanted.append((f"{DAY} >= ?", (self.since,)))
        if self.until:
            wanted.append((f"substr({DAY}, 1, length(?)) <= ?", (self.until,) * 2))
        if self.result:
            wanted.append(("result = ?", (self.result,)))
        for ply, san in enumerate(self.opening, 1):
            played = "EXISTS (SELECT 1 FROM move WHERE move.game = game.id AND ply = ? AND san = ?)"
            wanted.append((played, (ply, san)))
        if self.label:
            labels = f"',' || replace(lower({_tag(LABELS)}), ', ', ',') || ','"
            wanted.append((f"instr({labels}, ',' || lower(?) || ',')", (self.label,)))
        if self.code:
            # GLOB, as it reads twice as fast as instr; none of a code's signs means anything to it.
            stood = "EXISTS (SELECT 1 FROM position WHERE position.game = game.id AND codes GLOB ?)"
            wanted.append((stood, (f"*{self.code}*",)))
        if self.before is not None:
            wanted.append(("id < ?", (max(-BIGGEST, min(self.before, BIGGEST)),)))
        return " AND ".join(part for part, _ in wanted), tuple(value for _, values in wanted for value in values)


EVERYTHING = Search()


def _tag(name: str) -> str:
    # A damaged text is no JSON, and must not stop the search for the others.
    return f"CASE WHEN json_valid(tags) THEN coalesce(json_extract(tags, '$.{name}'), '') ELSE '' END"


DAY = f"coalesce(nullif(replace({_tag('Date')}, '.', '-'), ''), substr(begun, 1, 10))"
"""The day a game was played: its Date tag where it has one."""


def local_time(utc: str) -> str:
    """A time of the records as people here read it, with its zone: "2026-11-22 10:12 CET"."""
    return datetime.fromisoformat(utc).astimezone().strftime("%Y-%m-%d %H:%M %Z")
