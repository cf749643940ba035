"""What people write into the archive's form, read into a search; what cannot be read is told at its field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fairyrules.pgn.record import RESULTS
from reedboard.archive.search import Search

LONGEST = 200
"""Characters of a field; the longest FEN of ours is 250, and nobody's name has so many."""
LONGEST_FEN = 400
MOST_OPENING = 40
"""Plies of an opening: each is a look into the moves' table."""
FIELDS = ("player", "game", "since", "until", "result", "opening", "label", "view")
_DAY = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")
_NUMBER = re.compile(r"\d+\.+|\d+\.\.\.")


@dataclass(frozen=True, slots=True)
class SearchForm:
    """`told` holds the fields as they were written, `wrong` a sentence for each that cannot be read."""

    told: Mapping[str, str]
    wrong: Mapping[str, str]
    search: Search

    @classmethod
    def of(cls, args: Mapping[str, str]) -> "SearchForm":
        """The form of a query."""
        told = {name: args.get(name, "").strip()[: LONGEST + 1] for name in FIELDS}
        wrong = {
            name: f"This has more than {LONGEST} characters; a shorter text finds as much."
            for name, text in told.items()
            if len(text) > LONGEST
        }
        for name in ("since", "until"):
            if told[name] and not _DAY.fullmatch(told[name]):
                wrong[name] = f"“{told[name][:40]}” is no day: write 2026-11-22, or 2026-11, or 2026."
        if told["result"] and told["result"] not in RESULTS:
            wrong["result"] = f"“{told['result'][:40]}” is no result: expected {', '.join(RESULTS)}."
        opening = tuple(_NUMBER.sub(" ", told["opening"]).split())
        if len(opening) > MOST_OPENING:
            wrong["opening"] = f"These are {len(opening)} moves; an opening may have {MOST_OPENING}."
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
        return cls(told, wrong, search)

    @property
    def query(self) -> dict[str, str]:
        """The fields that say something."""
        return {name: text for name, text in self.told.items() if text}
