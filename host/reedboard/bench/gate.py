"""Whether a figure is worse than the one accepted last: the comparison behind `reedboard bench gate`."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from reedboard.errors import ReedboardError


class Better(Enum):
    """Which way a figure improves."""

    MORE = "more"
    LESS = "less"


@dataclass(frozen=True, slots=True)
class Figure:
    """A key row: what was measured, which way is better, and which share of it is noise of the machine."""

    name: str
    value: float
    better: Better
    noise: float = 0.0

    def is_worse(self, accepted: float) -> bool:
        """Whether it is worse than the accepted value by more than its noise."""
        if self.better is Better.MORE:
            return self.value < accepted * (1 - self.noise)
        return self.value > accepted * (1 + self.noise)


def findings(measured: list[Figure], accepted: Mapping[str, float]) -> Iterator[str]:
    """A sentence for every figure that is worse, was accepted but not measured, or was never accepted."""
    for figure in measured:
        if figure.name not in accepted:
            yield f"{figure.name}: {figure.value:g} was never accepted; look at it, then run with --accept"
        elif figure.is_worse(accepted[figure.name]):
            allowed = f", {figure.noise:.0%} of noise allowed" if figure.noise else ""
            yield f"{figure.name}: {figure.value:g} is worse than the accepted {accepted[figure.name]:g}{allowed}"
    for name in sorted(accepted.keys() - {figure.name for figure in measured}):
        yield f"{name}: accepted with {accepted[name]:g}, but no longer measured"


def read(path: Path) -> dict[str, float]:
    """The accepted figures by name; none if the file is not there yet.

    Raises: ReedboardError if it is no file of accepted figures.
    """
    if not path.exists():
        return {}
    try:
        figures = json.loads(path.read_text(encoding="utf-8"))["figures"]
        return {str(name): float(value) for name, value in figures.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ReedboardError(f"{path} holds no accepted figures ({error}): expected what --accept writes") from error


def write(path: Path, measured: list[Figure], commit: str, machine: str) -> None:
    """Accepts the figures measured.

    Raises: ReedboardError if the file cannot be written.
    """
    figures = {figure.name: round(figure.value, 4) for figure in measured}
    text = json.dumps({"commit": commit, "machine": machine, "figures": figures}, indent=1, ensure_ascii=False)
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise ReedboardError(f"{path} cannot be written ({error.strerror}): expected a file in a folder") from error
