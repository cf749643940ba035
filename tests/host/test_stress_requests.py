"""The attack by odd requests finds a page that lets anybody play."""

import random

import pytest

from reedboard.stress.sections import requests
from reedboard.web.guard import Guard


@pytest.mark.slow
def test_odd_requests_are_refused_and_change_nothing_without_the_token(tmp_path):
    said = []
    with requests.page(tmp_path) as page:
        for token in (False, True):
            assert requests.attack(page, 150, random.Random(3), said.append, token=token).broken == 0, said


@pytest.mark.slow
def test_page_that_lets_anybody_play_is_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr(Guard, "refusal_to_act", lambda *_: None)
    said = []
    with requests.page(tmp_path) as page:
        assert requests.attack(page, 600, random.Random(3), said.append, token=False).broken, said
