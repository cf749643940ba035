"""Rules pages: every kind, every ruling and every reading is on them."""

import re
from html import escape
from pathlib import Path

import pytest

import fairyrules
from each_game import each_game
from fairyrules import rules_page, toml
from fairyrules.diagrams import Mark

RULINGS = {
    "wildeurasian-qi": ("W", 8, {1, 2, 5, 7}),
    "attendance": ("A", 7, {2, 3, 5, 6}),
    "xiang-courier": ("X", 6, {1, 3}),
    "dual-chess": ("D", 7, {1, 2, 3, 4, 5, 6}),
    "sfhiodgei": ("S", 13, {1, 3, 4, 6, 9, 10, 11, 12}),
}
"""Of each of the five games: the letter of its rulings, how many there are, and which are readings."""
GAMES = fairyrules.games()


@pytest.mark.slow
@pytest.mark.parametrize("game", each_game(GAMES))
def test_rules_page_tells_every_kind_in_words_and_in_a_diagram(game: str) -> None:
    played = fairyrules.game(game)
    page = rules_page.html(played)
    assert played.guide.summary
    assert set(played.kinds) <= set(played.guide.pieces) & set(played.equipment)
    for kind in played.kinds.values():
        assert f"How a {escape(kind.name)} moves" in page
    assert page.count('class="card"') == len(played.kinds) + len(played.guide.zones)
    assert escape(Mark.BOTH.value) in page
    assert (escape(Mark.SHOT.value) in page) == any(kind.rifle for kind in played.kinds.values())


@pytest.mark.parametrize("game", [game for game in RULINGS if game in GAMES])
def test_rules_page_marks_every_reading(game: str) -> None:
    letter, count, readings = RULINGS[game]
    rulings = {ruling.number: ruling for ruling in fairyrules.game(game).guide.rulings}
    assert {f"{letter}{number}" for number in range(1, count + 1)} <= set(rulings)
    assert readings == {int(number[1:]) for number, ruling in rulings.items() if number[0] == letter and ruling.reading}
    page = rules_page.html(fairyrules.game(game))
    for number, ruling in rulings.items():
        badge = '<span class="reading">reading</span>' if ruling.reading else ""
        assert f"<tr><td>{number}</td><td>{badge}{escape(ruling.text)}</td></tr>" in page


@pytest.mark.parametrize("game", GAMES)
def test_guide_tells_every_sub_variant_and_no_other(game: str) -> None:
    played = fairyrules.game(game)
    assert set(played.guide.options) == {option.name.rstrip("=") for option in played.options}


def test_rules_page_of_a_sub_variant_tells_what_it_changes() -> None:
    plain, korean = (rules_page.html(fairyrules.game(game)) for game in ("wildeurasian-qi", "wildeurasian-qi/korean"))
    assert "captures only by passing over" in plain
    assert "captures only by passing over" not in korean
    assert "only over exactly one piece of either side" in korean


def test_rules_page_escapes_what_a_sheet_says() -> None:
    sheet = """
name = "<b>Tiny</b>"
id = "tiny"
summary = "a < b & c"
array = ["..k", "...", "K.."]
[board]
files = 3
ranks = 3
[kinds.K]
name = "King"
moves = "K"
royal = true
text = "</p><script>"
"""
    page = rules_page.html(toml.read(sheet, "tiny.toml"))
    assert "<b>Tiny" not in page
    assert "<script" not in page
    assert "a &lt; b &amp; c" in page
    assert not re.search(r"https?://(?!www\.w3\.org)", page)


@pytest.mark.parametrize("game", each_game(GAMES))
def test_rules_page_in_docs_is_what_the_engine_says_today(game: str) -> None:
    path = Path(__file__).parents[2] / "docs" / "rules" / f"{game}.md"
    assert path.read_text(encoding="utf-8") == rules_page.markdown(fairyrules.game(game)), (
        f"write it anew: reedboard rules {game} --markdown {path}"
    )
