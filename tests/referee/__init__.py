"""A second opinion on the five games, the slow and obvious way; see `table.py`."""
