"""Recorded games are found by any position that stood in them, whoever wrote them and whenever."""

import sqlite3
from contextlib import closing

import pytest

import fairyrules
from reedboard.archive import positions
from reedboard.archive.check import check, repair
from reedboard.archive.database import FILE, Archive, Kept
from reedboard.archive.pgn_records import bring_in
from reedboard.archive.search import Search
from reedboard.game.status import PlyView

HEADER = '{"game": "chess", "fen": null, "trays": false, "slots": {}}'
ITALIAN = "1. e4 e5 2. Nf3 Nc6 3. Bc4 *"
BISHOP = "1. e4 e5 2. Bc4 Nc6 3. Nf3 *"
QUEENS = "1. d4 d5 *"
CHESS = fairyrules.game("chess")


def after(*sans):
    position = CHESS.start()
    for san in sans:
        position = position.play(position.parse_san(san))
    return position


@pytest.fixture
def archive(tmp_path):
    with closing(Archive(tmp_path)) as archive:
        for text in (ITALIAN, QUEENS, BISHOP):
            bring_in(archive, text, "a file")
        yield archive


def found(archive, position, **more):
    return [(each.record.id, each.ply) for each in positions.find(archive, position, **more)]


def test_games_are_found_by_a_position_in_whatever_order_it_came_about(archive):
    assert found(archive, after("e4", "e5", "Nf3", "Nc6", "Bc4")) == [(3, 5), (1, 5)]
    assert found(archive, after("e4", "e5", "Nf3")) == [(1, 3)]
    assert found(archive, after()) == [(3, 0), (2, 0), (1, 0)]
    assert found(archive, after("h4")) == []
    assert found(archive, after("e4", "e5"), most=1) == [(3, 2)]
    assert found(archive, after("e4", "e5"), search=Search(before=3)) == [(1, 2)]
    assert archive.count(positions.in_games(Search(), after("e4", "e5"))) == 2


def test_rights_and_captures_in_passing_do_not_matter_but_whose_turn_it_is_does(archive):
    as_others_write = CHESS.position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1")
    assert found(archive, as_others_write) == [(3, 1), (1, 1)]
    assert found(archive, CHESS.position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1")) == []
    assert found(archive, fairyrules.game("crazyhouse").start()) == []


def test_game_in_play_is_found_as_it_stands_now(archive):
    number = archive.begin("chess", None, HEADER, "8x8")
    ply = [PlyView(1, 1, "w", "e4", "e2e4", 0, "settled"), PlyView(2, 1, "b", "c5", "c7c5", 1, "settled")]
    kept = Kept(number, HEADER, moves=tuple(ply))
    archive.keep(kept)
    assert found(archive, after("e4", "c5")) == [(number, 2)]
    assert archive.unplaced() == []
    taken_back = Kept(number, HEADER, moves=(ply[0], PlyView(2, 1, "b", "e6", "e7e6", 1, "settled")))
    archive.keep(taken_back, kept)
    assert archive.unplaced() == [number]
    assert found(archive, after("e4", "c5")) == []
    assert found(archive, after("e4", "e6")) == [(number, 2)]


def test_code_of_another_position_by_chance_finds_nothing(archive, monkeypatch):
    monkeypatch.setattr(positions, "code", lambda position: "aaaaaa")
    archive.place({1: "aaaaaa" * 6, 2: "baaaaa" * 3})
    assert found(archive, after("e4", "e5", "Nf3")) == [(1, 3)]


def test_damaged_codes_are_told_and_made_anew_by_a_repair(archive, tmp_path):
    archive.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("UPDATE position SET codes = 'nothing' WHERE game = 1")
        db.execute("DELETE FROM position WHERE game = 2")
        db.commit()
    bad = "what a search by position finds it by is damaged or missing."
    assert check(tmp_path).faults == (f"Game 1: {bad}", f"Game 2: {bad}")
    repair(tmp_path)
    assert check(tmp_path).faults == ()
    with closing(Archive(tmp_path)) as mended:
        assert found(mended, after("e4", "e5", "Nf3")) == [(1, 3)]


def test_codes_stay_the_same_from_release_to_release():
    """They are in the records of others: where they must change, a new version of the tables empties them."""
    assert positions.codes([after(), after("e4")]) == "3jNwrq6WlQRx"
    courier = fairyrules.game("xiang-courier").start()
    assert positions.code(courier) == "s64jyn"
