"""Recorded games by a position that stood in them, at any ply.

Of each game the records keep one text: for its start and each ply a code of six signs, made of which pieces stand where
and whose turn it is. A search reads these texts through, some 600 letters a game of 100 plies, and plays the games
that may fit up to that ply. Castling rights, what may be taken in passing, reserves and counters do not matter.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from string import ascii_letters, digits

from fairyrules import Position
from fairyrules.errors import FairyRulesError
from reedboard.archive import game_lookup
from reedboard.archive.database import Archive, ArchiveError, Record
from reedboard.archive.disk_words import disk_words
from reedboard.archive.search import EVERYTHING, Search
from reedboard.errors import ReedboardError

SIGNS = 6
"""Of a code: 36 bits, so that among 100,000 games of 100 plies one search in a thousand meets a false one."""
_TWO = [one + other for one, other in product(f"{ascii_letters}{digits}-_", repeat=2)]
AT_ONCE = 100
"""Games looked at before their codes are written."""
PAGE = 50
"""Records read at once."""


@dataclass(frozen=True, slots=True)
class Stood:
    """A game in which a position stood, and at which ply first; 0 is its start."""

    record: Record
    ply: int


def code(position: Position) -> str:
    """The code of a position: what `Search.code` looks for."""
    key = position.placement_key
    return _TWO[key & 4095] + _TWO[key >> 12 & 4095] + _TWO[key >> 24 & 4095]


def codes(positions: Iterable[Position]) -> str:
    """The codes of a game's positions, from its start on."""
    return "".join([code(position) for position in positions])


def find(
    archive: Archive,
    position: Position,
    search: Search = EVERYTHING,
    most: int = -1,
    complain: Callable[[str], None] = lambda words: None,
) -> list[Stood]:
    """The games that fit the search and in which the position stood, newest first, `most` at most (-1: all).

    The first search after games were played, or recorded by an older program, looks at those first: some 5 ms a game.

    Args:
        complain: told of each game whose row is damaged; such games, and those whose rules are gone, are left out.
    """
    look_at_new(archive)
    search = in_games(search, position)
    found: list[Stood] = []
    while True:
        records = archive.records(complain, search, PAGE)
        for record in records:
            ply = _ply(archive, record, position, search.code) if record.game == position.game.id else None
            if ply is not None:
                found.append(Stood(record, ply))
                if len(found) == most:
                    return found
        if len(records) < PAGE:
            return found
        search = replace(search, before=records[-1].id)


def in_games(search: Search, position: Position) -> Search:
    """The search for games in which the position stood; `Archive.count` counts them."""
    return replace(search, game=position.game.id, code=code(position))


def look_at_new(archive: Archive) -> None:
    """Has the codes of games written that have none yet."""
    waiting = archive.unplaced()
    for first in range(0, len(waiting), AT_ONCE):
        made: dict[int, str] = {}
        for number in waiting[first : first + AT_ONCE]:
            try:
                made[number] = codes(_positions(archive, archive.record(number)))
            except (ReedboardError, FairyRulesError):
                continue
        try:
            archive.place(made)
        except ArchiveError as error:
            raise ArchiveError(
                f"The positions of the games in {archive.path} cannot be written, which a search needs:"
                f" {disk_words(error)}."
            ) from None


def _ply(archive: Archive, record: Record, position: Position, wanted: str) -> int | None:
    """The first ply at which the position stood."""
    text = archive.codes(record.id)
    places = [at for at in range(0, len(text), SIGNS) if text.startswith(wanted, at)] if wanted in text else []
    if not places:
        return None
    try:
        for ply, stood in enumerate(_positions(archive, record)):
            if ply * SIGNS in places and stood.turn == position.turn and stood.codes == position.codes:
                return ply
            if ply * SIGNS >= places[-1]:
                break
    except (ReedboardError, FairyRulesError):
        return None
    return None


def _positions(archive: Archive, record: Record) -> Iterator[Position]:
    """The positions of a recorded game.

    Raises: ArchiveError for a damaged game, FairyRulesError when its game is no longer known.
    """
    game = game_lookup.known(record.game)
    position = game.position(record.fen) if record.fen else game.start()
    yield position
    for move in archive.moves(record.id):
        position = position.play_unchecked(position.parse(move.move))
        yield position
