"""What is kept: every game, its moves and the raw journal, in one SQLite file."""
