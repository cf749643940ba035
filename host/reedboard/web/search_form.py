"""What people write into the archive's form, read into a search; what cannot be read is told at its field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fairyrules import Position
from fairyrules.errors import FairyRulesError
from fairyrules.pgn.record import RESULTS
from reedboard.archive import game_lookup, positions
from reedboard.archive.database import Archive
from reedboard.archive.positions import Stood
from reedboard.archive.search import Search

LONGEST = 200
"""Characters of a field; the longest FEN of ours is 250, and nobody's name has so many."""
LONGEST_FEN = 400
MOST_OPENING = 40
"""Plies of an opening: each is a look into the moves' table."""
FIELDS = ("player", "game", "since", "until", "result", "opening", "label", "position", "view")
_DAY = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")
_NUMBER = re.compile(r"\d+\.+|\d+\.\.\.")


@dataclass(frozen=True, slots=True)
class SearchForm:
    """`told` holds the fields as they were written, `wrong` a sentence for each that cannot be read."""

    told: Mapping[str, str]
    wrong: Mapping[str, str]
    search: Search
    position: Position | None = None
    """Only games in which these pieces stood so."""

    @classmethod
    def of(cls, args: Mapping[str, str]) -> "SearchForm":
        """The form of a query."""
        most = dict.fromkeys(FIELDS, LONGEST) | {"position": LONGEST_FEN}
        told = {name: args.get(name, "").strip()[: most[name] + 1] for name in FIELDS}
        wrong = {
            name: f"This has more than {most[name]} characters, which nothing here has."
            for name, text in told.items()
            if len(text) > most[name]
        }
        for name in ("since", "until"):
            if told[name] and not _DAY.fullmatch(told[name]):
                wrong[name] = f"“{told[name][:40]}” is no day: write 2026-11-22, or 2026-11, or 2026."
        if told["result"] and told["result"] not in RESULTS:
            wrong["result"] = f"“{told['result'][:40]}” is no result: expected {', '.join(RESULTS)}."
        opening = tuple(_NUMBER.sub(" ", told["opening"]).split())
        if len(opening) > MOST_OPENING:
            wrong["opening"] = f"These are {len(opening)} moves; an opening may have {MOST_OPENING}."
        position = None
        if told["position"] and "position" not in wrong:
            try:
                position = game_lookup.known(told["game"] or "chess").position(told["position"])
            except FairyRulesError as error:
                wrong["position"] = str(error)
        before = args.get("before", "")
        search = Search(
            game=told["game"],
            player=told["player"],
            since=told["since"],
            until=told["until"],
            result=told["result"],
            opening=() if wrong else opening,
            label=told["label"],
            before=int(before) if before.isdecimal() and before.isascii() and len(before) < 19 else None,
        )
        return cls(told, wrong, search, position)

    def found(self, archive: Archive, most: int) -> list[Stood]:
        """The games that fit, newest first, `most` at most; each with the ply at which the position stood, else 0."""
        if self.wrong:
            return []
        if self.position is not None:
            return positions.find(archive, self.position, self.search, most)
        return [Stood(record, 0) for record in archive.records(search=self.search, most=most)]

    def count(self, archive: Archive) -> int:
        """How many games fit."""
        if self.wrong:
            return 0
        search = self.search if self.position is None else positions.in_games(self.search, self.position)
        return archive.count(search)

    @property
    def query(self) -> dict[str, str]:
        """The fields that say something."""
        return {name: text for name, text in self.told.items() if text}
