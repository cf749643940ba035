"""What a power cut would leave of the files of a disk: what was synced, and by chance some of what was not."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reedboard.stress.disk import Call

SECTOR = 512
"""Bytes that a disk writes whole or not at all. Source: the smallest sector in use."""


@dataclass
class _File:
    """`synced` None: there is no such file on the disk yet. `pending`: done since, and not synced."""

    synced: bytearray | None = None
    pending: list[Call] = field(default_factory=list)

    def sync(self, count: int) -> None:
        """The first `count` pending calls are on the disk."""
        for call in self.pending[:count]:
            self.synced = _after(self.synced, call)
        del self.pending[:count]


class Platter:
    """Follows every call that was done to the files of one folder."""

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}

    def done(self, call: Call) -> None:
        """A call succeeded."""
        file = self._files.setdefault(call.path.name, _File())
        if call.kind in ("write", "cut", "delete"):
            file.pending.append(call)
            if call.kind == "delete" and call.at:
                self._sync_folder()
        elif call.kind == "sync":
            if file.synced is None:  # SQLite syncs the folder with a new file's first sync
                self._sync_folder()
            file.sync(len(file.pending))

    def _sync_folder(self) -> None:
        """What was deleted stays so."""
        for file in self._files.values():
            deletions = [number for number, call in enumerate(file.pending, 1) if call.kind == "delete"]
            file.sync(max(deletions, default=0))

    def sync_failed(self, path: Path) -> None:
        """A sync failed: the system forgets that what was written is not on the disk, and no later sync writes it."""
        self._files.setdefault(path.name, _File()).pending.clear()

    def after_a_power_cut(self, rng: random.Random) -> Mapping[str, bytes]:
        """The files as they may be found: of what was not synced nothing, all, or by chance, torn at sectors."""
        share = rng.choice((0.0, 0.5, 1.0))
        found = {}
        for name, file in self._files.items():
            data = None if file.synced is None else bytearray(file.synced)
            for call in file.pending:
                if rng.random() < share:
                    data = _after(data, _torn(call, rng) if rng.random() < 0.2 else call)
            if data is not None:
                found[name] = bytes(data)
        return found


def _after(data: bytearray | None, call: Call) -> bytearray | None:
    if call.kind == "delete":
        return None
    data = bytearray() if data is None else data
    if call.kind == "cut":
        del data[call.at :]
        return data
    data.extend(bytes(max(0, call.at - len(data))))
    data[call.at : call.at + len(call.data)] = call.data
    return data


def _torn(call: Call, rng: random.Random) -> Call:
    """Only some sectors of a write."""
    if call.kind != "write":
        return call
    ends = range(SECTOR - call.at % SECTOR, len(call.data), SECTOR)
    end = rng.choice([*ends, len(call.data)])
    return Call("write", call.path, call.at, call.data[:end])
