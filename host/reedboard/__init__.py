"""reedboard: chess variants over the board, on a board that senses only occupied or empty."""
