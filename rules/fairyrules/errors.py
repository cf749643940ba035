"""The errors of the rules engine; each message says what was found, what was expected and what to do."""


class FairyRulesError(Exception):
    """Root of every error this package raises on purpose."""


class UnknownGameError(FairyRulesError):
    """No game, or no sub-variant, has this id."""


class NotationError(FairyRulesError):
    """A cell, FEN, move or PGN that cannot be read."""


class IllegalPositionError(NotationError):
    """A well-written position that the rules do not allow."""


class IllegalMoveError(FairyRulesError):
    """A well-written move that is not legal in the position."""


class AmbiguousMoveError(IllegalMoveError):
    """A move text that fits several legal moves."""


class SheetError(FairyRulesError):
    """A rule sheet that cannot be played."""
