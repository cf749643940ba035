"""The search: it finds what there is to find, plays legal moves in every game, and answers alike when asked alike."""

import random

import pytest

import fairyrules
from fairyrules import captures, toml
from fairyrules.search import MATE, Limit, Search, Values
from own_sheets import POCKET_ROOKS, POND_CHESS

LARGEST = "sfhiodgei"
GAMES = [pytest.param(name, marks=pytest.mark.slow) if name == LARGEST else name for name in fairyrules.games()]


def best(game_id, fen, **limit):
    position = fairyrules.game(game_id).position(fen)
    [line] = Search(position).go(position, Limit(**limit))
    return line


def wandered(start, plies, rng):
    """The positions of a game in which captures are played as often as anything else."""
    position = start
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            return
        yield position
        taking = [move for move in moves if captures.victim(position, move)]
        position = position.play_unchecked(rng.choice(taking if taking and rng.random() < 0.5 else moves))


@pytest.mark.parametrize("game_id", GAMES)
def test_captures_found_alone_are_those_among_all_legal_moves(game_id):
    for position in wandered(fairyrules.game(game_id).start(), 25, random.Random(game_id)):
        wanted = [str(move) for move in position.legal_moves() if captures.victim(position, move)]
        rare = captures.guards(position)
        found = [str(move) for move in captures.captures(position) if captures.is_safe(position, move, rare)]
        assert sorted(found) == sorted(wanted), position.fen()


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.slow
def test_values_shift_with_each_move_as_if_counted_anew(game_id):
    start = fairyrules.game(game_id).start()
    values = Values(start)
    rng = random.Random(game_id)
    for position in wandered(start, 25, rng):
        move = rng.choice(position.legal_moves())
        after = position.play_unchecked(move)
        assert values.after(position, move, after, values.total(position)) == values.total(after), (
            position.fen(),
            move,
        )


def test_values_of_chess_are_near_those_people_found():
    start = fairyrules.game("chess").start()
    values, codes = Values(start), start.rules.codes
    pawn, knight, bishop, rook, queen = (values.worth[codes.code(kind, 0)] for kind in "PNBRQ")
    assert 50 < pawn < 120
    assert 250 < knight < 400
    assert 250 < bishop < 400
    assert 420 < rook < 600
    assert 750 < queen < 1050
    assert values.total(start) == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "2k5/pppp4/8/8/8/8/PPPP4/2K4R w - - 0 1", "2k5/pppp4/7R/8/8/8/PPPP4/2K5 w - - 0 1", id="towards the King"
        ),
        pytest.param(
            "2k1n3/pppp4/8/8/8/8/PPPP3N/2K4R w - - 0 1", "2k5/pppp4/8/8/8/8/PPPP4/2K4R w - - 0 1", id="by exchanging"
        ),
    ],
)
def test_lead_is_made_something_of(before, after):
    """However large the weaker army is; before, nothing told the one way from the other until most of it was gone."""
    game = fairyrules.game("chess")
    values = Values(game.start())
    gains = [
        values.judged(game.position(after), lead) - values.judged(game.position(before), lead)
        for lead in (0, 50, 300, 700, 900)
    ]
    assert gains[0] == gains[1]
    assert gains[1] < gains[2] < gains[3] == gains[4]


@pytest.mark.parametrize(
    ("game_id", "fen", "move", "mate_in"),
    [
        ("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", 1),
        ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 2),
        ("chess", "2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", "f3f7", 2),
        ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 3),
    ],
)
def test_mate_is_found_and_counted(game_id, fen, move, mate_in):
    line = best(game_id, fen, depth=2 * mate_in + 2)
    assert (str(line.move), line.mate_in) == (move, mate_in)


@pytest.mark.parametrize("kernel", [True, False])
def test_win_by_leaving_no_move_is_found_as_soon_as_a_mate(kernel):
    """The King's quiet last move was left out as too late, or not looked behind, until many plies more were tried."""
    position = fairyrules.game("xiang-courier").position("6B5/12/5k6/2N9/8B3/12/12/7K4/12/12 w - - 0 1")
    [line] = Search(position, 10_000, kernel=kernel).go(position, Limit(depth=4))
    assert line.mate_in == 2
    for move in line.pv:
        position = position.play(move)
    assert position.is_stalemate()


@pytest.mark.slow
def test_shortest_win_is_found_though_the_search_remembers_a_longer_one():
    """A search that had looked at other positions stopped at the mate in four it saw first."""
    game = fairyrules.game("xiangqi")
    search = Search(game.start(), 100_000)
    for fen in (
        "9/9/4k4/9/7N1/5N3/9/9/6N2/3K5 w - - 0 1",
        "1C5C1/5k3/9/9/9/9/5N3/3K5/9/9 w - - 0 1",
        "5N3/5k3/6C2/9/9/9/9/C8/3K5/9 w - - 0 1",
        "9/4k3C/9/6C2/9/5N3/9/3K5/9/9 w - - 0 1",
        "3C5/2C1k4/9/9/2N6/9/9/9/3K5/9 w - - 0 1",
    ):
        position = game.position(fen)
        assert search.go(position, Limit(depth=9))[0].mate_in == 3


def test_side_that_is_mated_counts_the_moves_too():
    line = best("chess", "k7/8/1K6/8/8/8/8/7R b - - 0 1", depth=4)
    assert (str(line.move), line.mate_in) == ("a8b8", -1)


def test_game_that_is_over_has_no_line():
    position = fairyrules.game("chess").position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert Search(position).go(position, Limit(depth=3)) == ()


def test_stalemate_is_a_draw_where_it_is_one_and_a_win_where_it_wins():
    # The Queen may mate (g6 is far) or leave the King without a move; with nothing else left White needs the mate.
    assert best("chess", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", depth=4).mate_in == 1
    # Antichess: who has no move left has won, so to be taken is the aim.
    assert best("antichess", "8/8/8/8/8/1p6/8/R7 w - - 0 1", depth=6).score > 0


def test_side_that_is_lost_takes_the_repetition():
    """A Queen that checks for ever against a side with much more."""
    line = best("chess", "6k1/6p1/8/7Q/8/8/rr6/7K w - - 0 1", depth=7)
    assert (str(line.move), line.score) == ("h5e8", 0)


def test_draw_at_hand_is_known_by_the_positions_before():
    """The second repetition stands on the board: the third is a draw at once, so who is ahead keeps away from it."""
    game = fairyrules.game("chess")
    position = game.position("7k/8/8/8/8/8/Q7/K7 w - - 0 1")
    for text in ("a2b2", "h8g8", "b2a2", "g8h8", "a2b2", "h8g8", "b2a2"):
        position = position.play(position.parse(text))
    threefold = position.parse("g8h8")
    [line] = Search(position).go(position, Limit(depth=2))
    assert line.move == threefold
    assert line.score == 0


def test_same_question_has_the_same_answer():
    position = fairyrules.game("wildeurasian-qi").start()

    def asked():
        lines = Search(position).go(position, Limit(nodes=600), count=3)
        return [(str(line.move), line.score, line.depth, [str(move) for move in line.pv]) for line in lines]

    assert asked() == asked()


def test_no_more_nodes_than_allowed():
    position = fairyrules.game("chess").start()
    search = Search(position)
    search.go(position, Limit(nodes=400))
    assert 380 <= search.nodes <= 401


def test_search_that_is_stopped_answers_what_it_has():
    position = fairyrules.game("chess").start()
    [line] = Search(position).go(position, Limit(), stop=lambda: True)
    assert line.move in position.legal_moves()


def test_several_lines_come_best_first_and_differ():
    position = fairyrules.game("chess").position("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    lines = Search(position).go(position, Limit(depth=3), count=3)
    assert (str(lines[0].move), lines[0].score) == ("h5f7", MATE - 1)
    assert len({line.move for line in lines}) == 3
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)


def replayed(position, line):
    """The position after the moves the line expects, each found legal."""
    for move in line.pv:
        position = position.play(move)
    return position


@pytest.mark.slow
@pytest.mark.parametrize("game_id", fairyrules.games())
def test_every_expected_move_is_legal_in_every_game(game_id):
    rng = random.Random(game_id)
    search = Search(fairyrules.game(game_id).start())
    for position in list(wandered(fairyrules.game(game_id).start(), 40, rng))[::13]:
        for line in search.go(position, Limit(nodes=100), count=2):
            assert line.pv[0] == line.move
            replayed(position, line)


@pytest.mark.parametrize("sheet", [POND_CHESS, POCKET_ROOKS], ids=["pond chess", "pocket rooks"])
def test_game_of_ones_own_is_played_the_moment_it_can_be_read(sheet):
    position = toml.read(sheet, "own.toml").start()
    search = Search(position)
    for _ in range(6):
        lines = search.go(position, Limit(nodes=150))
        if not lines:
            break
        position = position.play(lines[0].move)
