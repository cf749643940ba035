"""The lights: a lifted piece shows exactly its legal cells, an enemy's its takers; nothing is told by colour alone."""

import pytest

import fairyrules
from reedboard.board.events import Reading, Tick
from reedboard.game.lights import LIGHTS, Role, policy
from reedboard.tracker import begin, observe


def after(script, fen=None, game="chess"):
    played = fairyrules.game(game)
    belief = begin(played.position(fen) if fen else played.start(), False, {})
    t_ms = 0
    for word in script.split():
        t_ms += 1000 if word == "..." else 100
        event = Tick(t_ms) if word == "..." else Reading(t_ms, word[1:], word[0] == "+")
        belief, _ = observe(belief, event)
    return belief


def roles(belief):
    return {site: light.role for site, light in policy(belief).items()}


@pytest.mark.parametrize("game", ["chess", "wildeurasian-qi"])
def test_a_lifted_piece_lights_exactly_its_legal_cells(game):
    position = fairyrules.game(game).start()
    board = position.game.board
    for cell, piece in position.pieces().items():
        if piece.side is position.side:
            lit = roles(after(f"-{board.name(cell)}", game=game))
            legal = {board.name(move.target) for move in position.legal_moves() if move.origin == cell}
            assert {site for site, light in lit.items() if light in (Role.TARGET, Role.CAPTURE)} == legal


def test_captures_are_told_from_quiet_moves():
    lit = roles(after("-e4", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"))
    assert lit == {"e4": Role.HOME, "e5": Role.TARGET, "d5": Role.CAPTURE}


def test_a_lifted_enemy_piece_lights_who_may_take_it():
    lit = roles(after("-d5", "4k3/8/8/3p4/2P1P3/8/8/3RK3 w - - 0 1"))
    assert lit == {"d5": Role.HOME, "c4": Role.TAKER, "e4": Role.TAKER, "d1": Role.TAKER}


def test_the_last_move_and_check_are_lit():
    lit = roles(after("-d1 +h5 ...", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"))
    assert lit == {"d1": Role.LAST, "h5": Role.LAST, "e8": Role.CHECK}


def test_a_castling_begun_lights_the_rook_and_where_it_goes():
    lit = roles(after("-e1 +g1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    assert lit == {"h1": Role.CLEAR, "f1": Role.FILL}


def test_a_disagreement_lights_what_to_fill_and_clear():
    assert roles(after("-e2 +e5 ...")) == {"e2": Role.FILL, "e5": Role.CLEAR}


def test_a_question_lights_its_candidates():
    assert roles(after("-a7 +a8 ...", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")) == {"a8": Role.CHOICE}


def test_an_empty_board_is_told_what_to_fill():
    position = fairyrules.game("chess").start()
    belief = begin(position, False, {}, occupied=0)
    assert set(roles(belief)) == {position.game.board.name(cell) for cell in position.pieces()}
    assert {site for site, role in roles(belief).items() if role is Role.FILL} == {"a1", "h1"}
    assert set(roles(belief).values()) == {Role.FILL, Role.LATER}


def test_a_set_up_goes_on_with_the_next_kind_of_piece_when_one_stands():
    belief = begin(fairyrules.game("chess").start(), False, {}, occupied=1 << 4)
    rooks = {site for site, role in roles(belief).items() if role is Role.FILL}
    for t_ms, site in enumerate(rooks, 1):
        belief, _ = observe(belief, Reading(t_ms * 1000, site, True))
    assert {site for site, role in roles(belief).items() if role is Role.FILL} == {"b1", "g1"}
    belief, _ = observe(belief, Reading(5000, "e5", True))
    assert roles(belief)["e5"] is Role.CLEAR


def test_no_two_roles_look_alike():
    assert len({(light.colour, light.pattern) for light in LIGHTS.values()}) == len(Role)
    assert LIGHTS[Role.TARGET].pattern is not LIGHTS[Role.CAPTURE].pattern
