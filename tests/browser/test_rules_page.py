"""The rules page in a real browser: it fits a phone and a desk, loads nothing, and links what it says."""

from pathlib import Path

import pytest

import fairyrules
from fairyrules import rules_page

ARTIFACTS = Path(__file__).parents[2] / "artifacts"


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("game", ["wildeurasian-qi", "dual-chess", "sfhiodgei"])
def test_rules_page_fits_its_window_and_loads_nothing(chromium, tmp_path: Path, game: str, width: int) -> None:
    file = tmp_path / "rules.html"
    file.write_text(rules_page.html(fairyrules.game(game)), encoding="utf-8")
    page = chromium.new_page(viewport={"width": width, "height": 900})
    asked, said = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("article.card").count() == len(fairyrules.game(game).kinds)
    board = page.locator(".board svg").bounding_box()
    assert board is not None
    assert board["width"] > 300
    ARTIFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTIFACTS / f"rules-{game}-{width}.png")
    page.close()
    assert asked == [file.as_uri()]
    assert said == []
