"""A game laid on a board: which of the board's sites are the game's cells and slots.

The game's own names ("e2", "w:R1") are what tracker, records and page speak; bits and LED indices are what wire and
firmware speak.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from fairyrules import Game, Position
from reedboard.board.profile import cells
from reedboard.board.profile.board import BoardProfile, Site
from reedboard.board.profile.errors import ProfileError


@dataclass(frozen=True, slots=True)
class Placement:
    """A game on a board; every mapping is keyed by the game's own site names, cells first, then slots."""

    profile: BoardProfile
    game: str
    sites: Mapping[str, Site]
    slots: Mapping[str, bool]
    """Every slot of the game on this board, and whether a piece lies in it at the start."""
    complete: frozenset[str] = frozenset()
    """Kinds of which there are as many pieces as slots."""

    @property
    def trays(self) -> bool:
        """Whether the board has slots for this game."""
        return bool(self.slots)

    @property
    def cells(self) -> tuple[str, ...]:
        """The game's cells."""
        return tuple(site for site in self.sites if site not in self.slots)

    @property
    def site_of_bit(self) -> Mapping[int, str]:
        """Sensor bit -> the game's site; bits of unused cells and positions are not in it."""
        return {site.bit: name for name, site in self.sites.items()}

    @property
    def site_of_led(self) -> Mapping[int, str]:
        """LED index -> the game's site."""
        return {site.led: name for name, site in self.sites.items() if site.led is not None}

    def stocked(self, start: Position) -> "Placement":
        """The same with its trays as they belong to a first position: what is in reserve lies in them, else what the
        position leaves over of the complete kinds."""
        slots = Counter(_holder(slot) for slot in self.slots)
        if start.game.has_reserves:
            stock = Counter({f"{side}:{kind}": n for side in "wbn" for kind, n in start.reserve(side).items()})
        else:
            on_board = Counter(f"{piece.side.letter}:{piece.kind}" for piece in start.pieces().values())
            stock = slots - on_board
            stock = Counter({holder: n for holder, n in stock.items() if holder.split(":")[1] in self.complete})
        filled: dict[str, bool] = {}
        for slot in self.slots:
            filled[slot] = stock[_holder(slot)] > 0
            stock[_holder(slot)] -= 1
        return replace(self, slots=filled)


def place(profile: BoardProfile, game: Game, offset: str | None = None) -> Placement:
    """Lays a game on a board; `offset` is the board's cell under the game's a1.

    The default offset is the profile's for this game, else a1. A sub-variant lies as its game does. A game the profile
    does not name has no slots.

    Raises: ProfileError when the board lacks a cell the game needs.
    """
    trays = profile.games.get(game.id) or profile.games.get(game.id.partition("/")[0])
    origin = offset or (trays.offset if trays else "a1")
    shift_file, shift_rank = cells.split(origin, f"laying {game.id} on {profile.id}")
    sites: dict[str, Site] = {}
    for cell in game.board.cells:
        name = game.board.name(cell)
        file, rank = cells.split(name, game.id)
        under = cells.name(file + shift_file, rank + shift_rank)
        site = profile.sites.get(under)
        if site is None:
            raise ProfileError(
                f"Board {profile.id} has no cell {under} for {name} of {game.name}; "
                "choose a larger board or another offset."
            )
        sites[name] = site
    slots = {slot: profile.sites[position] for position, slot in trays.slots.items()} if trays else {}
    complete = trays.filled if trays else frozenset()
    laid = Placement(profile, game.id, sites | slots, dict.fromkeys(slots, False), complete)
    return laid.stocked(game.start())


def _holder(slot: str) -> str:
    """Side and kind of a slot ("w:W3" -> "w:W")."""
    return slot.rstrip("0123456789")
