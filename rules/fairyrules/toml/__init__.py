"""A game of one's own, in one TOML file: `read(text, file)`."""

from fairyrules.toml.sheet import read

__all__ = ["read"]
