"""Numbers on the command line: `nan` lies between no limits, though no comparison says so."""

import math
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """A number between two limits, and really a number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401
        """The number."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a number", param, ctx)
        return number
