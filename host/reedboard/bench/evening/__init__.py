"""The people of a club evening, written apart from the tracker: an independent check of it."""
