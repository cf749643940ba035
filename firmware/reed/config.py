"""The board's files on flash: a first line with version and check, then JSON; safe against power loss.

    reedboard-config 1 5b1cd8a2
    {"board": "10x10", "bits": 128, ...}

Writing goes to a new file, which is read back before it takes the old one's name: whenever the power fails, one
whole file is there. `CONFIG` is written by `reedboard flash`, `CALIBRATION` by the board itself.
"""

import binascii
import json
import os

FORMAT = 1
CONFIG = "board.cfg"
CALIBRATION = "calibration.cfg"


class ConfigError(Exception):
    """A file cannot be used: one sentence with what was found, what was expected and what to do."""


def pack(values):
    """The text of a file that holds these values (a dict that JSON can say)."""
    text = json.dumps(values)
    return "reedboard-config %d %08x\n%s\n" % (FORMAT, binascii.crc32(text.encode()) & 0xFFFFFFFF, text)


def unpack(text, name):
    """The values of a file's text. Raises ConfigError where it is not whole or of another version."""
    head, _, rest = text.partition("\n")
    words = head.split(" ")
    if len(words) != 3 or words[0] != "reedboard-config":
        raise ConfigError("%s is not a reedboard configuration: flash the board again" % name)
    if words[1] != str(FORMAT):
        raise ConfigError("%s has format %s, this firmware reads %d: flash the board again" % (name, words[1], FORMAT))
    body = rest[:-1] if rest.endswith("\n") else rest
    if "%08x" % (binascii.crc32(body.encode()) & 0xFFFFFFFF) != words[2]:
        raise ConfigError("%s is cut off or damaged (its check is wrong): flash the board again" % name)
    return json.loads(body)


def load(name):
    """The values of a file, or None if there is none. A finished new file whose renaming was cut off counts.

    Raises ConfigError where neither the file nor its new version is whole.
    """
    found = None
    for path in (name, name + ".new"):
        try:
            with open(path) as file:
                text = file.read()
        except OSError:
            continue
        except UnicodeError:
            text = ""
        try:
            return unpack(text, path.split("/")[-1])
        except ConfigError as error:
            found = found or error
    if found and _exists(name):
        raise found
    return None


def save(name, values):
    """Writes the values so that a power loss at any moment leaves the old file or the new one, whole."""
    text = pack(values)
    new = name + ".new"
    with open(new, "w") as file:
        file.write(text)
    with open(new) as file:
        if file.read() != text:
            raise ConfigError("%s did not read back as written: the flash is full or worn out" % new)
    try:
        os.rename(new, name)
    except OSError:  # FAT does not rename onto a file; from here to the rename, `load` reads the new one
        os.remove(name)
        os.rename(new, name)


def _exists(name):
    try:
        os.stat(name)
        return True
    except OSError:
        return False
