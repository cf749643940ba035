"""Hands that play, judges, noise, and every measurement."""
