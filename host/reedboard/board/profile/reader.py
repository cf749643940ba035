"""From the text of a geometry file to a checked `BoardProfile`; the schema is told in `hardware/boards/README.md`."""

import tomllib
from collections.abc import Callable, Iterator

from reedboard.board.board_name import RULE, is_board_name
from reedboard.board.profile import cells
from reedboard.board.profile.board import BoardProfile, Driver, GameTrays, LedRun, Mechanics, Power, Site, Strip, Tray
from reedboard.board.profile.checks import check
from reedboard.board.profile.errors import ProfileError
from reedboard.board.profile.slots import read_slots
from reedboard.board.profile.toml import MOST_MA, GeometryTable


def parse(text: str, where: str) -> BoardProfile:
    """The board a geometry file states; `where` names the file in complaints.

    Whether its games know the kinds of their slots is `check_against_games`'s to say: that needs the rules of each.

    Raises: ProfileError with one sentence for the first thing found wrong.
    """
    try:
        values = tomllib.loads(text)
    except ValueError as error:
        raise ProfileError(f"{where} is not valid TOML: {error}.") from None
    except RecursionError:
        raise ProfileError(f"{where} is nested too deeply; expected tables in tables, three deep at most.") from None
    top = GeometryTable(where, values)
    if not is_board_name(top.text("id")):
        raise ProfileError(f"{top.at('id')} is {top.text('id')!r}; write {RULE}.")
    trays = {name: _tray(name, table) for name, table in top.table("trays").named_tables()}
    sensors = top.table("sensors")
    driver = Driver(sensors.choice("driver", tuple(driver.value for driver in Driver)))
    strips = tuple(_strips(sensors, trays))
    leds = top.table("leds")
    led_runs = tuple(_led_runs(leds, trays))
    clock = top.table("clock")
    profile = BoardProfile(
        id=top.text("id"),
        name=top.text("name"),
        pitch_mm=top.number("pitch_mm"),
        driver=driver,
        sites=_sites(strips, led_runs, trays, where),
        strips=strips,
        led_runs=led_runs,
        trays=trays,
        buttons=_buttons(clock),
        buzzer=clock.flag("buzzer", False),
        power=_power(top.table("power")),
        mechanics=_mechanics(top.table("mechanics")),
        games={name: _game(name, table, trays) for name, table in top.table("games").named_tables()},
    )
    for table in (sensors, leds, clock, top):
        table.close()
    check(profile, where)
    return profile


def _tray(name: str, table: GeometryTable) -> Tray:
    if not (name.isascii() and name.isalpha() and name.islower() and len(name) > 1):
        raise ProfileError(
            f"{table.where}: {name!r} is no name for a tray; take two or more small letters, so that "
            "no position looks like a cell."
        )
    tray = Tray(
        name=name,
        size=table.whole("size", 1),
        columns=table.whole("columns", 1),
        x=table.number("x"),
        y=table.number("y"),
        row_step=table.number("row_step", -1.0),
        upright=table.flag("upright", False),
    )
    table.close()
    return tray


def _lines(run: GeometryTable, trays: dict[str, Tray]) -> tuple[tuple[str, ...], ...]:
    """The sites of a run, line by line."""
    serpentine = run.flag("serpentine", False)
    if "tray" in run.values:
        tray = trays[run.choice("tray", tuple(trays))]
        return tuple(row[::-1] if serpentine and number % 2 else row for number, row in enumerate(tray.lines))
    corners, along = run.text("cells"), run.choice("along", ("rank", "file"), "rank")
    return cells.lines(corners, along, serpentine, run.at("cells"))


def _strips(sensors: GeometryTable, trays: dict[str, Tray]) -> Iterator[Strip]:
    usual_inputs, usual_tied = sensors.whole("inputs", 1), sensors.text("tied", "")
    for run in sensors.tables("run"):
        inputs, tied = run.whole("inputs", 1, usual_inputs), run.text("tied", usual_tied)
        if set(tied) - set("01"):
            raise ProfileError(f"{run.at('tied')} is {tied!r}; write 0 for an input tied to ground, 1 for the supply.")
        lines = _lines(run, trays)
        bit = run.whole("bit", 0)
        run.close()
        for number, line in enumerate(lines):
            if len(line) + len(tied) > inputs:
                raise ProfileError(
                    f"{run.where}: {len(line)} sites and {len(tied)} tied inputs do not fit a strip of {inputs}; "
                    "give it more inputs."
                )
            yield Strip(f"{line[0]}-{line[-1]}", bit + number * inputs, inputs, line, tied)


def _led_runs(leds: GeometryTable, trays: dict[str, Tray]) -> Iterator[LedRun]:
    for run in leds.tables("run"):
        lines = _lines(run, trays)
        led = run.whole("led", 0)
        run.close()
        for line in lines:
            yield LedRun(f"{line[0]}-{line[-1]}", led, line)
            led += len(line)


def _sites(
    strips: tuple[Strip, ...], led_runs: tuple[LedRun, ...], trays: dict[str, Tray], where: str
) -> dict[str, Site]:
    led_of: dict[str, int] = {}
    for run in led_runs:
        for place, site in enumerate(run.sites):
            if site in led_of:
                raise ProfileError(
                    f"{where}: {site} is on LED {led_of[site]} and on LED {run.led + place}; state it once."
                )
            led_of[site] = run.led + place
    sites: dict[str, Site] = {}
    for strip in strips:
        for place, site in enumerate(strip.sites):
            if site in sites:
                raise ProfileError(
                    f"{where}: {site} is on bit {sites[site].bit} and on bit {strip.bit + place}; state it once."
                )
            sites[site] = _site(site, strip.bit + place, led_of.pop(site, None), trays)
    if led_of:
        raise ProfileError(f"{where}: {next(iter(led_of))} has an LED but no sensor; add it to a run of [sensors].")
    return dict(sorted(sites.items(), key=_reading_order(trays)))


def _site(name: str, bit: int, led: int | None, trays: dict[str, Tray]) -> Site:
    for tray in trays.values():
        if name in tray.positions:
            return Site(name, bit, led, *tray.spot(name), tray.name)
    file, rank = cells.split(name, "cell")
    return Site(name, bit, led, file, rank, None)


def _reading_order(trays: dict[str, Tray]) -> Callable[[tuple[str, Site]], tuple[float, ...]]:
    order = list(trays)

    def key(item: tuple[str, Site]) -> tuple[float, ...]:
        name, site = item
        if site.tray is None:
            return (0, site.y, site.x)
        return (1, order.index(site.tray), int(name.removeprefix(site.tray)))

    return key


def _buttons(clock: GeometryTable) -> tuple[str, ...]:
    buttons = clock.text("buttons", "")
    if set(buttons) - set("wb") or len(buttons) > 2 or buttons in ("ww", "bb"):
        raise ProfileError(
            f"{clock.at('buttons')} is {buttons!r}; write the sides that have a button: 'wb', 'w', 'b' or ''."
        )
    return tuple(buttons)


def _power(power: GeometryTable) -> Power:
    found = Power(
        budget_ma=power.whole("budget_ma", 1, most=MOST_MA),
        fuse_ma=power.whole("fuse_ma", 1, most=MOST_MA),
        supply_ma=power.whole("supply_ma", 1, most=MOST_MA),
        inject_every=power.whole("inject_every", 1, 64),
    )
    power.close()
    return found


def _mechanics(wood: GeometryTable) -> Mechanics:
    usual = Mechanics()
    found = Mechanics(
        surface_mm=wood.number("surface_mm", usual.surface_mm),
        spacer_mm=wood.number("spacer_mm", usual.spacer_mm),
        base_mm=wood.number("base_mm", usual.base_mm),
        frame_mm=wood.number("frame_mm", usual.frame_mm),
        margin_mm=wood.number("margin_mm", usual.margin_mm),
    )
    wood.close()
    for key in ("surface_mm", "spacer_mm", "base_mm", "frame_mm", "margin_mm"):
        if not 0 < getattr(found, key) <= 100:
            raise ProfileError(f"{wood.at(key)} is {getattr(found, key):g}; it must be more than 0 and at most 100 mm.")
    return found


def _game(name: str, table: GeometryTable, trays: dict[str, Tray]) -> GameTrays:
    offset, filled = table.text("offset", "a1"), table.text("filled", "")
    cells.split(offset, table.at("offset"))
    slots: dict[str, str] = {}
    for tray, text in list(table.named_texts()):
        if tray not in trays:
            raise ProfileError(
                f"{table.at(tray)}: this board has no tray of that name; it has {', '.join(trays) or 'none'}."
            )
        slots |= read_slots(text, trays[tray].positions, slots, table.at(tray))
    table.close()
    return GameTrays(name, offset, slots, frozenset(filled.split()))
