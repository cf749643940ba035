"""The current limiter: what the LEDs may draw is decided here, whatever the host asks for.

Figures of the WS2812B: each of its three channels draws up to 20 mA, linear in its value, and the chip itself
about 1 mA even when dark (measured figures of 0.6-1 mA are common). All results are estimates in whole mA.
"""

CHANNEL_MA = 20
IDLE_MA = 1


def level(channels, leds, brightness, budget_ma):
    """The brightness (0-255) at which the frame fits the budget, at most the one wished for.

    Args:
        channels: the sum of all LEDs' red, green and blue values at their brightest moment, as asked for.
        leds: how many LEDs hang on the supply, lit or not.
        brightness: the wished brightness, 0-255.
        budget_ma: what the supply gives to the LEDs.
    """
    spare = budget_ma - leds * IDLE_MA
    if spare <= 0:
        return 0
    full = channels * CHANNEL_MA // 255 + 1  # mA at brightness 255; + 1 rounds up, never down
    return min(brightness, spare * 255 // full)


def draw_ma(channels, leds, brightness):
    """About what a frame draws at a brightness."""
    return leds * IDLE_MA + channels * CHANNEL_MA // 255 * brightness // 255
