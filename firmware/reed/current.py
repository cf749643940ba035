"""The current limiter: what the LEDs may draw is decided here, whatever the host asks for.

Each of a WS2812B's three channels draws up to 20 mA, linear in its value (its data sheet). What the chips draw when
dark is not counted here: the budget in the configuration is what is left for light. Results are estimates in whole mA.
"""

CHANNEL_MA = 20


def level(channels, brightness, budget_ma):
    """The brightness (0-255) at which the frame fits the budget, at most the one wished for.

    Args:
        channels: the sum of all LEDs' red, green and blue values at their brightest moment, as asked for.
        brightness: the wished brightness, 0-255.
        budget_ma: what the supply has left for light.
    """
    full = channels * CHANNEL_MA // 255 + 1  # mA at brightness 255; + 1 rounds up, never down
    return max(0, min(brightness, budget_ma * 255 // full))


def draw_ma(channels, brightness):
    """About what the light of a frame draws at a brightness."""
    return channels * CHANNEL_MA // 255 * brightness // 255
