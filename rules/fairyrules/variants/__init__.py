"""One short file a game: its rule sheet."""
