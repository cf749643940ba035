"""The end-to-end tests' own modules, and their figures at the end of a run."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))


def pytest_terminal_summary(terminalreporter):
    """Adds up what the random games counted."""
    reports = [report for found in terminalreporter.stats.values() for report in found if hasattr(report, "nodeid")]
    counted = [dict(report.user_properties) for report in reports if getattr(report, "when", "") == "call"]
    games = [each for each in counted if "asked" in each]
    if games:
        plies, asked = sum(each["plies"] for each in games), sum(each["asked"] for each in games)
        terminalreporter.write_line(f"random games: {len(games)}, {plies} plies, {asked} questions asked")
