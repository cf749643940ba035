import shlex
from pathlib import Path

import pytest

import fairyrules
from fairyrules.perft import divide, perft

FOLDER = Path(__file__).parent / "perft"


def counts(file, fields):
    """(id, FEN or nothing, depth, leaves) of every count in a file; the deep ones are marked."""
    for line in (FOLDER / file).read_text().splitlines():
        words, deep, number = shlex.split(line), False, 0
        for word in words[fields:]:
            if word == "|":
                deep = True
                continue
            number += 1
            marks = [pytest.mark.deep] if deep else []
            fen = words[1] if fields == 2 else ""
            yield pytest.param(words[0], fen, number, int(word), id=f"{words[0]}-{number}", marks=marks)


@pytest.mark.parametrize(("game_id", "fen", "depth", "leaves"), [*counts("arrays.txt", 1), *counts("positions.txt", 2)])
def test_perft_counts_the_known_leaves(game_id, fen, depth, leaves):
    game = fairyrules.game(game_id)
    assert perft(game.position(fen) if fen else game.start(), depth) == leaves


def test_divide_sums_to_perft():
    start = fairyrules.game("chess").start()
    assert sum(divide(start, 3).values()) == perft(start, 3) == 8902
