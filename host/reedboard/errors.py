"""The root of every error this package raises on purpose."""


class ReedboardError(Exception):
    """Something a user can mend: the message says what was found, what was expected and what to do."""
