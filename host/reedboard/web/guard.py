"""Who may do what through the page: everybody on the network may look, only the holder of the token may act.

The token is kept where only its owner can read it, so that a page left open goes on when the program is started again,
and replaced when it is a month old. The link that is printed carries it; the page keeps it in the storage of its own
origin and sends it as `Authorization: Bearer`, as programs do. No cookie: cookies go to every port of a machine.
"""

import hmac
import ipaddress
import os
import secrets
import socket
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from flask import Request

FILE = "token"
LASTS_S = 30 * 86_400
"""A token this old is replaced at the next start: what got into other hands is worth something for a month at most."""


def new_token() -> str:
    """A token nobody can guess: 128 random bits."""
    return secrets.token_urlsafe(16)


def found_token(folder: Path) -> str | None:
    """The token kept in the data folder, which only its owner can read; None if there is none, or an old one."""
    with suppress(OSError, UnicodeDecodeError):
        if time.time() - (folder / FILE).stat().st_mtime > LASTS_S:
            return None
        kept = (folder / FILE).read_text(encoding="ascii").strip()
        if len(kept) >= len(new_token()):
            return kept
    return None


def kept_token(folder: Path) -> str:
    """The token of whoever owns the data folder: the one kept there, or a new one, kept from now on."""
    kept = found_token(folder)
    if kept is not None:
        return kept
    path, token = folder / FILE, new_token()
    with suppress(OSError):
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(token)
    return token


def refusal_of_host(request: Request) -> str | None:
    """Why the request is for somebody else, or None.

    A page of another site can point its own name at this machine (DNS rebinding), but not an address, `localhost`
    or this machine's name.
    """
    name = urlsplit(request.host_url).hostname or ""
    own = socket.gethostname().lower()
    if name in {"localhost", own, f"{own}.local", own.split(".")[0]}:
        return None
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return f"This is not {name!r}: open the page by this machine's address or name."
    return None


def refusal_of_origin(request: Request) -> str | None:
    """Why a request that a page of another site sends is refused, or None."""
    origin = request.headers.get("Origin")
    if origin is not None and origin.lower() != request.host_url.rstrip("/").lower():
        return f"Refused: the request comes from {origin}, not from this page."
    return None


class Guard:
    """Judges requests by token, Host and Origin."""

    def __init__(self, token: str) -> None:
        self.token = token

    def holds_token(self, offered: str | None) -> bool:
        """Whether `offered` is the token, compared in constant time."""
        return offered is not None and hmac.compare_digest(offered.encode(), self.token.encode())

    def bears_token(self, request: Request) -> bool:
        """Whether a program, or a script of the page, shows the token with the request."""
        scheme, _, bearer = request.headers.get("Authorization", "").partition(" ")
        return scheme.lower() == "bearer" and self.holds_token(bearer.strip())

    def refusal_to_act(self, request: Request) -> str | None:
        """Why the request may change nothing, or None."""
        if refusal := refusal_of_origin(request):
            return refusal
        if not self.bears_token(request):
            return "You are watching: only the page opened from the terminal's own link can play."
        return None
