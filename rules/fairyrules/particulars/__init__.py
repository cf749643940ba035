"""What single games have and no sheet can say: named pure functions, one file a game, beside `variants/`."""
