"""The laws beyond the schema: every bit and LED used once, none skipped, enough power, slots that mean something."""

from collections.abc import Callable
from math import floor

from fairyrules import Game
from reedboard.board.profile.board import BoardProfile, Driver, Site
from reedboard.board.profile.errors import ProfileError
from reedboard.board.profile.placement import place

EXPANDER_INPUTS = 128
"""Eight MCP23017 of 16 inputs are all one bus can address."""


ROUNDING = 1e-6
"""Pitches by which sums of decimal fractions may be off."""


def check(profile: BoardProfile, where: str) -> None:
    """Raises: ProfileError for the first law of wiring or power that the board breaks."""
    if not profile.cells:
        raise ProfileError(f"{where}: the board has no cells; add a [[sensors.run]] with cells = 'a1-h8' or the like.")
    _check_places(profile, where)
    _check_bits(profile, where)
    _check_leds(profile, where)
    _check_power(profile, where)
    _check_driver(profile, where)


def _check_places(profile: BoardProfile, where: str) -> None:
    """No two sites on one another: a tray is put beside the board, each site a pitch from the next."""
    near: dict[tuple[int, int], list[Site]] = {}
    for site in profile.sites.values():
        cell = floor(site.x), floor(site.y)
        for other in (o for dx in (-1, 0, 1) for dy in (-1, 0, 1) for o in near.get((cell[0] + dx, cell[1] + dy), ())):
            if abs(site.x - other.x) < 1 - ROUNDING and abs(site.y - other.y) < 1 - ROUNDING:
                raise ProfileError(
                    f"{where}: {other.name} and {site.name} lie on one another; move the tray, or let its rows go the "
                    "other way (row_step)."
                )
        near.setdefault(cell, []).append(site)


def _check_bits(profile: BoardProfile, where: str) -> None:
    owner: dict[int, str] = {}
    for strip in profile.strips:
        spare = strip.inputs - len(strip.sites) - len(strip.tied)
        spares, ties = f"a spare input of {strip.name}", f"a tied input of {strip.name}"
        labels = [*strip.sites, *[spares] * spare, *[ties] * len(strip.tied)]
        for bit, label in enumerate(labels, strip.bit):
            if bit in owner:
                raise ProfileError(
                    f"{where}: {owner[bit]} and {label} are both on sensor bit {bit}; "
                    "give the second run a later first bit."
                )
            owner[bit] = label


def _check_leds(profile: BoardProfile, where: str) -> None:
    owner: dict[int, str] = {}
    for run in profile.led_runs:
        for led, site in enumerate(run.sites, run.led):
            if led in owner:
                raise ProfileError(
                    f"{where}: {owner[led]} and {site} are both on LED {led}; give the second run a later first LED."
                )
            owner[led] = site
    for led in range(max(owner, default=-1)):
        if led not in owner:
            raise ProfileError(
                f"{where}: no site has LED {led}, but {owner[max(owner)]} has LED {max(owner)}; "
                "the LEDs of one data line cannot skip a number."
            )


def _check_power(profile: BoardProfile, where: str) -> None:
    power = profile.power
    if not power.budget_ma <= power.fuse_ma <= power.supply_ma:
        raise ProfileError(
            f"{where}, power: budget_ma {power.budget_ma}, fuse_ma {power.fuse_ma} and supply_ma {power.supply_ma} "
            "must not fall in this order; the fuse carries the budget and blows before the supply gives up."
        )
    if power.budget_ma <= profile.idle_ma:
        raise ProfileError(
            f"{where}, power, budget_ma is {power.budget_ma}, but the board draws about {profile.idle_ma} mA "
            "with all LEDs dark; use a stronger supply."
        )


def _check_driver(profile: BoardProfile, where: str) -> None:
    if profile.driver is Driver.EXPANDER and profile.bits > EXPANDER_INPUTS:
        raise ProfileError(
            f"{where}: {profile.bits} inputs need more MCP23017 than one bus can address ({EXPANDER_INPUTS} inputs); "
            "use driver = '74hc165'."
        )


def check_against_games(profile: BoardProfile, game_of: Callable[[str], Game], where: str) -> None:
    """Whether each game named in the file exists, fits the board where it is laid, and has the kinds its slots name.

    `game_of` is `fairyrules.game`.

    Raises: ProfileError; UnknownGameError for a game that does not exist.
    """
    for game_id, trays in profile.games.items():
        game = game_of(game_id)
        for position, slot in trays.slots.items():
            kind = slot.split(":")[1].rstrip("0123456789")
            if kind not in game.kinds:
                raise ProfileError(
                    f"{where}, games, {game_id}: {position} is slot {slot}, but {game.name} has no kind {kind}; "
                    f"its kinds are {' '.join(sorted(game.kinds))}."
                )
        place(profile, game)
