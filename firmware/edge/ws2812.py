"""How long a WS2812B's data line is high and low for a zero and a one.

Its makers disagree: the first data sheets ask for 400/850 and 800/450 ns, each within 150, those since "V5" for
220-380 ns high of a zero and at least 580 ns of everything else. These values suit both but for the low of a one, which
the first wanted below 600: longer lows are harmless up to the 50 us (later 280 us) that end a frame.
Source: World Semi's data sheets WS2812B (2013) and WS2812B-V5 (2019).
"""

ZERO_NS = (350, 950)
ONE_NS = (700, 600)
