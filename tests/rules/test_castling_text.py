"""A text names one move: castling whose King's step is an ordinary move too is written to the partner's cell."""

import fairyrules
from fairyrules.board import Board
from fairyrules.game import Game
from fairyrules.moves import Castling, Travel
from fairyrules.sheet import Castling as CastlingRule
from fairyrules.sheet import Kind, Sheet, Wing


def near_castling(king_moves="K"):
    wings = (Wing("h1", "g", "f"), Wing("a1", "c", "d"))
    return Game(
        "near",
        Sheet(
            name="Near",
            board=Board(8, 8),
            kinds=(Kind("K", "King", king_moves, royal=True), Kind("R", "Rook", "R")),
            array="r4k1r/8/8/8/8/8/8/R4K1R",
            castlings=(CastlingRule("K", "R", "f1", wings),),
        ),
    )


def test_castling_by_one_step_is_written_to_the_rook():
    position = near_castling().start()
    texts = [str(move) for move in position.legal_moves()]
    assert len(texts) == len(set(texts))
    assert isinstance(position.parse("f1g1"), Travel)
    castling = position.parse("f1h1")
    assert isinstance(castling, Castling)
    assert position.play(castling).fen() == "r4k1r/8/8/8/8/8/8/R4RK1 b a8h8 - 1 1"
    assert position.san(castling) == "O-O+"
    assert position.parse_san("O-O") == position.parse_san("f1h1") == castling


def test_castling_by_more_is_written_as_the_kings_move():
    position = near_castling().start()
    assert isinstance(position.parse("f1c1"), Castling)
    riding = near_castling(king_moves="KmW4").start()
    assert isinstance(riding.parse("f1c1"), Travel)
    assert isinstance(riding.parse("f1a1"), Castling)


def test_castling_of_every_game_is_the_kings_own_move():
    for game_id in fairyrules.games():
        rules = fairyrules.game(game_id).rules
        for families in rules.castlings.families:
            for family in families:
                partners = [cell for cells, _ in family.wings for cell in cells]
                plans = [family.plan(king, partner) for king in family.home for partner in partners]
                for move in [plan.move for plan in plans if plan]:
                    assert move.text == rules.board.name(move.origin) + rules.board.name(move.target)
