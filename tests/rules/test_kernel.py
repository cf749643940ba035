"""The kernel in C: moves, keys, checks and values are those of fairyrules, and it says which games it cannot play."""

import ctypes
import random
import shutil
import subprocess
from ctypes import c_int64
from pathlib import Path

import pytest

import fairyrules
from each_game import each_game
from fairyrules import toml
from fairyrules.game import Game
from fairyrules.search import MATE, Limit, Search, Values
from fairyrules.search.kernel import rows, tree
from fairyrules.search.kernel.flatten import Flat
from fairyrules.search.kernel.layout import ATTACKS, REACH
from fairyrules.search.kernel.refusal import refusal
from own_sheets import POCKET_ROOKS, POND_CHESS
from rules_by_lot import drawn_position, drawn_sheet

ROOT = Path(__file__).parents[2]
NAMES = [
    game_id if option is None else f"{game_id}/{option.name}"
    for game_id in fairyrules.games()
    for option in (None, *fairyrules.game(game_id).options)
    if option is None or not option.name.endswith("=")
]
PLAYED = [name for name in NAMES if not refusal(fairyrules.game(name).rules)]
MOST = 4096
LACKING = "changes of kind that only a function tells"


@pytest.fixture(scope="module", autouse=True)
def built():
    if shutil.which("cc") is None:
        pytest.skip("no C compiler: there is no kernel")
    subprocess.run(["make", "-s", "kernel"], cwd=ROOT, check=True)
    tree.library.cache_clear()
    assert tree.library() is not None


def test_games_the_kernel_plays_are_these():
    assert {name.partition("/")[0] for name in PLAYED} == {
        *("wildeurasian-qi", "sfhiodgei", "xiang-courier"),
        *("berolina", "capablanca", "chess", "chess960", "courier", "crazyhouse", "grand", "shogi", "tori-shogi"),
        "xiangqi",
    }


def test_rows_of_the_kernel_are_kept_once_and_nowhere_else():
    """With every row there is, the process took 529 MB in sFhIoDgEi where Python kept them as well; 74 without."""
    game = Game("fresh", fairyrules.game("wildeurasian-qi").sheet)
    flat = Flat(game.start(), Values(game.start()), bool)
    cell = game.board.cell("e5")
    rook = game.rules.codes.code("R", 0)
    ways, lines = game.rules.reach.of_side(0, None)[rook], game.rules.lines.attacks(0, None)
    ways[cell] = None
    assert flat.rows.address(REACH, 0, 0, rook, cell) == flat.rows.address(REACH, 0, 0, rook, cell)
    assert flat.rows.address(ATTACKS, 0, 0, 0, cell) == flat.rows.address(ATTACKS, 0, 0, 0, cell)
    assert ways[cell] is None
    assert lines._cells[cell] is None


def test_moves_that_find_no_room_in_its_tables_are_lacking(monkeypatch):
    """An `IndexError` in what the kernel calls would be a row that is not there, and the end of the process."""
    monkeypatch.setattr(rows, "MOST_NUMBERED", 12)
    position = fairyrules.game("chess").position("4k3/P6P/8/8/8/8/p6p/4K2R w K - 0 1")
    kernel = tree.KernelTree(position, Values(position), 1 << 16)
    kernel.begin(position, 0, bool)
    for depth in range(1, 6):
        kernel.score(position, 0, depth, -MATE, MATE, False)
    assert kernel.lacks == {rows.NO_ROOM}


def test_games_it_cannot_play_are_played_in_python():
    for name in ("attendance", "dual-chess", "atomic"):
        assert not Search(fairyrules.game(name).start(), 1000).in_c


@pytest.fixture(scope="module")
def every_move(tmp_path_factory):
    """The kernel's own list of moves, which nothing but these tests asks for."""
    library = tmp_path_factory.mktemp("kernel") / "moves.library"
    source = Path(__file__).with_name("kernel_moves.c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-DSOURCE=0", "-o", library, source], check=True)
    return ctypes.CDLL(str(library)).kernel_moves


def known(kernel, position, every_move):
    """By the move as the kernel writes it: (key, check, total, value) of the position after it."""
    kernel.begin(position, 0, bool)
    kernel.load(position, position.in_check())
    told = (c_int64 * 5 * MOST)()
    count = every_move(kernel._kernel, told)
    found = {}
    for move, key, check, total, judged in told[:count]:
        found[move & tree.SHAPE] = (key % 2**64, bool(check), total, judged)
    assert len(found) == count, position
    return found


def expected(position, values):
    found = {}
    for move in position.legal_moves():
        after = position.play_unchecked(move)
        total = values.total(after)
        found[tree.shape(position, move)] = (after.key, after.in_check(), total, values.judged(after, total))
    return found


def lacks(position, move):
    """Whether it is among what the kernel says it lacks."""
    promotion = getattr(move, "becomes", None) and position.rules.movement.promotion(
        position.codes[move.origin], move.origin, move.target
    )
    taken_by = [family.castling.taken_by for family in position.rules.castlings.families[position.turn]]
    return bool(promotion and promotion.holders) or (hasattr(move, "partner_origin") and any(taken_by))


def walk(position, rng, plies):
    for _ in range(plies):
        if position.outcome() is not None:
            return
        yield position
        moves = position.legal_moves()
        rare = [move for move in moves if getattr(move, "becomes", None) or position.codes[move.target]]
        position = position.play_unchecked(rng.choice(rare if rare and rng.random() < 0.3 else moves))


def compare(every_move, start, seeds, plies, stride=1):
    values = Values(start)
    kernel = tree.KernelTree(start, values, 1 << 16)
    for seed in range(seeds):
        for position in list(walk(start, random.Random(seed), plies))[::stride]:
            if position.passed is not None and position.passed.taken_by is not None:
                continue
            wanted = expected(position, values)
            found = known(kernel, position, every_move)
            for move in position.legal_moves():
                if lacks(position, move):
                    assert kernel.lacks
                    wanted.pop(tree.shape(position, move), None)
            assert found == wanted, (position, {key: each for key, each in found.items() if wanted.get(key) != each})


@pytest.mark.parametrize("game_id", each_game(PLAYED))
def test_moves_keys_checks_and_values_are_those_of_fairyrules(every_move, game_id):
    compare(every_move, fairyrules.game(game_id).start(), 1, 60, 6)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", each_game(PLAYED))
def test_moves_keys_checks_and_values_are_those_of_fairyrules_in_long_games(every_move, game_id):
    compare(every_move, fairyrules.game(game_id).start(), 4, 160, 8 if game_id == "sfhiodgei" else 2)


@pytest.mark.slow
def test_moves_keys_checks_and_values_are_those_of_fairyrules_in_sheets_drawn_by_lot(every_move):
    rng = random.Random(11)
    met = 0
    for _ in range(150):
        game = Game("by-lot", drawn_sheet(rng))
        position = None if refusal(game.rules) else drawn_position(game, rng)
        if position is not None:
            met += 1
            compare(every_move, position, 1, 12, 3)
    assert met > 50


@pytest.mark.parametrize("sheet", [POND_CHESS, POCKET_ROOKS], ids=["pond chess", "pocket rooks"])
def test_game_of_ones_own_is_played_by_it(every_move, sheet):
    start = toml.read(sheet, "own.toml").start()
    assert not refusal(start.rules)
    compare(every_move, start, 1, 40, 4)


@pytest.mark.parametrize(
    ("game_id", "fen"),
    [
        ("chess", "7k/8/8/3B4/4N3/8/8/4K3 w - - 0 1"),
        ("chess", "7k/pp6/8/3B4/4N3/8/8/4K3 w - - 0 1"),
        ("xiangqi", "3k5/9/9/9/2P6/9/9/9/R8/5K3 b - - 0 1"),
    ],
)
def test_king_is_pressed_alike(every_move, game_id, fen):
    compare(every_move, fairyrules.game(game_id).position(fen), 1, 20)


def test_bare_king_is_mated_by_two_bishops():
    """By 2,000 positions a move; before the King was pressed, fifty moves went by."""
    position = fairyrules.game("chess").position("8/8/3k4/8/8/8/8/KB4B1 w - - 0 1")
    search = Search(position)
    while position.outcome() is None and not position.may_claim_draw():
        position = position.play(search.go(position, Limit(nodes=2000))[0].move)
    assert position.is_checkmate()


def test_expected_moves_are_legal_and_mates_are_found():
    position = fairyrules.game("chess").position("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
    search = Search(position)
    assert search.in_c
    [line] = search.go(position, Limit(depth=8))
    assert (str(line.move), line.mate_in) == ("f6a6", 3)
    for move in line.pv:
        position = position.play(move)
    assert position.is_checkmate()


def test_same_question_has_the_same_answer_and_no_more_nodes_than_allowed():
    position = fairyrules.game("wildeurasian-qi").start()
    search = Search(position)
    first = search.go(position, Limit(nodes=5000), count=2)
    assert 4000 < search.nodes <= 5001
    assert Search(position).go(position, Limit(nodes=5000), count=2) == first


def test_stop_is_asked_for_at_every_table_that_is_made():
    """A thousand positions took 140 ms on the largest board while its tables were made."""
    position = fairyrules.game("chess").position("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4")
    search = Search(position)
    asked = []
    search.go(position, Limit(), stop=lambda: asked.append(True) or len(asked) >= 20)
    assert 20 <= len(asked) < 30
    assert search.nodes < 100  # 31; those between two looks are 1024


def test_library_of_another_source_is_not_used(monkeypatch, tmp_path):
    other = tmp_path / "kernel.library"
    shutil.copy(tree.LIBRARY, other)
    (tmp_path / "kernel.c").write_text("/* newer */")
    monkeypatch.setattr(tree, "LIBRARY", other)
    tree.library.cache_clear()
    assert tree.library() is None
    assert not Search(fairyrules.game("chess").start(), 1000).in_c
    tree.library.cache_clear()


def test_third_repetition_is_known_by_the_game_before():
    game = fairyrules.game("chess")
    position = game.position("7k/8/8/8/8/8/Q7/K7 w - - 0 1")
    for text in ("a2b2", "h8g8", "b2a2", "g8h8", "a2b2", "h8g8", "b2a2"):
        position = position.play(position.parse(text))
    [line] = Search(position).go(position, Limit(depth=2))
    assert (str(line.move), line.score) == ("g8h8", 0)


@pytest.mark.parametrize("kernel", [False, True], ids=["python", "kernel"])
def test_perpetual_check_loses_where_it_does(kernel):
    position = fairyrules.game("xiangqi").position("3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1")
    for text in ("d10e10", "d2e2", "e10d10", "e2d2", "d10e10", "d2e2", "e10d10"):
        position = position.play(position.parse(text))
    search = Search(position, kernel=kernel)
    assert search.in_c == kernel
    scores = {str(line.move): line.score for line in search.go(position, Limit(depth=2), count=30)}
    assert scores.pop("e2d2") == 1 - MATE
    assert max(scores.values()) > 0
