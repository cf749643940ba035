"""The program run as a user runs it, in a home of the test's own."""

import os
import subprocess
import sys
from pathlib import Path

REEDBOARD = [sys.executable, "-c", "from reedboard.cli.main import main; main()"]


def reedboard(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs it to its end, two minutes at most; its records go into `home`."""
    return subprocess.run(
        [*REEDBOARD, *words],
        env={**os.environ, "REEDBOARD_DATA": str(home)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
