"""What the program that plays in this data folder says of itself, asked at its page."""

import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from reedboard.app.running import find
from reedboard.archive.database import data_folder

PATIENCE_S = 3.0


def asked(what: str) -> dict[str, Any] | None:
    """A JSON object of the running program ("state", "health"); None where none runs, or it does not answer."""
    running = find(data_folder())
    if running is None or not running.url:
        return None
    try:
        with urlopen(f"{running.url}api/v1/{what}", timeout=PATIENCE_S) as answer:
            told = json.load(answer)
    except HTTPError as error:  # `/health` says with a code that something is wrong, and what in its body
        try:
            told = None if error.headers.get_content_type() == "application/problem+json" else json.load(error)
        except ValueError:
            return None
        finally:
            error.close()
    except (URLError, OSError, ValueError):
        return None
    return told if isinstance(told, dict) and told else None
