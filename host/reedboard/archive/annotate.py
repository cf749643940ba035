"""Notes on a recorded game: written beside its moves, kept with the record, told in its PGN."""

import re
from collections.abc import Callable, Mapping

from fairyrules.pgn import GameRecord
from fairyrules.pgn.record import ROSTER
from reedboard.archive.database import Archive, ArchiveError
from reedboard.archive.notes import format_notes
from reedboard.archive.pgn_records import game_record
from reedboard.archive.search import LABELS
from reedboard.errors import ReedboardError

TRIES = 5
"""Somebody else may write beside the same move meanwhile; then it is thought over anew, so often at most."""
TAGS = (*(name for name in ROSTER if name != "Result"), "Annotator", LABELS)
"""The tags people may write; the others follow from the game."""
LONGEST_TAG = 200
"""Characters. Source: PGN standard, 4.3: a line of an export has fewer than 80, but imported names are longer."""
_DATE = re.compile(r"[\d?]{4}\.[\d?]{2}\.[\d?]{2}")


class TagError(ReedboardError):
    """A tag that cannot be written; `tag` is its name."""

    def __init__(self, tag: str, words: str) -> None:
        super().__init__(words)
        self.tag = tag


def annotate(archive: Archive, number: int, change: Callable[[GameRecord], GameRecord]) -> None:
    """Writes what `change` makes of a record's comments, glyphs and variations; its moves have to stay.

    Raises: what `change` raises; ArchiveError when there is no such record or others keep writing there.
    """
    for _ in range(TRIES):
        kept = [move.notes for move in archive.moves(number)]
        was = game_record(archive, number)
        now = change(was)
        # What stands there is compared as it was read, whoever wrote it how.
        notes = {
            ply: (kept[ply - 1], format_notes(new))
            for ply, (old, new) in enumerate(zip(was.plies, now.plies, strict=True), 1)
            if old is not new
        }
        if archive.annotate(number, notes, None if now.comments == was.comments else now.comments):
            return
    raise ArchiveError("Others write beside the same move right now: try again.")


def retag(archive: Archive, number: int, tags: Mapping[str, str]) -> None:
    """Writes tags of a record; "" takes one away.

    Raises: TagError for one that cannot be written; ArchiveError when there is no such record.
    """
    told = {name: " ".join(text.split()) for name, text in tags.items()}
    for name, text in told.items():
        if name not in TAGS:
            raise TagError(name, f"“{name[:40]}” is no tag to be written here: expected one of {', '.join(TAGS)}.")
        if len(text) > LONGEST_TAG or not text.isprintable():
            raise TagError(name, f"{name} has {len(text)} characters; a tag may have {LONGEST_TAG} that can be shown.")
        if name == "Date" and text and not _DATE.fullmatch(text):
            raise TagError(name, f"“{text[:40]}” is no date: write 2026.11.22, with ? for what is not known.")
    kept = {**archive.record(number).tags, **told}
    archive.annotate(number, {}, tags={name: text for name, text in kept.items() if text})
