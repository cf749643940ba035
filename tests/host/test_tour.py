"""The tour of a game follows from its sheet: every game has one, those of one's own too."""

import pytest

import fairyrules
from fairyrules import toml
from own_sheets import ROOKS
from reedboard.errors import ReedboardError
from reedboard.game import tour
from reedboard.game.lights import Role

GAMES = (*map(fairyrules.game, ("chess", "xiangqi", "crazyhouse")), toml.read(ROOKS, "rooks.toml"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_tour_tells_every_kind_and_lights_where_it_goes(game):
    steps = [tour.step(game, number) for number in range(len(tour.plan(game)))]
    assert steps[0].view.title == game.name
    assert set(steps[0].view.pieces) == set(steps[0].lights)
    kinds = {step.view.title: step for step in steps if len(step.view.pieces) == 1}
    assert set(kinds) == {kind.name for kind in game.kinds.values()}
    for step in kinds.values():
        [cell] = step.view.pieces
        assert step.lights[cell].role is Role.FROM
        assert len(step.lights) > 1
        assert "pulsing is the piece" in step.view.text
    assert {topic.title for topic in game.guide.topics} <= {step.view.title for step in steps}


def test_a_knight_is_lit_where_it_leaps_and_a_pawn_where_it_only_captures():
    game = fairyrules.game("chess")
    number = {kind.title: number for number, kind in enumerate(tour.plan(game))}
    knight, pawn = (tour.step(game, number[name]) for name in ("Knight", "Pawn"))
    assert sorted(light.role for light in knight.lights.values()) == sorted([Role.FROM] + 8 * [Role.TARGET])
    assert {light.role for light in pawn.lights.values()} == {Role.FROM, Role.TARGET, Role.CAPTURE}
    assert "blinking where it only captures" in pawn.view.text


@pytest.mark.parametrize("game_id", ["chess", "shogi", "sfhiodgei"])
def test_a_tour_has_a_few_parts_and_each_leads_to_the_next(game_id):
    game = fairyrules.game(game_id)
    seen, number = [], 0
    while number is not None:
        part = tour.step(game, number).view.part
        assert (part.number, part.step) == (len(seen), 0)
        seen.append(part.title)
        number = part.onward
    later = ["Pieces that come later"] if game_id != "chess" else []
    assert seen == ["The array", "The pieces", *later, "The rules"]
    assert part.count == len(seen) <= 4
    assert tour.step(game, len(tour.plan(game)) - 1).view.part.step == part.steps - 1


def test_a_step_that_is_none_is_said_so():
    with pytest.raises(ReedboardError, match=r"has steps 0 to \d+; found 99"):
        tour.step(fairyrules.game("chess"), 99)
