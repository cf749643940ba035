"""The self-test at a real port: the walk of `core/selftest`, guided on terminal and page, or done by virtual hands."""
