import fairyrules
from reedboard.board.events import Reading
from reedboard.game.game_state import GameState
from reedboard.game.move_list import MoveList
from reedboard.tracker import Asked, Moved, Retracted, Settled

CHESS = fairyrules.game("chess")


def told(start, *words, settled=True):
    """A move list of these machine moves, a second apart."""
    move_list = MoveList(start)
    for ply, word in enumerate(words, 1):
        move_list = move_list.told([Moved(1000 * ply, ply, move_list.position.parse(word), settled)])
    return move_list


def lines(move_list):
    return [(entry.san, entry.t_ms, entry.state) for entry in move_list.entries]


def test_chronicle_writes_moves_as_people_do():
    move_list = told(CHESS.start(), "e2e4", "e7e5", "g1f3")
    assert lines(move_list) == [("e4", 1000, "settled"), ("e5", 2000, "settled"), ("Nf3", 3000, "settled")]
    assert move_list.position.fen() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


def test_chronicle_gives_a_move_the_time_of_its_last_placing_when_it_is_amended():
    move_list = told(CHESS.start(), "e2e3", settled=False)
    amended = move_list.told([Moved(1400, 1, CHESS.start().parse("e2e4"), False), Settled(1900, 1)])
    assert lines(amended) == [("e4", 1400, "settled")]


def test_chronicle_keeps_later_moves_when_an_earlier_one_is_replaced():
    start = CHESS.position("7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    promotions = [start.parse(f"e7e8={kind}") for kind in "QN"]
    asked = MoveList(start).told([Asked(500, 1, tuple(promotions))])
    assert lines(asked) == [("e8=Q+", 500, "asked")]
    replied = asked.told([Moved(900, 2, asked.position.parse("h8h7"), True)])
    answered = replied.told([Moved(1500, 1, promotions[1], True)])
    assert lines(answered) == [("e8=N", 500, "settled"), ("Kh7", 900, "settled")]
    assert answered.position.piece_at(CHESS.board.cell("e8")).kind == "N"


def test_chronicle_keeps_the_move_after_two_amended_ones_when_a_fourth_follows():
    """Two moves are amended, the third is the same, and a fourth follows."""
    move_list = told(CHESS.start(), "e2e4", "d7d5", "e4d5")
    position = CHESS.start()
    news = []
    for ply, word in ((1, "d2d3"), (2, "c7c5"), (4, "c5c4")):
        line = position if ply == 1 else position.play(position.parse("d2d3"))
        if ply == 4:
            line = line.play(line.parse("c7c5")).play(CHESS.start().parse("g1f3"))
        news.append(Moved(9000, ply, line.parse(word), False))
    kept = told(CHESS.start(), "e2e4", "d7d5", "g1f3").told(news)
    assert [entry.san for entry in kept.entries] == ["d3", "c5", "Nf3", "c4"]
    assert [entry.san for entry in move_list.told(news).entries] == ["d3", "c5"]


def test_chronicle_drops_later_moves_that_can_no_longer_be_played():
    move_list = told(CHESS.start(), "e2e4", "e7e5", "d1h5")
    amended = move_list.told([Moved(9000, 1, CHESS.start().parse("d2d4"), True)])
    assert [entry.san for entry in amended.entries] == ["d4", "e5"]


def test_chronicle_forgets_what_is_retracted():
    move_list = told(CHESS.start(), "e2e4", "e7e5").told([Retracted(5000, 2)])
    assert [entry.san for entry in move_list.entries] == ["e4"]
    assert move_list.told([Retracted(6000, 1)]).position == CHESS.start()


def played(game_id, fen, *readings):
    """A game on a board without trays, told by (ms, cell, occupied)."""
    start = fairyrules.game(game_id).position(fen)
    return GameState.begin(start, False, {}).following(Reading(*each) for each in readings).move_list


TAKEN_AT_ONCE = (
    *((1_000, "f3", True), (9_000, "f3", False)),  # dropped; eight seconds later taken away, to be taken
    *((9_300, "g2", False), (9_600, "f3", True)),
)


def test_a_drop_keeps_the_time_of_its_placing_when_the_piece_is_lifted_to_be_taken():
    told_moves = played("crazyhouse", "4k3/8/8/8/8/8/6P1/4K3[n] b - - 0 1", *TAKEN_AT_ONCE)
    assert [(entry.san, entry.t_ms) for entry in told_moves.entries] == [("N@f3+", 1_000), ("gxf3", 9_600)]


def test_a_move_told_only_after_its_reply_has_the_time_of_its_own_placing():
    start = CHESS.start()
    changes = {"e2": ((900, False),), "e4": ((1_000, True),), "e7": ((4_000, False),), "e5": ((4_500, True),)}
    reply = start.play(start.parse("e2e4")).parse("e7e5")
    late = MoveList(start).told([Moved(7_000, 1, start.parse("e2e4"), True), Moved(7_000, 2, reply, True)], changes)
    assert [entry.t_ms for entry in late.entries] == [1_000, 4_500]


def test_a_replaced_move_has_the_time_of_its_own_placing_though_it_has_been_replied_to():
    start = CHESS.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    first = MoveList(start).told([Moved(1_000, 1, start.parse("e2e3"), False)])
    replied = first.told([Moved(5_000, 2, first.position.parse("e8d8"), False)])
    changes = {"e2": ((900, False),), "e3": ((1_000, True), (2_000, False)), "e4": ((2_300, True),)}
    changes |= {"e8": ((4_700, False),), "d8": ((5_000, True),)}
    amended = replied.told([Moved(5_200, 1, start.parse("e2e4"), False)], changes)
    assert [(entry.san, entry.t_ms) for entry in amended.entries] == [("e4", 2_300), ("Kd8", 5_000)]
