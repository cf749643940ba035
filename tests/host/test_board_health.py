"""What the page shows of the board itself."""

import fairyrules
from reedboard.assets import boards
from reedboard.board.line_health import LineHealth
from reedboard.board.link_events import (
    BoardLost,
    BoardShape,
    ChainBroken,
    ChainMended,
    Changed,
    FrameShown,
    Greeted,
    Noisy,
    Snapshot,
)
from reedboard.board.profile import place
from reedboard.board.sensor_log import KEPT_DELAYS, SensorLog
from reedboard.game.board_health import DistrustedView, board_health
from reedboard.game.status import SensorView

PROFILE = boards.load("8x8")
SHAPE = BoardShape("8x8", PROFILE.bits, PROFILE.leds, 2)
E4 = PROFILE.sites["e4"].bit


def log_of(*events):
    log = SensorLog()
    for event, now_ms in events:
        log.heard(event, now_ms)
    return log


def health(log, sensors=(), line=None):
    under = {name: site.name for name, site in place(PROFILE, fairyrules.game("chess")).sites.items()}
    return board_health(PROFILE, log, line or LineHealth(), 250, (True, "Here"), sensors, under, 9000)


def of(told, column, name):
    return getattr(told, column)[[each.name for each in told.places].index(name)]


def test_health_counts_touches_and_chatter_of_each_sensor():
    told = health(
        log_of(
            (Greeted(SHAPE, "1.2.3"), 0),
            (Snapshot(5, 1 << E4), 5),
            (Changed(1000, E4, False, 0), 1004),
            (Changed(2000, E4, True, 3), 2040),
            (Noisy(2500, E4, 20), 2500),
        )
    )
    assert (of(told, "touches", "e4"), of(told, "chatter", "e4"), of(told, "felt_ms", "e4")) == (1, 23, 2000)
    assert of(told, "occupied", "e4")
    assert (of(told, "touches", "e5"), of(told, "felt_ms", "e5"), of(told, "occupied", "e5")) == (0, None, False)
    assert (told.line.readings, told.line.median_ms, told.line.p95_ms) == (2, 4, 40)
    assert (told.firmware, told.scan_hz) == ("1.2.3", 250)


def test_health_knows_every_place_of_the_board_its_trays_too():
    told = health(SensorLog())
    assert [each.name for each in told.places] == list(PROFILE.sites)
    assert {each.tray for each in told.places if each.name.startswith("near")} == {True}
    assert told.line.median_ms is None
    assert set(told.touches) == {0}


def test_health_tells_the_current_beside_the_budget():
    assert health(SensorLog()).power.light_ma is None
    power = health(log_of((FrameShown(0, 53), 0))).power
    assert (power.idle_ma, power.light_ma, power.budget_ma) == (PROFILE.idle_ma, 53, PROFILE.power.budget_ma)


def test_health_names_a_distrusted_sensor_by_the_boards_own_name():
    shogi = place(boards.load("12x10"), fairyrules.game("shogi"))
    site = next(iter(shogi.sites))
    under = {name: each.name for name, each in shogi.sites.items()}
    said = SensorView(site, "stuck", "It is stuck.")
    told = board_health(shogi.profile, SensorLog(), LineHealth(), None, (True, ""), [said], under, 0)
    assert told.distrusted == (DistrustedView(under[site], "stuck", "It is stuck."),)
    gone = SensorView("z99", "stuck", "Of a game that was played before.")
    assert board_health(shogi.profile, SensorLog(), LineHealth(), None, (True, ""), [gone], under, 0).distrusted == ()


def test_health_tells_what_the_line_cost():
    line = LineHealth(damaged=2, missing=3, restarts_ms=[400], stalls_ms=[1700, 1800])
    told = health(log_of((Greeted(SHAPE, "1"), 0), (BoardLost("cable"), 1), (ChainBroken(1, 4), 1)), line=line)
    line_told = told.line
    assert (line_told.damaged, line_told.mended, line_told.restarts, line_told.stalls) == (2, 3, 1, 2)
    assert (line_told.losses, told.broken_from) == (1, 4)
    assert health(log_of((ChainBroken(1, 4), 1), (ChainMended(2), 2))).broken_from is None


def test_log_begins_anew_with_a_board_of_another_shape_and_goes_on_with_the_same():
    same = [(Greeted(SHAPE, "1"), 0), (Changed(1, E4, True, 0), 1), (Greeted(SHAPE, "1"), 2)]
    assert log_of(*same).touches[E4] == 1
    other = BoardShape("4x4", 16, 16, 2)
    log = log_of(*same, (Greeted(other, "1"), 3))
    assert log.touches == [0] * 16
    assert of(health(log), "touches", "e4") == 0  # the board of the game is not the one that answers


def test_log_passes_over_bits_the_board_lacks_and_forgets_old_delays():
    log = log_of((Greeted(SHAPE, "1"), 0), (Changed(1, 4000, True, 0), 1), (Noisy(1, 4000, 9), 1))
    assert log.delays_ms == []
    for t_ms in range(3 * KEPT_DELAYS):
        log.heard(Changed(t_ms, E4, bool(t_ms % 2), 0), t_ms + 7)
    assert log.delays_ms == [7] * KEPT_DELAYS
