"""The game in play: its state, move list, lights, guidance, and what is shown of it. Pure."""
