"""The app: one queue of events, and one thread that owns the game."""
