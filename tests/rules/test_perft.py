import pytest

import fairyrules
from fairyrules.perft import divide, perft

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("game_id", "depth", "leaves"),
    [
        ("chess", 4, 197281),
        ("wildeurasian-qi", 3, 64737),
        ("wildeurasian-qi/full-front", 3, 29540),
        ("wildeurasian-qi/korean", 3, 81846),
    ],
)
def test_perft_counts_the_known_leaves_from_the_start(game_id, depth, leaves):
    assert perft(fairyrules.game(game_id).start(), depth) == leaves


def test_perft_counts_the_known_leaves_of_kiwipete():
    assert perft(fairyrules.game("chess").position(KIWIPETE), 3) == 97862


def test_divide_sums_to_perft():
    start = fairyrules.game("chess").start()
    assert sum(divide(start, 3).values()) == perft(start, 3) == 8902
