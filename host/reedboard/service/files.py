"""What the systemd unit and the udev rule say."""

from collections.abc import Iterable, Mapping, Sequence

UNIT_NAME = "reedboard.service"
RULE_NAME = "70-reedboard.rules"
"""Before 73-seat-late.rules, which acts on the `uaccess` tag."""
RETRY_S = 5
"""How long after the program ended it is started again; without a board it ends at once, and nothing else happens."""


def unit(command: Sequence[str], environment: Mapping[str, str]) -> str:
    """A systemd user unit that keeps a command running.

    >>> print(unit(["/opt/my board/bin/reedboard", "play"], {"REEDBOARD_DATA": "/srv/100%"}))
    # Written by `reedboard service install`.
    [Unit]
    Description=reedboard: chess variants over the board
    StartLimitIntervalSec=0
    <BLANKLINE>
    [Service]
    ExecStart="/opt/my board/bin/reedboard" play
    Environment=REEDBOARD_DATA=/srv/100%%
    Restart=always
    RestartSec=5
    <BLANKLINE>
    [Install]
    WantedBy=default.target
    <BLANKLINE>
    """
    lines = [
        "# Written by `reedboard service install`.",
        "[Unit]",
        "Description=reedboard: chess variants over the board",
        "StartLimitIntervalSec=0",
        "",
        "[Service]",
        f"ExecStart={' '.join(_quoted(word.replace('$', '$$')) for word in command)}",
        *(f"Environment={_quoted(f'{name}={value}')}" for name, value in environment.items()),
        "Restart=always",
        f"RestartSec={RETRY_S}",
        "",
        "[Install]",
        "WantedBy=default.target",
    ]
    return "\n".join([*lines, ""])


def _quoted(word: str) -> str:
    """A word as systemd reads it (systemd.syntax: quoting; systemd.unit: specifiers)."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"' if not escaped or set(escaped) & set(" \t'\"\\;") else escaped


def rule(makers: Mapping[int, str]) -> str:
    """A udev rule for the serial ports of these makers' USB devices.

    Whoever sits at the computer, or is in the group dialout, may open them; ModemManager leaves them alone, for its
    questions would go to the board.
    """
    return "".join(["# Written by `reedboard service install`.\n", *_rules(makers)])


def _rules(makers: Mapping[int, str]) -> Iterable[str]:
    for number, name in makers.items():
        yield (
            f"# {name}\n"
            f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{number:04x}", MODE="0660", GROUP="dialout", TAG+="uaccess", '
            'ENV{ID_MM_DEVICE_IGNORE}="1"\n'
        )
