import os

import pytest
from hypothesis import settings

# A shared machine may be busy: how long an example takes proves nothing.
settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")


def pytest_addoption(parser):
    parser.addoption("--deep", action="store_true", help="also run the proofs that take minutes (marked deep)")


def pytest_collection_modifyitems(config, items):
    left_out = [item for item in items if _is_left_out(item, config)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def _is_left_out(item, config):
    if item.get_closest_marker("deep") and not config.getoption("--deep"):
        return True
    # No registry holds these images: by hand the test is skipped and says why, but a clean checkout skips nothing.
    images = os.environ.get("PICO_FIRMWARE") and os.environ.get("PICO_BOOTROM")
    return bool(item.get_closest_marker("emulated_pico") and os.environ.get("CI") and not images)


@pytest.fixture
def deep(request):
    """Whether the long proofs were asked for."""
    return request.config.getoption("--deep")
