"""The self-test at a real port: the walk of `selftest/walk`, guided on terminal and page, or done by virtual hands."""
