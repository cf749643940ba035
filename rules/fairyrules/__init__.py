"""Rules of chess and its variants: boards, pieces, positions, legal moves, notation."""
