"""What the rules engine says, a line a game, to compare two states of it byte by byte.

    PYTHONPATH=rules:tests python tests/rules/digest.py > before.txt
    ... change the engine ...
    PYTHONPATH=rules:tests python tests/rules/digest.py | diff before.txt - && echo equal

A line holds digests of the games by lot (legal moves in their order, SAN, effects, FEN, outcomes, check), of PGN, of
refusals, of the rules pages, and perft counts.
"""

import hashlib
import random
import sys

import fairyrules
from fairyrules import pgn
from fairyrules.errors import FairyRulesError
from fairyrules.perft import perft
from fairyrules.rules_page import html, markdown

GAMES = 3
PLIES = 70
DEPTH = 2
BROKEN_FENS = 60
VALUES = {"position=": "692", "array=": "NRBMGTMBRN,1C1AQKA1C1"}
"""What to say behind the options that ask for a value."""


def game_ids():
    for game_id in fairyrules.games():
        yield game_id
        for option in fairyrules.game(game_id).options:
            yield f"{game_id}/{option.name}{VALUES.get(option.name, '')}"


def walk(game, rng):
    """Positions of a game by lot, and the moves played; rare shapes of moves are sought."""
    position, positions, moves = game.start(), [game.start()], []
    for _ in range(PLIES):
        legal = position.legal_moves()
        if not legal or position.outcome():
            break
        rare = [move for move in legal if not str(move).isalnum() or position.effect(move).removals]
        moves.append(rng.choice(rare if rare and rng.random() < 0.4 else legal))
        position = position.play(moves[-1])
        positions.append(position)
    return positions, moves


def said_of(position):
    """Everything a position says, as text."""
    legal = position.legal_moves()
    yield position.fen()
    yield " ".join(map(str, legal))
    yield f"{position.in_check()} {position.outcome()!r} {position.may_claim_draw()}"
    yield f"{position.occupancy:x} {position.reserve('w')} {position.reserve('b')} {position.reserve('n')}"
    yield " ".join(map(str, position.legal_moves_between(0x5A5A5A5A5A5A5A, -1)))
    for move in legal[:: max(1, len(legal) // 8)]:
        yield position.san(move)
        yield repr(position.effect(move))
        yield f"{position.effect_key(move)!r}"
        yield position.play_unchecked(move).fen()


def refusals(game, rng, positions):
    """What is said of broken FENs and of moves that cannot be."""
    for _ in range(BROKEN_FENS):
        fen = list(rng.choice(positions).fen())
        fen[rng.randrange(len(fen))] = rng.choice(" /123kKqQ-w+[]|*=x")
        try:
            yield game.position("".join(fen)).fen()
        except FairyRulesError as error:
            yield f"{type(error).__name__}: {error}"
    for position in positions:
        for text in ("a1a2", "Nf3", "e4", "Qxe5", "O-O", "e2e4=Q", "P@e5", "zz", str(rng.choice(positions).fen())):
            for read in (position.parse, position.parse_san):
                try:
                    yield str(read(text))
                except FairyRulesError as error:
                    yield f"{type(error).__name__}: {error}"


def short(texts):
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode() + b"\n")
    return digest.hexdigest()[:12]


def line(game_id):
    """The line of one game."""
    rng = random.Random(f"digest {game_id}")
    game = fairyrules.game(game_id)
    walks = [walk(game, rng) for _ in range(GAMES)]
    positions = [position for found, _ in walks for position in found]
    records = [pgn.write(pgn.GameRecord.of(game.start(), moves)) for _, moves in walks]
    assert [pgn.write(pgn.read(text)[0]) for text in records] == records
    return (
        f"{game_id:40} walks {short(text for position in positions for text in said_of(position))} "
        f"pgn {short(records)} refusals {short(refusals(game, rng, positions))} "
        f"pages {short([html(game), markdown(game)])} perft {perft(game.start(), 1)} {perft(game.start(), DEPTH)}"
    )


if __name__ == "__main__":
    for each in sys.argv[1:] or game_ids():
        sys.stdout.write(line(each) + "\n")
        sys.stdout.flush()
