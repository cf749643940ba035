"""The API beside its description: whatever is asked, the answer is one that the description names."""

import runpy
from contextlib import closing
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from reedboard.web.app import create_app
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard
from reedboard.web.server import PageServer

from .test_odd_requests import BEARER, TOKEN, app  # noqa: F401  # a fixture

ROOT = Path(__file__).parents[2]
DESCRIBE = runpy.run_path(str(ROOT / "docs" / "api" / "describe.py"))
SCHEMA = schemathesis.openapi.from_dict(DESCRIBE["description"]())
CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
OPERATIONS = [each.ok() for each in SCHEMA.get_all_operations() if not each.ok().path.endswith("/events")]
"""All but the stream, which never ends."""
OFTEN = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture],
)


@pytest.fixture(scope="module")
def served(app):  # noqa: F811
    with closing(PageServer(app, "127.0.0.1", 0)) as server:
        yield server.local_url.rstrip("/")


def test_description_is_that_of_the_code():
    """`make api` writes it."""
    assert DESCRIBE["FILE"].read_text(encoding="utf-8") == DESCRIBE["text"]()


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.label)
def test_api_answers_as_described_whatever_is_asked(served, operation):
    @OFTEN
    @given(case=operation.as_strategy())
    def asked(case):
        case.call_and_validate(headers=BEARER, base_url=served, checks=CHECKS)

    asked()


def test_example_follows_a_game_move_by_move():
    follow = runpy.run_path(str(ROOT / "docs" / "api" / "follow.py"))["follow"]
    hub = Hub()
    move = {"number": 1, "side": "w", "san": "e4", "state": "settled"}
    reply = {"number": 1, "side": "b", "san": "e5", "state": "provisional"}
    hub.publish({"moves": [move, reply], "outcome": None})
    with closing(PageServer(create_app(hub, None, Guard(TOKEN), None), "127.0.0.1", 0)) as server, closing(hub):
        told = follow(server.local_url)
        assert next(told) == "1. e4"
        hub.publish({"moves": [move, reply | {"state": "settled"}], "outcome": None})
        assert next(told) == "1... e5"
        hub.publish({"moves": [move], "outcome": {"result": "1-0", "reason": "Black resigned"}})
        assert list(told) == ["1-0 Black resigned"]
