"""What can be wrong with a geometry file, or with laying a game on a board."""

from reedboard.errors import ReedboardError


class ProfileError(ReedboardError):
    """A geometry file, or a wish of it, that no board can fulfil; one sentence says where and what to do."""
