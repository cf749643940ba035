"""Where the firmware's files lie: in a checkout under `firmware`, in an installed wheel under `reedboard/_firmware`."""

from pathlib import Path

import reedboard

_PACKAGE = Path(reedboard.__file__).parent
_CHECKOUT = _PACKAGE.parents[1] / "firmware"
_WHEEL = _PACKAGE / "_firmware"


def folder() -> Path:
    """The folder laid out as the microcontroller's file system."""
    return _CHECKOUT if _CHECKOUT.is_dir() else _WHEEL


def files() -> tuple[Path, ...]:
    """Every file that belongs on the microcontroller, relative to `folder()`, in a steady order."""
    root = folder()
    return tuple(sorted(path.relative_to(root) for path in root.rglob("*.py")))
