"""One short file a game: its guide (`GUIDE`), under the name of its rule sheet in `variants/`."""
