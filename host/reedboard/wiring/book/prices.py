"""What parts roughly cost, so that a reader sees the order of the sum; every reader fills in their own.

Guesses for single pieces in euros without postage, from general knowledge of shops' prices: quoted by nobody.
"""

AS_OF = "2025"

EUROS = {
    "folder carrier-pico/": 6.00, "folder strip/": 4.00,
    "Same Sky PJ-102AH": 0.90, "Schurter 0031.8201": 0.60, "Phoenix Contact 1715721": 0.60, "JST B2B-XH-A": 0.10,
    "JST B8B-XH-A": 0.25, "JST XHP-8": 0.12, "JST XHP-2": 0.08, "JST SXH-001T-P0.6N": 0.04,
    "Raspberry Pi Pico H (SC0917)": 5.50, "Texas Instruments SN74AHCT125N": 0.70, "Yageo MFR-25FBF52-39R": 0.10,
    "Yageo MFR-25FBF52-330R": 0.10, "Vishay 1N5819-E3/54": 0.35, "Kemet C320C104K5R5TA": 0.30,
    "Panasonic EEU-FR1A102": 0.60, "TDK PS1240P02BT": 0.70, "Nexperia 74LVC2G17GW": 0.25,
    "Yageo CC0603KRX7R9BB104": 0.02, "Yageo RC0603FR-0710KL": 0.01, "Yageo RC0603FR-0739RL": 0.01,
    "Nexperia 74HC165D": 0.40, "Bourns CAY16-103J4LF": 0.06, "Standex KSK-1A66-1015": 0.90,
    "Worldsemi WS2812B-V5": 0.12, "Omron B3F-4055": 0.50, "supermagnete S-10-01-N": 0.30,
    "Mean Well GST18A05-P1J": 16.00, "Mean Well GST25A05-P1J": 20.00, "Mean Well GST60A05-P1J": 30.00,
    "Littelfuse 021702.5MXP": 0.50, "Littelfuse 0217003.MXP": 0.50, "Littelfuse 0217005.MXP": 0.50,
}  # fmt: skip
"""Maker's number -> about so many euros apiece."""

UNNAMED = {"screw": 0.12, "spacer": 0.60, "metre": 0.35}
"""Parts of any make, by the first word of their name."""


def price(name: str, number: str) -> float | None:
    """About so many euros apiece; None where we would not even guess."""
    return EUROS.get(number, UNNAMED.get(name.split()[0]))
