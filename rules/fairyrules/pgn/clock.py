"""The times players and clocks leave in comments: `[%clk 1:23:45]` (time left), `[%emt 0:00:07.5]` (time taken)."""

import re

COMMAND = re.compile(r"\[%(clk|emt)\s+([0-9:.]+)\s*\]")
TIME = re.compile(r"(?:(?:(\d{1,6}):)?(\d{1,6}):)?(\d{1,6})(?:\.(\d{1,3})\d*)?")


def parse_time(text: str) -> int | None:
    """Milliseconds of "H:MM:SS", "M:SS" or "S", each with up to three decimals kept; None if it is none of these, or
    a number has more than six digits: no game takes a century.

    >>> parse_time("1:00:07.5"), parse_time("3"), parse_time("1:2:3:4")
    (3607500, 3000, None)
    """
    match = TIME.fullmatch(text)
    if match is None:
        return None
    hours, minutes, seconds, decimals = match.groups()
    whole_s = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds)
    return whole_s * 1000 + int((decimals or "").ljust(3, "0"))


def format_time(time_ms: int) -> str:
    """The other way; decimals only where they are needed.

    >>> format_time(3607500), format_time(0)
    ('1:00:07.5', '0:00:00')
    """
    whole_s, rest_ms = divmod(time_ms, 1000)
    decimals = f".{rest_ms:03d}".rstrip("0") if rest_ms else ""
    return f"{whole_s // 3600}:{whole_s // 60 % 60:02d}:{whole_s % 60:02d}{decimals}"


def extract(comment: str) -> tuple[str, dict[str, int]]:
    """The comment without its clock commands, and the times in them by command; what cannot be read stays text.

    >>> extract("[%clk 0:09:58] a pity [%eval 0.3]")
    ('a pity [%eval 0.3]', {'clk': 598000})
    """
    times: dict[str, int] = {}

    def take(match: re.Match[str]) -> str:
        time_ms = parse_time(match[2])
        if time_ms is None:
            return match[0]
        times[match[1]] = time_ms
        return " "

    return " ".join(COMMAND.sub(take, comment).split()), times
