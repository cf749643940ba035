"""The errors of the rules engine; each message says what was found, what was expected and what to do."""

LONGEST = 600
"""A message holds so many characters at most, however much text it quotes: people read it."""


class FairyRulesError(Exception):
    """Root of every error this package raises on purpose.

    A message over `LONGEST` characters loses its middle: its ends tell where something is wrong and what to do.
    """

    def __init__(self, message: str = "") -> None:
        if len(message) > LONGEST:
            half = (LONGEST - 3) // 2
            message = f"{message[:half]} … {message[-half:]}"
        super().__init__(message)


class UnknownGameError(FairyRulesError):
    """No game, or no sub-variant, has this id."""


class NotationError(FairyRulesError):
    """A cell, FEN, move or PGN that cannot be read."""


class IllegalPositionError(NotationError):
    """A well-written position that the rules do not allow."""


class IllegalMoveError(FairyRulesError):
    """A well-written move that is not legal in the position."""


class AmbiguousMoveError(IllegalMoveError):
    """A move text that fits several legal moves; `candidates` are texts that would fit only one each."""

    def __init__(self, message: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.candidates = candidates


class SheetError(FairyRulesError):
    """A rule sheet that cannot be played."""
