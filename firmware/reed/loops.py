"""The loops over every input, LED and byte, which MicroPython compiles to machine code ("viper").

Taken by way of `compiled.py`, which runs the same text as plain Python where there is no such compiler. So it keeps to
what is the same in both: whole numbers below 2**31, buffers read and written item by item, no calls.
"""

import micropython


@micropython.viper
def untrue(levels: ptr8, low: ptr8, high: ptr8, size: int) -> int:
    """The first byte that contradicts its tied inputs, or `size`. A tie to the supply reads 1, one to ground 0."""
    for i in range(size):
        if (levels[i] & low[i]) | ((levels[i] ^ 255) & high[i]):
            return i
    return size


@micropython.viper
def vote(raw: ptr8, stable: ptr8, counters: ptr8, edges: ptr8, size: int, flip: int) -> int:
    """One sample of all inputs: 1 if some of them count, plus 2 if some have settled, plus 4 if some flickered.

    `counters` holds four rows of `size` bytes: the last sample, the counters' low and high bits, and the inputs that
    have settled just now. `edges` counts raw changes an input, up to 255.
    """
    told = 0
    for i in range(size):
        now = raw[i]
        was = stable[i]
        flicker = now ^ counters[i]
        if flicker:
            told |= 4
            counters[i] = now
            bit = 8 * i
            while flicker:
                if flicker & 1 and edges[bit] < 255:
                    edges[bit] = edges[bit] + 1
                flicker >>= 1
                bit += 1
        low = counters[size + i]
        high = counters[2 * size + i]
        differ = now ^ was
        if differ | low | high:
            done = differ & high & (low ^ flip)
            keep = differ & (done ^ 255)
            counters[size + i] = (low ^ 255) & keep
            counters[2 * size + i] = (high ^ low) & keep
            counters[3 * size + i] = done
            if keep:
                told |= 1
            if done:
                stable[i] = was ^ done
                told |= 2
    return told


@micropython.viper
def next_set(buffer: ptr8, bit: int, end: int) -> int:
    """The first bit from `bit` on that is 1, cleared now; `end` if none before it is."""
    while bit < end:
        byte = buffer[bit >> 3]
        if not byte:
            bit = (bit | 7) + 1
        elif byte & (1 << (bit & 7)):
            buffer[bit >> 3] = byte ^ (1 << (bit & 7))
            return bit
        else:
            bit += 1
    return end


@micropython.viper
def next_noisy(edges: ptr8, bit: int, end: int, least: int) -> int:
    """The first input from `bit` on with so many edges, or `end`; forgets the counts of those before it."""
    while bit < end:
        if edges[bit] >= least:
            return bit
        edges[bit] = 0
        bit += 1
    return end


@micropython.viper
def count_glows(line: ptr8, at: int, end: int) -> int:
    """How many glows `RRGGBBp:...` stand in a line from `at` to `end`, parted by a space; -1 if some field is none."""
    glows = 0
    while at < end:
        if at + 8 > end or line[at + 7] != 58:  # ":"
            return -1
        for k in range(at, at + 6):
            digit = line[k]
            if not (48 <= digit <= 57 or 97 <= digit <= 102 or 65 <= digit <= 70):
                return -1
        look = line[at + 6]
        if look != 115 and look != 98 and look != 102 and look != 112:  # s, b, f, p
            return -1
        at += 8
        while at < end and line[at] != 32:
            at += 1
        at += 1
        glows += 1
    return glows


@micropython.viper
def read_glows(line: ptr8, at: int, end: int, leds: int, style: ptr8, looks: ptr8, sums: ptr32):
    """Takes glows that `count_glows` has passed.

    `style` gets each LED's glow, 255 for none; the first that names an LED has it. `looks` gets four bytes a glow:
    green, red, blue, pattern (0 s, 1 b, 2 f, 3 p). `sums` gets the sum of all lit LEDs' channels, the patterns used
    (bit p, but for steady), and how many spans named what this board lacks.
    """
    for led in range(leds):
        style[led] = 255
    channels = 0
    patterns = 0
    strays = 0
    glow = 0
    while at < end:
        rgb = 0
        for k in range(at, at + 6):
            digit = line[k]
            rgb = (rgb << 4) | (digit - 48 if digit < 58 else (digit | 32) - 87)
        look = line[at + 6]
        pattern = 0
        if look == 98:
            pattern = 1
        elif look == 102:
            pattern = 2
        elif look == 112:
            pattern = 3
        if pattern:
            patterns |= 1 << pattern
        red = rgb >> 16
        green = (rgb >> 8) & 255
        blue = rgb & 255
        looks[4 * glow] = green
        looks[4 * glow + 1] = red
        looks[4 * glow + 2] = blue
        looks[4 * glow + 3] = pattern
        bright = red + green + blue
        at += 8
        while at < end and line[at] != 32:
            first = 0
            last = -1
            number = 0
            digits = 0
            wrong = 0
            while at < end and line[at] != 44 and line[at] != 32:  # to the next "," or " "
                digit = line[at]
                if 48 <= digit <= 57:
                    number = 10 * number + digit - 48
                    if number > 65535:
                        number = 65535
                    digits += 1
                elif digit == 45 and digits and last < 0:  # "-"
                    first = number
                    last = 0
                    number = 0
                    digits = 0
                else:
                    wrong = 1
                at += 1
            if last < 0:
                first = number
            last = number
            if wrong or not digits:
                first = 0
                last = -1
                strays += 1
            if last >= leds:
                last = leds - 1
                strays += 1
            while first <= last:
                if style[first] == 255:
                    style[first] = glow
                    channels += bright
                first += 1
            if at < end and line[at] == 44:
                at += 1
        at += 1
        glow += 1
    sums[0] = channels
    sums[1] = patterns
    sums[2] = strays


@micropython.viper
def paint(pixels: ptr8, style: ptr8, shown: ptr8, leds: int):
    """Every LED's three bytes: those of its glow in `shown` (four bytes a glow, the last unused), dark for 255."""
    at = 0
    for led in range(leds):
        glow = style[led]
        if glow == 255:
            pixels[at] = 0
            pixels[at + 1] = 0
            pixels[at + 2] = 0
        else:
            glow *= 4
            pixels[at] = shown[glow]
            pixels[at + 1] = shown[glow + 1]
            pixels[at + 2] = shown[glow + 2]
        at += 3
