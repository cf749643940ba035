import pytest
from hypothesis import settings

# A shared machine may be busy: how long an example takes proves nothing.
settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")


def pytest_addoption(parser):
    parser.addoption("--deep", action="store_true", help="also run the proofs that take minutes (marked deep)")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--deep"):
        return
    deep = [item for item in items if item.get_closest_marker("deep")]
    config.hook.pytest_deselected(items=deep)
    items[:] = [item for item in items if item not in deep]


@pytest.fixture
def deep(request):
    """Whether the long proofs were asked for."""
    return request.config.getoption("--deep")
