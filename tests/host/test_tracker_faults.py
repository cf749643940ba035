"""Sensors that fail in mid-game: found by playing the last moves again without them, named, and inferred around."""

from random import Random

import pytest

import fairyrules
from reedboard.bench.handlings import PURE
from reedboard.bench.noise import Failure, failing
from reedboard.bench.simulated_game import play
from reedboard.bench.trial import Tally, Trial
from reedboard.board.events import Reading
from reedboard.tracker import Fault, SensorRecovered, SensorSuspected, begin, conclude, observe
from script import belief_after, heard

GAME = fairyrules.game("chess")
OPENING = "g1- f3+ | b8- c6+ | f3- e5+ | c6- b4+ | "


def occupied():
    start = GAME.start()
    return {GAME.board.name(cell): start.piece_at(cell) is not None for cell in GAME.board.cells}


def followed(events):
    """The moves, what was said of sensors, and the plies asked about."""
    belief = begin(GAME.start(), trays=False, slots={})
    said = []
    for event in events:
        belief, more = observe(belief, event)
        said += more
    belief, more = conclude(belief)
    sensors = [each for each in said + more if isinstance(each, SensorSuspected | SensorRecovered)]
    return [str(move) for move in belief.moves], sensors, belief


def readings(script):
    """Lifts `e2-` and places `e4+` 100 ms apart; `|` is a second and a half of quiet."""
    t_ms = 0
    for word in script.split():
        t_ms += 1500 if word == "|" else 100
        if word != "|":
            yield Reading(t_ms, word[:-1], word.endswith("+"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("failure", "sites", "fault"),
    [
        (Failure.DEAD, ("d1",), Fault.DEAD),
        (Failure.FADING, ("d4",), Fault.DEAD),
        (Failure.CLOSED, ("e4",), Fault.STUCK),
        (Failure.CHATTERING, ("d4",), Fault.CHATTERING),
        (Failure.SWAPPED, ("d4", "e5"), Fault.SWAPPED),
    ],
    ids=lambda each: each.value if isinstance(each, Failure) else "",
)
def test_failing_sensor_is_named_and_the_game_goes_on(failure, sites, fault):
    sitting = play(GAME, Random(failure.value), PURE, plies=40)
    moves, sensors, belief = followed(failing(sitting.events, occupied(), failure, sites, len(sitting.events) // 4))
    wrong = {
        ply for ply, (told, true) in enumerate(zip(moves, map(str, sitting.moves), strict=True), 1) if told != true
    }
    assert wrong <= belief.asked
    named = [each for each in sensors if isinstance(each, SensorSuspected) and each.site in sites]
    assert {each.fault for each in named} == {fault}


def test_spontaneous_off_under_a_piece_is_told_as_its_sensor_once_play_goes_on():
    moves, _, belief = followed(readings(OPENING + "h1- | e5- g4+ | b4- d5+ | a2- a3+ |"))
    assert moves[4:] == ["e5g4", "b4d5", "a2a3"]
    assert not belief.asked


HELD = "/".join(
    [
        *("lohjszgfafg1sjho1", "crmn1bqikazb1nmrc", "r8q4b1l", "3vtv1vt2vtv1vP", "P1d1d1d1d1d1d1d1d"),
        *("8pv7", "11O5", "17", "17", "17", "14D2", "14T2", "D1D1D1D1D1D1D3D", "1V1V1V1VTV1VTV1V1"),
        *("2B6Q4R2", "CRMN1BQIKA1B1NMRC", "LOHJSZGFAFGZSJH1L[D|PTTTTV] w a2b2p2q2a16b16p16q16 - 1 10"),
    ]
)


def test_a_sensor_under_a_piece_in_the_hand_is_not_to_blame_for_a_bump():
    """a13 was lifted and o6 bumped, as if taken, which no rule allows: was a13 not lifted? Then it lands on c11."""
    belief, said = belief_after("-a13 -o6 +o6 ... +c11 -j15 +m12 ...", game="sfhiodgei", fen=HELD)
    assert [str(move) for move in belief.moves] == ["a13c11", "j15m12"]
    assert [each for each in said if isinstance(each, SensorSuspected)] == []


def test_lie_that_stands_while_play_goes_on_names_its_sensor_until_it_speaks_sense():
    """h1 says empty under its Rook: the board is to be mended, until four moves were played without."""
    nagged = OPENING + "h1- | e5- g4+ | b4- d5+ | a2- a3+ | "
    _, sensors, belief = followed(readings(nagged))
    assert (sensors, belief.mismatch) == ([], (("h1",), ()))
    moves, sensors, belief = followed(readings(nagged + "h7- h6+ | "))
    assert [(type(each), each.site) for each in sensors] == [(SensorSuspected, "h1")]
    assert belief.suspects == {"h1": Fault.DEAD}
    assert belief.mismatch is None
    assert belief.lifted == ()
    moves, sensors, belief = followed(readings(nagged + "h7- h6+ | h1+ | a3- a4+ | h6- h5+ | h1- g1+ |"))
    assert [type(each) for each in sensors] == [SensorSuspected, SensorRecovered]
    assert (moves[-1], belief.suspects) == ("h1g1", {})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "number", "seed"),
    [("wildeurasian-qi", 9, 2), ("dual-chess", 5, 2), ("wildeurasian-qi", 0, 4), ("attendance", 2, 41)],
)
def test_captures_that_a_stuck_sensor_did_not_feel_count(game, number, seed):
    """They left the cell as it was, occupied: only the piece that leaves it tells, or the third of them."""
    sitting, heard, faulty = Trial(game, "plain", True, number + 1, 80, 0, "stuck", seed, None).sitting(number)
    tally = Tally()
    score = tally.watch(sitting, heard, faulty)
    assert (score.silent, score.missing) == (0, 0)
    assert tally.named[0] <= 3


@pytest.mark.parametrize(
    ("script", "moves", "suspects"),
    [
        ("-e4 +b:P1 ... -e6 +w:P1 ...", ["e4d5", "e6d5"], {}),
        ("-e4 +b:P1 ... -e6 +w:P1 ... -c3 +b:P2 ...", ["e4d5", "e6d5", "c3d5"], {"d5": Fault.STUCK}),
        ("-e4 +b:P1 ... -e6 +w:P1 ... -c3 -d5 +d5 +b:P2 ...", ["e4d5", "e6d5", "c3d5"], {}),
    ],
)
def test_sensor_that_says_nothing_of_three_captures_running_is_named(script, moves, suspects):
    """One capture that leaves no trace was quick; of three, the sensor felt none."""
    fen = "rnbqkb1r/ppp2ppp/4pn2/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1"
    slots = dict.fromkeys(["b:P1", "b:P2", "w:P1"], False)
    belief, _ = belief_after(script, fen=fen, slots=slots)
    assert [str(move) for move in belief.moves] == moves
    assert belief.suspects == suspects


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["dead", "stuck"])
def test_a_fault_found_late_is_weighed_against_the_others_that_explain_as_much(fault):
    """A Bishop goes to h3 unfelt and back: f1 explains it as well, and a capture explained it for three moves."""
    sitting, heard, _ = Trial("chess", "plain", True, 7, 80, 0, fault, 4, None).sitting(6)
    score = Tally().watch(sitting, heard)
    assert (score.silent, score.missing) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["dead", "stuck"])
def test_sensor_is_not_blamed_before_it_is_looked_at_where_it_was_felt_before(fault):
    """d7 fails, and the move to it looks like a legal one to c7: it is c7 then that seems to lie, two moves later."""
    sitting, heard, _ = Trial("chess", "plain", False, 7, 80, 0, fault, 2, None).sitting(6)
    score = Tally().watch(sitting, heard)
    assert (score.silent, score.missing) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), [("chess", 5), ("wildeurasian-qi", 31)])
def test_an_unfelt_capture_is_not_told_where_an_arrival_may_be_lost_as_well(game, number):
    """A piece goes to a dead sensor, and all it could take elsewhere was told for it once the reply began."""
    sitting, heard, _ = Trial(game, "plain", False, number + 1, 80, 0, "dead", 2, None).sitting(number)
    assert Tally().watch(sitting, heard).silent == 0


@pytest.mark.parametrize(("lifted", "told", "asked"), [("b2", ["b2b3"], False), ("d2", ["d2d3", "d2d4"], True)])
def test_arrival_unfelt_is_asked_about_unless_one_move_alone_is_left(lifted, told, asked):
    moves, _, belief = followed(readings(f"{OPENING} a2- a3+ | h7- h6+ | {lifted}- | a7- a6+ | c2- c3+ |"))
    assert moves[6] in told
    assert moves[7:] == ["a7a6", "c2c3"]
    assert (7 in belief.asked) is asked


def test_illegal_move_is_no_swapped_pair():
    _, sensors, belief = followed(readings(OPENING + "a1- a5+ | a5- a1+ | a2- a3+ |"))
    assert sensors == []
    assert str(belief.moves[-1]) == "a2a3"


@pytest.mark.parametrize(
    ("failure", "heard"),
    [
        (Failure.DEAD, "e2- e4+ | e4- | d5+"),
        (Failure.CLOSED, "e2- e4+ | d5+"),
        (Failure.STUCK, "e2- e4+ | d5+"),
    ],
    ids=lambda each: each.value if isinstance(each, Failure) else "",
)
def test_failure_spoils_the_readings_of_its_site_alone(failure, heard):
    true = list(readings("e2- e4+ | e4- d5+"))
    spoilt = failing(true, occupied(), failure, ("e4",), 2)
    assert [(each.site, each.on) for each in spoilt] == [(each.site, each.on) for each in readings(heard)]


def test_swapped_sensors_speak_for_each_other():
    spoilt = failing(list(readings("e2- e4+")), occupied(), Failure.SWAPPED, ("e4", "e5"), 0)
    assert [(each.site, each.on) for each in spoilt] == [("e2", False), ("e5", True)]


@pytest.mark.slow
def test_sensor_that_works_again_is_believed_again_and_the_game_stays_whole():
    game = fairyrules.game("chess")
    sitting = play(game, Random(5), PURE, plies=120)
    fails, works = len(sitting.events) // 6, len(sitting.events) // 2
    heard = [each for number, each in enumerate(sitting.events) if not fails <= number < works or each.site != "d4"]
    missed = [each for each in sitting.events[fails:works] if each.site == "d4"]
    heard.insert(works - len(missed), Reading(sitting.events[works].t_ms, "d4", missed[-1].on))
    belief = begin(game.start(), False, {})
    told = []
    for event in heard:
        belief, said = observe(belief, event)
        told += [each for each in said if isinstance(each, SensorSuspected | SensorRecovered)]
        for answer in sitting.answers(said, event.t_ms):
            belief, _ = observe(belief, answer)
    belief, _ = conclude(belief)
    assert [(type(each), each.site) for each in told] == [(SensorSuspected, "d4"), (SensorRecovered, "d4")]
    assert belief.moves == sitting.moves
    assert belief.unreliable == 0


def test_two_pieces_tapped_on_their_cells_are_no_swapped_sensors():
    """Both were named as chattering for it; a Rook's move was told as the other's then, over swapped sensors."""
    belief = begin(fairyrules.game("chess").position("4k3/8/8/8/8/8/1K6/R6R w - - 0 1"), False, {})
    taps = [
        (3000 * place + 120 * tap, cell, bool(tap % 2)) for place, cell in enumerate(("a1", "h1")) for tap in range(8)
    ]
    said = []
    for t_ms, cell, on in (*taps, (9000, "a1", False), (9500, "d1", True)):
        belief, more = observe(belief, Reading(t_ms, cell, on))
        said += more
    belief, more = conclude(belief)
    assert [str(move) for move in belief.moves] == ["a1d1"]
    assert Fault.SWAPPED not in [each.fault for each in (*said, *more) if isinstance(each, SensorSuspected)]


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["dead", "stuck"])
@pytest.mark.parametrize(("game", "trays", "number"), [("wildeurasian-qi", True, 2), ("xiang-courier", False, 17)])
def test_a_move_to_a_failing_cell_is_thought_of_before_a_reply_done_within_50_ms(game, trays, number, fault):
    """The reply is lifted after a rest and set down at once: no silence is left to look beyond what was felt."""
    sitting, heard, _ = Trial(game, "plain", trays, 40, 80, 0, fault, 2, None).sitting(number)
    score = Tally().watch(sitting, heard)
    assert (score.silent, score.missing) == (0, 0)


SWAPPED = {
    # Black's Pawn goes to e5 and is taken there: the only pair with which a pause shows one legal move.
    "crazyhouse": (
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR[] b KQkq d3 0 1",
        "1000-b8 1327+a6 3968-h2 4773+h3 12806-e7 13338+e4 14063-e4 14595-d4 15033+e4 16188-f8 16727+b4 18137+d2 "
        "18649-d2 18693-b4 18923+d2 21806-d2 22302-b1 22729+d2",
        "b8a6 h2h3 e7e5 d4e5 f8b4 P@d2 b4d2 b1d2",
        ["e4", "e5"],
    ),
    # One after the other of thirty sensors was doubted in each silence, the same ones each time.
    "attendance": (
        "rb2kc1b1r/2v3v3/pp1psspfpp/w2f5m/W2Mw2m2/6W3/1V1P6/PPF1SSPFPP/2M4V2/RB2CKB2R b a1j1a10j10 - 28 19 leaps=2/2",
        "1000-d6 1117-f3 1401+f3 2109-h2 2623+f4 4127-f3 6758-a7 7331-b4 7427+b4 9084-f4 10773+c7 11073-d7 15149-c7 "
        "15350-b8 15596+c7 22215-d4 22480+d5",
        "e6f3 h2f4xf3 a7b4 f4c7xd7 b8c7 d4d5",
        ["d6", "e6"],
    ),
    # e7xd6: with both swapped it seems that e7 was adjusted and d6 taken off, and beside that the pair was given up.
    "dual-chess": (
        "r2qkbnr*******/2pppp1p*w2m1w/np1M2p1*1zz3/8*1z1c1z/8*6/1PP2P2*ZZZZZZ/P1QPP1PP*1FC1F1/RNB1KBNR******* "
        "b a1h1a8h8 - 4 10",
        "1000-e7 1397-d6 1789+e7 3025-g6 3076-c2 3402+g6 5435-m5 6330+k4 7992-h7 8412-g6 8511+h7 11715-d8 12353+h4 "
        "17307-h4 17445-h7 17907+h4 26151-j3 27351-k4 28551+j3",
        "e7d6 c2g6 m5k4 g6h7 d8h4 h7h4 k4j3",
        ["d6", "e7"],
    ),
}


@pytest.mark.parametrize("game", SWAPPED)
def test_two_swapped_sensors_are_found_while_play_goes_on(game):
    fen, felt, moves, pair = SWAPPED[game]
    belief = heard(felt, game, fen)
    assert [str(move) for move in belief.moves] == moves.split()
    assert sorted(belief.sites.name(site) for site in belief.faults) == pair
    assert set(belief.faults.values()) == {Fault.SWAPPED}
