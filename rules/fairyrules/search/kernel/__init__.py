"""The tree of the search in C, as fast as a computer allows. Optional: without it the tree in Python is searched.

It holds no rule of any game: `flatten.py` reads all it needs off the tables fairyrules makes from a sheet.
"""
