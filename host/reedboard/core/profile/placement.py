"""A game laid on a board: which of the board's sites are the game's cells and slots.

The game's own names ("e2", "w:R1") are what tracker, records and page speak; bits and LED indices are what wire and
firmware speak.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from fairyrules import Game
from reedboard.core.profile import cells
from reedboard.core.profile.board import BoardProfile, GameTrays, Site
from reedboard.core.profile.errors import ProfileError


@dataclass(frozen=True, slots=True)
class Placement:
    """A game on a board; every mapping is keyed by the game's own site names, cells first, then slots."""

    profile: BoardProfile
    game: str
    sites: Mapping[str, Site]
    slots: Mapping[str, bool]
    """Every slot of the game on this board, and whether a piece lies in it at the start."""

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
    slots: dict[str, bool] = {}
    if trays:
        spare = _spare(trays, game)
        for position, slot in trays.slots.items():
            holder = slot.rstrip("0123456789")
            sites[slot] = profile.sites[position]
            slots[slot] = spare[holder] > 0
            spare[holder] -= 1
    return Placement(profile, game.id, sites, slots)


def _spare(trays: GameTrays, game: Game) -> Counter[str]:
    """How many slots of a side and kind ("w:W") hold a piece at the start: as many as the array leaves over."""
    slots = Counter(slot.rstrip("0123456789") for slot in trays.slots.values())
    if not trays.filled:
        return Counter()
    array = Counter(f"{piece.side.letter}:{piece.kind}" for piece in game.start().pieces().values())
    return Counter({holder: slots[holder] - array[holder] for holder in slots if holder.split(":")[1] in trays.filled})
