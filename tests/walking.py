"""Random games to look at: the same every time for the same dice."""

import fairyrules


def plies(game_id, rng, games, most, rare=0.0):
    """(position, move chosen) of random games of at most `most` plies; a share of `rare` is no plain quiet move."""
    for _ in range(games):
        position = fairyrules.game(game_id).start()
        for _ in range(most):
            moves = position.legal_moves()
            if not moves:
                break
            special = [move for move in moves if not str(move).isalnum()] if rare else []
            move = rng.choice(special if special and rng.random() < rare else moves)
            yield position, move
            position = position.play(move)


def positions(game_id, rng, games, most, rare=0.0):
    """The positions of such games."""
    return (position for position, _ in plies(game_id, rng, games, most, rare))
