"""A result corrected after the game: it counts from then on, and what it was before stays told."""

from reedboard.archive.database import Archive
from reedboard.errors import ReedboardError

RESULTS = ("1-0", "0-1", "1/2-1/2")
CORRECTED = "corrected from "
"""How the reason of a corrected result begins."""


class ResultError(ReedboardError):
    """A result that a game cannot be given."""


def correct(archive: Archive, number: int, result: str) -> None:
    """Gives a recorded game another result. The first one stays in its reason, however often it is corrected.

    Raises: ResultError; ArchiveError when there is no such record.
    """
    found = archive.record(number)
    if result not in RESULTS:
        raise ResultError(f"A game ends 1-0, 0-1 or 1/2-1/2; found “{result[:20]}”.")
    if result == found.result:
        raise ResultError(f"Game {number} ended {result} already.")
    before = found.result if found.result != "*" else "unfinished"
    told = ", ".join(filter(None, [before, found.reason]))
    reason = found.reason if found.reason.startswith(CORRECTED) else f"{CORRECTED}{told}"
    archive.end(number, result, reason, {**found.tags, "Termination": "adjudication"})
